"""What can go wrong, as exceptions. Messages are those of the command line."""


class Error(Exception):
    """Everything that scree raises on its own account."""


class SceneError(Error, ValueError):
    """The scene, an edit or a file that was handed in is wrong.

    `complaints` lists everything that is wrong at once: (place, message), where the place is a line of the scene's file,
    or of the Python program that said it.
    """

    def __init__(self, message, complaints=()):
        self._raw = [tuple(one) for one in complaints]
        self.complaints = [(_place_text(*one[:3]), one[3]) for one in self._raw]
        super().__init__(message)

    def placed_by(self, place_of_line, name):
        """The same error with lines of the text `name` replaced by what `place_of_line` says of them."""
        found = []
        for file, line, column, message in self._raw:
            place = place_of_line(line) if file == name and line else None
            found.append((place or file, 0 if place else line, 0 if place else column, message))
        lines = [f"{place}: {message}" if place else message
                 for place, message in ((_place_text(*one[:3]), one[3]) for one in found)]
        return SceneError("\n".join(lines), found)

    def placed_by_all(self, place):
        """The same error, said to come from one place: that of an edit in code."""
        return SceneError("\n".join(f"{place}: {one[3]}" for one in self._raw), [(place, 0, 0, one[3]) for one in self._raw])

    def __reduce__(self):
        return SceneError, (str(self), self._raw)


class RunError(Error, RuntimeError):
    """The simulation cannot go on, or its results cannot be kept. The message says what, where, and what to do."""


class InternalError(Error, RuntimeError):
    """A fault of scree itself."""


class RunWarning(UserWarning):
    """What a run noticed about itself: overlaps, energies, time steps, lost bodies."""


def _place_text(file, line, column):
    return f"{file}:{line}:{column}" if line else file
