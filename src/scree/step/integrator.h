// Time integration of all bodies by one common step: part of the explicit stepper. Takes forces from
// ContactForces, moves the bodies.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "scree/step/contact_forces.h"

namespace scree::step {

/// A step: from `begin` [s], dt [s] long.
struct Span {
  double begin = 0, dt = 0;
  /// This moment of it, so many seconds after its begin.
  Instant after(double ahead) const { return {begin, ahead}; }
  Instant end() const { return {begin, dt}; }
};

/// What follows a step of dt. If `step`, another one of the same dt does, and its state is neither looked at
/// nor changed in between, unless an overlap is larger than `most_overlap` of the smaller radius or a body
/// wakes. An integrator may then begin the next step while the bodies are in the cache.
struct Next {
  bool step = false;
  double most_overlap = 0;
};

template <int D>
class Integrator {
 public:
  virtual ~Integrator() = default;
  /// Prepares a world whose loads are those of its present state. Not called after a restart.
  virtual void start(ContactForces<D>& forces, const Span& first_step) {
    static_cast<void>(forces);
    static_cast<void>(first_step);
  }
  /// The step changes from `before` to `after` [s] between two steps.
  virtual void change_step(ContactForces<D>& forces, double before, double after) {
    static_cast<void>(forces);
    static_cast<void>(before);
    static_cast<void>(after);
  }
  /// Gravity has just changed by `jump` between two steps of dt [s].
  virtual void change_gravity(ContactForces<D>& forces, const Vec<D>& jump, double dt) {
    static_cast<void>(forces);
    static_cast<void>(jump);
    static_cast<void>(dt);
  }
  /// Bodies from this id on have just come; nothing touches them.
  virtual void welcome(ContactForces<D>& forces, Id first, double dt) {
    static_cast<void>(forces);
    static_cast<void>(first);
    static_cast<void>(dt);
  }
  /// The motion of a body was replaced, or it was fixed or freed, between two steps of dt [s].
  virtual void begin_anew(ContactForces<D>& forces, Slot slot, double dt) {
    static_cast<void>(forces);
    static_cast<void>(slot);
    static_cast<void>(dt);
  }
  /// One step; commits the contacts. False once a body's state has exploded: such a world must not
  /// be stepped on.
  [[nodiscard]] virtual bool advance(ContactForces<D>& forces, const Span& span, const Next& next) = 0;
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
