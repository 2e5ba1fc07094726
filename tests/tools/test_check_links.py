import unittest

from planted_tree import PlantedTree

import check_links

PAGES = {
    "README.md": "# scree\n[docs](docs/index.md), [how](docs/index.md#how-bits-are-kept), [web](https://example.org/no)\n"
                 "[up](#scree) and `[code](nowhere.md)`\n```\n[code](nowhere.md)\n# no-heading\n```\n",
    "docs/index.md": "## How bits are kept\n[back](../README.md)\n",
}


class CheckLinks(unittest.TestCase):
    def faults_with(self, planted):
        with PlantedTree({**PAGES, **planted}) as tree:
            return check_links.check(tree.root)

    def test_sound_pages_pass(self):
        self.assertEqual(self.faults_with({}), [])

    def test_a_missing_file_is_found_with_its_line(self):
        self.assertEqual(self.faults_with({"docs/law.md": "\n[x](gone.md)\n"}), ["docs/law.md:2: there is no gone.md"])

    def test_a_missing_heading_is_found(self):
        self.assertEqual(self.faults_with({"docs/law.md": "[x](index.md#gone)\n"}),
                         ["docs/law.md:1: index.md has no heading 'gone'"])

    def test_what_looks_like_a_heading_inside_code_is_none(self):
        self.assertEqual(self.faults_with({"docs/law.md": "[x](../README.md#no-heading)\n"}),
                         ["docs/law.md:1: ../README.md has no heading 'no-heading'"])


if __name__ == "__main__":
    unittest.main()
