"""Every example runs through, quickly, and says what it found."""
import os
import subprocess
import sys

import pytest
from conftest import ROOT

import scree

EXAMPLES = sorted(path.name for path in (ROOT / "examples" / "python").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name, tmp_path):
    package = os.path.dirname(os.path.dirname(scree.__file__))
    done = subprocess.run([sys.executable, "-W", "ignore", ROOT / "examples" / "python" / name], cwd=tmp_path, text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": package, "MPLBACKEND": "Agg"})
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
