"""A column of discs loses its gate and becomes a heap: what the next two examples vary."""
import numpy as np

import scree


def column(friction=0.5):
    """A column as wide as high (aspect ratio 1), of some 200 discs."""
    scene = scree.Scene(dimension=2, gravity=(0, "-9.81 m/s2"), seed=4, thickness="1 cm")
    scene.material("grain", density="2500 kg/m3")
    scene.contact(law="hooke", restitution=0.4, collision_time="0.5 ms", friction=friction, rolling_friction=0.3)
    scene.wall("floor", plane={"point": (0, 0), "normal": (0, 1)})
    scene.wall("back", plane={"point": (0, 0), "normal": (1, 0)})
    scene.wall("gate", plane={"point": ("10 cm", 0), "normal": (-1, 0)})
    scene.fill(shape="disc", material="grain", diameter={"uniform": ("6 mm", "8 mm")}, arrangement="grow",
               volume_fraction=0.8, region={"box": {"min": (0, 0), "max": ("10 cm", "10 cm")}})
    scene.stage("settle", duration="0.15 s")
    scene.stage("collapse", remove="gate", duration="0.6 s")
    scene.watch(overlap_warn=0.1, overlap_strong=0.15)
    return scene


def surface(positions, radii, width=0.01):
    """Height of the heap over slices of its length."""
    slices = np.floor(positions[:, 0] / width).astype(int)
    heights = np.zeros(slices.max() + 1)
    np.maximum.at(heights, slices, positions[:, 1] + radii)
    return (np.arange(len(heights)) + 0.5) * width, heights


def slope(positions, radii):
    """[degrees] of the straight line through the surface between a fifth and four fifths of its height."""
    x, height = surface(positions, radii)
    middle = (height > 0.2 * height.max()) & (height < 0.8 * height.max()) & (x > x[height.argmax()])
    return float(np.degrees(np.arctan(-np.polyfit(x[middle], height[middle], 1)[0])))


def runout(positions, radii):
    """How far the foot went, over the width of the column. The outermost two per cent are single grains that rolled away."""
    return float(np.quantile(positions[:, 0] + radii, 0.98) / 0.1 - 1)


if __name__ == "__main__":
    sim = column().build()
    sim.run()
    print(f"{len(sim)} discs: slope {slope(sim.positions, sim.radii):.1f} degrees, "
          f"runout {runout(sim.positions, sim.radii):.2f} widths")
