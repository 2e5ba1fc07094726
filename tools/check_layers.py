"""Fails when an #include, a namespace or a link line crosses a wall that layers.txt does not open.

Usage: check_layers.py [ROOT]
"""
import pathlib
import re
import sys

# Rooms that do not live under src/scree.
HOME = {"cli": "apps/cli", "bench_commands": "apps/bench", "lab": "apps/lab", "python": "python", "bench": "bench",
        "tests": "tests"}

INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<(scree/[^>]+)>)')
NAMESPACE = re.compile(r"\s*namespace\s+scree::(\w+)")
LINK_LINE = re.compile(r"scree_room\(\s*(\w+)([^)]*)\)")
CMAKE_KEYWORDS = {"SOURCES", "ROOMS", "LIBRARIES", "PRIVATE_LIBRARIES"}


def read_layers(root):
    """The rooms bottom-up, each with the rooms it may include, and what is wrong with layers.txt itself."""
    rules, faults = {}, []
    for number, line in enumerate((root / "layers.txt").read_text().splitlines(), 1):
        room, _, allowed = line.split("#")[0].partition(":")
        room = room.strip()
        if not room:
            continue
        if room in rules:
            faults.append(f"layers.txt:{number}: '{room}' is listed twice")
        # A room may name only rooms above its own line, so a cycle cannot be written.
        for other in sorted(set(allowed.split()) - set(rules) - {"*"}):
            faults.append(f"layers.txt:{number}: '{room}' names '{other}', which is not listed above it")
        rules[room] = set(allowed.split())
    return rules, faults


def folder_of(root, room):
    return root / HOME.get(room, f"src/scree/{room}")


def home_of(name):
    """The room outside src/scree that a file named from the root belongs to, if any."""
    return next((room for room, folder in HOME.items() if name.startswith(folder + "/")), None)


def check_sources(root, room, allowed, rooms):
    def open_to(other):
        return other == room or other in allowed or "*" in allowed

    for path in sorted(p for p in folder_of(root, room).rglob("*") if p.suffix in {".h", ".cpp"}):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            where = f"{path.relative_to(root)}:{number}"
            if found := NAMESPACE.match(line):
                if found[1] in rooms and not open_to(found[1]):
                    yield f"{where}: {room}/ may not open the namespace of {found[1]}/"
            if found := INCLUDE.match(line):
                name = found[1] or found[2]
                parts = name.split("/")
                if found[2]:
                    yield f'{where}: write "{name}", not <{name}>'
                elif parts[0] != "scree" or len(parts) < 3:
                    # Apps and tests may name their own neighbours, from their folder or from the root.
                    if room not in HOME or not any((base / name).exists() for base in (path.parent, root)):
                        yield f'{where}: write "scree/<room>/<file>", not "{name}"'
                    elif (other := home_of(name)) and not (path.parent / name).exists() and not open_to(other):
                        yield f"{where}: {room}/ may not include {other}/"
                elif not (root / "src" / name).exists():
                    yield f"{where}: there is no src/{name}"
                elif not open_to(parts[1]):
                    yield f"{where}: {room}/ may not include {parts[1]}/"
                elif parts[1] != room and "detail" in parts and "*" not in allowed:
                    yield f"{where}: {name} is private to {parts[1]}/"


def check_link_line(root, room, allowed):
    path = folder_of(root, room) / "CMakeLists.txt"
    if not path.exists():
        return
    for _, arguments in LINK_LINE.findall(path.read_text()):
        keyword = None
        for word in arguments.split():
            if word in CMAKE_KEYWORDS:
                keyword = word
            elif keyword == "ROOMS" and word not in allowed:
                yield f"{path.relative_to(root)}: {room}/ may not link {word}/"


def check(root):
    rules, faults = read_layers(root)
    for folder in sorted(p for p in (root / "src/scree").iterdir() if p.is_dir()):
        if folder.name not in rules:
            faults.append(f"layers.txt: the room src/scree/{folder.name} is not listed")
    for room, allowed in rules.items():
        faults += check_sources(root, room, allowed, rules)
        if room not in HOME:
            faults += check_link_line(root, room, allowed)
    return faults


if __name__ == "__main__":
    found = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    print("\n".join(found) or "layers: ok")
    sys.exit(bool(found))
