import unittest

from planted_tree import PlantedTree

import check_layers

SOUND = {
    "layers.txt": "# room : may include\nbase :\nlaw : base\nstep : base law\ncli : step\ntests : *\n",
    "src/scree/base/vec.h": "#include <array>\nnamespace scree {}\n",
    "src/scree/base/CMakeLists.txt": "scree_room(base SOURCES vec.cpp LIBRARIES fmt::fmt)\n",
    "src/scree/law/hooke.h": '#include "scree/base/vec.h"\nnamespace scree::law {}\n',
    "src/scree/law/CMakeLists.txt": "scree_room(law ROOMS base)\n",
    "src/scree/law/detail/table.h": "namespace scree::law {}\n",
    "src/scree/step/verlet.cpp": '#include "scree/law/hooke.h"\nnamespace scree::step {}\n',
    "src/scree/step/CMakeLists.txt": "scree_room(step SOURCES verlet.cpp\n  ROOMS base law)\n",
    "apps/cli/main.cpp": '#include "apps/cli/words.h"\n#include "words.h"\n',
    "apps/cli/words.h": "",
    "tests/law/test_hooke.cpp": '#include "scree/law/detail/table.h"\n',
}


class CheckLayers(unittest.TestCase):
    def faults_with(self, **planted):
        with PlantedTree(SOUND) as tree:
            for name, text in planted.items():
                tree.write(name, text)
            return check_layers.check(tree.root)

    def assert_only_fault(self, files, expected):
        self.assertEqual(self.faults_with(**files), [expected])

    def test_a_sound_tree_passes(self):
        self.assertEqual(self.faults_with(), [])

    def test_an_include_upwards_is_found_with_its_line(self):
        self.assert_only_fault(
            {"src/scree/law/bad.h": '#pragma once\n\n#include "scree/step/verlet.h"\n', "src/scree/step/verlet.h": ""},
            "src/scree/law/bad.h:3: law/ may not include step/")

    def test_an_app_may_not_reach_past_the_rooms_it_was_given(self):
        self.assert_only_fault({"apps/cli/main.cpp": '#include "scree/base/vec.h"\n'},
                               "apps/cli/main.cpp:1: cli/ may not include base/")

    def test_an_app_may_not_include_another_that_it_was_not_given(self):
        self.assert_only_fault({"apps/cli/main.cpp": '#include "apps/bench/tables.h"\n', "apps/bench/tables.h": ""},
                               "apps/cli/main.cpp:1: cli/ may not include bench_commands/")

    def test_private_headers_stay_in_their_room(self):
        self.assert_only_fault({"src/scree/step/bad.cpp": '#include "scree/law/detail/table.h"\n'},
                               "src/scree/step/bad.cpp:1: scree/law/detail/table.h is private to law/")

    def test_relative_includes_are_refused_in_rooms(self):
        self.assert_only_fault({"src/scree/law/bad.cpp": '#include "hooke.h"\n'},
                               'src/scree/law/bad.cpp:1: write "scree/<room>/<file>", not "hooke.h"')

    def test_own_headers_in_angle_brackets_are_refused(self):
        self.assert_only_fault({"src/scree/law/bad.cpp": "#include <scree/base/vec.h>\n"},
                               'src/scree/law/bad.cpp:1: write "scree/base/vec.h", not <scree/base/vec.h>')

    def test_an_include_of_nothing_is_found(self):
        self.assert_only_fault({"src/scree/law/bad.cpp": '#include "scree/base/gone.h"\n'},
                               "src/scree/law/bad.cpp:1: there is no src/scree/base/gone.h")

    def test_the_namespace_of_a_closed_room_is_found(self):
        self.assert_only_fault({"src/scree/law/bad.cpp": "namespace scree::step {}\n"},
                               "src/scree/law/bad.cpp:1: law/ may not open the namespace of step/")

    def test_a_link_line_that_opens_a_wall_is_found(self):
        self.assert_only_fault({"src/scree/law/CMakeLists.txt": "scree_room(law\n  ROOMS base step\n  SOURCES a.cpp)\n"},
                               "src/scree/law/CMakeLists.txt: law/ may not link step/")

    def test_a_cycle_cannot_be_written(self):
        self.assert_only_fault({"layers.txt": "base : law\nlaw : base\nstep : base law\ncli : step\ntests : *\n"},
                               "layers.txt:1: 'base' names 'law', which is not listed above it")

    def test_a_room_without_a_line_is_found(self):
        self.assert_only_fault({"src/scree/stray/a.h": ""}, "layers.txt: the room src/scree/stray is not listed")

    def test_a_room_with_two_lines_is_found(self):
        self.assert_only_fault({"layers.txt": SOUND["layers.txt"] + "law : base\n"},
                               "layers.txt:7: 'law' is listed twice")


if __name__ == "__main__":
    unittest.main()
