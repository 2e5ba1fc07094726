"""The wave in a row of dominoes has a speed of its own.

After some dominoes it does not change any more, it is the same after a push twice as fast, and it follows the root of gravity, the
only speed that can be made of gravity and the dominoes' measures.
"""
import numpy

SOURCE = "dimensional analysis; Stronge 1987, the domino effect: the wave has an intrinsic speed"

SPACING, GRAVITY, FALLEN = 0.025, 9.81, 0.2  # the last one in radians


def speeds(trajectory):
    """Of the wave from each domino to the next [m/s]; the marble is body 0."""
    turns = numpy.abs(numpy.arctan2(trajectory.orientation[:, 1:, 1], trajectory.orientation[:, 1:, 0]))
    times = []
    for turn in turns.T:
        after = int(numpy.argmax(turn >= FALLEN))
        share = (FALLEN - turn[after - 1]) / (turn[after] - turn[after - 1])
        times.append(trajectory.time[after - 1] + share * (trajectory.time[after] - trajectory.time[after - 1]))
    return SPACING / numpy.diff(times), int((turns[-1] >= FALLEN).sum())


def verify(case):
    usual, fallen = speeds(case.run())
    hard, _ = speeds(case.run({"body.marble.velocity": [1.8, 0]}))
    slow, _ = speeds(case.run({"scene.gravity": [0, -GRAVITY / 4], "body.marble.velocity": [0.45, 0], "stage.0.duration": 2.4}))
    case.near("dominoes that have fallen", fallen, 24, absolute=0)
    case.near("speed from the 16th on over that from the 8th to the 15th", usual[15:].mean() / usual[7:15].mean(), 1, relative=0.02)
    case.at_most("it varies from domino to domino by (standard deviation over mean)", usual[11:].std() / usual[11:].mean(), 0.03)
    case.near("the same after a push twice as fast [m/s]", hard[11:].mean(), usual[11:].mean(), relative=0.02)
    case.near("with a quarter of gravity over the usual one", slow[11:].mean() / usual[11:].mean(), 0.5, relative=0.02)
