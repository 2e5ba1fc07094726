#include "scree/solve/impact.h"

#include <algorithm>

#include "scree/base/error.h"

namespace scree::solve {
namespace {

template <int D>
class Impacts {
 public:
  Impacts(const Island<D>& island, std::span<const Restitution> restitutions, const ImpactLimits& limits,
          const Effort& effort)
      : now_(island), restitutions_(restitutions), limits_(limits), effort_(effort) {
    SCREE_ASSERT(restitutions.size() == island.contacts.size());
    for (IslandContact<D>& contact : now_.contacts) {
      contact.least_speed = 0;
      contact.impulse = {};
      contact.moment = {};
    }
    result_.impulses.resize(island.contacts.size());
    result_.moments.resize(island.contacts.size());
    double fastest = 0;
    for (std::size_t c = 0; c < island.contacts.size(); ++c) fastest = std::max(fastest, norm(velocity(c)));
    no_approach_ = limits.tolerance * fastest;
  }

  ImpactResult<D> run() {
    for (;;) {
      const std::vector<std::size_t> approaching = find_approaching();
      if (approaching.empty()) break;
      std::vector<double> factors(approaching.size(), 1.0);
      if (result_.rounds == limits_.rounds) {
        result_.is_ended = true;
        std::vector<std::size_t> all(now_.contacts.size());
        for (std::size_t c = 0; c < all.size(); ++c) all[c] = c;
        solve(all);
        apply(all, std::vector<double>(all.size(), 1.0));
        break;
      }
      ++result_.rounds;
      bool has_any = false;
      for (std::size_t k = 0; k < approaching.size(); ++k) {
        const Restitution& own = restitutions_[approaching[k]];
        if (-normal_speed(approaching[k]) >= own.least_speed) factors[k] += own.coefficient;
        has_any = has_any || factors[k] > 1;
      }
      // Without any restitution all contacts are held at once: rounds over those that approach would only
      // come to the same slowly.
      std::vector<std::size_t> chosen = approaching;
      if (!has_any) {
        chosen.resize(now_.contacts.size());
        for (std::size_t c = 0; c < chosen.size(); ++c) chosen[c] = c;
        factors.assign(chosen.size(), 1.0);
      }
      solve(chosen);
      apply_within_energy(chosen, factors);
    }
    for (const IslandBody<D>& body : now_.bodies) {
      result_.velocities.push_back(body.velocity);
      result_.spins.push_back(body.spin);
    }
    return result_;
  }

 private:
  Vec<D> velocity(std::size_t c) const {
    const IslandContact<D>& contact = now_.contacts[c];
    const IslandBody<D>& first = now_.bodies[contact.first];
    const Vec<D> moving = first.velocity + cross(first.spin, contact.arm_first);
    if (contact.second == no_body) return moving - contact.wall_velocity;
    const IslandBody<D>& second = now_.bodies[contact.second];
    return moving - (second.velocity + cross(second.spin, contact.arm_second));
  }
  double normal_speed(std::size_t c) const { return dot(velocity(c), now_.contacts[c].normal); }

  std::vector<std::size_t> find_approaching() const {
    std::vector<std::size_t> found;
    for (std::size_t c = 0; c < now_.contacts.size(); ++c)
      if (normal_speed(c) < -no_approach_) found.push_back(c);
    return found;
  }

  void solve(const std::vector<std::size_t>& chosen) {
    Island<D> part;
    part.bodies = now_.bodies;
    for (const std::size_t c : chosen) part.contacts.push_back(now_.contacts[c]);
    solution_ = solve_island(part, limits_.tolerance, effort_);
    if (solution_.residual > result_.residual) {
      result_.residual = solution_.residual;
      result_.worst = chosen[solution_.worst];
    }
    result_.is_solved = result_.is_solved && solution_.is_solved;
  }

  /// What the impulses would add to kinetic energy: work against the mean of the velocities before and after.
  /// Walls are at rest in it, whatever they do.
  double energy_change(const std::vector<std::size_t>& chosen, const std::vector<double>& factors) {
    const std::vector<IslandBody<D>> before = now_.bodies;
    std::vector<Vec<D>> first_velocity;
    std::vector<Spin<D>> first_spin;
    for (const std::size_t c : chosen) {
      first_velocity.push_back(velocity(c));
      first_spin.push_back(relative_spin(c));
    }
    move(chosen, factors);
    double change = 0;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      change += 0.5 * factors[k] * dot(solution_.impulses[k], first_velocity[k] + velocity(chosen[k]));
      change += 0.5 * factors[k] * dot(solution_.moments[k], first_spin[k] + relative_spin(chosen[k]));
    }
    now_.bodies = before;
    return change;
  }
  Spin<D> relative_spin(std::size_t c) const {
    const IslandContact<D>& contact = now_.contacts[c];
    const Spin<D> first = now_.bodies[contact.first].spin;
    return contact.second == no_body ? first : first - now_.bodies[contact.second].spin;
  }

  void apply_within_energy(const std::vector<std::size_t>& chosen, std::vector<double> factors) {
    const auto [least, most] = std::minmax_element(factors.begin(), factors.end());
    if (*least != *most && energy_change(chosen, factors) > 0) {
      ++result_.lowered_rounds;
      const double smallest = *least;
      std::fill(factors.begin(), factors.end(), smallest);
    }
    apply(chosen, factors);
  }

  void apply(const std::vector<std::size_t>& chosen, const std::vector<double>& factors) {
    move(chosen, factors);
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      result_.impulses[chosen[k]] += factors[k] * solution_.impulses[k];
      result_.moments[chosen[k]] += factors[k] * solution_.moments[k];
    }
  }

  /// In the order of keys, so that sums of a body do not depend on how contacts were given.
  void move(const std::vector<std::size_t>& chosen, const std::vector<double>& factors) {
    std::vector<std::size_t> order(chosen.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return now_.contacts[chosen[a]].key < now_.contacts[chosen[b]].key;
    });
    for (const std::size_t k : order) {
      const IslandContact<D>& contact = now_.contacts[chosen[k]];
      const Vec<D> impulse = factors[k] * solution_.impulses[k];
      const Spin<D> moment = factors[k] * solution_.moments[k];
      push(now_.bodies[contact.first], impulse, cross(contact.arm_first, impulse) + moment);
      if (contact.second != no_body)
        push(now_.bodies[contact.second], -impulse, -1.0 * (cross(contact.arm_second, impulse) + moment));
    }
  }
  static void push(IslandBody<D>& body, const Vec<D>& impulse, const Spin<D>& moment) {
    body.velocity += body.inverse_mass * impulse;
    body.spin += body.inverse_inertia * moment;
  }

  Island<D> now_;
  std::span<const Restitution> restitutions_;
  const ImpactLimits& limits_;
  const Effort& effort_;
  double no_approach_ = 0;
  Solution<D> solution_;
  ImpactResult<D> result_;
};

}  // namespace

template <int D>
ImpactResult<D> resolve_impacts(const Island<D>& island, std::span<const Restitution> restitutions,
                                const ImpactLimits& limits, const Effort& effort) {
  return Impacts<D>(island, restitutions, limits, effort).run();
}

template ImpactResult<2> resolve_impacts<2>(const Island<2>&, std::span<const Restitution>,
                                            const ImpactLimits&, const Effort&);
template ImpactResult<3> resolve_impacts<3>(const Island<3>&, std::span<const Restitution>,
                                            const ImpactLimits&, const Effort&);

}  // namespace scree::solve
