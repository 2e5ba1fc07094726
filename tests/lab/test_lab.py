"""`scree lab` from outside: what its protocol promises, over loopback."""
import http.client
import json
import os
import random
import subprocess
import tempfile
import time
import unittest

from lab_client import PROGRAM, Closed, Server

SCENE = """[scene]
dimension = 2
gravity = [0, -10]
seed = 5
[material.glass]
density = 2500
[contact.default]
law = "hooke"
restitution = 0.5
friction = 0.3
collision_time = "2 ms"
[[wall]]
name = "floor"
plane = { point = [0, 0], normal = [0, 1] }
[[fill]]
shape = "disc"
radius = { uniform = ["8 mm", "12 mm"] }
material = "glass"
count = 40
region = { box = { min = [0, 0], max = ["30 cm", "30 cm"] } }
[[stage]]
duration = "500 ms"
"""


class LabTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        with open(os.path.join(self.folder, "heap.toml"), "w") as file:
            file.write(SCENE)

    def start(self, *words):
        server = Server(self.folder, *(words or ("heap.toml",)))
        self.addCleanup(server.__exit__)
        return server

    def connect(self, server, **options):
        client = server.connect(**options)
        self.addCleanup(client.close)
        return client

    def run_program(self, *words):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)


class Playing(LabTest):
    def test_steps_have_the_bits_of_the_command_line(self):
        client = self.connect(self.start())
        self.assertEqual(client.welcome["state"]["step"], 0)
        self.assertEqual(client.ask("step", count=300)["state"]["step"], 300)
        told = client.ask("hash")
        summary = self.run_program("run", "heap.toml", "--until", f"{told['time']} s", "--json", "--quiet", "--no-picture")
        self.assertEqual(summary["state_hash"], told["hash"])

    def test_runs_pauses_and_says_how_fast(self):
        client = self.connect(self.start())
        client.ask("speed", steps=3)
        self.assertTrue(client.ask("run")["state"]["running"])
        steps = [client.picture()[0].step for _ in range(5)]
        self.assertEqual(steps, sorted(set(steps)))
        state = client.ask("pause")["state"]
        self.assertFalse(state["running"])
        self.assertGreaterEqual(state["step"], steps[-1])

    def test_the_end_of_the_scene_is_told(self):
        client = self.connect(self.start())
        client.ask("speed", fast=True)
        client.ask("run")
        self.assertEqual(client.event("rest")["why"], "finished")

    def test_closing_the_page_pauses_and_opening_it_finds_everything(self):
        server = self.start()
        client = self.connect(server)
        client.ask("speed", steps=1)
        client.ask("run")
        client.close()
        time.sleep(0.3)
        first = self.connect(server).welcome["state"]
        self.assertFalse(first["running"])
        time.sleep(0.2)
        self.assertEqual(self.connect(server).welcome["state"]["step"], first["step"])


class Pictures(LabTest):
    def test_places_are_right_to_a_tenth_of_a_pixel_at_any_zoom(self):
        client = self.connect(self.start())
        client.ask("step", count=100)
        truth = client.ask("inspect", body=7)["position"]
        for size in (1, 1e-2, 1e-4, 1e-6):
            client.ask("view", lo=[truth[0] - size / 3, truth[1] - size / 3], hi=[truth[0] + size, truth[1] + size])
            picture, before = client.picture()
            place = picture.place(7)
            for k in range(2):
                self.assertLess(abs(place[k] - truth[k]), 0.1 * size / 1280)
        self.assertEqual(picture.command, client.number)
        self.assertEqual(picture.bodies, 40)

    def test_a_body_takes_seven_bytes(self):
        client = self.connect(self.start())
        client.ask("view", lo=[0, 0], hi=[0.3, 0.3], colour="speed")
        client.send({"credit": 1})
        message = client.receive()
        while not isinstance(message, bytes) or message[0] != 1:
            message = client.receive()
        self.assertEqual(len(message), 104 + 40 * 7 + 72)

    def test_static_columns_come_once_and_again_when_a_body_comes(self):
        client = self.connect(self.start())
        kinds = [message[0] for message in client.picture()[1]]
        self.assertEqual(kinds, [2])
        client.ask("step")
        self.assertEqual(client.picture()[1], [])
        client.ask("edit", change={"add_body": {"shape": "disc", "radius": 0.01, "material": "glass", "position": [0.5, 0.5]}})
        picture, before = client.picture()
        self.assertEqual([message[0] for message in before], [2])
        self.assertEqual(picture.bodies, 41)

    def test_no_picture_without_a_credit(self):
        client = self.connect(self.start())
        client.ask("run")
        time.sleep(0.3)
        client.ask("pause")
        self.assertEqual(client.pictures, [])

    def test_contacts_come_with_pictures(self):
        client = self.connect(self.start())
        client.ask("step", count=1500)
        client.ask("overlays", contacts={"least": 0, "most": 1000})
        contacts = [message for message in client.picture()[1] if message[0] == 3]
        self.assertEqual(len(contacts), 1)
        count = int.from_bytes(contacts[0][16:20], "little")
        self.assertEqual(count, int.from_bytes(contacts[0][20:24], "little"))
        self.assertEqual(count, client.ask("pause")["state"]["contacts"])
        self.assertEqual(len(contacts[0]), 32 + 28 * count)


class Editing(LabTest):
    def test_a_drag_is_one_undo_and_redo_finds_the_same_bits(self):
        client = self.connect(self.start())
        client.ask("step", count=100)
        before = client.ask("hash")
        for k in range(3):
            client.ask("edit", group=1, change={"grab": {"body": 7, "point": [0.1, 0.3 + 0.01 * k], "stiffness": 100, "damping": 0.5}})
            client.ask("step", count=10)
        client.ask("edit", group=1, change={"release": 7})
        after = client.ask("hash")
        client.ask("undo")
        self.assertEqual(client.ask("hash"), before)
        client.ask("redo")
        self.assertEqual(client.ask("hash"), after)
        self.assertEqual(client.try_to("redo")["error"]["kind"], "run")

    def test_a_wrong_edit_is_refused_with_the_readers_sentence(self):
        client = self.connect(self.start())
        error = client.try_to("edit", change={"gravty": [0, -1]})["error"]
        self.assertEqual(error["kind"], "scene")
        self.assertIn("gravity", error["message"])
        self.assertEqual(client.ask("timeline")["edits"], [])

    def test_a_file_that_is_handed_on_repeats_to_the_same_hash(self):
        client = self.connect(self.start())
        client.ask("step", count=50)
        client.ask("edit", change={"gravity": [1, -5]})
        client.ask("step", count=70)
        client.ask("edit", change={"contact": {"default": {"friction": 0.6}}})
        client.ask("search", method="kd_tree_1")
        client.ask("step", count=200)
        handed = client.ask("hand_on")
        with open(os.path.join(self.folder, "handed.toml"), "w") as file:
            file.write(handed["text"])
        summary = self.run_program("run", "handed.toml", "--until", f"{handed['time']} s", "--json", "--quiet", "--no-picture")
        self.assertEqual(summary["state_hash"], handed["hash"])

    def test_another_search_keeps_the_hash(self):
        client = self.connect(self.start())
        client.ask("step", count=200)
        before = client.ask("hash")
        for method in ("linked_cell", "dess", "all_pairs"):
            self.assertEqual(client.ask("search", method=method)["state"]["search"], method)
            self.assertEqual(client.ask("hash"), before)


class Time(LabTest):
    def test_the_past_is_exact_and_touching_it_forks(self):
        client = self.connect(self.start())
        client.ask("step", count=100)
        past = client.ask("hash")
        client.ask("step", count=200)
        present = client.ask("hash")
        state = client.ask("go", step=100)["state"]
        self.assertTrue(state["past"])
        self.assertEqual(client.event("there")["step"], 100)
        self.assertEqual(client.ask("hash"), past)
        client.ask("edit", change={"gravity": [0, -1]})
        client.ask("step", count=200)
        told = client.ask("branches")
        self.assertEqual([(one["parent"], one["forked_at"]) for one in told["branches"]], [(None, 0), (1, 100)])
        self.assertNotEqual(client.ask("hash")["hash"], present["hash"])
        client.ask("switch", branch=1)
        self.assertEqual(client.ask("hash"), present)
        client.ask("go", step=100)
        client.ask("present")
        self.assertEqual(client.ask("hash"), present)


class Measuring(LabTest):
    def test_probes_give_series(self):
        client = self.connect(self.start())
        for name, what in {"b": {"body": 3}, "w": {"wall": "floor"}, "e": {"energies": True},
                           "r": {"region": {"box": {"min": [0, 0], "max": [0.3, 0.1]}}}}.items():
            self.assertTrue(client.ask("probe", name=name, **what)["columns"])
        for _ in range(4):
            client.ask("step", count=20)
        series = client.ask("series", probe="b")
        self.assertEqual(series["columns"][:2], ["time", "step"])
        self.assertEqual([row[1] for row in series["values"]], [0, 20, 40, 60, 80])
        self.assertEqual(client.try_to("probe", name="x", body=1000)["error"]["kind"], "run")


class Strangers(LabTest):
    def test_only_loopback_names_and_the_own_origin(self):
        server = self.start()
        self.assertEqual(self.connect(server, host="evil.example", hello=False).status, 403)
        self.assertEqual(self.connect(server, origin="http://evil.example", hello=False).status, 403)
        self.assertEqual(self.connect(server, host="localhost:9999").status, 101)

    def test_a_wrong_token_is_cut_off(self):
        server = self.start()
        with self.assertRaises(Closed):
            self.connect(server, token="0" * 32)
        client = self.connect(server, hello=False)
        client.send({"n": 1, "do": "hash"})
        with self.assertRaises(Closed):
            client.receive()

    def test_headers_of_the_page(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.start("heap.toml", "--frame-from", "http://localhost:8888").port)
        connection.request("GET", "/")
        response = connection.getresponse()
        self.assertEqual(response.status, 200)
        self.assertIn("frame-ancestors http://localhost:8888", response.getheader("Content-Security-Policy"))
        self.assertEqual(response.getheader("Referrer-Policy"), "no-referrer")
        response.read()
        for target in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/nothing.js"):
            connection.request("GET", target)
            response = connection.getresponse()
            self.assertEqual(response.status, 404, target)
            response.read()

    def test_one_pen(self):
        server = self.start()
        first, second = self.connect(server), self.connect(server)
        self.assertTrue(first.welcome["pen"])
        self.assertFalse(second.welcome["pen"])
        self.assertEqual(second.try_to("step")["error"]["kind"], "pen")
        first.close()
        self.assertIsNone(second.event("pen")["holder"])
        self.assertTrue(second.ask("pen")["pen"])
        second.ask("step")

    def test_text_reads_no_file_outside_of_its_folder(self):
        client = self.connect(self.start())
        with open(os.path.join(self.folder, "extra.toml"), "w") as file:
            file.write("[material.steel]\ndensity = 7800\n")
        inside = 'include = "extra.toml"\n' + SCENE
        self.assertEqual(client.ask("check", text=inside)["faults"], [])
        self.assertIn("may read none", client.ask("check", text=inside, stranger=True)["faults"][0]["message"])
        outside = client.ask("check", text='include = "/etc/hostname"\n' + SCENE)["faults"]
        self.assertIn("outside", outside[0]["message"])
        self.assertEqual(outside[0]["line"], 1)

    def test_faulty_messages_get_errors_and_then_the_door(self):
        server = self.start()
        client = self.connect(server)
        chance = random.Random(1)
        for command in ("view", "overlays", "open", "step", "speed", "edit", "go", "fork", "switch", "inspect", "series", "probe", "pick", "beside", "check"):
            for _ in range(6):
                junk = chance.choice([None, [], {}, "x", -1, 1e300, True, [[[]]], {"a": None}])
                names = ("lo", "hi", "text", "count", "steps", "rate", "change", "step", "branch", "body", "name", "point", "contact", "scene", "probe", "measure", "region")
                self.assertIn("re", client.try_to(command, **{chance.choice(names): junk, "colour_range": junk} if chance.random() < 0.5 else {chance.choice(names): junk}))
        with self.assertRaises(Closed):
            for _ in range(200):
                client.send_raw(bytes(chance.randrange(32, 127) for _ in range(chance.randrange(1, 200))))
                client.receive()
        deep = self.connect(server)
        deep.send_raw(b"[" * 100000)
        self.assertEqual(deep.receive()["error"]["kind"], "message")
        self.assertIn("step", self.connect(server).ask("hash"))

    def test_a_message_that_is_too_long_ends_the_connection_only(self):
        server = self.start()
        client = self.connect(server)
        with self.assertRaises((Closed, OSError)):
            client.send_raw(b"x" * (9 << 20))
            client.receive()
        self.connect(server).ask("hash")


class Ending(LabTest):
    def test_edited_work_is_saved_and_opened_again(self):
        server = self.start()
        client = self.connect(server)
        client.ask("step", count=100)
        client.ask("edit", change={"gravity": [2, -5]})
        client.ask("step", count=50)
        client.ask("fork", name="other")
        client.ask("step", count=30)
        told = client.ask("hash")
        code, said = server.end()
        self.assertEqual(code, 0)
        self.assertIn("heap.lab", said)
        again = self.connect(self.start("heap.lab"))
        self.assertEqual(again.ask("hash"), told)
        self.assertEqual([one["name"] for one in again.ask("branches")["branches"]], ["main", "other"])
        again.ask("undo")
        self.assertEqual(again.ask("hash")["step"], 100)

    def test_nothing_is_saved_when_nothing_was_edited(self):
        server = self.start()
        self.connect(server).ask("step", count=10)
        self.assertEqual(server.end(), (0, server_says(server)))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "heap.lab")))


def server_says(server):
    return "" if os.path.exists(os.path.join(os.path.dirname(PROGRAM), "../lab/index.html")) else "The page is not built: `./dev lab` in the source tree builds it.\n"


class Soak(LabTest):
    """Seconds of random commands; the hash of what comes out is that of the command line."""

    def test_random_commands(self):
        client = self.connect(self.start())
        chance = random.Random(3)
        steps = 0
        while steps < 60:
            steps += 1
            act = chance.randrange(8)
            if act == 0:
                client.try_to("edit", change={"gravity": [chance.uniform(-5, 5), chance.uniform(-10, 0)]})
            elif act == 1:
                client.try_to("undo")
            elif act == 2:
                client.try_to("redo")
            elif act == 3:
                client.try_to("go", step=chance.randrange(400))
            elif act == 4:
                client.try_to("search", method=chance.choice(["linked_cell", "dess", "kd_tree_1"]))
            elif act == 5:
                client.picture() if client.ask("view", colour="speed") else None
            else:
                client.try_to("step", count=chance.randrange(1, 40))
        handed = client.ask("hand_on")
        with open(os.path.join(self.folder, "soak.toml"), "w") as file:
            file.write(handed["text"])
        if handed["step"] == 0:
            return
        summary = self.run_program("run", "soak.toml", "--until", f"{handed['time']} s", "--json", "--quiet", "--no-picture")
        self.assertEqual(summary["state_hash"], handed["hash"])


if __name__ == "__main__":
    unittest.main()
