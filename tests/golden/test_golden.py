"""The checker itself, on a stand-in for the program."""
import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import golden

STAND_IN = """#!/usr/bin/env python3
import json, pathlib, sys
words = sys.argv[1:]
if words[0] == "run":
    folder = pathlib.Path(words[words.index("--out") + 1])
    folder.mkdir()
    (folder / "summary.json").write_text(json.dumps({"state_hash": "HASH"}))
else:
    pathlib.Path(words[words.index("-o") + 1]).write_text("frame,time,id,x\\n0,0,0,1\\n1,1,0,PLACE\\n")
"""


class Golden(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = pathlib.Path(self.folder.name) / "program"
        self.file = pathlib.Path(self.folder.name) / "golden.json"
        self.file.write_text(json.dumps({"box/scene.toml": {"short": {"until": 1.0}, "full": {"until": 2.0}}}))
        self.program_does("0.5", "abc")
        self.assertEqual(self.call("record", "--motion-too")[0], 0)

    def program_does(self, place, state_hash):
        self.program.write_text(STAND_IN.replace("PLACE", place).replace("HASH", state_hash))
        self.program.chmod(0o755)

    def call(self, what, *options):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = golden.main([what, str(self.program), "--golden", str(self.file), *options])
        return code, said.getvalue()

    def test_the_same_passes(self):
        code, said = self.call("check")
        self.assertEqual(code, 0, said)
        self.assertIn("1 cases (short): 1 same", said)

    def test_another_motion_fails_and_is_not_recorded_unless_meant(self):
        self.program_does("0.5000000000000001", "def")
        code, said = self.call("check")
        self.assertEqual(code, 1)
        self.assertIn("MOTION differs", said)
        self.assertNotIn("HASH differs, motion does not", said)
        before = self.file.read_text()
        self.assertEqual(self.call("record")[0], 1)
        self.assertEqual(self.file.read_text(), before)
        self.assertEqual(self.call("record", "--motion-too")[0], 0)
        self.assertEqual(self.call("check")[0], 0)

    def test_another_hash_fails_with_a_sentence_of_its_own_and_may_be_recorded(self):
        self.program_does("0.5", "def")
        code, said = self.call("check")
        self.assertEqual(code, 1)
        self.assertIn("HASH differs, motion does not", said)
        self.assertNotIn("MOTION differs", said)
        self.assertEqual(self.call("record")[0], 0)
        self.assertEqual(self.call("check")[0], 0)

    def test_a_program_that_fails_is_told(self):
        self.program.write_text("#!/bin/sh\necho 'out of luck' >&2\nexit 3\n")
        code, said = self.call("check")
        self.assertEqual(code, 1)
        self.assertIn("out of luck", said)

    def test_a_name_that_no_case_has_is_told(self):
        self.assertEqual(self.call("check", "no_such_scene")[0], 2)


if __name__ == "__main__":
    unittest.main()
