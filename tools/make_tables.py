"""Writes the tables of the docs from what the program itself lists, so that they cannot go stale.

Usage: make_tables.py [--check] PROGRAM [ROOT]

A page asks for a table by two marks, and what stands between them is replaced:

    <!-- scree list search: name, summary -->
    <!-- end of list -->

The first mark names the family (as `scree list FAMILY` takes it) and the columns (fields of `scree list --json`).
With --check nothing is written; the exit code is 1 if a page is not what it should be.
"""
import json
import pathlib
import re
import subprocess
import sys

TABLE = re.compile(r"(<!-- scree list (\S+): ([^>]*?) -->\n)(.*?)(<!-- end of list -->)", re.DOTALL)


def cell(value, column):
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    text = text.replace("|", r"\|").replace("\n", " ")
    return f"`{text}`" if column == "name" else text


def table(members, columns):
    rows = [columns, ["---"] * len(columns)]
    rows += [[cell(member.get(column, ""), column) for column in columns] for member in members]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def list_family(program, family):
    answer = subprocess.run([program, "list", family, "--json"], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


def filled(text, program):
    def replace(found):
        columns = [column.strip() for column in found[3].split(",")]
        return found[1] + table(list_family(program, found[2]), columns) + found[5]

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
