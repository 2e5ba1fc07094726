"""Draws which contact search wins where, from times that `scree bench search` measures now.

Usage: search_map.py [--quick] SCREE PICTURE.svg|.png

Two maps, over the number of items and over how dense (equal spheres, W1) or how different in size (W2) they are; above
among all members, below among those of the papers. In each field the fastest and its time in ns per item. The same items are
searched again and again, so methods that live from what stays as it was (KEEPING) are left out: they would be timed at rest.
"""
import json
import subprocess
import sys

OURS = {"blocks", "rows"}
KEEPING = {"sort_and_update", "dess2", "kd_tree_coherent"}
COLOURS = ["#8dd3c7", "#ffed6f", "#bebada", "#fb8072", "#80b1d3", "#fdb462", "#b3de69", "#fccde5", "#d9d9d9", "#bc80bd",
           "#ccebc5", "#e5c494"]


def measure(program, options):
    command = [program, "bench", "search", "--threads", "1", "--json", *options]
    print("  " + " ".join(command), file=sys.stderr)
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["workloads"]


def winner(workload, without):
    rows = [row for row in workload["rows"] if row["order"] == "warm" and row["method"] not in without]
    best = min(rows, key=lambda row: row["ns_per_item"])
    return best["method"], best["ns_per_item"]


def in_lines(name, most=13):
    """A name cut after underscores, so that it fits into a field."""
    lines = [""]
    for word in name.replace("_", "_ ").split():
        if lines[-1] and len(lines[-1] + word) > most:
            lines.append("")
        lines[-1] += word
    return lines


def panel(workloads, label, title, without, colours):
    """One map as gnuplot commands: a field per workload."""
    counts = sorted({workload["items"] for workload in workloads})
    parameters = sorted({workload["parameter"] for workload in workloads})
    lines = [f'set title "{title}"', f'set xlabel "{label}"', 'set ylabel "items"']
    for workload in workloads:
        x, y = parameters.index(workload["parameter"]), counts.index(workload["items"])
        name, time = winner(workload, without)
        colour = colours.setdefault(name, COLOURS[len(colours) % len(COLOURS)])
        lines.append(f'set object rectangle from {x - 0.5},{y - 0.5} to {x + 0.5},{y + 0.5} '
                     f'fillcolor rgb "{colour}" fillstyle solid border rgb "white"')
        bold = [f"{{/:Bold {line}}}" for line in in_lines(name)]
        text = "\\n".join([*bold, f"{time:.0f} ns"]).replace("_", "\\\\_")
        lines.append(f'set label "{text}" at {x},{y + 0.1 * len(bold)} center front')
    ticks = ", ".join(f'"{value:g}" {place}' for place, value in enumerate(parameters))
    rows = ", ".join(f'"{count:,}" {place}' for place, count in enumerate(counts))
    lines += [f"set xtics ({ticks})", f"set ytics ({rows})",
              f"set xrange [-0.5:{len(parameters) - 0.5}]", f"set yrange [-0.5:{len(counts) - 0.5}]",
              "plot NaN notitle", "unset object", "unset label"]
    return lines


def main():
    quick = "--quick" in sys.argv
    program, picture = [word for word in sys.argv[1:] if word != "--quick"]
    listed = subprocess.run([program, "list", "search", "--json"], check=True, capture_output=True, text=True).stdout
    names = [member["name"] for member in json.loads(listed)]
    methods = [name for name in names if name not in KEEPING | {"auto"}]
    sizes = "100,1k" if quick else "100,1k,10k,100k"
    common = ["--size", sizes, "--rounds", "1" if quick else "3", "--patience", "0.02",
              "--method", ",".join(methods)]
    dense = measure(program, ["--workload", "W1", "--fraction", "0.01,0.1,0.5,1", *common])
    wide = measure(program, ["--workload", "W2", "--ratio", "1.5,3,10,50", *common])
    colours = {}
    kind = "pngcairo" if picture.endswith(".png") else "svg"
    script = [f"set terminal {kind} size 1200,900 font 'sans,11' enhanced background 'white'", f"set output '{picture}'",
              "set multiplot layout 2,2 margins 0.1,0.98,0.08,0.95 spacing 0.12,0.12", "set key off", "set tics nomirror out",
              "set border 3"]
    for name, without in (("all members", set()), ("the papers' methods", OURS)):
        script += panel(dense, "volume fraction", f"equal spheres, {name}", without, colours)
        script += panel(wide, "largest over smallest size", f"sizes differ, volume fraction 0.4, {name}", without, colours)
    script.append("unset multiplot")
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", text=True, check=True)


if __name__ == "__main__":
    main()
