"""Values of Python as TOML, to the last bit."""
import math
import numbers
import re

import numpy as np

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def key_text(key):
    """A key, in quotes where it needs them."""
    if not isinstance(key, str):
        raise TypeError(f"a key of a scene is text, not {key!r}")
    return key if _BARE.match(key) else _text(key)


def value_text(value):
    """A value as a scene writes it. Numbers are finite and read back to the same bits."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        if not math.isfinite(value):
            raise ValueError(f"a number of a scene is finite, not {float(value)}; an open axis of a domain is 'inf', as text")
        return repr(float(value))
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key_text(key)} = {value_text(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    raise TypeError(f"a scene cannot hold a {type(value).__name__}: numbers, text, lists and dicts are what it knows")


def _text(text):
    return '"' + "".join(_ESCAPES.get(letter, letter if letter >= " " else f"\\u{ord(letter):04x}") for letter in text) + '"'
