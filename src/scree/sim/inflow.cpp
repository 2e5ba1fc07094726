#include "scree/sim/inflow.h"

#include <algorithm>

namespace scree::sim {
namespace {
constexpr std::uint64_t steps_per_entry = 50;
constexpr const char *inlet_counts = "inlet_counts", *inlet_amounts = "inlet_amounts";
}  // namespace

template <int D>
Inflow<D>::Inflow(const scene::SceneDescription& scene, const World<D>& world, const Vec<D>& gravity,
                  std::uint64_t seed) {
  for (std::size_t k = 0; k < scene.inlets.size(); ++k)
    inlets_.emplace_back(scene.inlets[k], k, world, scene.thickness, gravity, seed);
}

template <int D>
bool Inflow<D>::opens_at(std::uint64_t step) const {
  return any() && step % steps_per_entry == 0;
}

template <int D>
double Inflow<D>::open_time(const Inlet<D>& inlet, const OpenStage& stage) const {
  return inlet.state().open_before +
         (inlet.works_in(stage.name) ? inlet.open_between(stage.start, stage.time) : 0);
}

template <int D>
typename Inflow<D>::Arrivals Inflow<D>::bring(const OpenStage& stage, const Surroundings<D>& there) {
  Arrivals arrivals;
  for (Inlet<D>& inlet : inlets_)
    if (inlet.works_in(stage.name) && !inlet.bring(open_time(inlet, stage), there, arrivals.newcomers))
      arrivals.complaint = inlet.complaint(open_time(inlet, stage));
  return arrivals;
}

template <int D>
void Inflow<D>::end_stage(const OpenStage& stage) {
  for (Inlet<D>& inlet : inlets_) inlet.state().open_before = open_time(inlet, stage);
}

template <int D>
bool Inflow<D>::may_bring_after(double time) const {
  return std::any_of(inlets_.begin(), inlets_.end(),
                     [&](const Inlet<D>& inlet) { return inlet.may_bring_after(time); });
}

template <int D>
bool Inflow<D>::may_bring_later(const OpenStage& stage) const {
  return std::any_of(inlets_.begin(), inlets_.end(), [&](const Inlet<D>& inlet) {
    return inlet.works_in(stage.name) && inlet.may_bring_after(stage.time);
  });
}

template <int D>
std::vector<FlowEntry> Inflow<D>::entries(double quantum) const {
  std::vector<FlowEntry> entries;
  for (const Inlet<D>& inlet : inlets_)
    entries.push_back(
        {FlowEntry::Kind::inlet, inlet.name(), inlet.state().brought, inlet.mass_in_quanta(quantum)});
  return entries;
}

template <int D>
void Inflow<D>::save(std::vector<Column>& columns) const {
  std::vector<std::uint64_t> counts;
  std::vector<double> amounts;
  for (const Inlet<D>& inlet : inlets_) {
    const InletState& state = inlet.state();
    counts.insert(counts.end(), {state.brought, state.attempts});
    amounts.insert(amounts.end(), {state.mass, state.forgiven, state.open_before});
  }
  columns.push_back(Column::copy_of<std::uint64_t>(inlet_counts, counts));
  columns.push_back(Column::copy_of<double>(inlet_amounts, amounts));
}

template <int D>
void Inflow<D>::load(std::span<const Column> columns) {
  const auto counts = world::find_column(columns, inlet_counts, Element::u64, 1).values<std::uint64_t>();
  const auto amounts = world::find_column(columns, inlet_amounts, Element::f64, 1).values<double>();
  if (counts.size() != 2 * inlets_.size() || amounts.size() != 3 * inlets_.size())
    throw RunError("the checkpoint belongs to another scene: its inlets differ");
  for (std::size_t k = 0; k < inlets_.size(); ++k)
    inlets_[k].state() = {counts[2 * k], counts[2 * k + 1], amounts[3 * k], amounts[3 * k + 1],
                          amounts[3 * k + 2]};
}

template <int D>
void Inflow<D>::hash(HashBytes& bytes) const {
  for (const Inlet<D>& inlet : inlets_) bytes.add(inlet.state());
}

template class Inflow<2>;
template class Inflow<3>;

}  // namespace scree::sim
