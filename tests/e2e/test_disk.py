"""A full disk and a folder that may not be written: a sentence, exit code 3, and what was written stays."""
import contextlib

from program import *


class Disk(ProgramTest):
    place = None  # a real disk, as far as there is one

    @contextlib.contextmanager
    def small_disk(self, size):
        place = self.folder / "disk"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", place], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("may not mount a tmpfs here")
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", place], check=True)

    def test_a_full_disk_stops_the_run_and_room_lets_it_go_on(self):
        self.write("scene.toml", SMALL.replace('frames = "2 ms"', 'frames = "0.02 ms"'))
        self.scree("run", "scene.toml", "--out", "whole.run", "--quiet")
        expected = self.fingerprint("whole.run")
        size = sum(path.stat().st_size for path in (self.folder / "whole.run").iterdir())
        with self.small_disk(f"{size // 2 // 1024}k") as disk:
            done = self.scree("run", "scene.toml", "--out", disk / "run", code=3)
            self.assertRegex(done.stderr, "(?i)space|full")
            self.scree("info", disk / "run")
            shutil.copytree(disk / "run", self.folder / "rescued.run")
        self.scree("resume", "rescued.run", "--quiet")
        self.assertEqual(self.fingerprint("rescued.run"), expected)

    def test_a_disk_that_is_full_at_once_is_told(self):
        self.write("scene.toml", SMALL)
        with self.small_disk("8k") as disk:
            done = self.scree("run", "scene.toml", "--out", disk / "run", code=3)
            self.assertRegex(done.stderr, "(?i)space|full")

    def test_a_read_only_folder_is_told(self):
        self.write("scene.toml", SMALL)
        locked = self.folder / "locked"
        locked.mkdir()
        locked.chmod(0o555)
        self.folder.chmod(0o755)
        options = {"user": 65534} if os.geteuid() == 0 else {}  # root may write anywhere
        done = self.scree("run", self.folder / "scene.toml", "--out", locked / "run", code=3, cwd="/", **options)
        self.assertIn("locked", done.stderr)
        self.assertEqual(list(locked.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
