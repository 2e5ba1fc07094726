"""Runs the scenes of the gallery to their end, draws each, and writes docs/gallery.md.

Usage: make_gallery.py PROGRAM [SCENE...]     runs and draws these scenes, or all of them, and writes the page
       make_gallery.py --check                only says whether the page is current

A scene's first comment line says what it is. `# Look at: ...` says what to see, `# Picture: ...` holds options of
`scree render`.
"""
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GALLERY = ROOT / "cases/gallery"
PAGE = ROOT / "docs/gallery.md"
IMAGES = ROOT / "docs/images"


def comment(text, mark):
    """What follows the mark, up to an empty line or the next mark."""
    found = re.search(rf"^# {mark}: (.*(?:\n# +(?![A-Z][a-z ]*:).*)*)", text, re.MULTILINE)
    return re.sub(r"\n# *", " ", found[1]).strip() if found else ""


def scenes():
    return sorted(path.parent.name for path in GALLERY.glob("*/scene.toml"))


def page():
    parts = ["# Gallery\n\nScenes that come with scree: `scree run NAME` runs one, `./dev gallery` all of them, and draws these "
             "pictures.\n"]
    for name in scenes():
        text = (GALLERY / name / "scene.toml").read_text()
        summary = text.splitlines()[0].lstrip("# ").strip()
        look = comment(text, "Look at")
        image = f"![{summary}](images/{name}.png)\n" if (IMAGES / f"{name}.png").exists() else ""
        lines = [f"## [{name}](../cases/gallery/{name}/scene.toml)\n", summary + (f" *Look at {look}*" if look else "") + "\n", image]
        parts.append("\n".join(line for line in lines if line))
    return "\n".join(parts)


def draw(program, name):
    scene = GALLERY / name / "scene.toml"
    folder = ROOT / "build/runs" / name
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "run", scene, "--out", folder, "--force", "--no-picture"], check=True)
    options = shlex.split(comment(scene.read_text(), "Picture"))
    subprocess.run([program, "render", folder, "-o", IMAGES / f"{name}.png", *options], check=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        current = PAGE.exists() and PAGE.read_text() == page()
        print("gallery: ok" if current else "docs/gallery.md is not current: ./dev gallery writes it")
        sys.exit(not current)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for scene_name in sys.argv[2:] or scenes():
        draw(sys.argv[1], scene_name)
    PAGE.write_text(page())
