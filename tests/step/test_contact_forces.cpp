#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/random.h"
#include "tests/step/two_bodies.h"

namespace scree::step {
namespace {

/// A cloud of balls that collide with each other and fly apart.
std::vector<Motion<3>> cloud(std::size_t count) {
  std::vector<Motion<3>> motions;
  for (std::size_t k = 0; k < count; ++k) {
    Vec3 position, velocity, spin;
    for (int axis = 0; axis < 3; ++axis) {
      position[axis] =
          0.21 * static_cast<double>(random_bits(1, axis + 1, k) % 5) + 0.01 * random_uniform(2, axis, k);
      velocity[axis] = 2 * random_uniform(3, axis, k) - 1;
      spin[axis] = 4 * random_uniform(4, axis, k) - 2;
    }
    bool free = true;
    for (const Motion<3>& other : motions) free &= norm(other.position - position) > 0.2;
    if (free) motions.push_back(ball<3>(position, 0.1, velocity, spin));
  }
  return motions;
}

Vec3 momentum(const SmallWorld<3>& small) {
  Vec3 sum;
  for (const Motion<3>& motion : small.state.bodies.motion) sum += motion.velocity / motion.inverse_mass;
  return sum;
}
Vec3 angular_momentum(const SmallWorld<3>& small) {
  Vec3 sum;
  for (const Motion<3>& motion : small.state.bodies.motion)
    sum += cross(motion.position, motion.velocity / motion.inverse_mass) +
           (1 / motion.inverse_inertia) * motion.spin;
  return sum;
}

void run(SmallWorld<3>& small, double dt, int steps) {
  const auto integrator = make<3>(integrators().front());
  for (int k = 0; k < steps; ++k) {
    EXPECT_TRUE(small.step(*integrator, k * dt, dt));
  }
}

TEST(ContactForces, momentum_is_kept_to_round_off) {
  for (const char* name : {"hooke", "hertz_mindlin"}) {
    std::vector<std::pair<std::string, double>> numbers = {
        {"restitution", 0.8}, {"friction", 0.4}, {"rolling_friction", 0.05}};
    if (std::string_view(name) == "hooke") numbers.emplace_back("stiffness", 1e5);
    const auto small = make_world<3>(cloud(80), make_law(name, numbers));
    const Vec3 before = momentum(*small), angular_before = angular_momentum(*small);
    run(*small, 2e-5, 5000);
    EXPECT_GT(small->loss(small->state.ledger.losses.friction), 0) << "nothing touched";
    EXPECT_LT(norm(momentum(*small) - before), 1e-11 * (1 + norm(before))) << name;
    // The arms meet in one contact point, so angular momentum is kept too, up to the motion within a step.
    EXPECT_LT(norm(angular_momentum(*small) - angular_before), 1e-6 * norm(angular_before)) << name;
  }
}

TEST(ContactForces, a_narrow_skin_finds_the_same_contacts_as_a_wide_one) {
  const law::Choice law = make_law(
      "hooke", {{"restitution", 0.8}, {"stiffness", 1e5}, {"friction", 0.4}, {"rolling_friction", 0.05}});
  std::vector<Vec3> reference;
  for (const double skin : {0.0, 1e-4, 0.02, 0.5}) {
    for (const bool shuffle : {false, true}) {
      const auto small =
          make_world<3>(cloud(80), law, {}, {},
                        {skin, skin, quantum_for(100), quantum_for(100), quantum_for(100), shuffle});
      run(*small, 2e-5, 2000);
      std::vector<Vec3> positions;
      for (Id id = 0; id < small->state.bodies.next_id(); ++id)
        positions.push_back(small->state.bodies.motion[small->state.bodies.slot_of(id)].position);
      if (reference.empty()) reference = positions;
      EXPECT_EQ(positions, reference) << "skin " << skin << " shuffle " << shuffle;
    }
  }
}

TEST(ContactForces, removing_a_body_books_its_energy) {
  const law::Choice law = make_law("hooke", {{"restitution", 1.0}, {"stiffness", 1e5}});
  const auto small = make_world<3>(
      {ball<3>({0, 0, 0}, 0.1, {1, 0, 0}), ball<3>({0.199, 0, 0}, 0.1), ball<3>({1, 0, 0}, 0.1, {0, 2, 0})},
      law);
  const double before = small->kinetic() + small->elastic();
  EXPECT_EQ(small->forces.contact_count(), 1u);
  const Slot gone[] = {small->state.bodies.slot_of(0)};
  remove_bodies<3>(small->forces, gone);
  EXPECT_EQ(small->state.bodies.size(), 2u);
  EXPECT_EQ(small->forces.contact_count(), 0u);
  EXPECT_EQ(small->state.bodies.slot_of(0), small->state.bodies.no_slot);
  EXPECT_DOUBLE_EQ(small->state.ledger.removed + small->kinetic() + small->elastic(), before);
}

TEST(Candidates, that_cannot_be_numbered_are_refused) {
  EXPECT_NO_THROW(check_candidate_count(most_candidates));
  EXPECT_THROW(check_candidate_count(std::uint64_t{most_candidates} + 1), RunError);
  EXPECT_THROW(check_candidate_count(std::uint64_t{1} << 32), RunError);
  // Places of two per candidate, with some unused ones for each stretch of bodies that is gathered together.
  const std::uint64_t unused = (most_bodies / kernel::gathered_at_once + 2) * kernel::seats_at_once;
  EXPECT_LT(2 * std::uint64_t{most_candidates} + unused, std::uint64_t{1} << 32);
}

}  // namespace
}  // namespace scree::step
