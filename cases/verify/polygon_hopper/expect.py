"""Stones clog a narrow outlet and run out of a wide one.

The outlet is two diameters wide, or seven. Behind the narrow one an arch forms and nothing moves any more; through the wide one
most stones run out.
"""
SOURCE = "To, Lai & Pak 2001, for discs: outlets below some five diameters jam, the more likely the narrower they are"


def outlet(half_width):
    """Settings for an outlet of this half width [m]."""
    return {f"wall.{name}.points": [[sign * 0.2, 0.7], [sign * 0.2, 0.15], [sign * half_width, 0]]
            for name, sign in (("left", -1), ("right", 1))}


def gone(trajectory):
    """Share of the stones that the sink has taken."""
    entries = {entry["kind"]: entry for entry in trajectory.summary["flow"]["entries"] if entry["kind"] in ("inlet", "sink")}
    return entries["sink"]["bodies"] / entries["inlet"]["bodies"]


def verify(case):
    narrow, wide = case.run(), case.run(outlet(0.08))
    case.at_most("narrow: share of the stones that ran out", gone(narrow), 0.2)
    case.at_most("narrow: kinetic energy at the end [J]", narrow.totals["kinetic"][-1], 1e-6)
    case.at_least("wide: share of the stones that ran out", gone(wide), 0.75)
