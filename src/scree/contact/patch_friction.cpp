#include "scree/contact/patch_friction.h"

#include <algorithm>
#include <cmath>

namespace scree::contact {
namespace {

/// Of the force `spring`, what lies in the plane across `normal`, made as long as the whole was: the patch
/// has turned, and has not slid by that.
Vec3 turned_into_plane(const Vec3& spring, const Vec3& normal) {
  const Vec3 part = spring - dot(spring, normal) * normal;
  const double before = norm(spring), after = norm(part);
  return after > 0 ? (before / after) * part : Vec3();
}

/// Springs of a share of an old patch are as many as that share of its stiffness says.
struct Inherited {
  Vec3 spring;
  double torsion = 0;
  double stiffness = 0;  // [N/m] of the springs that were
  double twist = 0;      // [N m] likewise
  double energy = 0;     // [J] that was in them
};

/// What each new patch takes over: acting pairs go by key, and the sums by the order of old patches.
class Inheritance {
 public:
  Inheritance(const FrictionMemory& old, std::span<const Patch> patches, std::span<const ActingPair> pairs)
      : inherited_(patches.size()) {
    if (old.patches.empty()) return;
    const std::uint32_t origin = patches.empty() ? 0 : patches.front().first_pair;
    for (std::uint32_t k = 0; k < patches.size(); ++k)
      for (std::uint32_t n = 0; n < patches[k].pair_count; ++n)
        where_.push_back({pairs[patches[k].first_pair - origin + n].key(), k});
    std::sort(where_.begin(), where_.end(), [](const Where& a, const Where& b) { return a.key < b.key; });
    for (const PatchMemory& patch : old.patches) hand_on(old, patch);
  }
  const Inherited& of(std::size_t patch) const { return inherited_[patch]; }

 private:
  struct Where {
    std::uint64_t key;
    std::uint32_t patch;
  };

  void hand_on(const FrictionMemory& old, const PatchMemory& patch) {
    shares_.assign(inherited_.size(), 0);
    double all = 0;
    for (const ActingPair& pair : old.pairs_of(patch)) {
      const auto at = std::lower_bound(where_.begin(), where_.end(), pair.key(),
                                       [](const Where& where, std::uint64_t key) { return where.key < key; });
      if (at == where_.end() || at->key != pair.key()) continue;
      shares_[at->patch] += pair.share;
      all += pair.share;
    }
    if (!(all > 0)) return;
    for (std::size_t k = 0; k < shares_.size(); ++k) {
      if (shares_[k] == 0) continue;
      const double part = shares_[k] / all;
      inherited_[k].spring += part * patch.spring;
      inherited_[k].torsion += part * patch.torsion;
      inherited_[k].stiffness += part * patch.stiffness;
      inherited_[k].twist += part * (patch.stiffness * patch.radius * patch.radius);
      inherited_[k].energy += part * patch.energy();
    }
  }

  std::vector<Inherited> inherited_;
  std::vector<Where> where_;
  std::vector<double> shares_;
};

/// One patch over one step.
class PatchStep {
 public:
  PatchStep(const Patch& patch, const PatchMotion& motion, double dt, const FrictionNumbers& numbers)
      : patch_(patch),
        numbers_(numbers),
        dt_(dt),
        stiffness_(numbers.stiffness_ratio * patch.stiffness),
        twist_(dot(motion.spin, patch.normal)),
        turn_((dt * dot(motion.mean_spin, patch.normal)) * patch.normal) {
    const Vec3 velocity = motion.velocity + cross(motion.spin, patch.point);
    slip_ = velocity - dot(velocity, patch.normal) * patch.normal;
  }

  /// Springs that have no place any more take their force with them, and new ones are not pulled yet: so a
  /// patch that shrinks or grows never gains energy. What it loses is lost to friction.
  void settle(Inherited& inherited, PatchFriction& result) const {
    const double twist = stiffness_ * patch_.radius * patch_.radius;
    if (stiffness_ < inherited.stiffness)
      inherited.spring = (stiffness_ / inherited.stiffness) * inherited.spring;
    if (twist < inherited.twist) inherited.torsion *= twist / inherited.twist;
    PatchMemory now;
    now.spring = inherited.spring;
    now.torsion = inherited.torsion;
    now.stiffness = stiffness_;
    now.radius = patch_.radius;
    result.slip_loss += std::max(0.0, inherited.energy - now.energy());
  }

  void slide(const Vec3& inherited, PatchFriction& result, PatchMemory& memory) const {
    const Vec3 kept = turned_into_plane(inherited + cross(turn_, inherited), patch_.normal);
    const Vec3 trial = kept - (stiffness_ * dt_) * slip_;
    const Vec3 dashpot = (-stiffness_ * numbers_.damping_time) * slip_;
    const double most = numbers_.friction * patch_.normal_force;
    memory.spring = cut(trial, most);
    const double reached = norm(trial);
    // The dashpot has what the spring leaves of the cone.
    const Vec3 force = cut(memory.spring + dashpot, most);
    result.slides = reached > most;
    result.force = force;
    result.torque = cross(patch_.point, force);
    if (result.slides && stiffness_ > 0)
      result.slip_loss += norm(memory.spring) * ((reached - norm(memory.spring)) / stiffness_);
    result.viscous_power += std::max(0.0, -dot(force - memory.spring, slip_));
  }

  void twist(double inherited, PatchFriction& result, PatchMemory& memory) const {
    const double stiffness = stiffness_ * patch_.radius * patch_.radius;
    const double trial = inherited - stiffness * dt_ * twist_;
    const double most = numbers_.torsion_friction * patch_.normal_force * patch_.radius;
    memory.torsion = std::clamp(trial, -most, most);
    const double torque =
        std::clamp(memory.torsion - stiffness * numbers_.damping_time * twist_, -most, most);
    result.torque += torque * patch_.normal;
    if (std::abs(trial) > most && stiffness > 0)
      result.slip_loss += most * ((std::abs(trial) - most) / stiffness);
    result.viscous_power += std::max(0.0, -(torque - memory.torsion) * twist_);
  }

  double stiffness() const { return stiffness_; }

 private:
  static Vec3 cut(const Vec3& force, double most) {
    const double size = norm(force);
    return size > most ? (most / size) * force : force;
  }

  const Patch& patch_;
  const FrictionNumbers& numbers_;
  double dt_, stiffness_, twist_;
  Vec3 turn_, slip_;
};

}  // namespace

PatchMotion patch_motion(const HaloParty& first, const HaloParty& second) {
  PatchMotion motion;
  motion.spin = second.spin - first.spin;
  motion.velocity =
      second.velocity - first.velocity - cross(second.spin, second.pose.offset - first.pose.offset);
  motion.mean_spin = 0.5 * (first.spin + second.spin);
  return motion;
}

void find_friction(const FrictionMemory& old, std::span<const Patch> patches,
                   std::span<const ActingPair> pairs, const PatchMotion& motion, double dt,
                   const FrictionNumbers& numbers, std::vector<PatchFriction>& friction,
                   FrictionMemory& memory) {
  friction.assign(patches.size(), {});
  memory.patches.clear();
  memory.pairs.clear();
  const Inheritance inheritance(old, patches, pairs);
  const std::uint32_t origin = patches.empty() ? 0 : patches.front().first_pair;
  for (std::size_t k = 0; k < patches.size(); ++k) {
    const Patch& patch = patches[k];
    Inherited inherited = inheritance.of(k);
    const PatchStep step(patch, motion, dt, numbers);
    PatchMemory next;
    next.normal = patch.normal;
    next.stiffness = step.stiffness();
    next.radius = patch.radius;
    step.settle(inherited, friction[k]);
    step.slide(inherited.spring, friction[k], next);
    step.twist(inherited.torsion, friction[k], next);
    next.first_pair = static_cast<std::uint32_t>(memory.pairs.size());
    next.pair_count = patch.pair_count;
    const auto own = pairs.subspan(patch.first_pair - origin, patch.pair_count);
    memory.pairs.insert(memory.pairs.end(), own.begin(), own.end());
    memory.patches.push_back(next);
  }
}

}  // namespace scree::contact
