import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import planted_tree  # noqa: F401, puts tools/ on the path
import compare

SPHERES = {"systems": [{"system": "MONO", "rows": [
    {"program": "LAMMPS", "million_particle_steps_per_cpu_second": 9.0, "bytes_per_body": 0},
    {"program": "scree", "million_particle_steps_per_cpu_second": 4.0, "bytes_per_body": 500.0}]}]}


class Compare(unittest.TestCase):
    def test_reads_what_the_benchmarks_print(self):
        self.assertEqual(compare.of_spheres(SPHERES), (4.0, 500.0))
        worlds = {"worlds": [{"shape": "stones", "threads": 1, "body_steps_per_second": 7e6},
                             {"shape": "hexagons", "threads": 2, "body_steps_per_second": 8e6},
                             {"shape": "hexagons", "threads": 1, "body_steps_per_second": 5e6}]}
        self.assertEqual(compare.of_hexagons(worlds), (5.0, None))
        floors = {"floors": [{"resting_ns": 100, "rolling_ns": 300}]}
        self.assertEqual(compare.of_meshes(floors), (5.0, None))

    def test_the_best_round_counts(self):
        self.assertEqual(compare.better(compare.better(None, (3.0, 10.0)), (2.0, 9.0)), (3.0, 9.0))

    def test_slower_or_larger_fails(self):
        self.assertEqual(compare.verdict({"A": ((1.0, 100.0), (0.981, 102.9))})[1], 0)
        for worse in ((0.979, 100.0), (1.0, 103.1)):
            line, code = compare.verdict({"A": ((1.0, 100.0), (1.2, 90.0)), "B": ((1.0, 100.0), worse)})
            self.assertEqual(code, 1)
            self.assertTrue(line.startswith("FAIL: B:"), line)

    def run_with(self, old_rate, new_rate):
        with tempfile.TemporaryDirectory() as folder:
            programs = []
            for name, rate in (("old", old_rate), ("new", new_rate)):
                report = json.dumps(SPHERES).replace("4.0", str(rate))
                program = pathlib.Path(folder) / name
                program.write_text(f"#!/bin/sh\ncat <<'END'\n{report}\nEND\n")
                program.chmod(0o755)
                programs.append(str(program))
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                code = compare.main([*programs, "--rounds", "2", "--system", "MONO-12500,POLY"])
            return code, said.getvalue()

    def test_two_programs_in_turns(self):
        code, said = self.run_with(4.0, 4.4)
        self.assertEqual(code, 0, said)
        self.assertIn("1.100    1.000", said)
        code, said = self.run_with(4.0, 3.0)
        self.assertEqual(code, 1, said)
        self.assertIn("FAIL: MONO-12500, POLY", said)

    def test_what_is_neither_program_nor_revision_or_system_is_told(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(compare.main(["no-such-program", "HEAD"]), 2)
            self.assertEqual(compare.main(["/bin/true", "/bin/true", "--system", "NONE"]), 2)
            self.assertEqual(compare.main(["/bin/false", "/bin/true"]), 2)
        self.assertIn("neither a program nor a git revision", said.getvalue())
        self.assertIn("there is no system 'NONE'", said.getvalue())
        self.assertIn("ended with 1", said.getvalue())


if __name__ == "__main__":
    unittest.main()
