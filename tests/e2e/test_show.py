"""Pictures, plots, pages, templates and explanations."""
import base64
import html.parser
import struct
import xml.etree.ElementTree

from program import DISCS, PATIENCE, SMALL, ProgramTest, json, os, re, signal, unittest


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.sources, self.text = [], ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.sources += [value for name, value in attributes if name in ("src", "href")]

    def handle_data(self, data):
        self.text += data


class Show(ProgramTest):
    def png_size(self, name):
        data = (self.folder / name).read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        return struct.unpack(">II", data[16:24])

    def run_small(self, scene=SMALL):
        self.write("small.toml", scene)
        self.scree("run", "small.toml", "--out", "small.run", "--quiet")

    def test_a_run_leaves_a_picture_a_plot_and_a_page(self):
        self.write("small.toml", SMALL)
        self.scree("run", "small.toml", "--picture")
        self.assertEqual(self.png_size("small.run/picture.png"), (1280, 720))
        xml.etree.ElementTree.parse(self.folder / "small.run/energy.svg")
        page = Page((self.folder / "small.run/report.html").read_text())
        self.assertGreaterEqual(len(page.sources), 2)
        for source in page.sources:
            self.assertTrue(source.startswith("data:image/"), source[:80])
            base64.b64decode(source.split(",", 1)[1], validate=True)
        self.assertIn(self.summary("small.run")["state_hash"], page.text)
        self.assertIn('law = "hertz_mindlin"', page.text)
        self.scree("run", "small.toml", "--force")
        self.assertEqual([name for name in ("picture.png", "energy.svg", "report.html")
                          if (self.folder / "small.run" / name).exists()], [], "of the run that was replaced")

    def test_force_chains_need_contacts_and_show_them(self):
        self.run_small(SMALL.replace("[record]", "[record]\ncontacts = true"))
        self.scree("render", "small.run", "--force-chains", "--size", "320x200", "-o", "chains.png")
        self.scree("render", "small.run", "--size", "320x200", "-o", "plain.png")
        self.assertNotEqual((self.folder / "chains.png").read_bytes(), (self.folder / "plain.png").read_bytes())
        self.scree("run", "small.toml", "--set", "record.contacts=false", "--out", "other.run", "--quiet")
        said = self.scree("render", "other.run", "--force-chains", code=2).stderr
        self.assertIn("contacts = true", said)
        self.assertEqual(self.summary("small.run")["state_hash"], self.summary("other.run")["state_hash"])

    def test_plots_any_column_of_a_measurement(self):
        self.run_small(SMALL + '[[measure]]\nname = "touch"\nkind = "contacts"\ninterval = "1 ms"\n')
        self.scree("plot", "small.run", "--column", "touch.mean_force", "-o", "force.svg")
        self.assertIn("mean_force [", (self.folder / "force.svg").read_text())
        self.scree("plot", "small.run", "touch.contacts", "touch.coordination", "-o", "both.svg")
        said = self.scree("plot", "small.run", "touch.mean_farce", code=2).stderr
        self.assertIn("touch.mean_force", said)
        self.assertIn("not of one kind",
                      self.scree("plot", "small.run", "touch.mean_force", "touch.contacts", code=2).stderr)

    def test_missing_programs_do_not_fail_a_run(self):
        self.write("small.toml", SMALL)
        done = self.scree("run", "small.toml", "--picture", env={**os.environ, "PATH": "/nowhere"})
        self.assertIn("apt-get install gnuplot-nox", done.stderr)
        self.assertTrue((self.folder / "small.run/picture.png").exists())
        refused = self.scree("render", "small.run", "--movie", code=3, env={**os.environ, "PATH": "/nowhere"})
        self.assertIn("apt-get install ffmpeg", refused.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir() if "mp4" in path.name], [])

    def test_pictures_of_spheres(self):
        self.run_small()
        self.scree("render", "small.run", "--size", "320x200", "--frame", "0")
        self.assertEqual(self.png_size("small.png"), (320, 200))
        first = (self.folder / "small.png").read_bytes()
        self.scree("render", "small.run", "--size", "320x200", "--frame", "0", "--threads", "1", "-o", "one.png")
        self.assertEqual((self.folder / "one.png").read_bytes(), first, "the same for any number of threads")
        for change in (["--colour", "speed"], ["--camera", "20,50"], ["--cut", "z > 5 mm"]):
            self.scree("render", "small.run", "--size", "320x200", "--frame", "0", "-o", "other.png", *change)
            self.assertNotEqual((self.folder / "other.png").read_bytes(), first, change)

    def test_pictures_of_discs_are_vectors(self):
        self.run_small(DISCS)
        self.scree("render", "small.run", "--frame", "2", "-o", "discs.svg")
        tree = xml.etree.ElementTree.parse(self.folder / "discs.svg")
        names = {element.tag.split("}")[1] for element in tree.iter()}
        self.assertIn("path", names)
        self.assertNotIn("image", names)

    def test_a_film_has_every_frame(self):
        self.run_small()
        answer = json.loads(self.scree("render", "small.run", "--movie", "--size", "160x90", "--samples", "1", "--json").stdout)
        self.assertEqual(answer["frames"], len(self.frame_steps("small.run")))
        self.assertEqual((self.folder / "small.mp4").read_bytes()[4:8], b"ftyp")

    def test_a_film_may_have_any_name_and_leaves_nothing_when_it_is_interrupted(self):
        self.run_small()
        render = ("render", "small.run", "--movie", "--size", "160x90", "--samples", "1")
        self.scree(*render, "-o", "a:b.mp4", "--every", "8")
        self.assertEqual((self.folder / "a:b.mp4").read_bytes()[4:8], b"ftyp")
        process = self.start("render", "small.run", "--movie", "--size", "1600x900", "--samples", "64", "-o", "long.mp4")
        self.wait_for(lambda: list(self.folder.glob(".long*")), "the beginning of a film")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)
        self.assertEqual([path.name for path in self.folder.iterdir() if "long" in path.name], [])

    def test_what_would_change_nothing_is_refused(self):
        self.run_small(DISCS)
        for words, hint in ((["--camera", "0,0"], "--centre and --zoom"), (["--samples", "9"], "without rays"),
                            (["--cut", "z < 2"], "not z"), (["--movie", "--frame", "2"], "--frame")):
            self.assertIn(hint, self.scree("render", "small.run", *words, code=2).stderr, words)
        self.assertIn("note: the scene ended at t = 80",
                      self.scree("run", "small.toml", "--out", "other.run", "--until", "1 s").stderr)

    def test_wrong_requests_say_what_would_do(self):
        self.run_small()
        for words, hint in ((["--colour", "sped"], "did you mean 'speed'"), (["--size", "big"], "1280x720"),
                            (["--frame", "999"], "there are 0 to"), (["--camera", "left"], "azimuth,elevation"),
                            (["--camera", "nan,0"], "azimuth,elevation"), (["--camera", "0,inf"], "azimuth,elevation"),
                            (["--camera", "0,0,inf"], "azimuth,elevation"), (["--camera", "0,0,1e300"], "the zoom"),
                            (["--camera", "0,0,0"], "the zoom"), (["--movie", "--rate", "nan"], "finite number"),
                            (["--cut", "y"], "y > 2 cm"), (["-o", "a.svg"], ".png"), (["-o", "a.bmp"], ".png")):
            self.assertIn(hint, self.scree("render", "small.run", *words, code=2).stderr, words)
        self.assertIn("kinetic", self.scree("plot", "small.run", "kinetc", code=2).stderr)

    def test_plots(self):
        self.run_small()
        self.scree("plot", "small.run")
        text = (self.folder / "small.energy.svg").read_text()
        for word in ("kinetic", "potential", "time ["):
            self.assertIn(word, text)
        self.scree("plot", "small.run", "contacts", "-o", "contacts.png")
        self.png_size("contacts.png")

    def test_every_template_runs(self):
        names = re.findall(r"^  (\w+)  +\w.*$", self.scree("new", "--help").stdout.split("Templates:")[1], re.MULTILINE)
        self.assertIn("box", names)
        for name in names:
            self.scree("new", name)
            self.scree("check", f"{name}.toml")
            # Long enough for everything to fall; an example that warns teaches nothing.
            said = self.scree("run", f"{name}.toml", "--quiet", "--until", "0.12 s").stderr
            self.assertNotIn("warning", said, name)
            self.assertIn("there already", self.scree("new", name, code=2).stderr)
            brief = self.scree("new", name, "--brief", "-o", "-").stdout
            self.assertLess(len(brief), len((self.folder / f"{name}.toml").read_text()))
        self.assertIn("did you mean 'box'", self.scree("new", "bos", code=2).stderr)

    def test_every_key_can_be_explained(self):
        for member in json.loads(self.scree("list", "keys", "--json").stdout):
            answers = json.loads(self.scree("explain", member["name"], "--json").stdout)
            self.assertIn((member["name"], member["summary"]), [(one["name"], one["summary"]) for one in answers])
        for member in json.loads(self.scree("list", "laws", "--json").stdout):
            for one in json.loads(self.scree("explain", member["name"], "--json").stdout):
                self.assertNotIn("nan", one["default"] + one["example"], one)
        for word, left_out in (("stiffness", True), ("kt", True), ("friction", False)):
            for one in json.loads(self.scree("explain", word, "--json").stdout):
                if not one["name"].startswith("edit."):  # an edit says all that it changes
                    self.assertEqual(one["default"] == "none, it may be left out", left_out, one)
        for one in json.loads(self.scree("explain", "stiffness", "--json").stdout):
            self.assertEqual(one["range"], "must be positive")
        # A table is told before keys of the same name.
        for table in ("contact", "material", "region", "fill"):
            answers = json.loads(self.scree("explain", table, "--json").stdout)
            self.assertRegex(answers[0]["name"], rf"^\[+{table}")
            self.assertTrue(answers[1]["name"].startswith(f"{table}."), answers[1])
        self.assertIn("stage.material",
                      [one["name"] for one in json.loads(self.scree("explain", "material", "--json").stdout)])
        answer = json.loads(self.scree("explain", "material.glass.young", "--json").stdout)
        self.assertEqual([(key["name"], key["unit"]) for key in answer], [("material.young", "Pa")])
        self.assertIn("restitution", self.scree("explain", "hertz_mindlin").stdout)
        self.assertIn("friction", self.scree("explain", "contact.default.friction").stdout)
        self.assertIn("did you mean 'gravity'", self.scree("explain", "gravty", code=2).stderr)

    def test_every_value_can_be_explained(self):
        for family in ("laws", "search", "integrators", "steppers", "measures", "shapes"):
            for member in json.loads(self.scree("list", family, "--json").stdout):
                answers = json.loads(self.scree("explain", member["name"], "--json").stdout)
                self.assertTrue(answers, member["name"])
        rain = self.scree("explain", "rain").stdout
        self.assertIn("arrangement", rain)
        self.assertIn("[[fill]]", rain)
        law = self.scree("explain", "hertz_mindlin").stdout
        for part in ("4/3 E* sqrt(R) d^(3/2)", "[N]", "Mindlin"):
            self.assertIn(part, law)

    def test_help_is_a_command_too(self):
        self.assertEqual(self.scree("help", "run").stdout, self.scree("run", "--help").stdout)
        self.assertEqual(self.scree("help").stdout, self.scree("--help").stdout)

    def test_a_stray_body_does_not_make_the_rest_a_speck(self):
        still = DISCS.replace('gravity = [0, "-9.81 m/s2"]\n', "").replace('velocity = [0, "-0.5 m/s"]\n', "")
        still = re.sub(r"\[domain\]\nmin = .*\nmax = .*\n", "", still)
        stray = '[[body]]\nshape = "disc"\nradius = "2 mm"\nmaterial = "wood"\nposition = ["5 m", "2 cm"]\n'
        sizes = []
        for name, text in (("alone", still), ("stray", still.replace("[[fill]]", stray + "[[fill]]"))):
            self.write(f"{name}.toml", text)
            self.scree("run", f"{name}.toml", "--until", "1 ms", "--quiet")
            self.scree("render", f"{name}.run", "--frame", "0", "-o", f"{name}.png")
            sizes.append(self.png_size(f"{name}.png"))
        self.assertEqual(sizes[0], sizes[1])

    def test_a_part_of_a_run_can_be_chosen(self):
        self.write("discs.toml", DISCS)
        self.scree("run", "discs.toml", "--out", "discs.run", "--quiet")
        self.scree("render", "discs.run", "--window", "0, 0, 10 cm, 2 cm", "-o", "wide.png")
        width, height = self.png_size("wide.png")
        self.assertEqual(width, 1280)
        self.assertLess(height, 480)
        self.scree("render", "discs.run", "-o", "all.svg")
        self.scree("render", "discs.run", "--centre", "5 cm, 2 cm", "--zoom", "4", "-o", "near.svg")
        self.assertNotEqual((self.folder / "all.svg").read_text(), (self.folder / "near.svg").read_text())
        self.scree("render", "discs.run", "--cut", "y < 1 cm", "-o", "cut.svg")
        self.run_small()
        self.scree("render", "small.run", "--centre", "5 mm, 5 mm, 0", "--zoom", "3", "--size", "320x200", "-o", "near.png")
        for words, hint in ((["--window", "0, 0"], "lower and the upper corner"), (["--centre", "1 kg, 0"], "a length"),
                            (["--window", "0, 0, 0, 1, 1, -1"], "must lie above"), (["--zoom", "1e9"], "the zoom")):
            self.assertIn(hint, self.scree("render", "small.run", *words, code=2).stderr, words)


if __name__ == "__main__":
    unittest.main()
