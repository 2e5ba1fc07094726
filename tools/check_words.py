"""Fails when a file says something that the project's rules do not allow there.

Usage: check_words.py [ROOT]

RULES below is the list: what must not be said, where, and why. A rule reads one of three things: `code` (comments
and strings blanked, #include lines kept), `prose` (comments, and Markdown outside code), or `text` (everything).
"""
import dataclasses
import os
import pathlib
import re
import sys

SKIPPED_FOLDERS = {".git", "build", "__pycache__", "node_modules"}
CODE = {".h", ".cpp"}
BUILD = {".cmake", ".json"}
MOST_LINES = 500  # past this, look for the second thing in the file
LONG_FILES = set()  # files that are about one thing and need more, by path


@dataclasses.dataclass(frozen=True)
class Rule:
    pattern: str
    reason: str
    reads: str = "code"
    only_in: tuple = ("",)  # path prefixes where the rule holds
    allowed_in: tuple = ()  # path prefixes where it does not
    suffixes: frozenset = frozenset()  # file kinds; none: whatever `reads` makes sense for


def rooms(*names):
    return tuple(f"src/scree/{name}/" for name in names)


STATE = rooms("shape", "scene", "fill", "world", "kernel", "contact", "law", "solve", "step", "sim")

RULES = [
    # Libraries report by value or exception; only programs talk to people or end the process.
    Rule(r"std::(cout|cerr|clog)\b|\bf?printf\s*\(|\bputs\s*\(|\bperror\s*\(|fmt::print\b", "libraries never print",
         only_in=("src/",)),
    Rule(r"(?<![\w.>])(std::|::)?(quick_|_)?exit\s*\(|\b(std::)?(abort|terminate)\s*\(", "libraries never exit",
         only_in=("src/",)),
    Rule(r"\b(secure_)?getenv\s*\(", "libraries never read the environment", only_in=("src/",)),
    # Bits.
    Rule(r"(?<!\w)s?rand\s*\(|random_device|std::\w+_distribution|std::(mt19937|minstd)\w*",
         "random numbers come from scree/base/random.h"),
    Rule(r"\bunordered_", "the order of hash tables is not ours, and it can reach state",
         only_in=rooms("step", "contact", "law", "kernel", "world")),
    Rule(r"std::(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot"
         r"|fma|erf|tgamma)\s*\(", "the C library picks by CPU: take it from scree/base/math.h", only_in=STATE),
    Rule(r"\b(Neg)?Mul(Add|Sub)\b|\bApproximateReciprocal\w*|\b(SumOfLanes|ReduceSum)\b",
         "no fused, approximate or horizontal arithmetic: every CPU target must round alike",
         only_in=rooms("kernel", "law", "contact", "base")),
    Rule(r"\bstd::(reduce|transform_reduce|execution::)", "the order of a sum must be fixed", only_in=("src/",)),
    Rule(r"f[f]ast-math|m[a]rch=native|f[u]nsafe-math|f[a]ssociative-math|ffp-contract=(f[a]st|on)",
         "bits are a promise: no flag may change them", reads="text", suffixes=frozenset(BUILD | {"dev", "CMakeLists.txt"})),
    # One home per library.
    Rule(r"#\s*include\s*[<\"](oneapi/)?tbb/", "threads go through scree/base/parallel.h",
         allowed_in=("src/scree/base/parallel.",)),
    Rule(r"#\s*include\s*[<\"](hdf5|H5)", "HDF5 lives in record/", allowed_in=rooms("record")),
    Rule(r"#\s*include\s*[<\"]toml", "TOML lives in scene/", allowed_in=rooms("scene")),
    Rule(r"#\s*include\s*[<\"]tiny_obj_loader", "mesh files are read in scene/", allowed_in=("src/scree/scene/", "apps/lab/pages/doors/")),
    Rule(r"#\s*include\s*[<\"]udunits", "unit parsing lives in base/units", allowed_in=("src/scree/base/units",)),
    Rule(r"#\s*include\s*[<\"]cairo", "drawing lives in picture/", allowed_in=rooms("picture")),
    Rule(r"#\s*include\s*[<\"]CLI/", "commands know CLI11 through apps/cli/command_line.h",
         allowed_in=("apps/cli/command_line.cpp", "apps/cli/main.cpp")),
    Rule(r"#\s*include\s*[<\"]boost/geometry", "R-trees live in search/packed_tree",
         allowed_in=("src/scree/search/packed_tree.", "bench/peers/", "tests/contact/")),
    Rule(r"#\s*include\s*[<\"]Eigen/", "no Eigen in kernels: they work on plain spans", only_in=rooms("kernel")),
    Rule(r"\b_mm\d*_\w+|\b__m\d+\w*\b|intrin\.h|\b__(AVX|SSE|ARM_NEON)\w*", "CPU-specific code lives in kernel/",
         allowed_in=rooms("kernel")),
    # Reading.
    Rule(r"^\s*using namespace\b", "a header must not open a namespace for everyone", suffixes=frozenset({".h"})),
    Rule(r"\bN[O]LINT(NEXTLINE|BEGIN|END)?\b(?!\()", "name the check that is silenced", reads="text",
         suffixes=frozenset(CODE)),
    Rule(r"^\s*(//|#)\s*[-=*#/~]{4,}", "no banners", reads="text", suffixes=frozenset(CODE | BUILD | {".py"})),
    Rule(r"\b(TO[D]O|FI[X]ME|X[X]X|HA[C]K)\b", "finish it, or open an issue", reads="text"),
    Rule(r"(?<![\w.])/(wo[r]k|ro[o]t|ho[m]e)/", "a path of one machine", reads="text"),
    Rule(r"(?i)(?<![a-z])(no|some|any)[b]ody(?![a-z])", "name the thing: no body, a thread, another process", reads="text"),
    Rule(r"(?i)\b(colou?rize|colors?|colored|centers?|centered|neighbors?|neighboring|behaviors?|gray|analyze[ds]?|"
         r"(normal|initial|optim|organ|recogn|minim|maxim|visual|summar|serial|general|special|local|stabil|discret)"
         r"iz(e|es|ed|ing|ation))\b", "British spelling", reads="prose"),
]


def split_code(text):
    """The text twice, line for line: without comments and string contents, and comments alone."""
    token = re.compile(
        r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])*\'',
        re.DOTALL)
    blank = lambda s: re.sub(r"[^\n]", " ", s)
    code, comments, end = [], [], 0
    for found in token.finditer(text):
        between, piece = text[end:found.start()], found[0]
        is_comment = piece.startswith(("//", "/*"))
        is_include = re.search(r"#\s*include\s*$", between) is not None
        code += [between, piece if is_include else blank(piece)]
        comments += [blank(between), piece if is_comment else blank(piece)]
        end = found.end()
    return "".join(code) + text[end:], "".join(comments) + blank(text[end:])


def prose_of(path, text):
    if path.suffix in CODE:
        prose = split_code(text)[1]
    elif path.suffix == ".md":
        prose = re.sub(r"^```.*?^```", lambda found: re.sub(r"[^\n]", "", found[0]), text, flags=re.DOTALL | re.MULTILINE)
    elif path.suffix in {".py", ".cmake", ".toml"} or path.name in {"CMakeLists.txt", "dev"}:
        prose = re.sub(r"^[^#\n]*", "", text, flags=re.MULTILINE)
    else:
        return ""
    return re.sub(r"`[^`\n]*`", "", prose)


def files_below(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(s for s in subfolders if s not in SKIPPED_FOLDERS and not s.endswith(".run"))
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            if not path.is_symlink():
                yield path


def check_file(path, place):
    try:
        text = path.read_text()
    except UnicodeDecodeError:
        return
    code = split_code(text)[0] if path.suffix in CODE else ""
    views = {"code": code, "prose": prose_of(path, text), "text": text}
    for rule in RULES:
        if not place.startswith(rule.only_in) or (rule.allowed_in and place.startswith(rule.allowed_in)):
            continue
        if rule.suffixes and path.suffix not in rule.suffixes and path.name not in rule.suffixes:
            continue
        for number, line in enumerate(views[rule.reads].splitlines(), 1):
            if found := re.search(rule.pattern, line):
                yield f"{place}:{number}: '{found[0].strip()}': {rule.reason}"
    if path.suffix == ".h" and "#pragma once" not in text:
        yield f"{place}:1: a header needs #pragma once"
    lines = text.count("\n")
    if path.suffix in CODE and lines > MOST_LINES and place not in LONG_FILES:
        yield f"{place}: {lines} lines, more than {MOST_LINES}: is it still about one thing?"


def check(root):
    faults = []
    for path in files_below(root):
        faults += check_file(path, path.relative_to(root).as_posix())
    return faults


if __name__ == "__main__":
    found = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    print("\n".join(found) or "words: ok")
    sys.exit(bool(found))
