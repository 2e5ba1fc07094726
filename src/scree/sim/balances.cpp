#include "scree/sim/balances.h"

#include <algorithm>
#include <cmath>

#include "scree/sim/in_id_order.h"
#include "scree/step/accounts.h"

namespace scree::sim {
namespace {

std::vector<double> numbers_of(double number) { return {number}; }
template <int D>
std::vector<double> numbers_of(const Vec<D>& vector) {
  return {vector.component, vector.component + D};
}

}  // namespace

double Energies::scale() const {
  return std::max({std::abs(kinetic) + std::abs(elastic), std::abs(lost()), std::abs(initial - potential),
                   std::abs(removed), std::abs(wall_work), std::abs(added)});
}

bool FlowBalance::is_closed() const {
  std::uint64_t in = 0, out = 0;
  ExactSum mass_in, mass_out;
  for (const FlowEntry& entry : entries) {
    const bool comes = entry.kind == FlowEntry::Kind::start || entry.kind == FlowEntry::Kind::inlet;
    (comes ? in : out) += entry.bodies;
    (comes ? mass_in : mass_out).add(entry.mass);
  }
  return in == out && mass_in == mass_out;
}

template <int D>
Energies booked_energies(const world::Ledger<D>& ledger, double quantum) {
  Energies energies;
  energies.damping = ledger.losses.damping.value(quantum);
  energies.friction = ledger.losses.friction.value(quantum);
  energies.rolling = ledger.losses.rolling.value(quantum);
  energies.model = ledger.losses.model.value(quantum);
  energies.scheme = ledger.losses.scheme.value(quantum);
  energies.wall_work = ledger.wall_work;
  energies.removed = ledger.removed;
  energies.added = ledger.added;
  energies.sleep = ledger.asleep;
  return energies;
}

template <int D>
Balance momentum_balance(const world::Bodies<D>& bodies, const world::Moments<D>& now,
                         const world::MomentumLedger<D>& ledger) {
  Balance balance{numbers_of(now.momentum), norm(now.momentum - ledger.expected().momentum),
                  ledger.state().impulse};
  for_each_body(bodies, [&](Id, Slot slot) {
    const Motion<D>& motion = bodies.motion[slot];
    if (!is_fixed(motion)) balance.scale += norm(motion.velocity) / motion.inverse_mass;
  });
  return balance;
}

/// The size of a body's angular momentum about its own centre [kg m2/s].
template <int D>
double turning_scale(const world::Bodies<D>& bodies, Slot slot) {
  const Motion<D>& motion = bodies.motion[slot];
  if (!bodies.is_mesh(slot)) return std::sqrt(dot(motion.spin, motion.spin)) / motion.inverse_inertia;
  const Spin<D> momentum = step::own_angular_momentum(bodies, slot);
  return std::sqrt(dot(momentum, momentum));
}

template <int D>
Balance angular_momentum_balance(const world::Bodies<D>& bodies, const world::Moments<D>& now,
                                 const world::MomentumLedger<D>& ledger, bool is_periodic) {
  // Contacts across the faces of a periodic box act on places far apart: there, it is not conserved.
  if (is_periodic) return {numbers_of(now.angular_momentum), 0, 0};
  const Spin<D> missing = now.angular_momentum - ledger.expected().angular_momentum;
  Balance balance{numbers_of(now.angular_momentum), std::sqrt(dot(missing, missing)),
                  ledger.state().angular_impulse};
  for_each_body(bodies, [&](Id, Slot slot) {
    const Motion<D>& motion = bodies.motion[slot];
    if (is_fixed(motion)) return;
    balance.scale +=
        norm(motion.position) * norm(motion.velocity) / motion.inverse_mass + turning_scale(bodies, slot);
  });
  return balance;
}

template <int D>
FlowBalance flow_balance(const FlowEntry& at_start, const Inflow<D>& inflow, const Sinks<D>& sinks,
                         const world::Bodies<D>& bodies, const MassQuantum& quantum) {
  FlowBalance balance;
  if (!inflow.any() && !sinks.any()) return balance;
  balance.quantum = quantum.kilograms;
  balance.entries.push_back(at_start);
  for (const FlowEntry& entry : inflow.entries(quantum.kilograms)) balance.entries.push_back(entry);
  for (const FlowEntry& entry : sinks.entries()) balance.entries.push_back(entry);
  balance.entries.push_back(quantum.of_all(FlowEntry::Kind::inside, bodies));
  return balance;
}

template <int D>
MassQuantum mass_quantum_for(const World<D>& world) {
  double heaviest = 0;
  for (const Motion<D>& motion : world.bodies.motion)
    if (!is_fixed(motion)) heaviest = std::max(heaviest, 1 / motion.inverse_mass);
  for (const step::Newcomer<D>& newcomer : world.to_come)
    heaviest = std::max(heaviest, 1 / newcomer.motion.inverse_mass);
  return {quantum_for(heaviest)};
}

template Energies booked_energies(const world::Ledger<2>&, double);
template Energies booked_energies(const world::Ledger<3>&, double);
template Balance momentum_balance(const world::Bodies<2>&, const world::Moments<2>&,
                                  const world::MomentumLedger<2>&);
template Balance momentum_balance(const world::Bodies<3>&, const world::Moments<3>&,
                                  const world::MomentumLedger<3>&);
template Balance angular_momentum_balance(const world::Bodies<2>&, const world::Moments<2>&,
                                          const world::MomentumLedger<2>&, bool);
template Balance angular_momentum_balance(const world::Bodies<3>&, const world::Moments<3>&,
                                          const world::MomentumLedger<3>&, bool);
template FlowBalance flow_balance(const FlowEntry&, const Inflow<2>&, const Sinks<2>&,
                                  const world::Bodies<2>&, const MassQuantum&);
template FlowBalance flow_balance(const FlowEntry&, const Inflow<3>&, const Sinks<3>&,
                                  const world::Bodies<3>&, const MassQuantum&);
template MassQuantum mass_quantum_for(const World<2>&);
template MassQuantum mass_quantum_for(const World<3>&);

}  // namespace scree::sim
