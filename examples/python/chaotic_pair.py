"""Two copies of one simulation, one body in one of them moved by a picometre: how fast do they part?"""
import matplotlib.pyplot as plt
import numpy as np

import scree

scene = scree.Scene(dimension=2, gravity=(0, "-9.81 m/s2"), seed=8, thickness="1 cm")
scene.material("grain", density="2500 kg/m3")
scene.contact(law="hooke", restitution=0.9, collision_time="0.4 ms", friction=0.2)
scene.wall("drum", circle={"centre": (0, 0), "radius": "6 cm"}, motion={"rotate": {"point": (0, 0), "rate": "60 rpm"}})
scene.fill(shape="disc", material="grain", diameter={"uniform": ("5 mm", "6 mm")}, count=150,
           region={"box": {"min": ("-4 cm", "-4 cm"), "max": ("4 cm", "4 cm")}})
scene.stage("turn", duration="1.6 s")
scene.watch(overlap_warn=0.1, overlap_strong=0.15)

sim = scene.build()
sim.run("0.3 s")
twin, same = sim.branch(), sim.branch()
with twin.edit() as e:
    e.positions[0, 0] += 1e-12

times, apart = [], []
while not sim.finished:
    for one in (sim, twin, same):
        one.run(duration="20 ms")
    times.append(sim.time)
    apart.append(np.linalg.norm(sim.positions - twin.positions, axis=1).max())

print(f"the untouched copy still has the same hash: {same.hash == sim.hash}")
print(f"the other began {1e-12} m away and ended {apart[-1]:.3g} m away")
plt.figure(figsize=(5, 3))
plt.semilogy(times, apart)
plt.xlabel("time [s]")
plt.ylabel("farthest distance between twins [m]")
plt.tight_layout()
plt.savefig("chaotic_pair.png", dpi=100)
