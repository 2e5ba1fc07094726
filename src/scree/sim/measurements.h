// The measurements of a scene while it runs: which there are, and the contacts that they look at.
#pragma once

#include "scree/sim/measurement.h"

namespace scree::sim {

template <int D>
class Measurements {
 public:
  /// `records_contacts`: frames show contacts, too.
  Measurements(const std::vector<scene::Measure>& measures, bool records_contacts);

  std::size_t count() const { return measures_.size(); }
  const scene::Measure& at(std::size_t measure) const { return measures_[measure]; }

  /// Whether contacts must be kept before bodies, walls or laws change: the forces between the bodies that
  /// stay are not known afterwards.
  bool keeps_contacts() const { return keeps_contacts_; }
  void keep(step::ContactViews<D> contacts) { kept_ = std::move(contacts); }
  void forget() { kept_.clear(); }
  const step::ContactViews<D>& kept() const { return kept_; }

  /// A frame of the state right after a restart lists contacts, too, but their forces are not known anew.
  void save(const step::ContactViews<D>& contacts, std::vector<Column>& columns) const;
  void load(std::span<const Column> columns);

 private:
  std::vector<scene::Measure> measures_;
  bool records_contacts_ = false, keeps_contacts_ = false;
  step::ContactViews<D> kept_;
};

/// The bodies, and of these contacts those whose bodies are still there.
template <int D>
Moment<D> moment_of(const world::Bodies<D>& bodies, step::ContactViews<D> contacts);

}  // namespace scree::sim
