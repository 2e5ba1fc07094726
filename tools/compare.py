#!/usr/bin/env python3
"""Two programs in turns: is the new one as fast as the old one, with no more memory?

usage: compare.py OLD NEW [--rounds N] [--system NAME,...] [--all]

OLD and NEW are built programs, or git revisions, which are built under build/compare. Each round runs every system with
the old program, then with the new one; the next round the other way around, so that a machine that grows slower or
faster favours neither. The best round of each counts: whatever else runs on the machine only ever slows down. Rates are
of CPU time with one thread. Exit code 1 if a ratio of rates is below 0.98 or one of memory above 1.03.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LEAST_SPEED, MOST_MEMORY = 0.98, 1.03


def of_spheres(report):
    """Million particle-steps per CPU second, and bytes per body."""
    row = next(row for row in report["systems"][0]["rows"] if row["program"] == "scree")
    return row["million_particle_steps_per_cpu_second"], row["bytes_per_body"]


def of_hexagons(report):
    """Million body-steps per second; its memory is that of the process."""
    row = next(row for row in report["worlds"] if row["shape"] == "hexagons" and row["threads"] == 1)
    return 1e-6 * row["body_steps_per_second"], None


def of_meshes(report):
    """Million ball-steps per second, all floors together, at rest and rolling."""
    times = [floor[key] for floor in report["floors"] for key in ("resting_ns", "rolling_ns")]
    return 1e3 * len(times) / sum(times), None


def spheres(name, count=None):
    counted = ["--count", str(count)] if count else []
    return ["spheres", "--system", name, *counted, "--rounds", "1", "--threads", "1"], of_spheres


SYSTEMS = {
    "MONO-12500": spheres("MONO", 12500),
    "MONO-100000": spheres("MONO", 100000),
    "MONO-1000000": spheres("MONO", 1000000),
    "REST": spheres("REST"),
    "BI": spheres("BI"),
    "POLY": spheres("POLY"),
    "DISCS": spheres("DISCS"),
    "CHUTE": spheres("CHUTE"),
    "hexagons": (["polygons", "--count", "10000", "--threads", "1"], of_hexagons),
    "meshes": (["meshes", "--rounds", "1"], of_meshes),
}
QUICK = ("MONO-100000", "POLY", "hexagons")


class Failed(Exception):
    pass


def measure(program, system):
    """Rate, and memory: bytes per body as the program counts them, else the most that the process ever held."""
    arguments, read = SYSTEMS[system]
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen([program, "bench", *arguments, "--json"], stdout=said, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read()
    if process.returncode:
        raise Failed(f"{program} bench {' '.join(arguments)} ended with {process.returncode}: {text.strip()[-300:]}")
    try:
        rate, memory = read(json.loads(text))
    except (ValueError, KeyError, IndexError, StopIteration) as error:
        raise Failed(f"{program} bench {' '.join(arguments)}: no figures in its JSON ({error!r})") from error
    return rate, memory or 1024 * usage.ru_maxrss


def better(best, figures):
    """The best round: most speed, least memory."""
    return figures if best is None else (max(best[0], figures[0]), min(best[1], figures[1]))


def line_of(system, old, new):
    """A line of the table and whether it passes."""
    speed, memory = new[0] / old[0], new[1] / old[1]
    passes = speed >= LEAST_SPEED and memory <= MOST_MEMORY
    return f"{system:14} {old[0]:10.3f} {new[0]:10.3f} {speed:7.3f} {memory:8.3f}{'' if passes else '  <--'}", passes


def verdict(results):
    """The last line and the exit code, from {system: (old, new)}."""
    failed = [system for system, (old, new) in results.items() if not line_of(system, old, new)[1]]
    wanted = f"speed at least {LEAST_SPEED} of the old, memory at most {MOST_MEMORY}"
    if failed:
        return f"FAIL: {', '.join(failed)}: not {wanted}", 1
    return f"pass: {wanted}", 0


def built(name):
    """The program itself, or that of a revision, built in a worktree of its own and kept there."""
    if os.path.isfile(name) and os.access(name, os.X_OK):
        return os.path.abspath(name)
    found = subprocess.run(["git", "-C", ROOT, "rev-parse", "--verify", "--quiet", name + "^{commit}"], text=True,
                           capture_output=True)
    if found.returncode:
        raise Failed(f"'{name}' is neither a program nor a git revision")
    commit = found.stdout.strip()[:12]
    tree = ROOT / "build" / "compare" / commit
    program = tree / "build" / "release" / "scree"
    if not program.exists():
        print(f"building {name} ({commit}) in {tree}", file=sys.stderr)
        for command in ([["git", "-C", ROOT, "worktree", "add", "--force", "--detach", tree, commit]] if not tree.exists()
                        else []) + [["cmake", "--preset", "release", "-DSCREE_TESTS=OFF"],
                                    ["cmake", "--build", "build/release", "--target", "scree"]]:
            if subprocess.run(command, cwd=tree if tree.exists() else ROOT, stdout=sys.stderr).returncode:
                raise Failed(f"building {name} in {tree} failed")
    return str(program)


def chosen(text, everything):
    if everything:
        return list(SYSTEMS)
    names = text.split(",") if text else list(QUICK)
    for name in names:
        if name not in SYSTEMS:
            raise Failed(f"there is no system '{name}'; there are: {', '.join(SYSTEMS)}")
    return names


def compare(old, new, systems, rounds):
    results = {}
    print(f"{'system':14} {'old M/s':>10} {'new M/s':>10} {'ratio':>7} {'memory':>8}", flush=True)
    for system in systems:
        best = [None, None]
        for number in range(rounds):
            for which in (0, 1) if number % 2 == 0 else (1, 0):
                best[which] = better(best[which], measure((old, new)[which], system))
        results[system] = tuple(best)
        print(line_of(system, *best)[0], flush=True)
    return results


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="./dev compare", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--system", help=f"of {', '.join(SYSTEMS)}; default: {', '.join(QUICK)}")
    parser.add_argument("--all", action="store_true", help="every system")
    options = parser.parse_args(arguments)
    try:
        systems = chosen(options.system, options.all)
        line, code = verdict(compare(built(options.old), built(options.new), systems, max(1, options.rounds)))
    except Failed as failure:
        print(f"compare: {failure}", file=sys.stderr)
        return 2
    print(line)
    return code


if __name__ == "__main__":
    sys.exit(main())
