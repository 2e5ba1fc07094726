"""A sphere hits a wall with any restitution from 0 to 1.

The damping of `hertz_mindlin` is chosen such that the speed ratio is the restitution, whatever the speed.
"""
SOURCE = "Tsuji et al. 1992; Chung & Ooi 2011, test 3, doi:10.1007/s10035-011-0277-0"

SPEED = 3.9


def verify(case):
    for restitution in (0, 0.2, 0.4, 0.6, 0.8, 1):
        ball = case.run({"contact.default.restitution": restitution}).body("ball")
        case.near(f"speed ratio, restitution {restitution}", ball.velocity[-1, 2] / SPEED, restitution, absolute=1e-3)
    for speed in (0.1, 1):
        # A slower contact takes longer: t ~ v^-1/5. The gap of 1 um at the start is crossed before it.
        ball = case.run({"contact.default.restitution": 0.6, "body.ball.velocity": [0, 0, -speed],
                         "stage.0.duration": 60e-6, "record.frames": 1e-6}).body("ball")
        case.near(f"speed ratio, restitution 0.6 at {speed} m/s", ball.velocity[-1, 2] / speed, 0.6, absolute=1e-3)
