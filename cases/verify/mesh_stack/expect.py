"""Ten cubes of triangles stay on top of each other for ten seconds.

They are set down with small gaps and are out of line by up to a hundredth of their edge.
"""
import numpy

SOURCE = "statics: every centre is above the face below it"

SIZE, WEIGHT = 0.1, 10 * 2.5 * 9.81


def verify(case):
    trajectory = case.run()
    late = trajectory.time >= 8
    places = trajectory.position[late]
    case.at_most("drift over the edge from 8 s to 10 s, the largest of all", numpy.abs(places - places[0]).max() / SIZE, 1e-5)
    turned = 2 * numpy.arccos(numpy.minimum(1, numpy.abs(trajectory.orientation[-1, :, 0])))
    case.at_most("turn of any cube at the end [degrees]", numpy.degrees(turned).max(), 0.5)
    heights = trajectory.position[-1, :, 2]
    case.at_most("largest error of a height over the edge", numpy.abs(heights - SIZE * (numpy.arange(10) + 0.5)).max() / SIZE,
                 0.3)
    case.near("force of the floor over the weight", trajectory.wall_force[-1, 0, 2] / WEIGHT, 1, relative=1e-4)
