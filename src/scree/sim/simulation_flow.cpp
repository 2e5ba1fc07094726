// Bodies that come and go while a simulation runs: inlets, sinks, and the account of both.
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/sim/region.h"
#include "scree/sim/simulation_of.h"

namespace scree::sim {
namespace {
constexpr std::size_t grain = 4096;
/// Inlets open their gates every so many steps: each time the list of candidates is built anew.
constexpr std::uint64_t steps_per_entry = 50;

constexpr const char *inlet_counts = "inlet_counts", *inlet_amounts = "inlet_amounts",
                     *outflow_words = "outflow";
}  // namespace

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
ExactSum SimulationOf<D>::mass_of(const Motion<D>& motion) const {
  ExactSum sum;
  if (!is_fixed(motion)) sum.add(to_quanta(1 / motion.inverse_mass, mass_quantum_));
  return sum;
}

template <int D>
void SimulationOf<D>::prepare_flow(const scene::SceneDescription& scene, const World<D>& world) {
  for (std::size_t k = 0; k < scene.inlets.size(); ++k)
    inlets_.emplace_back(scene.inlets[k], k, world, scene.thickness, plans_.front().gravity, seed_);
  sinks_ = scene.sinks;
  outflows_.resize(sinks_.size() + 1);
  double heaviest = 0;
  for (const Motion<D>& motion : world.bodies.motion)
    if (!is_fixed(motion)) heaviest = std::max(heaviest, 1 / motion.inverse_mass);
  for (const step::Newcomer<D>& newcomer : world.to_come)
    heaviest = std::max(heaviest, 1 / newcomer.motion.inverse_mass);
  mass_quantum_ = quantum_for(heaviest);
  at_start_ = {FlowEntry::Kind::start, "", 0, {}};
  for (const Motion<D>& motion : world.bodies.motion) {
    at_start_.bodies += !is_fixed(motion);
    at_start_.mass.add(mass_of(motion));
  }
}

template <int D>
int SimulationOf<D>::sink_at(const Motion<D>& motion) const {
  if (!is_sound(motion)) return -1;
  if (!is_fixed(motion))
    for (std::size_t k = 0; k < sinks_.size(); ++k)
      if (contains<D>(sinks_[k].shape, motion.position)) return static_cast<int>(k);
  return domain_has_bounds_ && !domain_.contains(motion.position) ? static_cast<int>(sinks_.size()) : -1;
}

template <int D>
void SimulationOf<D>::remove_at_sinks() {
  const world::Bodies<D>& bodies = state_.bodies;
  std::vector<std::vector<Slot>> found(block_count(bodies.size(), grain));
  for_each_block(bodies.size(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      if (sink_at(bodies.motion[slot]) >= 0) found[block].push_back(static_cast<Slot>(slot));
  });
  std::vector<Slot> slots;
  for (const std::vector<Slot>& some : found) slots.insert(slots.end(), some.begin(), some.end());
  for (const Slot slot : slots) {
    const Motion<D>& motion = bodies.motion[slot];
    Outflow& outflow = outflows_[static_cast<std::size_t>(sink_at(motion))];
    outflow.bodies += !is_fixed(motion);
    outflow.mass.add(mass_of(motion));
  }
  stepper_->remove(slots);
}

template <int D>
double SimulationOf<D>::open_time(const Inlet<D>& inlet) const {
  const bool works = !finished() && inlet.works_in(plan().stage.name);
  return inlet.state().open_before + (works ? inlet.open_between(clock_.stage_start, time()) : 0);
}

template <int D>
void SimulationOf<D>::let_in() {
  if (clock_.step % steps_per_entry != 0) return;
  std::vector<step::Newcomer<D>> newcomers;
  for (Inlet<D>& inlet : inlets_)
    if (inlet.works_in(plan().stage.name) && !inlet.bring(open_time(inlet), state_, newcomers))
      stop_reason_ = inlet.complaint(open_time(inlet));
  if (newcomers.empty()) return;
  const Id first = state_.bodies.next_id();
  stepper_->add(newcomers, dt());
  look_at_planes(first);
}

template <int D>
void SimulationOf<D>::foretell_bodies(SceneFacts& facts) const {
  std::vector<double> open(inlets_.size());  // [s] so far
  double begin = 0, there = static_cast<double>(body_count());
  for (const StagePlan& plan : plans_) {
    const double end = begin + plan.stage.duration.value;
    double more = static_cast<double>(body_count());
    for (std::size_t k = 0; k < inlets_.size(); ++k) {
      if (inlets_[k].works_in(plan.stage.name)) open[k] += inlets_[k].open_between(begin, end);
      more += inlets_[k].due_in(open[k]);
    }
    facts.steps += plan.most_steps;
    facts.body_steps += 0.5 * (there + more) * static_cast<double>(plan.most_steps);
    facts.settles |= norm(plan.gravity) > 0;
    there = more;
    begin = end;
  }
  facts.bodies_to_come = static_cast<std::uint64_t>(std::round(there)) - body_count();
}

template <int D>
FlowBalance SimulationOf<D>::flow_balance() const {
  FlowBalance balance;
  if (inlets_.empty() && sinks_.empty() && !domain_has_bounds_) return balance;
  balance.quantum = mass_quantum_;
  balance.entries.push_back(at_start_);
  std::vector<FlowEntry> inside{{FlowEntry::Kind::inside, "", 0, {}}};
  for (const Motion<D>& motion : state_.bodies.motion) {
    inside[0].bodies += !is_fixed(motion);
    inside[0].mass.add(mass_of(motion));
  }
  for (const Inlet<D>& inlet : inlets_)
    balance.entries.push_back(
        {FlowEntry::Kind::inlet, inlet.name(), inlet.state().brought, inlet.mass_in_quanta(mass_quantum_)});
  for (std::size_t k = 0; k < outflows_.size(); ++k)
    if (k < sinks_.size() || domain_has_bounds_)
      balance.entries.push_back({FlowEntry::Kind::sink, k < sinks_.size() ? sinks_[k].name : "domain",
                                 outflows_[k].bodies, outflows_[k].mass});
  balance.entries.push_back(inside[0]);
  return balance;
}

template <int D>
void SimulationOf<D>::save_flow(std::vector<Column>& columns) const {
  std::vector<std::uint64_t> counts, words;
  std::vector<double> amounts;
  for (const Inlet<D>& inlet : inlets_) {
    const InletState& state = inlet.state();
    counts.insert(counts.end(), {state.brought, state.attempts});
    amounts.insert(amounts.end(), {state.mass, state.forgiven, state.open_before});
  }
  for (const Outflow& outflow : outflows_)
    words.insert(words.end(), {outflow.bodies, outflow.mass.low_word(), outflow.mass.high_word()});
  columns.push_back(Column::copy_of<std::uint64_t>(inlet_counts, counts));
  columns.push_back(Column::copy_of<double>(inlet_amounts, amounts));
  columns.push_back(Column::copy_of<std::uint64_t>(outflow_words, words));
}

template <int D>
void SimulationOf<D>::restore_flow(const record::Checkpoint& checkpoint) {
  const auto counts =
      world::find_column(checkpoint.columns, inlet_counts, Element::u64, 1).values<std::uint64_t>();
  const auto amounts =
      world::find_column(checkpoint.columns, inlet_amounts, Element::f64, 1).values<double>();
  const auto words =
      world::find_column(checkpoint.columns, outflow_words, Element::u64, 1).values<std::uint64_t>();
  if (counts.size() != 2 * inlets_.size() || amounts.size() != 3 * inlets_.size() ||
      words.size() != 3 * outflows_.size())
    throw RunError("the checkpoint belongs to another scene: its inlets or sinks differ");
  for (std::size_t k = 0; k < inlets_.size(); ++k)
    inlets_[k].state() = {counts[2 * k], counts[2 * k + 1], amounts[3 * k], amounts[3 * k + 1],
                          amounts[3 * k + 2]};
  for (std::size_t k = 0; k < outflows_.size(); ++k)
    outflows_[k] = {words[3 * k], ExactSum::from_words(words[3 * k + 1], words[3 * k + 2])};
}

#define SCREE_INSTANTIATE_FLOW(D)                                                               \
  template ExactSum SimulationOf<D>::mass_of(const Motion<D>&) const;                           \
  template void SimulationOf<D>::prepare_flow(const scene::SceneDescription&, const World<D>&); \
  template int SimulationOf<D>::sink_at(const Motion<D>&) const;                                \
  template void SimulationOf<D>::remove_at_sinks();                                             \
  template double SimulationOf<D>::open_time(const Inlet<D>&) const;                            \
  template void SimulationOf<D>::let_in();                                                      \
  template void SimulationOf<D>::foretell_bodies(SceneFacts&) const;                            \
  template FlowBalance SimulationOf<D>::flow_balance() const;                                   \
  template void SimulationOf<D>::save_flow(std::vector<Column>&) const;                         \
  template void SimulationOf<D>::restore_flow(const record::Checkpoint&)
SCREE_INSTANTIATE_FLOW(2);
SCREE_INSTANTIATE_FLOW(3);
#undef SCREE_INSTANTIATE_FLOW

}  // namespace scree::sim
