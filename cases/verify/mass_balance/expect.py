"""What inlets bring is inside or has gone out, exactly.

Bodies are counted and masses added as whole numbers of a quantum, so the balance has no rounding. Rates are met to one body.
"""
SOURCE = "conservation of mass"


def verify(case):
    run = case.run()
    flow = run.summary["flow"]
    entries = {(entry["kind"], entry["name"]): entry for entry in flow["entries"]}
    bodies = {kind: sum(entry["bodies"] for (k, _), entry in entries.items() if k == kind)
              for kind in ("start", "inlet", "sink", "inside")}
    case.near("bodies: came - inside - gone", bodies["start"] + bodies["inlet"] - bodies["inside"] - bodies["sink"], 0,
              absolute=0)
    case.near("mass in quanta is balanced (1: exactly)", 1 if flow["closed"] else 0, 1, absolute=0)
    case.near("bodies by number", entries["inlet", "by number"]["bodies"], 200 * 0.4, absolute=1)
    heaviest = 2500 * 3.1416 * 0.00475**2
    case.near("mass by mass [kg]", entries["inlet", "by mass"]["mass"], 20 * 0.3, absolute=heaviest)
    case.at_least("bodies that left by the sink", entries["sink", "outlet"]["bodies"], 20)
    outflow = run.measures["outflow"]
    case.near("bodies counted at the plane - taken by the sink below it",
              outflow["forward"][-1] - outflow["backward"][-1] - entries["sink", "outlet"]["bodies"], 0, absolute=0)
    case.at_most("energy residual over its scale", abs(run.summary["relative_residual"]), 0.01)
    case.at_most("momentum residual over its scale", run.summary["momentum_residual"], 1e-6)
