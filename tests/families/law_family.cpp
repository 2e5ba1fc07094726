// Every member of the catalogue of contact laws, in whole bounces of two bodies and in a small heap. A new
// law is tested here without a line: its numbers are chosen by what they are called, else by their kind.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "scree/kernel/kernels.h"
#include "scree/law/catalog.h"
#include "tests/families/bouncing.h"

namespace scree::law {
namespace {

using tests::Ball;
using tests::column;
using tests::ran;
using tests::scene_of;

enum class Manner { elastic, damped, frictional };

double number_for(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::pressure:
      return 1e7;
    case Kind::stiffness:
      return 1e5;
    case Kind::time:
      return 2e-3;
    case Kind::volume:
      return 1e-9;
    default:
      return 0.5;
  }
}

/// The lines of [contact.default]. Numbers that have a default keep it, unless the manner sets them.
std::string contact_of(const Entry& entry, Manner manner) {
  std::string text = "law = \"" + std::string(entry.name) + "\"\n";
  const bool loses = manner != Manner::elastic, rubs = manner == Manner::frictional;
  for (const Parameter& parameter : entry.parameters) {
    const std::string name(parameter.name);
    double value = number_for(parameter);
    if (name == "restitution")
      value = loses ? 0.6 : 1;
    else if (name == "gamma_n")
      value = !loses ? 0 : entry.hertzian ? 2e3 : 40;
    else if (name == "friction")
      value = rubs ? 0.2 : 0;
    else if (name == "rolling_friction")
      value = rubs ? 0.05 : 0;
    else if (name.starts_with("surface_"))
      value = 0.05;  // so weak that bodies part again
    else if (name != "stiffness" && parameter.fallback)
      continue;
    text += name + " = " + tests::decimal(value) + "\n";
  }
  return text;
}

const double duration = 0.06;
const std::string run = "time_step = 4e-6\n";

/// Two bodies of different size that meet head-on, or off centre and spinning. They part well before the end.
std::vector<Ball> two_balls(bool oblique) {
  Ball first{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}, 0.1}, second{{0.181, 0, 0}, {-0.5, 0, 0}, {0, 0, 0}, 0.08};
  if (oblique) {
    second.position = {0.15, 0.1011, 0};
    first.velocity = {1, 0.3, 0};
    first.spin = {0, 0, 30};
    second.spin = {0, 0, 20};
  }
  return {first, second};
}

struct Case {
  const Entry* entry;
  int dimension;
};

class LawFamily : public ::testing::TestWithParam<Case> {
 protected:
  const Entry& entry() const { return *GetParam().entry; }
  int dimension() const { return GetParam().dimension; }
  std::string scene(const std::vector<Ball>& balls, Manner manner) const {
    return scene_of(dimension(), balls, contact_of(entry(), manner), duration, run);
  }
};

constexpr Manner manners[] = {Manner::elastic, Manner::damped, Manner::frictional};

TEST_P(LawFamily, action_is_reaction) {
  for (const Manner manner : manners)
    for (const bool oblique : {false, true}) {
      const auto simulation = ran(scene(two_balls(oblique), manner));
      const sim::Balance momentum = simulation->momenta().linear;
      const double scale = momentum.scale + std::abs(momentum.value[0]);
      EXPECT_LT(momentum.residual, 1e-12 * scale) << static_cast<int>(manner) << oblique;
    }
}

/// Laws whose arms meet keep angular momentum to rounding; the others say in their card that they do not.
bool arms_meet(const Entry& entry) {
  bool result = false;
  std::apply(
      [&](const auto&... law) {
        ((result = result || (law.name == entry.name && law.arm == Arm::to_contact)), ...);
      },
      Laws{});
  return result;
}

TEST_P(LawFamily, arms_that_meet_keep_angular_momentum) {
  const auto simulation = ran(scene(two_balls(true), Manner::frictional));
  const sim::Balance turning = simulation->momenta().angular;
  EXPECT_GT(simulation->energies().friction, 0) << "they must rub for this to mean something";
  if (arms_meet(entry()))
    EXPECT_LT(turning.relative_residual(), 1e-7);
  else
    EXPECT_LT(turning.relative_residual(), 1e-2);
}

TEST_P(LawFamily, no_bounce_gains_energy_that_is_not_booked) {
  for (const Manner manner : manners)
    for (const bool oblique : {false, true}) {
      const auto simulation = ran(scene(two_balls(oblique), manner));
      const sim::Energies energies = simulation->energies();
      const std::string what = std::to_string(static_cast<int>(manner)) + (oblique ? " oblique" : " head-on");
      ASSERT_EQ(simulation->counts().contacts, 0u) << what << ": they must have parted";
      EXPECT_LT(std::abs(energies.residual()), 1e-5 * energies.initial) << what;
      EXPECT_LT(energies.now(), energies.initial * (1 + 1e-5) + std::max(0.0, -energies.model)) << what;
      for (const double lost : {energies.damping, energies.friction, energies.rolling})
        EXPECT_GT(lost, -1e-7 * energies.initial) << what;
      if (manner == Manner::elastic) {
        EXPECT_NEAR(energies.now() + energies.model, energies.initial, 1e-5 * energies.initial) << what;
        EXPECT_LT(std::abs(energies.friction), 1e-9 * energies.initial) << what;
      } else {
        EXPECT_GT(energies.damping, 0.01 * energies.initial) << what;
      }
      if (manner == Manner::frictional && oblique) {
        EXPECT_GT(energies.friction, 1e-3 * energies.initial) << what;
      }
    }
}

struct Outcome {
  std::vector<double> velocity, spin;
};
Outcome outcome_of(const std::string& text) {
  const auto simulation = ran(text);
  return {column(*simulation, "velocity"), column(*simulation, "spin")};
}
void expect_near(const std::vector<double>& got, const std::vector<double>& wanted, double scale,
                 const char* what) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t k = 0; k < got.size(); ++k)
    EXPECT_NEAR(got[k], wanted[k], 1e-8 * scale) << what << ' ' << k;
}

TEST_P(LawFamily, a_turned_frame_turns_the_outcome) {
  // By a Pythagorean angle in the plane; in space then by another about x.
  const int D = dimension();
  const auto turned = [&](Vec<3> a) {
    a = Vec<3>{0.6 * a[0] - 0.8 * a[1], 0.8 * a[0] + 0.6 * a[1], a[2]};
    if (D == 3) a = Vec<3>{a[0], 5.0 / 13 * a[1] - 12.0 / 13 * a[2], 12.0 / 13 * a[1] + 5.0 / 13 * a[2]};
    return a;
  };
  std::vector<Ball> balls = two_balls(true);
  const Outcome plain = outcome_of(scene(balls, Manner::frictional));
  for (Ball& ball : balls) {
    ball.position = turned(ball.position);
    ball.velocity = turned(ball.velocity);
    ball.spin = turned(ball.spin);
  }
  const Outcome other = outcome_of(scene(balls, Manner::frictional));
  const auto turn_all = [&](const std::vector<double>& column) {
    std::vector<double> result;
    const auto width = static_cast<std::size_t>(D);
    for (std::size_t body = 0; body * width < column.size(); ++body) {
      Vec<3> one{};
      for (std::size_t k = 0; k < width; ++k) one[static_cast<int>(k)] = column[body * width + k];
      one = turned(one);
      for (std::size_t k = 0; k < width; ++k) result.push_back(one[static_cast<int>(k)]);
    }
    return result;
  };
  expect_near(other.velocity, turn_all(plain.velocity), 1, "velocity");
  expect_near(other.spin, D == 2 ? plain.spin : turn_all(plain.spin), 10, "spin");
}

TEST_P(LawFamily, a_moving_frame_adds_its_velocity) {
  std::vector<Ball> balls = two_balls(true);
  const Outcome plain = outcome_of(scene(balls, Manner::frictional));
  const Vec<3> added{0.5, -2, 0};
  for (Ball& ball : balls) ball.velocity += added;
  Outcome other = outcome_of(scene(balls, Manner::frictional));
  for (std::size_t k = 0; k < other.velocity.size(); ++k)
    other.velocity[k] -= added[static_cast<int>(k) % dimension()];
  expect_near(other.velocity, plain.velocity, 1, "velocity");
  expect_near(other.spin, plain.spin, 10, "spin");
}

TEST_P(LawFamily, it_does_not_matter_who_is_first) {
  std::vector<Ball> balls = two_balls(true);
  const Outcome plain = outcome_of(scene(balls, Manner::frictional));
  std::swap(balls[0], balls[1]);
  Outcome other = outcome_of(scene(balls, Manner::frictional));
  for (std::vector<double>* column : {&other.velocity, &other.spin})
    std::rotate(column->begin(), column->begin() + static_cast<std::ptrdiff_t>(column->size() / 2),
                column->end());
  expect_near(other.velocity, plain.velocity, 1, "velocity");
  expect_near(other.spin, plain.spin, 10, "spin");
}

TEST_P(LawFamily, every_cpu_target_has_the_bits_of_the_scalar_one) {
  // A lattice that is pressed together from all sides: many contacts, so that all lanes are used, and a rest.
  std::vector<Ball> balls;
  for (int k = 0; k < 27; ++k) {
    const Vec<3> at{0.195 * (k % 3) - 0.195, 0.196 * (k / 3 % 3) - 0.196, 0.197 * (k / 9) - 0.197};
    if (dimension() == 2 && k >= 9) break;
    balls.push_back(
        {at, Vec<3>{-1.1 * at[0] + 0.3 * at[1], -at[1], -0.9 * at[2]}, {0.1 * k, 0.2, 1.0 - 0.3 * k}, 0.1});
  }
  const std::string text =
      scene_of(dimension(), balls, contact_of(entry(), Manner::frictional), 2e-3, "time_step = 1e-5\n");
  std::string expected;
  int compared = 0;
  for (const kernel::Target& target : kernel::targets()) {
    if (!target.is_supported()) continue;
    sim::BuildOptions options;
    options.cpu_target = std::string(target.name);
    const auto simulation = ran(text, options);
    EXPECT_GT(simulation->counts().contacts, 8u);
    const std::string hash = simulation->state_hash().text();
    if (expected.empty()) expected = hash;
    EXPECT_EQ(hash, expected) << target.name;
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const Entry& entry : catalog())
    for (const int dimension : {2, 3})
      // Laws of faces do not act between round bodies, and hard ones give no force.
      if (!entry.of_faces && !entry.is_hard && (dimension == 2 || !entry.of_area))
        result.push_back({&entry, dimension});
  return result;
}
INSTANTIATE_TEST_SUITE_P(Catalog, LawFamily, ::testing::ValuesIn(cases()), [](const auto& test) {
  return std::string(test.param.entry->name) + (test.param.dimension == 2 ? "_2d" : "_3d");
});

}  // namespace
}  // namespace scree::law
