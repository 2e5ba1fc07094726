// Time integration of all bodies by one common step. Takes loads from Dynamics, moves the bodies.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "scree/step/dynamics.h"

namespace scree::step {

/// What follows a step of dt. If `step`, another one of the same dt does, and nobody looks at the bodies or
/// changes anything in between, unless an overlap is larger than `most_overlap` of the smaller radius or
/// somebody wakes. An integrator may then begin the next step while the bodies are in the cache.
struct Next {
  bool step = false;
  double most_overlap = 0;
};

template <int D>
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Prepares a world whose loads are those of its present state. Not called after a restart.
  virtual void start(Dynamics<D>& dynamics, double dt) {
    static_cast<void>(dynamics);
    static_cast<void>(dt);
  }
  /// The step changes from `before` to `after` [s] between two steps.
  virtual void change_step(Dynamics<D>& dynamics, double before, double after) {
    static_cast<void>(dynamics);
    static_cast<void>(before);
    static_cast<void>(after);
  }
  /// Gravity has just changed by `jump` between two steps of dt [s].
  virtual void change_gravity(Dynamics<D>& dynamics, const Vec<D>& jump, double dt) {
    static_cast<void>(dynamics);
    static_cast<void>(jump);
    static_cast<void>(dt);
  }
  /// Bodies from this id on have just come; nothing touches them.
  virtual void welcome(Dynamics<D>& dynamics, Id first, double dt) {
    static_cast<void>(dynamics);
    static_cast<void>(first);
    static_cast<void>(dt);
  }
  /// One step of dt [s]; commits the contacts. False once a body's state has exploded: such a world must not
  /// be stepped on.
  [[nodiscard]] virtual bool advance(Dynamics<D>& dynamics, double dt, const Next& next) = 0;
  /// True if the last step has begun the next: the bodies are somewhere in between.
  virtual bool has_begun() const { return false; }
};

struct IntegratorEntry {
  std::string_view name, summary, source;
  int order;  ///< of convergence
  std::unique_ptr<Integrator<2>> (*make_2d)();
  std::unique_ptr<Integrator<3>> (*make_3d)();
};

/// The first is the default.
std::span<const IntegratorEntry> integrators();
const IntegratorEntry* find_integrator(std::string_view name);

template <int D>
std::unique_ptr<Integrator<D>> make(const IntegratorEntry& entry) {
  if constexpr (D == 2)
    return entry.make_2d();
  else
    return entry.make_3d();
}

}  // namespace scree::step
