"""Runs a drum with inlet and outlet for a long time and watches its memory; beside it the same, stopped and resumed ten times.

Usage: soak.py PROGRAM [MINUTES] [--folder DIR] [--memory-anyhow]

Exits with 1 unless memory stays flat, every body is accounted for, and both runs end with the same state hash.
"""
import argparse
import concurrent.futures
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PIECES = 11
MOST_GROWTH = 1.1  # of the memory of the last quarter over that of the second, by then in its steady state


def resident_megabytes(process):
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def stop(process):
    """As Ctrl-C does: the run saves its state and ends."""
    process.send_signal(signal.SIGINT)
    process.wait(timeout=600)


def start(program, *arguments):
    return subprocess.Popen([program, *arguments, "--quiet", "--no-picture", "--threads", "1"])


def run_for(process, seconds):
    """Lets a run go on for so many seconds, then stops it. Returns samples of its memory in MB."""
    samples, begin = [], time.monotonic()
    while time.monotonic() - begin < seconds and process.poll() is None:
        time.sleep(min(max(0.2, seconds / 200), seconds))
        if process.poll() is None:
            samples.append(resident_megabytes(process))
    if process.poll() is not None:
        sys.exit(f"soak: the run ended by itself with code {process.returncode}")
    stop(process)
    return samples


def run_in_pieces(program, scene, out, seconds):
    """All pieces but the last, whose end is not known yet."""
    for piece in range(1, PIECES):
        run_for(start(program, *(["run", scene, "--out", out, "--force"] if piece == 1 else ["resume", out])), seconds / PIECES)


def summary_of(out):
    return json.loads((out / "summary.json").read_text())


def mean(numbers):
    return sum(numbers) / len(numbers)


def main():
    parser = argparse.ArgumentParser(prog="soak", description="A long run that must stay flat and come out the same.")
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("minutes", nargs="?", type=float, default=60.0)
    parser.add_argument("--memory-anyhow", action="store_true", help="for runs too short to come to a steady state")
    parser.add_argument("--folder", type=pathlib.Path, help="keep both runs here")
    arguments = parser.parse_args()
    folder = arguments.folder or pathlib.Path(tempfile.mkdtemp(prefix="scree-soak-"))
    scene = ROOT / "cases/soak/scene.toml"
    program = arguments.program.resolve()

    seconds = 60 * arguments.minutes
    with concurrent.futures.ThreadPoolExecutor() as pool:
        in_pieces = pool.submit(run_in_pieces, program, scene, folder / "pieces", seconds)
        samples = run_for(start(program, "run", scene, "--out", folder / "whole", "--force"), seconds)
        in_pieces.result()
    whole = summary_of(folder / "whole")
    print(f"{arguments.minutes:g} minutes: {whole['time']:.1f} s simulated, {whole['steps']} steps, "
          f"{whole['bodies']} bodies inside, {whole['removed']} taken out", flush=True)
    if summary_of(folder / "pieces")["time"] > whole["time"]:
        sys.exit("soak: the run in pieces has got farther than the other; nothing to compare")
    code = start(program, "resume", folder / "pieces", "--until", repr(whole["time"])).wait()
    if code != 0:
        sys.exit(f"soak: the last piece ended with code {code}")
    pieces = summary_of(folder / "pieces")

    if len(samples) < 4:
        sys.exit(f"soak: memory was looked at {len(samples)} times only, too seldom to compare quarters: run for longer")
    quarter = len(samples) // 4
    growth = mean(samples[3 * quarter:]) / mean(samples[quarter:2 * quarter])
    checks = [
        (f"memory: {samples[quarter]:.0f} MB after a quarter, {samples[-1]:.0f} MB at the end; last over second quarter "
         f"{growth:.3f}, at most {MOST_GROWTH}",
         growth <= MOST_GROWTH or arguments.memory_anyhow),
        ("every body and every gram accounted for", whole["flow"]["closed"]),
        (f"energy residual {whole['relative_residual']:.1e} of the scale, at most 1e-2", abs(whole["relative_residual"]) < 1e-2),
        (f"state hash of the whole run {whole['state_hash']}, resumed {PIECES - 1} times {pieces['state_hash']}",
         whole["state_hash"] == pieces["state_hash"]),
    ]
    for text, holds in checks:
        print(f"{'pass' if holds else 'FAIL'}  {text}")
    if arguments.folder is None:
        shutil.rmtree(folder)
    sys.exit(0 if all(holds for _, holds in checks) else 1)


if __name__ == "__main__":
    main()
