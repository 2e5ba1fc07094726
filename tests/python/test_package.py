"""The package as it is handed out: wheel, stubs, page."""
import ast
import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import ROOT

import scree

FOLDER = pathlib.Path(scree.__file__).resolve().parents[1]


def maker():
    spec = importlib.util.spec_from_file_location("make_stubs", ROOT / "python" / "make_stubs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_lists_every_name():
    page = (ROOT / "docs" / "python.md").read_text()
    assert maker().with_api(page, scree) == page, "./dev format writes it"
    assert "`Simulation.branch`" in page


def test_the_stubs_hold_every_key_of_every_table():
    stubs = maker().stubs_of(scree, maker().keys_by_table(scree._core.families()))
    classes = {node.name: node for node in ast.parse(stubs).body if isinstance(node, ast.ClassDef)}
    methods = {node.name: node for node in classes["Scene"].body if isinstance(node, ast.FunctionDef)}
    for key in scree._core.families()["keys"]:
        table, _, name = key["name"].rpartition(".")
        if table in methods and name.isidentifier() and name != "from":
            arguments = methods[table].args
            assert name in {one.arg for one in arguments.args + arguments.kwonlyargs}, key["name"]


def test_every_public_name_says_what_it_does():
    for name in scree.__all__:
        made = getattr(scree, name)
        assert made.__doc__
        for member, value in vars(made).items() if isinstance(made, type) else ():
            if not member.startswith("_") and callable(value) and name not in ("Picture", "Check"):
                assert value.__doc__ or name.endswith("Error"), f"{name}.{member}"


@pytest.mark.slow
def test_the_wheel_installs_without_a_network(tmp_path):
    made = subprocess.run([sys.executable, ROOT / "python" / "make_wheel.py", FOLDER, tmp_path], check=True, text=True,
                          capture_output=True).stdout.strip()
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "venv"], check=True)
    subprocess.run([tmp_path / "venv/bin/pip", "install", "-q", "--no-index", "--no-deps", made], check=True)
    code = "import scree; print(scree.__version__, scree.__file__)"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    said = subprocess.run([tmp_path / "venv/bin/python", "-c", code], check=True, text=True, capture_output=True, cwd=tmp_path,
                          env=environment).stdout.split()
    assert said[0] == scree.__version__ and said[1].startswith(str(tmp_path))
