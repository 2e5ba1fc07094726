"""Writes the type stubs of the package and the tables of its API page from the catalogues, so that they cannot go stale.

Usage: make_stubs.py FOLDER [PAGE]      FOLDER holds the built package scree/; its stubs are written there.
                                        PAGE gets its tables between <!-- python api --> and <!-- end of api -->
"""
import importlib
import inspect
import pathlib
import re
import sys

TYPES = {"text": "str", "texts": "str | Sequence[str]", "word": "str", "flag": "bool", "whole_number": "int",
         "whole_numbers": "int | Sequence[int]", "quantity": "Quantity", "vector": "Vector", "points": "Sequence[Vector]",
         "spin": "Quantity | Vector", "interval": "Sequence[Quantity]", "size": "Quantity | dict[str, Any]",
         "rows": "Sequence[Sequence[Any]] | str", "values": "Sequence[Any]", "table": "dict[str, Any]",
         "tables": "Sequence[dict[str, Any]]", "region": "dict[str, Any] | str", "expression": "Quantity"}
TABLES = {"__init__": "scene", "material": "material", "domain": "domain", "run": "run", "record": "record", "watch": "watch",
          "contact": "contact", "wall": "wall", "body": "body", "fill": "fill", "region": "region", "inlet": "inlet",
          "sink": "sink", "stage": "stage", "measure": "measure", "edit": "edit"}
ARRAYS = {"ids", "positions", "velocities", "spins", "radii", "materials", "forces", "torques", "orientations", "masses",
          "pairs", "walls", "points", "branches", "force_norm", "overlaps", "times"}
HEAD = '''"""Made by python/make_stubs.py from the catalogues of scree."""
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any

from numpy import ndarray

Quantity = float | str
Vector = Sequence[Quantity] | ndarray
__version__: str
'''


def keys_by_table(families):
    found = {}
    for key in families["keys"]:
        table, _, name = key["name"].rpartition(".")
        found.setdefault(table, []).append((name, key))
    parameters = {}
    for law in families["laws"]:
        for text in law["parameters"]:
            parameters.setdefault(text.split(" ")[0], law["name"])
    for name in parameters:
        found["contact"].append((name, {"form": "quantity", "summary": "a number of the law: see `scree list laws`"}))
    return found


def signature(method, function, keys):
    """The parameters as written, with the catalogue's keys in the place of **keys."""
    parts, has_star = [], False
    written = inspect.signature(function).parameters
    for name, parameter in written.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            table = TABLES.get(method)
            extra = [(key, facts) for key, facts in keys.get(table, []) if key not in written and key.isidentifier()
                     and key not in ("from",)] if table else []
            if extra and not has_star:
                parts.append("*")
            parts += [f"{key}: {TYPES[facts['form']]} = ..." for key, facts in extra]
            parts.append("**others: Any")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not has_star:
            parts.append("*")
            has_star = True
        default = "" if parameter.default is parameter.empty else " = ..."
        parts.append(name if name in ("self", "cls") else f"{name}: Any{default}")
    return ", ".join(parts)


def stub_of_class(name, made, keys):
    bases = [base.__name__ for base in made.__bases__ if base.__module__.startswith("scree") or issubclass(base, (Exception, dict))]
    lines = [f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"]
    for member, value in vars(made).items():
        if member.startswith("_") and member != "__init__" and member not in ("__len__", "__getitem__", "__enter__"):
            continue
        if isinstance(value, property):
            kind = "ndarray" if member in ARRAYS else "Any"
            lines += ["    @property", f"    def {member}(self) -> {kind}: ..."]
        elif isinstance(value, classmethod):
            lines += ["    @classmethod", f"    def {member}({signature(member, value.__func__, {})}) -> {name}: ..."]
        elif inspect.isfunction(value):
            inner = keys if name == "Scene" or (name, member) == ("Simulation", "edit") else {}
            lines.append(f"    def {member}({signature(member, value, inner)}) -> Any: ...")
    return "\n".join(lines if len(lines) > 1 else lines + ["    ..."])


def stubs_of(package, keys):
    columns = importlib.import_module("scree._columns")
    classes = {"Columns": columns.Columns}
    classes.update((name, getattr(package, name)) for name in package.__all__ if inspect.isclass(getattr(package, name)))
    functions = [name for name in package.__all__ if inspect.isfunction(getattr(package, name))]
    ordered = sorted(classes.items(), key=lambda item: len(item[1].__mro__))
    parts = [HEAD] + [stub_of_class(name, made, keys) for name, made in ordered]
    parts += [f"def {name}({signature(name, getattr(package, name), {})}) -> Any: ..." for name in functions]
    return "\n".join(parts) + "\n"


def api_of(package):
    """The names of the package with the first line of what they say of themselves."""
    def line(name, value):
        text = (inspect.getdoc(value) or "").split("\n\n")[0].replace("\n", " ").rstrip(":")
        return f"| `{name}` | {text.replace('|', chr(92) + '|')} |"

    lines = ["| name | does |", "|---|---|"]
    for name in package.__all__:
        made = getattr(package, name)
        lines.append(line(f"scree.{name}", made))
        if inspect.isclass(made) and not issubclass(made, Exception):
            for member, value in inspect.getmembers(made):
                if not member.startswith("_") and (isinstance(value, property) or callable(value)) and inspect.getdoc(value) \
                        and not hasattr(dict, member):
                    lines.append(line(f"{name}.{member}", value))
    return "\n".join(lines) + "\n"


def with_api(text, package):
    """The page with its table written anew."""
    marks = re.compile(r"(<!-- python api -->\n).*?(<!-- end of api -->)", re.DOTALL)
    return marks.sub(lambda found: found[1] + api_of(package) + found[2], text)


def main(folder, page=None):
    sys.path.insert(0, folder)
    import scree

    core = importlib.import_module("scree._core")
    pathlib.Path(folder, "scree", "__init__.pyi").write_text(stubs_of(scree, keys_by_table(core.families())))
    if page:
        path = pathlib.Path(page)
        path.write_text(with_api(path.read_text(), scree))


if __name__ == "__main__":
    main(*sys.argv[1:])
