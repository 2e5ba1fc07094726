"""Checks of arrays that users hand in: shape, finite numbers, range. Refusals say what would be accepted."""
import numpy as np


def rows(values, name, width, count=None):
    """An array of `width` finite numbers per row; `count` rows, if it is known."""
    array = np.asarray(values, dtype=float)
    if array.ndim != 2 or array.shape[1] != width or (count is not None and len(array) != count):
        wanted = f"({'n' if count is None else count}, {width})"
        raise ValueError(f"{name}: expected an array of shape {wanted}, got {array.shape}")
    return finite(array, name)


def column(values, name, count):
    """One finite number per row; a single number stands for all."""
    array = np.asarray(values, dtype=float)
    if array.ndim > 1 or (array.ndim == 1 and len(array) != count):
        raise ValueError(f"{name}: expected one number, or {count} of them, got an array of shape {array.shape}")
    return finite(np.broadcast_to(array, (count,)), name)


def positive(array, name):
    if not (array > 0).all():
        row = int(np.argmin(array > 0))
        raise ValueError(f"{name}: must be positive; number {row} is {array[row]}")
    return array


def whole(values, name, width, most):
    """Whole numbers from 0 to most - 1."""
    array = np.asarray(values)
    if array.ndim != 2 or array.shape[1] != width or not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"{name}: expected whole numbers of shape (n, {width}), got {array.dtype} of shape {array.shape}")
    if array.size and (array.min() < 0 or array.max() >= most):
        raise ValueError(f"{name}: expected numbers from 0 to {most - 1}, got {array.min()} to {array.max()}")
    return array


def lines(array, between):
    """Rows as text that reads back to the same bits."""
    return "\n".join(between.join(map(repr, row)) for row in array.tolist())


def finite(array, name):
    if not np.isfinite(array).all():
        first = tuple(int(k) for k in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name}: not a finite number at {first if len(first) > 1 else first[0]}: {array[first]}")
    return array
