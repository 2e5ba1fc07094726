// Momentum and angular momentum of all bodies that move, and what walls, fixed bodies and gravity gave to
// them. Forces between bodies cancel, so what the two sides differ by is round-off; with laws that do not
// keep angular momentum exactly, it says by how much.
#pragma once

#include <cmath>

#include "scree/base/vec.h"

namespace scree::world {

/// Force on the moving bodies from outside (walls, fixed bodies), and its torque about the origin.
template <int D>
struct ExternalLoad {
  Vec<D> force;      // [N]
  Spin<D> torque{};  // [N m]
};

/// Sums over the bodies that move.
template <int D>
struct Moments {
  double mass = 0;             // [kg]
  Vec<D> first;                // mass times position [kg m]
  Vec<D> momentum;             // [kg m/s]
  Spin<D> angular_momentum{};  // about the origin [kg m2/s]

  Moments& operator+=(const Moments& other) {
    mass += other.mass;
    first += other.first;
    momentum += other.momentum;
    angular_momentum += other.angular_momentum;
    return *this;
  }
};

/// Velocity Verlet changes momentum by exactly the mean of the forces at both ends of a step, and angular
/// momentum by that of the torques; other integrators do so up to their order.
template <int D>
class MomentumLedger {
 public:
  struct State {
    Moments<D> expected;
    ExternalLoad<D> load;  // at the end of the last step
    // What came from outside since the start, without signs: bodies at rest have no momentum to compare with.
    double impulse = 0;          // [kg m/s]
    double angular_impulse = 0;  // [kg m2/s]
  };

  MomentumLedger() = default;
  MomentumLedger(const Moments<D>& start, const ExternalLoad<D>& load) : state_{start, load, 0, 0} {}
  explicit MomentumLedger(const State& state) : state_(state) {}

  /// A step of dt [s] has ended with this load.
  void book(const ExternalLoad<D>& load, const Vec<D>& gravity, double dt) {
    Moments<D>& moments = state_.expected;
    const Vec<D> weight = moments.mass * gravity;
    const Vec<D> first =
        moments.first + dt * moments.momentum + (0.5 * dt * dt) * (state_.load.force + weight);
    const Spin<D> by_loads = (0.5 * dt) * (state_.load.torque + load.torque);
    const Spin<D> by_weight = (0.5 * dt) * cross(moments.first + first, gravity);
    const Vec<D> pushed = (0.5 * dt) * (state_.load.force + load.force);
    moments.angular_momentum += by_loads;
    moments.angular_momentum += by_weight;
    moments.momentum += pushed + dt * weight;
    state_.impulse += norm(pushed) + dt * norm(weight);
    state_.angular_impulse += std::sqrt(dot(by_loads, by_loads)) + std::sqrt(dot(by_weight, by_weight));
    moments.first = first;
    state_.load = load;
  }
  /// A step of dt [s] has ended in which outside impulses, their moments about the origin, acted on bodies
  /// beside gravity.
  void book_impulses(const Vec<D>& pushed, const Spin<D>& turned, const Vec<D>& gravity, double dt) {
    Moments<D>& moments = state_.expected;
    const Vec<D> weight = moments.mass * gravity, before = moments.momentum;
    const Spin<D> by_weight = dt * cross(moments.first + (0.5 * dt) * before, gravity);
    moments.momentum += pushed + dt * weight;
    moments.first += (0.5 * dt) * (before + moments.momentum);
    moments.angular_momentum += turned;
    moments.angular_momentum += by_weight;
    state_.impulse += norm(pushed) + dt * norm(weight);
    state_.angular_impulse += std::sqrt(dot(turned, turned)) + std::sqrt(dot(by_weight, by_weight));
  }
  /// Between two steps a body at `place` was pushed from outside.
  void push(const Vec<D>& impulse, const Vec<D>& place) {
    const Spin<D> turn = cross(place, impulse);
    state_.expected.momentum += impulse;
    state_.expected.angular_momentum += turn;
    state_.impulse += norm(impulse);
    state_.angular_impulse += std::sqrt(dot(turn, turn));
  }
  /// Bodies have come with these moments; nothing acts on them yet.
  void add(const Moments<D>& brought) { state_.expected += brought; }
  /// The same, and this is what acts on all from outside now.
  void add(const Moments<D>& brought, const ExternalLoad<D>& load) {
    add(brought);
    state_.load = load;
  }
  /// Bodies have left with these moments.
  void remove(const Moments<D>& gone, const ExternalLoad<D>& load) {
    state_.expected.mass -= gone.mass;
    state_.expected.first -= gone.first;
    state_.expected.momentum -= gone.momentum;
    state_.expected.angular_momentum -= gone.angular_momentum;
    state_.load = load;
  }

  /// What the bodies should have by now.
  const Moments<D>& expected() const { return state_.expected; }
  const State& state() const { return state_; }

 private:
  State state_;
};

}  // namespace scree::world
