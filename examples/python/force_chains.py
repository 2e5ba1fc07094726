"""How contact forces are distributed in a pressed packing of discs, and a picture of the chains."""
import matplotlib.pyplot as plt
import numpy as np

import scree

scene = scree.Scene(dimension=2, seed=5, thickness="1 cm")
scene.material("disc", density="1200 kg/m3")
scene.contact(law="hooke", restitution=0.2, collision_time="0.2 ms", friction=0.3)
scene.wall("box", box={"min": (0, 0), "max": ("20 cm", "30 cm")})
scene.wall("lid", plane={"point": (0, "19 cm"), "normal": (0, -1)},
           motion={"servo": {"direction": (0, -1), "force": "20 N", "max_speed": "0.2 m/s"}})
scene.fill(shape="disc", material="disc", diameter={"uniform": ("5 mm", "9 mm")}, arrangement="grow", volume_fraction=0.78,
           region={"box": {"min": (0, 0), "max": ("20 cm", "18.5 cm")}})
scene.stage("press", duration="0.25 s")
scene.record(contacts=True)
scene.watch(overlap_warn=0.1, overlap_strong=0.15)

run = scene.build().run(out="force_chains.run", force=True)
contacts = run[-1].contacts
forces = contacts.force_norm[contacts.walls < 0]
forces = forces[forces > 1e-3 * forces.mean()] / forces.mean()
print(f"{len(forces)} contacts; {np.mean(forces > 1):.0%} carry more than the mean; the largest {forces.max():.1f} times it")
run.picture("force_chains.png", force_chains=True, size=(560, 540))

plt.figure(figsize=(5, 3))
plt.hist(forces, bins=30, density=True, log=True)
plt.xlabel("contact force over its mean")
plt.ylabel("probability density")
plt.tight_layout()
plt.savefig("force_chains_histogram.png", dpi=100)
