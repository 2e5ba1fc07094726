"""Draws one frame of a run of spheres or discs as a shaded picture.

Usage: draw_run.py RUN FILE.png [--frame N] [--width PIXELS] [--turn DEGREES] [--tilt DEGREES]

Spheres are drawn by a depth buffer, seen from far away, coloured by height at the start of the run, so that layers can
be followed as they mix. Needs numpy and h5py (Debian: python3-numpy, python3-h5py).
"""
import argparse
import pathlib
import struct
import zlib

import h5py
import numpy

LOW, HIGH = numpy.array([38, 70, 130]), numpy.array([246, 189, 96])  # colours of the lowest and highest layer
BACKGROUND = numpy.array([250, 248, 245])
LIGHT = numpy.array([-0.4, 0.6, 0.69])  # from the upper left, towards the viewer


def read_frames(run):
    """Positions and radii of the first and of every frame, bodies by id."""
    frames = []
    for path in sorted(pathlib.Path(run).glob("frames-*.h5")):
        with h5py.File(path) as segment:
            bodies = segment["particles/bodies"]
            ids, places = bodies["id/value"][...], bodies["position/value"][...]
            radii = bodies["radius/value"][...]
            for k in range(len(places)):
                there = ids[k] != numpy.iinfo(ids.dtype).max
                frames.append((ids[k][there], places[k][there], radii[k][there]))
    return frames


def view(places, turn, tilt):
    """Right, up and towards the viewer. Gravity is taken to act along the last axis."""
    if places.shape[1] == 2:
        return numpy.column_stack([places, numpy.zeros(len(places))])
    c, s = numpy.cos(turn), numpy.sin(turn)
    right, away = c * places[:, 0] + s * places[:, 1], -s * places[:, 0] + c * places[:, 1]
    c, s = numpy.cos(tilt), numpy.sin(tilt)
    return numpy.column_stack([right, c * places[:, 2] + s * away, s * places[:, 2] - c * away])


def draw(seen, radii, colours, width, flat):
    low, high = (seen[:, :2] - radii[:, None]).min(0), (seen[:, :2] + radii[:, None]).max(0)
    margin = 0.06 * (high - low).max()
    low, high = low - margin, high + margin
    scale = width / (high[0] - low[0])
    height = max(1, int(round((high[1] - low[1]) * scale)))
    picture = numpy.tile(BACKGROUND.astype(float), (height, width, 1))
    depth = numpy.full((height, width), -numpy.inf)
    for (x, y, z), radius, colour in zip(seen, radii, colours):
        cx, cy, r = (x - low[0]) * scale, (high[1] - y) * scale, radius * scale
        x0, x1 = max(0, int(cx - r)), min(width, int(cx + r) + 2)
        y0, y1 = max(0, int(cy - r)), min(height, int(cy + r) + 2)
        if x0 >= x1 or y0 >= y1:
            continue
        px, py = numpy.meshgrid(numpy.arange(x0, x1) + 0.5 - cx, numpy.arange(y0, y1) + 0.5 - cy)
        inside = r * r - px * px - py * py
        bulge = numpy.sqrt(numpy.maximum(inside, 0))
        front = z * scale + (0 if flat else bulge)
        shown = (inside > 0) & (front > depth[y0:y1, x0:x1])
        light = numpy.maximum(0, (px * LIGHT[0] - py * LIGHT[1] + bulge * LIGHT[2]) / r)
        shade = 0.85 + 0.15 * light if flat else 0.35 + 0.65 * light
        rim = numpy.clip((r - numpy.sqrt(px * px + py * py)) / 1.5, 0.6, 1)  # a thin dark edge tells bodies apart
        patch = picture[y0:y1, x0:x1]
        patch[shown] = (colour * (shade * rim)[..., None])[shown]
        depth[y0:y1, x0:x1][shown] = front[shown]
    return numpy.clip(picture, 0, 255).astype(numpy.uint8)


def write_png(path, picture):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width, _ = picture.shape
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pathlib.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                                   chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def shrunk(picture):
    """Half the size, each pixel the mean of four: smooth edges."""
    height, width = picture.shape[0] // 2 * 2, picture.shape[1] // 2 * 2
    parts = picture[:height, :width].astype(numpy.uint16).reshape(height // 2, 2, width // 2, 2, 3)
    return (parts.sum((1, 3)) // 4).astype(numpy.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run")
    parser.add_argument("file")
    parser.add_argument("--frame", type=int, default=-1)
    parser.add_argument("--width", type=int, default=600)
    parser.add_argument("--turn", type=float, default=30)
    parser.add_argument("--tilt", type=float, default=20)
    options = parser.parse_args()

    frames = read_frames(options.run)
    start_ids, start, _ = frames[0]
    heights = numpy.full(start_ids.max() + 1, numpy.nan)
    heights[start_ids] = (start[:, -1] - start[:, -1].min()) / max(numpy.ptp(start[:, -1]), 1e-300)
    ids, places, radii = frames[options.frame]
    layer = numpy.floor(numpy.nan_to_num(heights[numpy.minimum(ids, len(heights) - 1)]) * 5.999) / 5
    colours = LOW + (HIGH - LOW) * layer[:, None]
    flat = places.shape[1] == 2
    seen = view(places, numpy.radians(options.turn), numpy.radians(options.tilt))
    write_png(options.file, shrunk(draw(seen, radii, colours, 2 * options.width, flat)))


if __name__ == "__main__":
    main()
