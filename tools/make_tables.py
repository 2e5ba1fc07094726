"""Writes the tables of the docs from what the program itself lists, so that they cannot go stale.

Usage: make_tables.py [--check] PROGRAM [ROOT]

A page asks for a table by two marks, and what stands between them is replaced by `scree list search --markdown`:

    <!-- scree list search -->
    <!-- end of list -->

With --check nothing is written; the exit code is 1 if a page is not what it should be.
"""
import pathlib
import re
import subprocess
import sys

TABLE = re.compile(r"(^<!-- scree list (\w+) -->\n)(.*?)(^<!-- end of list -->$)", re.DOTALL | re.MULTILINE)


def filled(text, program):
    def replace(found):
        answer = subprocess.run([program, "list", found[2], "--markdown"], check=True, capture_output=True, text=True)
        return found[1] + answer.stdout + found[4]

    return TABLE.sub(replace, text)


def main(arguments):
    only_check = "--check" in arguments
    program, root = ([a for a in arguments if a != "--check"] + ["."])[:2]
    stale = []
    for path in sorted(pathlib.Path(root).glob("*.md")) + sorted(pathlib.Path(root, "docs").rglob("*.md")):
        old = path.read_text()
        new = filled(old, program)
        if new != old:
            stale.append(path)
            if not only_check:
                path.write_text(new)
    for path in stale:
        print(f"{path}: " + ("a table is not current: ./dev format writes it" if only_check else "written"))
    if not stale:
        print("tables: ok")
    return 1 if only_check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
