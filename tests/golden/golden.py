#!/usr/bin/env python3
"""Motion that no change of the code may change.

usage: golden.py check  PROGRAM [NAME...] [--full] [--jobs N]
       golden.py record PROGRAM [NAME...] [--full] [--jobs N] [--motion-too]

Runs the scenes beside this file, and compares with golden.json the motion at the end (a digest of the last frame as
the csv export prints it: places, velocities, orientations and spins to the last bit) and the state hash, which holds
contact memory and the ledgers too. NAME is a part of a case's name. Each case has two lengths: the short one of the
test `golden.motion`, and with --full the long one, recorded before the engine was rebuilt.

`record` writes the hashes of this program into golden.json. It refuses to write a motion that differs from the
recorded one, unless --motion-too says that this was meant.
"""
import argparse
import concurrent.futures
import csv
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ("time", "id", "x", "y", "z", "vx", "vy", "vz", "angle", "qw", "qx", "qy", "qz", "spin", "spin_x", "spin_y",
           "spin_z", "wx", "wy", "wz")

WHEN_MOTION_DIFFERS = """\
MOTION differs: bodies move otherwise than they did. This is never meant by a change of structure, of speed, or of what
is recorded: find the first commit that does it (git bisect run tests/golden/golden.py check build/release/scree NAME)
and mend it. Only a change of physics or of numerics on purpose is recorded: golden.py record --motion-too, with and
without --full, and the commit says why."""
WHEN_HASH_DIFFERS = """\
HASH differs, motion does not: bodies move as they did, but contact memory, a ledger, a clock or what the hash is made
of changed. If this was meant, record it with golden.py record, with and without --full, and say so in the commit; else
look for what is saved or booked otherwise."""
WHEN_FAILED = """\
FAILED: the program did not finish the scene, or not with as many frames and bodies as it had."""


def digest_of_last_frame(rows):
    """Digest, number of frames and number of bodies, from the rows of the csv export."""
    last = max((int(row["frame"]) for row in rows), default=-1)
    digest, bodies = hashlib.sha256(), 0
    for row in rows:
        if int(row["frame"]) == last:
            digest.update((",".join(row[name] for name in COLUMNS if name in row) + "\n").encode())
            bodies += 1
    return digest.hexdigest()[:32], last + 1, bodies


def run(program, case, until):
    """What came out, in the form of golden.json; or {"failed": message}."""
    scene, _, setting = case.partition(" ")
    with tempfile.TemporaryDirectory() as folder:
        out, table = pathlib.Path(folder) / "out", pathlib.Path(folder) / "motion.csv"
        # Frames at thirds, so that states are written and the fused step is interrupted on the way.
        done = subprocess.run([program, "run", HERE / "scenes" / scene, "--out", out, "--until", repr(until), "--threads",
                               "2", "--quiet", "--json", "--no-picture", "--set", f"record.frames={until / 3!r}",
                               *(["--set", setting] if setting else [])], capture_output=True, text=True)
        if done.returncode == 0:
            done = subprocess.run([program, "export", out, "--format", "csv", "-o", table], capture_output=True, text=True)
        if done.returncode:
            return {"failed": (done.stdout + done.stderr).strip()[-300:]}
        with table.open(newline="") as lines:
            motion, frames, bodies = digest_of_last_frame(list(csv.DictReader(lines)))
        return {"until": until, "hash": json.loads((out / "summary.json").read_text())["state_hash"], "motion": motion,
                "frames": frames, "bodies": bodies}


def verdict(wanted, got):
    """'same', or which sentence applies: 'failed', 'motion' or 'hash'."""
    if "failed" in got:
        return "failed"
    if got["motion"] != wanted.get("motion"):
        return "motion"
    if (got["frames"], got["bodies"]) != (wanted.get("frames"), wanted.get("bodies")):
        return "failed"
    return "same" if got["hash"] == wanted.get("hash") else "hash"


def say(case, length, wanted, got, what, seconds):
    print(f"{what:8} {seconds:6.1f} s  {case}, to {wanted['until']} s", flush=True)
    if what == "failed" and "failed" in got:
        print("           " + got["failed"].replace("\n", "\n           "))
    elif what != "same":
        for key in ("motion", "hash", "frames", "bodies"):
            if got.get(key) != wanted.get(key):
                print(f"           {key}: recorded {wanted.get(key)}, now {got.get(key)} ({length})")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("check", "record"))
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--full", action="store_true", help="the long form of each case: minutes")
    parser.add_argument("--jobs", type=int, default=1, help="cases at the same time")
    parser.add_argument("--motion-too", action="store_true", help="record: motion was changed on purpose")
    parser.add_argument("--golden", type=pathlib.Path, default=HERE / "golden.json", help=argparse.SUPPRESS)
    options = parser.parse_intermixed_args(arguments)
    golden = json.loads(options.golden.read_text())
    length = "full" if options.full else "short"
    cases = [case for case in golden if not options.names or any(name in case for name in options.names)]
    if not cases:
        print(f"golden: no case is named like {' or '.join(options.names)}; there are:\n  " + "\n  ".join(golden))
        return 2

    def timed(case):
        begin = time.monotonic()
        return run(options.program, case, golden[case][length]["until"]), time.monotonic() - begin

    found = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, (got, seconds) in zip(cases, pool.map(timed, cases)):
            wanted = golden[case][length]
            what = verdict(wanted, got)
            found.setdefault(what, []).append(case)
            say(case, length, wanted, got, what, seconds)
            if options.what == "record" and (what == "hash" or (what == "motion" and options.motion_too)):
                golden[case][length] = got
    print(f"{len(cases)} cases ({length}): " +
          ", ".join(f"{len(found.get(what, []))} {what}" for what in ("same", "hash", "motion", "failed")))
    for what, sentence in (("failed", WHEN_FAILED), ("motion", WHEN_MOTION_DIFFERS), ("hash", WHEN_HASH_DIFFERS)):
        if what in found:
            print("\n" + sentence)
    if options.what == "check":
        return int(set(found) != {"same"})
    if "failed" in found or ("motion" in found and not options.motion_too):
        print("\nNothing was written.")
        return 1
    options.golden.write_text(json.dumps(golden, indent=1) + "\n")
    print(f"\n{options.golden} holds what this program did.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
