"""Fails when a link in a Markdown page points to a file or a heading of this project that is not there.

Usage: check_links.py [ROOT]
"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def blank_code(text):
    return CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def anchors(page):
    """The names that a page's headings can be linked by."""
    titles = HEADING.findall(blank_code(page.read_text()) if page.suffix == ".md" else "")
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def check_page(root, page):
    for number, line in enumerate(blank_code(page.read_text()).splitlines(), 1):
        for link in LINK.findall(line):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            where = f"{page.relative_to(root)}:{number}"
            if not target.exists():
                yield f"{where}: there is no {link}"
            elif anchor and anchor not in anchors(target):
                yield f"{where}: {name or 'this page'} has no heading '{anchor}'"


def check(root):
    pages = sorted(root.glob("*.md"))
    for folder in ("docs", "cases", "bench", "src", "apps"):
        pages += sorted(page for page in (root / folder).rglob("*.md") if "node_modules" not in page.parts)
    return [fault for page in pages for fault in check_page(root, page)]


if __name__ == "__main__":
    found = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    print("\n".join(found) or "links: ok")
    sys.exit(bool(found))
