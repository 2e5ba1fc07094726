"""Bodies that slide all through an impact feel a friction impulse of mu times the normal one, however damped it is.

The dashpot pushes first and pulls at the end, and its impulse over the contact is zero. So Coulomb's impulse is
mu (1 + e) m* vn, and the surface speed vs of a sphere falls by 7/2 of that over m*, of a disc by 3. In terms of
X = 7/2 mu (1 + e) vn / vs the tangential restitution beta = -vs'/vs is X - 1 as long as X is at most 1. A limit that takes the sum
of spring and dashpot, and cuts it off where it pulls, gives up to 14 % more friction.
"""
SOURCE = "Chung & Ooi 2011, tests 6 and 8, doi:10.1007/s10035-011-0277-0; sliding: Coulomb's impulse"

RADIUS, NORMAL_SPEED, FRICTION = 0.1, 0.2, 0.4
LAWS = ("hertz_mindlin", "hooke")
# [N/m], so that discs hardly move along each other while they touch: laws of the area are soft where bodies are round.
STIFFNESS = {"hooke": 1e10, "overlap_area": 1e12, "overlap_energy": 1e13}


def settings_of(law, restitution):
    stiffness = {"contact.default.stiffness": 5e8} if law == "hooke" else {}
    return {"contact.default.law": law, "contact.default.restitution": restitution} | stiffness


def wall_impact(case, law, restitution, ratio):
    before = 3.5 * FRICTION * (1 + restitution) * NORMAL_SPEED / ratio
    ball = case.run(settings_of(law, restitution) | {"body.ball.spin": [0, -before / RADIUS, 0]}).body("ball")
    return -(ball.velocity[-1, 0] - RADIUS * ball.spin[-1, 1]) / before


def pair_impact(case, law, restitution, ratio):
    before = 3.5 * FRICTION * (1 + restitution) * NORMAL_SPEED / ratio
    spin = [0, before / (2 * RADIUS), 0]
    run = case.run(settings_of(law, restitution) | {"body.low.spin": spin, "body.high.spin": spin}, scene="pair.toml")
    low, high = run.body("low"), run.body("high")
    after = (low.velocity[-1, 0] + RADIUS * low.spin[-1, 1]) - (high.velocity[-1, 0] - RADIUS * high.spin[-1, 1])
    return -after / before


def disc_impact(case, law, restitution):
    run = case.run({"contact.default.law": law, "contact.default.restitution": restitution,
                    "contact.default.stiffness": STIFFNESS[law]}, scene="disc.toml")
    low, high = run.body("low"), run.body("high")

    def slip(frame):
        return low.velocity[frame, 0] - high.velocity[frame, 0] - 0.01 * (low.spin[frame] + high.spin[frame])

    approach = high.velocity[0, 1] - low.velocity[0, 1]
    rebound = (low.velocity[-1, 1] - high.velocity[-1, 1]) / approach
    return (slip(0) - slip(-1)) / (3 * 0.1 * (1 + rebound) * abs(approach))


def verify(case):
    for law in LAWS:
        for restitution in (1, 0.7, 0.5, 0.1):
            for ratio in (0.2, 0.8):
                case.near(f"{law}, e = {restitution}, X = {ratio}: beta on a wall",
                          wall_impact(case, law, restitution, ratio), ratio - 1, absolute=0.002)
            case.near(f"{law}, e = {restitution}, X = 0.8: beta of two spheres", pair_impact(case, law, restitution, 0.8),
                      -0.2, absolute=0.002)
    for law in STIFFNESS:
        for restitution in (1, 0.7, 0.5, 0.1):
            case.near(f"discs, {law}, e = {restitution}: change of surface speed over 3 mu (1 + e) vn",
                      disc_impact(case, law, restitution), 1, relative=0.005)
