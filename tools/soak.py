"""Runs a drum with inlet and outlet for a long time, watches its memory, then runs it again, resumed ten times.

Usage: soak.py PROGRAM [MINUTES] [--folder DIR] [--memory-anyhow]

Exits with 1 unless memory stays flat, every body is accounted for, and both runs end with the same state hash.
"""
import argparse
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


def run_for(program, scene, out, seconds):
    """Runs the scene for so many seconds, then asks it to stop. Returns samples of its memory in MB."""
    command = [program, "run", scene, "--out", out, "--force", "--quiet", "--no-picture"]
    process = subprocess.Popen(command)
    samples, begin = [], time.monotonic()
    while time.monotonic() - begin < seconds and process.poll() is None:
        time.sleep(max(0.2, seconds / 200))
        if process.poll() is None:
            samples.append(resident_megabytes(process))
    if process.poll() is not None:
        sys.exit(f"soak: the run ended by itself with code {process.returncode}")
    process.send_signal(signal.SIGINT)
    process.wait(timeout=600)
    return samples


def summary_of(out):
    return json.loads((out / "summary.json").read_text())


def run_in_pieces(program, scene, out, end):
    for piece in range(1, PIECES + 1):
        until = repr(end * piece / PIECES if piece < PIECES else end)
        start = ["run", scene, "--out", out, "--force"] if piece == 1 else ["resume", out]
        code = subprocess.run([program, *start, "--until", until, "--quiet", "--no-picture"], check=False).returncode
        if code != 0:
            sys.exit(f"soak: piece {piece} ended with code {code}")


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

    samples = run_for(program, scene, folder / "whole", 60 * arguments.minutes)
    whole = summary_of(folder / "whole")
    print(f"{arguments.minutes:g} minutes: {whole['time']:.1f} s simulated, {whole['steps']} steps, "
          f"{whole['bodies']} bodies inside, {whole['removed']} taken out", flush=True)
    run_in_pieces(program, scene, folder / "pieces", whole["time"])
    pieces = summary_of(folder / "pieces")

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
