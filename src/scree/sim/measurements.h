// The measurements of a scene while it runs: which there are, and the contacts that they look at.
#pragma once

#include "scree/sim/measurement.h"

namespace scree::sim {

template <int D>
class Measurements {
 public:
  /// `records_contacts`: frames show contacts, too.
  Measurements(const std::vector<scene::Measure>& measures, bool records_contacts);

  /// By measurement [s].
  std::vector<double> intervals() const {
    std::vector<double> intervals;
    for (const scene::Measure& measure : measures_) intervals.push_back(measure.interval.value);
    return intervals;
  }
  const scene::Measure& at(std::size_t measure) const { return measures_[measure]; }

  /// Whether some measurement, or the frames, look at contacts.
  bool want_contacts() const { return want_contacts_; }

  /// A frame of the state right after a restart lists contacts, too, but their forces are not known anew.
  void save(const world::ContactViews<D>& contacts, std::vector<Column>& columns) const;
  world::ContactViews<D> load(std::span<const Column> columns) const;

 private:
  std::vector<scene::Measure> measures_;
  bool records_contacts_ = false, want_contacts_ = false;
};

/// The bodies, and of these contacts those whose bodies are still there.
template <int D>
Moment<D> moment_of(const world::Bodies<D>& bodies, world::ContactViews<D> contacts);

}  // namespace scree::sim
