"""The slope of a heap against friction, by a sweep: one process per run, one table at the end."""
import matplotlib.pyplot as plt
from heap import column, slope

import scree

frictions = [0.1, 0.3, 0.5, 0.8]
runs = scree.sweep(column(), {"contact.default.friction": frictions}, out="angle_of_repose.sweep")
table = runs.table(slope=lambda run: slope(run[-1].positions, run[-1].radii))
print(table)

plt.figure(figsize=(5, 3))
plt.plot(frictions, table["slope"], "o-")
plt.xlabel("friction")
plt.ylabel("slope of the heap [degrees]")
plt.tight_layout()
plt.savefig("angle_of_repose.png", dpi=100)
runs[2].picture("angle_of_repose_heap.png", size=(640, 300), colour="speed")
