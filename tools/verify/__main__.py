"""Runs the cases of cases/verify and prints, per quantity, what is expected, what came out, the error and the verdict.

Usage: verify [CASE...] [--program build/release/scree] [--jobs N] [--list] [--markdown docs/verify.md]

Exits with 1 when a quantity misses its tolerance or a case cannot run. `--markdown FILE` also writes the measured values
into FILE, between the lines `<!-- verify -->` and `<!-- end of verify -->`.
"""
import argparse
import concurrent.futures
import functools
import os
import pathlib
import sys
import time

import report
from case import CaseError, load_case

ROOT = pathlib.Path(__file__).resolve().parents[2]


def parse_arguments():
    parser = argparse.ArgumentParser(prog="verify", description="Runs physics whose answer is known.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help="names of folders; default: all")
    parser.add_argument("--program", default=ROOT / "build/release/scree", type=pathlib.Path, help="the program to verify")
    parser.add_argument("--folder", default=ROOT / "cases/verify", type=pathlib.Path, help="where the cases are")
    parser.add_argument("--jobs", default=os.cpu_count(), type=int, metavar="N", help="cases at the same time")
    parser.add_argument("--list", action="store_true", help="names and titles of the cases, without running them")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE", help="also write the tables into this page")
    return parser.parse_args()


def chosen(folder, wanted):
    names = sorted(path.parent.name for path in folder.glob("*/expect.py"))
    for name in wanted:
        if name not in names:
            sys.exit(f"verify: there is no case '{name}'; there are: {', '.join(names)}")
    return wanted or names


def run_case(program, folder, name):
    """The case with its findings, and the seconds that it took. Fit to run in a process of its own."""
    begin = time.monotonic()
    case = load_case(folder / name, program)
    case.verify()
    return case.result(), time.monotonic() - begin


def main():
    arguments = parse_arguments()
    try:
        names = chosen(arguments.folder, arguments.cases)
        if arguments.list:
            for name in names:
                print(f"{name:24} {load_case(arguments.folder / name, arguments.program).title}")
            return 0
        if not os.access(arguments.program, os.X_OK):
            sys.exit(f"verify: there is no program {arguments.program}; ./dev build makes it")
        results = []
        with concurrent.futures.ProcessPoolExecutor(max(1, min(arguments.jobs, len(names)))) as pool:
            for result, seconds in pool.map(functools.partial(run_case, arguments.program.resolve(), arguments.folder),
                                            names):
                print(report.as_text(result, seconds), flush=True)
                results.append(result)
    except CaseError as error:
        sys.exit(f"verify: {error}")
    print(report.verdict(results))
    if arguments.markdown:
        report.write_markdown(arguments.markdown, results)
    return 0 if all(result.passed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
