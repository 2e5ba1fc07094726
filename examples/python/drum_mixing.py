"""Two halves of the same discs mix in a turning drum: an index from neighbours, by a callback."""
import matplotlib.pyplot as plt
import numpy as np
from scipy.spatial import cKDTree

import scree

scene = scree.Scene(dimension=2, gravity=(0, "-9.81 m/s2"), seed=3, thickness="1 cm")
scene.material("grain", density="2500 kg/m3")
scene.contact(law="hooke", restitution=0.5, collision_time="0.6 ms", friction=0.6, rolling_friction=0.02)
scene.wall("drum", circle={"centre": (0, 0), "radius": "8 cm"}, motion={"rotate": {"point": (0, 0), "rate": "30 rpm"}})
scene.fill(shape="disc", material="grain", diameter={"uniform": ("4 mm", "5 mm")}, count=350,
           region={"box": {"min": ("-6 cm", "-5 cm"), "max": ("6 cm", "5 cm")}})
scene.stage("turn", duration="2.4 s")
scene.record(frames="0.1 s")
scene.watch(overlap_warn=0.1, overlap_strong=0.15)

sim = scene.build()
sim.run("0.4 s")  # come to lie
left = sim.positions[:, 0] < np.median(sim.positions[:, 0])
times, index = [], []


@sim.every("0.1 s")
def mixing(sim):
    """Share of the six nearest neighbours that came from the other side; 0.5 when mixed at random."""
    _, near = cKDTree(sim.positions).query(sim.positions, k=7)
    times.append(sim.time)
    index.append(2 * np.mean(left[near[:, 1:]] != left[:, None]))


sim.run()
print(f"mixing index: {index[0]:.2f} at first, {index[-1]:.2f} after {times[-1]:.1f} s")

figure, (place, curve) = plt.subplots(1, 2, figsize=(8, 3.2))
place.scatter(*sim.positions.T, c=np.where(left, "tab:blue", "tab:orange"), s=8)
place.set_aspect("equal")
place.set_axis_off()
curve.plot(times, index)
curve.set_xlabel("time [s]")
curve.set_ylabel("mixing index")
figure.tight_layout()
figure.savefig("drum_mixing.png", dpi=100)
