"""kill -9 at random moments, also during start, checkpoints and resume: the folder always opens, and the run always ends
in the same state with the same frames.

SCREE_KILLS says how many kills (default 20), SCREE_KILL_SEED which moments.
"""
import random

import h5py

from program import *

KILLS = int(os.environ.get("SCREE_KILLS", "20"))

# A checkpoint as often as possible, so that the kills meet them; many frames in many segments.
SCENE = SMALL.replace('checkpoint = "0.05 s"', 'checkpoint = "0.001 s"').replace('frames = "2 ms"', 'frames = "1 ms"')
SCENE = SCENE.replace('duration = "30 ms"', 'duration = "100 ms"')


class Kills(ProgramTest):
    def require_readable(self, run):
        """Every file that the run shows to others opens, and what the index promises is there."""
        folder = self.folder / run
        for path in folder.glob("*.h5"):
            with h5py.File(path, "r") as file:
                self.assertGreater(len(file.keys()), 0, path)
        if (folder / "run.h5").exists():
            steps = self.frame_steps(run)
            self.assertEqual(steps, sorted(set(steps)))
            if steps:
                self.scree("export", run, "--format", "csv", "-o", "-", "--every", max(1, len(steps) - 1))

    def go_on(self, run):
        """The command that a person would type next."""
        if (self.folder / run / "run.h5").exists():
            return ["resume", run, "--quiet"]
        return ["run", "scene.toml", "--out", run, "--quiet"]

    def test_never_lose_a_frame_or_change_a_bit(self):
        seed = int(os.environ.get("SCREE_KILL_SEED", random.randrange(10**6)))
        print(f"SCREE_KILL_SEED={seed}", flush=True)
        moments = random.Random(seed)
        self.write("scene.toml", SCENE)
        began = time.monotonic()
        self.scree("run", "scene.toml", "--out", "whole.run", "--quiet")
        duration = time.monotonic() - began
        expected = self.fingerprint("whole.run")

        kills, completed, number = 0, 0, 0
        while kills < KILLS:
            run = f"killed{number}.run"
            number += 1
            while True:
                process = self.start(*self.go_on(run))
                # Half of the moments fall into the start, where files appear; the others anywhere.
                wait = moments.uniform(0, 0.1 if moments.random() < 0.5 else 0.6) * max(duration, 0.2)
                try:
                    process.wait(wait)
                    self.assertEqual(process.returncode, 0, process.stderr.read())
                    completed += 1
                    break
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                    kills += 1
                    if (self.folder / run).exists():
                        self.require_readable(run)
                if kills >= KILLS:
                    self.scree(*self.go_on(run))
                    completed += 1
                    break
            self.assertEqual(self.fingerprint(run), expected, f"seed {seed}, after {kills} kills")
            strays = [path.name for path in (self.folder / run).iterdir() if "tmp" in path.name or "temp" in path.name]
            self.assertEqual(strays, [])
            shutil.rmtree(self.folder / run)
        print(f"{kills} kills, {completed} runs completed", flush=True)


if __name__ == "__main__":
    unittest.main()
