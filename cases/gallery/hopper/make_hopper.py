#!/usr/bin/env python3
"""Writes hopper.stl: a square bin over a pyramid with a square outlet, as one open sheet in millimetres.

    python3 cases/gallery/hopper/make_hopper.py

Every panel is cut into small triangles. One would do: a ball feels the panel, not the triangles.
"""
import pathlib
import struct

BIN, OUTLET = 160.0, 60.0                # sides of the squares [mm]
OUTLET_HEIGHT, BIN_FOOT, BIN_TOP = 0.0, 80.0, 260.0
PIECES = 12                              # per side of a panel


def square(side, height):
    half = side / 2
    return [(-half, -half, height), (half, -half, height), (half, half, height), (-half, half, height)]


def panel(a, b, c, d):
    """Triangles of the quadrangle a, b, c, d, cut along alternating diagonals."""
    def at(i, j):
        u, v = i / PIECES, j / PIECES
        return tuple((1 - v) * ((1 - u) * p + u * q) + v * ((1 - u) * s + u * r) for p, q, r, s in zip(a, b, c, d))

    for i in range(PIECES):
        for j in range(PIECES):
            corners = at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)
            order = ((0, 1, 2), (0, 2, 3)) if (i + j) % 2 == 0 else ((0, 1, 3), (1, 2, 3))
            for triangle in order:
                yield [corners[k] for k in triangle]


def triangles():
    levels = [square(OUTLET, OUTLET_HEIGHT), square(BIN, BIN_FOOT), square(BIN, BIN_TOP)]
    for low, high in zip(levels, levels[1:]):
        for k in range(4):
            yield from panel(low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k])


def main():
    found = list(triangles())
    data = b"hopper of the scree gallery, mm".ljust(80) + struct.pack("<I", len(found))
    for corners in found:
        data += struct.pack("<12fH", 0, 0, 0, *(number for corner in corners for number in corner), 0)
    path = pathlib.Path(__file__).with_name("hopper.stl")
    path.write_bytes(data)
    print(f"{path.name}: {len(found)} triangles")


if __name__ == "__main__":
    main()
