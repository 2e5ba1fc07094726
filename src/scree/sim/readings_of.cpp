#include "scree/sim/readings_of.h"

#include "scree/sim/frame.h"

namespace scree::sim {
namespace {
/// Less than this, over the scale of the ledger, is what rounding leaves.
constexpr double rounding = 1e-12;
}  // namespace

template <int D>
record::Sample ReadingsOf<D>::sample_of(const scene::Measure& one, Rows rows) const {
  return {one.name, parts_.simulation.step(), parts_.simulation.time(), std::move(rows.columns),
          std::move(rows.values)};
}

template <int D>
record::Sample ReadingsOf<D>::sample(std::size_t number) {
  const scene::Measure& one = parts_.measures.at(number);
  return sample_of(one, one.kind == scene::Measure::Kind::flow ? parts_.flows.rows(number)
                                                               : sim::measure(one, parts_.moment()));
}

template <int D>
record::Sample ReadingsOf<D>::measure(const scene::Measure& one) {
  if (one.kind == scene::Measure::Kind::flow)
    throw RunError("a flow has to be followed from the start: write it into the scene");
  return sample_of(one, sim::measure(one, parts_.moment()));
}

template <int D>
std::vector<Column> ReadingsOf<D>::contacts() {
  step::ContactQueries<D>& queries = parts_.stepper.contacts();
  queries.want_views(true);
  world::ContactViews<D> views = queries.views();
  return contact_columns<D>(views.empty() ? queries.geometry() : std::move(views));
}

template <int D>
std::optional<EnergySource> ReadingsOf<D>::energy_source(bool gains) {
  Simulation& simulation = parts_.simulation;
  step::WorkQuestion question{simulation.time(), simulation.time_step().chosen, gains};
  question.least = rounding * simulation.energies().scale();
  const std::optional<step::UnexplainedWork> found = parts_.stepper.find_unexplained_work(question);
  if (!found) return std::nullopt;
  return EnergySource{found->first, found->second,       found->steps,
                      found->work,  found->at_half_step, found->is_of_time_step()};
}

template class ReadingsOf<2>;
template class ReadingsOf<3>;

}  // namespace scree::sim
