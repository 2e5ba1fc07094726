"""Stress in a bed of beads by coarse graining, against the weight of what lies above."""
import matplotlib.pyplot as plt
import numpy as np

import scree

scene = scree.Scene(dimension=3, gravity=(0, 0, "-9.81 m/s2"), seed=2)
scene.material("glass", density="2500 kg/m3")
scene.contact(law="hooke", restitution=0.3, collision_time="0.5 ms", friction=0)
scene.domain(min=(0, 0, "-inf"), max=("3 cm", "3 cm", "inf"), periodic="xy")
scene.wall("floor", plane={"point": (0, 0, 0), "normal": (0, 0, 1)})
scene.fill(shape="sphere", material="glass", diameter={"uniform": ("2.5 mm", "3.5 mm")}, count=900,
           region={"box": {"min": (0, 0, 0), "max": ("3 cm", "3 cm", "5 cm")}})
bed = scene.region("bed", box={"min": (0, 0, 0), "max": ("3 cm", "3 cm", "4 cm")})
scene.measure("stress", kind="field", region=bed, cells=(5, 5, 16), width="5 mm", interval="50 ms")
scene.stage("settle", duration="0.3 s")
scene.watch(overlap_warn=0.1, overlap_strong=0.15)

sim = scene.build()
sim.run()
field = sim.measures["stress"]
height, stress = (field[name][-1].reshape(16, 5, 5).mean(axis=(1, 2)) for name in ("position_z", "stress_zz"))
weight = np.array([9.81 * sim.masses[sim.positions[:, 2] > z].sum() / 9e-4 for z in height])
inside = (height > 0.008) & (height < 0.02)
print(f"stress over weight in the middle of the bed: {np.mean(np.abs(stress[inside]) / weight[inside]):.3f}")

plt.figure(figsize=(5, 3))
plt.plot(np.abs(stress), height, "o", label="coarse-grained stress")
plt.plot(weight, height, label="weight above")
plt.xlabel("vertical stress [Pa]")
plt.ylabel("height [m]")
plt.legend()
plt.tight_layout()
plt.savefig("coarse_grained_stress.png", dpi=100)
