"""Glass beads fall into a box: build a scene, run it, look at arrays, draw it."""
import matplotlib.pyplot as plt

import scree

scene = scree.Scene(dimension=3, gravity=(0, 0, "-9.81 m/s2"), seed=7)
glass = scene.material("glass", density="2500 kg/m3", young="50 MPa", poisson=0.25)
scene.contact(glass, glass, law="hertz_mindlin", restitution=0.7, friction=0.4)
scene.wall("box", box={"min": (0, 0, 0), "max": ("6 cm", "6 cm", "8 cm")}, material=glass)
scene.fill(shape="sphere", material=glass, diameter={"uniform": ("4 mm", "6 mm")}, count=600,
           region={"box": {"min": (0, 0, 0), "max": ("6 cm", "6 cm", "7 cm")}})
scene.stage("pour", duration="0.25 s")
scene.record(frames="10 ms")
print(scene.check())

sim = scene.build()
times, heights = [], []


@sim.every("5 ms")
def watch(sim):
    times.append(sim.time)
    heights.append(sim.positions[:, 2].mean())


run = sim.run(out="first_pour.run", force=True)
print(f"{run}\nstate hash {run.hash}: `scree run` of the same scene gives the same")
run.picture("first_pour.png", size=(640, 480), samples=8)

plt.figure(figsize=(5, 3))
plt.plot(times, heights)
plt.xlabel("time [s]")
plt.ylabel("mean height [m]")
plt.tight_layout()
plt.savefig("first_pour_heights.png", dpi=100)
