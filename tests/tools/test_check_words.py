import unittest

from planted_tree import PlantedTree

import check_words

# Split words: this file is itself checked.
UNFINISHED = "TO" "DO"
MACHINE = "/wo" "rk/main"
FAST = "-ff" "ast-math"
NATIVE = "-ma" "rch=native"
SILENCED = "NOLI" "NT"

# (file, its text, what the complaint ends with)
PLANTED = [
    ("src/scree/step/a.cpp", "void f() { std::cout << 1; }", "libraries never print"),
    ("src/scree/step/a.cpp", 'void f() { printf("x"); }', "libraries never print"),
    ("src/scree/record/a.cpp", 'void f() { fmt::print("x"); }', "libraries never print"),
    ("src/scree/record/a.cpp", "void f() { std::exit(1); }", "libraries never exit"),
    ("src/scree/record/a.cpp", "void f() { abort(); }", "libraries never exit"),
    ("src/scree/base/a.cpp", 'auto p = getenv("HOME");', "libraries never read the environment"),
    ("tests/law/a.cpp", "int i = rand();", "random numbers come from scree/base/random.h"),
    ("src/scree/sim/a.cpp", "std::random_device device;", "random numbers come from scree/base/random.h"),
    ("apps/cli/a.cpp", "std::uniform_real_distribution<> d;", "random numbers come from scree/base/random.h"),
    ("src/scree/world/a.h", "#pragma once\nstd::unordered_map<int, int> m;", "and it can reach state"),
    ("src/scree/law/a.cpp", "double x = std::pow(2.0, y);", "take it from scree/base/math.h"),
    ("src/scree/scene/a.cpp", "double x = std::cos (y);", "take it from scree/base/math.h"),
    ("src/scree/kernel/a.cpp", "auto x = hn::MulAdd(a, b, c);", "every CPU target must round alike"),
    ("src/scree/sim/a.cpp", "auto x = std::reduce(a, b);", "the order of a sum must be fixed"),
    ("CMakeLists.txt", f"add_compile_options({FAST})", "no flag may change them"),
    ("CMakePresets.json", f'{{"flags": "{NATIVE}"}}', "no flag may change them"),
    ("src/scree/search/a.cpp", "#include <tbb/parallel_for.h>", "threads go through scree/base/parallel.h"),
    ("src/scree/search/a.cpp", "#include <oneapi/tbb/parallel_for.h>", "threads go through scree/base/parallel.h"),
    ("src/scree/sim/a.cpp", "#include <hdf5.h>", "HDF5 lives in record/"),
    ("src/scree/sim/a.cpp", "#include <toml++/toml.h>", "TOML lives in scene/"),
    ("src/scree/shape/a.cpp", "#include <tiny_obj_loader.h>", "mesh files are read in scene/"),
    ("src/scree/search/a.cpp", "#include <boost/geometry.hpp>", "R-trees live in search/packed_tree"),
    ("src/scree/show/a.cpp", "#include <cairo.h>", "drawing lives in picture/"),
    ("src/scree/scene/a.cpp", '#include "udunits2.h"', "unit parsing lives in base/units"),
    ("apps/cli/run.cpp", "#include <CLI/CLI.hpp>", "commands know CLI11 through apps/cli/command_line.h"),
    ("src/scree/kernel/a.cpp", "#include <Eigen/Core>", "no Eigen in kernels: they work on plain spans"),
    ("src/scree/search/a.cpp", "#include <immintrin.h>", "CPU-specific code lives in kernel/"),
    ("src/scree/search/a.cpp", "auto x = _mm256_add_pd(a, b);", "CPU-specific code lives in kernel/"),
    ("src/scree/search/a.cpp", "#ifdef __AVX2__", "CPU-specific code lives in kernel/"),
    ("src/scree/base/a.h", "#pragma once\nusing namespace std;", "a header must not open a namespace for everyone"),
    ("src/scree/base/a.cpp", f"int i; // {SILENCED}", "name the check that is silenced"),
    ("src/scree/base/a.cpp", "//--------------", "no banners"),
    ("docs/a.md", f"{UNFINISHED}: write this", "finish it, or open an issue"),
    ("cases/a.toml", f"file = '{MACHINE}/a.csv'", "a path of one machine"),
    ("src/scree/base/a.cpp", "// a stretch that some" "body else has", "another process"),
    ("tests/sim/a.cpp", "TEST(Sleep, wakes_no" "body) {}", "another process"),
    ("src/scree/base/a.cpp", "// the center of a disc", "British spelling"),
    ("docs/a.md", "It is initialized once.", "British spelling"),
    ("src/scree/base/a.h", "int i;", "a header needs #pragma once"),
    ("src/scree/base/a.cpp", "int i;\n" * 501, "is it still about one thing?"),
]

ALLOWED = {
    "apps/cli/main.cpp": 'int main() { std::cout << 1; printf("x"); std::exit(getenv("A") != nullptr); }',
    "src/scree/base/parallel.cpp": "#include <tbb/parallel_for.h>",
    "src/scree/base/units.cpp": "#include <udunits2.h>",
    "src/scree/record/store.cpp": "#include <hdf5.h>",
    "src/scree/scene/reader.cpp": "#include <toml++/toml.h>",
    "src/scree/kernel/a.cpp": "auto x = _mm256_add_pd(a, b);",
    "src/scree/search/a.cpp": "std::unordered_map<int, int> m;",
    "src/scree/base/math.cpp": "double x = std::log(y);",
    "src/scree/law/a.cpp": (
        "// std::cout is not for us, nor rand()\n"
        'auto s = "std::pow(2, 3) and \\" printf(";\n'
        'auto r = R"(exit(1) " rand())";\n'
        "auto c = '\"'; int n = 1'000'000; double x = exp(n), y = snprintf(b, 1, s);\n"
        "on_exit(3); brand(2); quantity.exit(1);\n"
        f"int i; // {SILENCED}(bugprone-x)\n"),
    "docs/a.md": "Behaviour of `center`.\n\n```\nstd::cout; int center;\n```\n",
    "build/release/a.cpp": f"// {UNFINISHED}",
    "box.run/a.toml": f"# {UNFINISHED}",
}


class CheckWords(unittest.TestCase):
    def test_every_planted_fault_is_found_once_and_with_its_line(self):
        for name, text, ending in PLANTED:
            with self.subTest(name=name, text=text[:60]), PlantedTree({name: text}) as tree:
                faults = check_words.check(tree.root)
                self.assertEqual(len(faults), 1, faults)
                self.assertTrue(faults[0].startswith(name), faults[0])
                self.assertTrue(faults[0].endswith(ending), faults[0])

    def test_every_rule_has_a_planted_fault(self):
        planted_reasons = {ending for _, _, ending in PLANTED}
        for rule in check_words.RULES:
            self.assertTrue(any(rule.reason.endswith(ending) for ending in planted_reasons), rule.reason)

    def test_the_same_words_pass_where_they_belong(self):
        with PlantedTree(ALLOWED) as tree:
            self.assertEqual(check_words.check(tree.root), [])

    def test_lines_are_counted_through_comments_and_strings(self):
        text = '/* one\ntwo */ auto s = R"(\n\n)";\nint i = rand();\n'
        with PlantedTree({"src/scree/law/a.cpp": text}) as tree:
            self.assertIn("src/scree/law/a.cpp:5: ", check_words.check(tree.root)[0])


if __name__ == "__main__":
    unittest.main()
