"""Runs clang-tidy over sources, on all cores, and remembers what was clean.

Usage: run_tidy.py BUILD_FOLDER [FILE...]       (no files: everything that the build compiles)

BUILD_FOLDER holds compile_commands.json. A header is read through the source that tests/headers makes for it, or else
through the first source that includes it. A source that was clean is not read again until it, a header of the project
that it reaches, its compile command, .clang-tidy or clang-tidy itself has changed.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
COMPLAINT = re.compile(r"^(?=\S+:\d+:\d+: (?:error|warning): )", re.MULTILINE)
GCC_ONLY = re.compile(r" -m(?:move|store)-max=\S+")  # options that clang-tidy would stumble over


class Project:
    """The sources that a build compiles, and the project's headers that each of them reaches."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.entries = json.loads((build / "compile_commands.json").read_text())
        for entry in self.entries:
            entry["command"] = GCC_ONLY.sub("", entry["command"])
        self.commands = {pathlib.Path(e["directory"], e["file"]).resolve(): e["command"] for e in self.entries}

    @functools.lru_cache(maxsize=None)
    def included_by(self, path):
        found = set()
        for name in INCLUDE.findall(path.read_text(errors="replace")):
            for folder in (self.root / "src", self.root, path.parent):
                if (folder / name).is_file():
                    found.add((folder / name).resolve())
                    break
        return found

    def reached_by(self, source):
        reached, waiting = set(), [source]
        while waiting:
            path = waiting.pop()
            if path not in reached:
                reached.add(path)
                waiting += self.included_by(path)
        return reached

    def source_for(self, path):
        """What to compile in order to read `path`; none if the build does not reach it."""
        if path in self.commands:
            return path
        if path.suffix != ".h":
            return None
        for source in self.commands:
            if self.build in source.parents and path in self.included_by(source):
                return source
        return next((source for source in self.commands if path in self.reached_by(source)), None)


class Memory:
    """One empty file per clean source, named by all that the verdict depends on; beside them what clang-tidy reads."""

    def __init__(self, project, tidy):
        self.project = project
        self.folder = project.build / "tidy"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "compile_commands.json").write_text(json.dumps(project.entries))
        version = subprocess.run([tidy, "--version"], check=True, capture_output=True).stdout
        settings = [project.root / ".clang-tidy", *sorted(project.root.glob("*/.clang-tidy"))]
        self.common = version + b"".join(path.read_bytes() for path in settings)

    def mark(self, source):
        digest = hashlib.sha256(self.common + self.project.commands[source].encode())
        for path in sorted(self.project.reached_by(source)):
            digest.update(str(path).encode() + path.read_bytes())
        return self.folder / digest.hexdigest()


def main(arguments, root=ROOT, tidy="clang-tidy"):
    build = pathlib.Path(arguments[0]).resolve()
    project = Project(root, build)
    if len(arguments) > 1:
        wanted = {project.source_for(pathlib.Path(name).resolve()) for name in arguments[1:]} - {None}
    else:
        wanted = {source for source in project.commands if build not in source.parents}
    memory = Memory(project, tidy)
    waiting = [source for source in sorted(wanted) if not memory.mark(source).exists()]

    def read(source):
        command = [tidy, "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", str(memory.folder), str(source)]
        answer = subprocess.run(command, capture_output=True, text=True)
        if answer.returncode == 0:
            memory.mark(source).touch()
            return ""
        return answer.stdout.strip() or answer.stderr.strip() or f"{source}: clang-tidy failed without a word"

    complaints = set()  # each once: several sources may reach the same header
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for said in pool.map(read, waiting):
            for complaint in filter(None, COMPLAINT.split(said)):
                if complaint not in complaints:
                    complaints.add(complaint)
                    print(complaint.strip(), flush=True)
    print(f"clang-tidy: {f'{len(complaints)} complaints' if complaints else 'ok'} "
          f"({len(waiting)} read, {len(wanted) - len(waiting)} unchanged since they were clean)")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
