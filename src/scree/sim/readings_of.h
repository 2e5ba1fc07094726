// What is read off a simulation of one dimension after a step: measurements, contacts, the source of an
// energy. Takes the state, its stepper and what counts flows; gives columns to runners and to those who ask.
#pragma once

#include "scree/sim/flow_counters.h"
#include "scree/sim/measurements.h"
#include "scree/sim/simulation.h"
#include "scree/step/stepper.h"

namespace scree::sim {

/// What readings are made of; all must outlive them.
template <int D>
struct ReadingParts {
  Simulation& simulation;
  const Measurements<D>& measures;
  const FlowCounters<D>& flows;
  step::Stepper<D>& stepper;
  std::function<Moment<D>()> moment;  // the present one
};

template <int D>
class ReadingsOf final : public Readings {
 public:
  explicit ReadingsOf(ReadingParts<D> parts) : parts_(std::move(parts)) {}

  std::vector<double> measure_intervals() const override { return parts_.measures.intervals(); }
  record::Sample sample(std::size_t number) override;
  record::Sample measure(const scene::Measure& one) override;
  std::vector<Column> contacts() override;
  std::optional<EnergySource> energy_source(bool gains) override;

 private:
  record::Sample sample_of(const scene::Measure& one, Rows rows) const;

  ReadingParts<D> parts_;
};

}  // namespace scree::sim
