"""A case: a folder with a scene and an expect.py, which runs the scene and states what must come out.

expect.py has a docstring (its first line is the title), `SOURCE` (where the answer comes from) and `verify(case)`.
"""
import dataclasses
import importlib.util
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import traceback

from trajectory import Trajectory


class CaseError(Exception):
    """The case itself is broken, or its run ended where it should not have."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """One line of the table."""
    quantity: str
    expected: str
    got: str
    error: str
    tolerance: str
    passed: bool


@dataclasses.dataclass(frozen=True)
class Result:
    name: str
    title: str
    source: str
    findings: tuple
    runs: int
    fault: str = ""  # why the case could not be carried through

    @property
    def passed(self):
        return not self.fault and bool(self.findings) and all(finding.passed for finding in self.findings)


def number(value):
    return f"{value:.6g}"


class Case:
    def __init__(self, folder, program, module):
        self.folder, self.program = pathlib.Path(folder), program
        self.name = self.folder.name
        self.title = module.__doc__.strip().splitlines()[0].rstrip(".")
        self.source = module.SOURCE
        self._module = module
        self._findings = []
        self._runs = 0
        self._fault = ""

    def verify(self):
        try:
            self._module.verify(self)
        except CaseError as error:
            self._fault = str(error)
        except Exception:  # a case that trips over its own run has failed; the others go on
            self._fault = traceback.format_exc(limit=-1).strip()

    def result(self):
        return Result(self.name, self.title, self.source, tuple(self._findings), self._runs, self._fault)

    def run(self, settings=None, scene="scene.toml", bodies=(), seed=1):
        """Runs the scene with some keys set otherwise, as --set does it, and gives back its trajectory.

        `bodies` are further [[body]] tables, as dictionaries; for sweeps in which many bodies share one run.
        """
        with tempfile.TemporaryDirectory(prefix="scree-verify-") as place:
            path = self.folder.resolve() / scene
            if bodies:
                path = pathlib.Path(place, "scene.toml")
                path.write_text(f"include = [{json.dumps(str(self.folder.resolve() / scene))}]\n" + tables("body", bodies))
            done = self._call("run", path, "--no-picture", "--out", pathlib.Path(place, "run"), "--seed", seed, "--threads", "1",
                              "--quiet", settings=settings)
            if done.returncode != 0:
                raise CaseError(f"{self.name}/{scene} with {settings or 'no changes'} ended with code {done.returncode}:\n"
                                + done.stderr.strip())
            self._runs += 1
            return Trajectory.read(pathlib.Path(place, "run"))

    def refusal(self, settings=None, scene="scene.toml"):
        """What `scree check` says against the scene with some keys set otherwise; that it says nothing is an error."""
        done = self._call("check", self.folder.resolve() / scene, "--threads", "1", settings=settings)
        if done.returncode != 2:
            raise CaseError(f"{self.name}/{scene} with {settings or 'no changes'} should be refused; code {done.returncode}")
        self._runs += 1
        return done.stderr.strip()

    def _call(self, *words, settings):
        command = [self.program, *words]
        for key, value in (settings or {}).items():
            command += ["--set", f"{key}={json.dumps(value)}"]
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def near(self, quantity, got, expected, relative=None, absolute=None):
        """The quantity must lie within a share of the expected value, or within a distance."""
        if (relative is None) == (absolute is None):
            raise CaseError(f"'{quantity}' needs either a relative or an absolute tolerance")
        got, expected = float(got), float(expected)
        if relative is not None:
            error = (got - expected) / abs(expected)
            words = f"{100 * error:+.2g} %", f"{100 * relative:.3g} %"
        else:
            error = got - expected
            words = f"{error:+.2g}", f"{absolute:.3g}"
        self._findings.append(Finding(quantity, number(expected), number(got), *words,
                                      abs(error) <= (absolute if relative is None else relative)))

    def at_most(self, quantity, got, limit):
        self._bound(quantity, got, limit, "at most", float(got) <= limit)

    def at_least(self, quantity, got, limit):
        self._bound(quantity, got, limit, "at least", float(got) >= limit)

    def _bound(self, quantity, got, limit, words, holds):
        # A quantity that is not a number is neither: every comparison with it is false.
        self._findings.append(Finding(quantity, f"{words} {limit:g}", number(float(got)), "", "",
                                      holds and math.isfinite(got)))


def tables(family, entries):
    """[[family]] tables as TOML text; JSON's numbers, texts, flags and lists are TOML's, too."""
    return "".join(f"\n[[{family}]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())
                   for entry in entries)


def load_case(folder, program):
    folder = pathlib.Path(folder)
    specification = importlib.util.spec_from_file_location(f"expect_{folder.name}", folder / "expect.py")
    module = importlib.util.module_from_spec(specification)
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))  # a case may have modules of its own beside expect.py
    specification.loader.exec_module(module)
    for name in ("__doc__", "SOURCE", "verify"):
        if not getattr(module, name, None):
            raise CaseError(f"{folder / 'expect.py'} has no {name}")
    return Case(folder, program, module)
