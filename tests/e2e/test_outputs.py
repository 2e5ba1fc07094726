"""What others read: exports by h5py and meshio, JSON everywhere, help for every command."""
import csv
import math

import h5py
import meshio

from program import *

# Those that have nothing to share out, or that count one processor as their papers do.
WITHOUT_THREADS = ("new", "explain", "reproduce", "bench meshes", "bench")


class Outputs(ProgramTest):
    def record(self, scene):
        self.write("scene.toml", scene)
        self.scree("run", "scene.toml", "--quiet")
        return self.info("scene.run")

    def rows(self):
        text = self.scree("export", "scene.run", "--format", "csv", "-o", "-").stdout
        return list(csv.DictReader(text.splitlines()))

    def test_csv_has_a_row_per_body_and_frame(self):
        info = self.record(SMALL)
        rows = self.rows()
        self.assertEqual(list(rows[0])[:6], ["frame", "time", "id", "x", "y", "z"])
        for column in ("vx", "vy", "vz", "qw", "qx", "qy", "qz"):
            self.assertIn(column, rows[0])
        self.assertEqual(len(rows), 40 * info["frames"])
        last = [row for row in rows if int(row["frame"]) == info["frames"] - 1]
        self.assertTrue(all(math.isfinite(float(value)) for row in last for value in row.values()))
        # Numbers are written so that they read back exactly; the sum below is then that of the run.
        self.assertLess(max(float(row["z"]) for row in last), max(float(row["z"]) for row in rows[:40]))

    def test_csv_of_a_2d_run_has_angles_and_forgets_bodies_that_left(self):
        info = self.record(DISCS)
        rows = self.rows()
        self.assertEqual(list(rows[0])[:5], ["frame", "time", "id", "x", "y"])
        self.assertIn("angle", rows[0])
        last = [row for row in rows if int(row["frame"]) == info["frames"] - 1]
        self.assertEqual(len(last), self.summary("scene.run")["bodies"])

    def test_vtk_opens_in_meshio(self):
        for scene in (SMALL, DISCS):
            info = self.record(scene)
            rows = self.rows()
            self.scree("export", "scene.run", "--format", "vtk", "-o", "vtk")
            files = sorted((self.folder / "vtk").rglob("*.vtu"))
            files = [path for path in files if "wall" not in path.name]
            self.assertEqual(len(files), info["frames"])
            self.assertEqual(len(list((self.folder / "vtk").rglob("*.pvd"))), 1)
            mesh = meshio.read(files[-1])
            last = [row for row in rows if int(row["frame"]) == info["frames"] - 1]
            self.assertEqual(len(mesh.points), len(last))
            self.assertEqual(sorted(mesh.points[:, 0].tolist()), sorted(float(row["x"]) for row in last))
            shutil.rmtree(self.folder / "scene.run")
            shutil.rmtree(self.folder / "vtk")

    def test_vtk_holds_walls_and_on_request_contacts(self):
        moving = SMALL.replace("[[fill]]", 'motion = { translate = { velocity = [0, 0, "-1 cm/s"] } }\n[[fill]]')
        self.record(moving.replace("[record]", "[record]\ncontacts = true"))
        self.scree("export", "scene.run", "--format", "vtk", "--contacts", "-o", "vtk")
        walls = sorted((self.folder / "vtk").glob("frame-walls-*.vtu"))
        contacts = sorted((self.folder / "vtk").glob("frame-contacts-*.vtu"))
        info = json.loads(self.scree("info", "scene.run", "--json").stdout)
        self.assertEqual((len(walls), len(contacts)), (info["frames"], info["frames"]))
        first, last = meshio.read(walls[0]), meshio.read(walls[-1])
        self.assertAlmostEqual(first.points[:, 2].max(), 0.05)
        self.assertAlmostEqual(last.points[:, 2].max(), 0.05 - 0.0003, places=6)
        touched = meshio.read(contacts[-1])
        self.assertEqual(len(touched.points), self.summary("scene.run")["contacts"])
        self.assertEqual(touched.point_data["force"].shape[1], 3)
        self.assertIn("contacts are exported as vtk",
                      self.scree("export", "scene.run", "--format", "csv", "--contacts", code=2).stderr)

    def test_h5md_opens_in_h5py(self):
        info = self.record(SMALL)
        self.scree("export", "scene.run", "--format", "h5md", "-o", "one.h5")
        with h5py.File(self.folder / "one.h5", "r") as file:
            self.assertIn("h5md", file)
            found = []
            file["particles"].visititems(lambda name, item: found.append((name, item.shape))
                                         if isinstance(item, h5py.Dataset) and name.endswith("position/value") else None)
            self.assertEqual(found[0][1], (info["frames"], 40, 3))

    def test_every_thins_out_the_frames(self):
        info = self.record(SMALL)
        text = self.scree("export", "scene.run", "--format", "csv", "--every", 5, "-o", "-").stdout
        frames = sorted({int(row["frame"]) for row in csv.DictReader(text.splitlines())})
        self.assertEqual(frames, list(range(0, info["frames"], 5)))

    def test_an_export_replaces_under_its_default_name_only_with_force(self):
        self.record(SMALL)
        self.scree("export", "scene.run", "--format", "csv")
        self.scree("export", "scene.run", "--format", "csv", code=2)
        self.scree("export", "scene.run", "--format", "csv", "-o", "scene.csv")
        self.scree("export", "scene.run", "--format", "csv", "--force")

    def test_an_export_makes_no_folder_for_a_file(self):
        self.record(SMALL + '[[measure]]\nname = "touch"\nkind = "contacts"\ninterval = "10 ms"\n')
        for arguments in (["csv"], ["h5md"], ["csv", "--measure", "touch"]):
            done = self.scree("export", "scene.run", "-o", "nowhere/deep/file", "--format", *arguments, code=2)
            self.assertIn("--output: there is no folder 'nowhere/deep' to write into", done.stderr)
            self.assertFalse((self.folder / "nowhere").exists())

    def test_the_run_itself_opens_in_h5py(self):
        self.record(SMALL)
        for path in (self.folder / "scene.run").glob("*.h5"):
            with h5py.File(path, "r") as file:
                self.assertGreater(len(file.keys()), 0)

    def test_check_says_what_a_run_would_do_and_writes_nothing(self):
        self.write("scene.toml", SMALL)
        text = self.scree("check", "scene.toml").stdout
        for word in ("40", "glass", "time step", "memory", "overlaps"):
            self.assertIn(word, text)
        report = json.loads(self.scree("check", "scene.toml", "--json").stdout)
        self.assertEqual(report["bodies"], 40)
        self.assertEqual(report["overlaps_at_start"], 0)
        self.assertEqual([m["name"] for m in report["materials"]], ["glass"])
        self.assertAlmostEqual(report["steps"] * report["time_step"], 0.03, delta=2 * report["time_step"])
        self.assertGreater(report["estimated_seconds"], 0)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["scene.toml"])
        self.scree("run", "scene.toml", "--quiet")
        self.assertEqual(self.summary("scene.run")["steps"], report["steps"])
        self.assertEqual(self.info("scene.run")["frames"], report["frames"])

    def test_check_predicts_overlaps_and_asks_about_what_looks_odd(self):
        self.write("scene.toml", SMALL)
        answer = json.loads(self.scree("check", "scene.toml", "--json").stdout)
        self.assertEqual(answer["questions"], [])
        self.assertEqual(answer["wall_extents"], [{"name": "box", "min": [0, 0, 0], "max": [0.01, 0.01, 0.05]}])
        # Hertz, two equal spheres of radius r: d/r = (15 m v2 / (16 E* sqrt(R) r^2.5))^(2/5), m and R half of one's.
        speed = math.sqrt(2 * 9.81 * 0.05)
        modulus = 10e6 / (2 * (1 - 0.25 ** 2))
        mass = 0.5 * 4 / 3 * math.pi * 2500
        self.assertAlmostEqual(answer["overlap_at_impact"],
                               (15 * mass * speed ** 2 / (16 * modulus * math.sqrt(0.5))) ** 0.4, delta=0.01)
        self.assertGreater(answer["disk_bytes"], 15 * answer["frame_bytes"])
        for change, question in (("material.glass.density=2.5", "is it meant in g/cm3?"),
                                 ("scene.gravity=[0, 0, 9.81]", "gravity points upwards"),
                                 ('wall.box.box={ min = ["-9 m", "-9 m", 0], max = ["9 m", "9 m", "9 m"] }',
                                  "is the unit of its lengths the right one?"),
                                 ('wall.box.box={ min = [0, 0, "-5 cm"], max = ["1 cm", "1 cm", "-1 cm"], side = "outside" }',
                                  None),
                                 ('wall.box.box={ min = [0, 0, "6 cm"], max = ["1 cm", "1 cm", "7 cm"], side = "outside" }',
                                  "is a floor missing?")):
            questions = json.loads(self.scree("check", "scene.toml", "--set", change, "--json").stdout)["questions"]
            if question is None:
                self.assertEqual(questions, [], change)
            else:
                self.assertIn(question, " ".join(questions), change)

    def test_a_scene_may_come_from_standard_input(self):
        self.write("scene.toml", SMALL)
        with open(self.folder / "scene.toml") as scene:
            done = subprocess.run([PROGRAM, "check", "-", "--json"], stdin=scene, capture_output=True, text=True)
        self.assertEqual(json.loads(done.stdout)["bodies"], 40)

    def test_check_counts_one_frame_per_step_at_most(self):
        self.write("scene.toml", SMALL)
        report = json.loads(self.scree("check", "scene.toml", "--json", "--set", "record.frames=1e-12").stdout)
        self.assertEqual(report["frames"], report["steps"] + 1)

    def test_check_names_no_limit_where_there_is_none(self):
        self.write("scene.toml", '[scene]\ndimension = 3\n[run]\ntime_step = "1 ms"\n[[stage]]\nduration = "1 ms"\n')
        text = self.scree("check", "scene.toml").stdout
        self.assertNotIn("at most", text)
        self.assertIn("the first step and", text)
        report = json.loads(self.scree("check", "scene.toml", "--json").stdout)
        self.assertIsNone(report["time_step_limit"])
        self.assertIsNone(report["time_step_criterion"])

    def test_check_knows_one_body_from_several(self):
        self.write("scene.toml", SMALL.replace("count = 40", "count = 1"))
        self.assertRegex(self.scree("check", "scene.toml").stdout, r"glass +1 body, ")

    def test_check_names_pairs_left_at_their_default(self):
        self.write("scene.toml", DISCS + '[material.stone]\ndensity = 2000\nyoung = 1e7\npoisson = 0.2\n'
                   '[contact."stone-stone"]\nlaw = "hertz_mindlin"\nrestitution = 0.5\n')
        pairs = json.loads(self.scree("check", "scene.toml", "--json").stdout)["pairs_left_at_default"]
        self.assertIn("wood-wood", pairs)
        self.assertNotIn("stone-stone", pairs)

    def test_check_tells_the_law_that_polygons_take_and_how_deep_their_corners_sink(self):
        self.write("scene.toml", '[scene]\ndimension = 2\ngravity = [0, -9.81]\n[material.oak]\ndensity = 700\nyoung = "1 GPa"\n'
                   '[[wall]]\nplane = { point = [0, 0], normal = [0, 1] }\n[[body]]\nshape = "polygon"\nmaterial = "oak"\n'
                   'polygon = { box = [0.1, 0.1] }\nposition = [0, 0.06]\n[[stage]]\nduration = 0.01\n')
        text = " ".join(self.scree("check", "scene.toml").stdout.split())
        self.assertIn("oak-rigid: overlap_depth, stiffness 2 GN/m (from young), restitution 0.5, friction 0.5", text)
        report = json.loads(self.scree("check", "scene.toml", "--json").stdout)
        self.assertEqual(len(report["laws_taken"]), 2)
        soft = "scene.toml", "--set", "contact.default.law=overlap_energy"
        self.assertIn("a potential of the area is soft there", " ".join(self.scree("check", *soft).stdout.split()))
        report = json.loads(self.scree("check", *soft, "--json").stdout)
        # The softest contact that its material has is with another one of oak: weight over 2 k, over half the diagonal.
        depth = (700 * 0.01 * 9.81 * 0.01 / (2 * 1e9)) ** (1 / 3)
        self.assertAlmostEqual(report["corner_depth_standing"], depth / (0.1 * math.sqrt(0.5)), places=9)

    def test_info_tells_the_provenance(self):
        info = self.record(SMALL)
        self.assertEqual(info["provenance"]["seed"], 7)
        self.assertEqual(info["state_hash"], self.summary("scene.run")["state_hash"])
        self.assertIn("run scene.toml", info["provenance"]["command_line"])
        self.assertIn("kinetic", " ".join(info["last"]))
        told = self.scree("info", "scene.run").stdout
        self.assertIn(info["state_hash"], told)
        self.assertRegex(told, r"kinetic +\S+ +\S+  J\n")
        self.assertRegex(told, r"contacts +\S+ +\S+\n")
        scene = json.loads(self.scree("info", "scene.run", "--scene", "--json").stdout)
        self.assertEqual(scene, {"scene": self.scree("info", "scene.run", "--scene").stdout})

    def test_every_command_has_help_with_examples(self):
        commands = re.findall(r"^  (\w+)  ", self.scree("--help").stdout.split("Subcommands:")[1], re.MULTILINE)
        self.assertEqual(len(commands), 16)
        commands += [f"bench {name}" for name in ("search", "spheres", "polygons", "meshes")]
        for command in commands:
            text = self.scree(*command.split(), "--help").stdout
            if command != "bench":
                self.assertIn("Examples:", text, command)
            self.assertEqual("--threads" in text, command not in WITHOUT_THREADS, command)
            self.assertLess(max(map(len, text.splitlines())), 125, command)

    def test_version_is_that_of_the_summary(self):
        self.record(SMALL)
        said = self.scree("--version").stdout
        self.assertEqual(said.split()[:2], ["scree", self.summary("scene.run")["version"]])
        self.assertRegex(said, r"\((commit [0-9a-f]+, )?kernels: \w+\)")

    def test_tells_when_its_answer_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "list", "--json"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 3)
        self.assertIn("standard output", done.stderr)

    def test_lists_leave_room_for_their_summaries(self):
        lines = self.scree("list", "keys").stdout.splitlines()
        self.assertTrue(any("acceleration of free fall; takes 2 or 3 accelerations" in line for line in lines), lines[:20])
        self.assertLessEqual(max(map(len, lines)), 100)

    def test_lists_have_names_and_summaries(self):
        families = json.loads(self.scree("list", "--json").stdout)
        self.assertEqual(set(families), {"keys", "shapes", "laws", "search", "integrators", "steppers", "cpu", "scenes",
                                        "measures", "triangle_filters", "tree_descents"})
        explained = self.scree("list", "--help").stdout
        for family in families:
            self.assertRegex(explained, rf"\b{family}\b")
            members = json.loads(self.scree("list", family, "--json").stdout)
            self.assertEqual(members, families[family])
            self.assertGreater(len(members), 0, family)
            for member in members:
                self.assertNotEqual(member["name"], "")
                self.assertNotEqual(member["summary"], "", member)
            plain, table = self.scree("list", family).stdout, self.scree("list", family, "--markdown").stdout
            for member in members:
                self.assertIn(member["name"], plain)
                self.assertIn(f"| `{member['name']}` |", table)


if __name__ == "__main__":
    unittest.main()
