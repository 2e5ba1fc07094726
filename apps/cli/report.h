// What a person reads when a run has ended.
#pragma once

#include <string>

#include "scree/base/timer.h"
#include "scree/sim/summary.h"

namespace scree::cli {

/// Several lines: how far, how fast, where the time and the energy went, where the results are, the state
/// hash.
std::string report_text(const sim::Summary& summary, const PhaseTimes& phases, const std::string& folder,
                        int width);

/// What moves bodies: the stepper, or for the explicit one its integrator.
std::string motion_text(const std::string& stepper, const std::string& integrator);

/// The terms of the energy ledger that are not zero, with their sum.
std::string energy_text(const sim::Energies& energy, std::size_t indent, int width);

}  // namespace scree::cli
