// What can be asked about the contacts of the present state, whatever stepper found them. Takes nothing,
// gives contacts to sim/ for frames, measures, checks and checkpoints.
#pragma once

#include <cstddef>
#include <utility>

#include "scree/world/contact_records.h"
#include "scree/world/contact_view.h"

namespace scree::step {

/// How many doubles contacts remember, and their forces have.
struct ContactWidths {
  std::size_t memory = 0, force = 0;
};

template <int D>
class ContactQueries {
 public:
  virtual ~ContactQueries() = default;

  /// Bodies that sleep included, here and below.
  virtual std::size_t count() const = 0;
  /// [J] that contacts have stored, right after a step or the start.
  virtual double elastic_energy() = 0;
  /// Keys and memory.
  virtual world::ContactRecords records() const = 0;
  virtual ContactWidths widths() const = 0;
  /// The contacts of the last step in key order, with their forces; kept ones where bodies or walls have come
  /// or gone since; none after a restart.
  virtual world::ContactViews<D> views() = 0;
  /// The contacts as they lie now; forces only of contacts that sleep.
  virtual world::ContactViews<D> geometry() = 0;
  /// Whether views are asked for at all: then they are kept over a change of bodies or walls.
  virtual void want_views(bool wanted) = 0;
  virtual void set_kept_views(world::ContactViews<D> views) = 0;
};

}  // namespace scree::step
