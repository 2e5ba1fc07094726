// What a run's ledgers say about energy, momentum and mass, as people read it.
#pragma once

#include "scree/sim/inflow.h"
#include "scree/sim/mass_quantum.h"
#include "scree/sim/simulation.h"
#include "scree/sim/sinks.h"

namespace scree::sim {

/// What was booked since the start; the energies that are functions of the state are left at zero. `quantum`
/// [J] is that of the losses.
template <int D>
Energies booked_energies(const world::Ledger<D>& ledger, double quantum);

template <int D>
Balance momentum_balance(const world::Bodies<D>& bodies, const world::Moments<D>& now,
                         const world::MomentumLedger<D>& ledger);
template <int D>
Balance angular_momentum_balance(const world::Bodies<D>& bodies, const world::Moments<D>& now,
                                 const world::MomentumLedger<D>& ledger, bool is_periodic);

/// Empty where no body can come or go.
template <int D>
FlowBalance flow_balance(const FlowEntry& at_start, const Inflow<D>& inflow, const Sinks<D>& sinks,
                         const world::Bodies<D>& bodies, const MassQuantum& quantum);

/// Suits the heaviest body that is there or may come.
template <int D>
MassQuantum mass_quantum_for(const World<D>& world);

}  // namespace scree::sim
