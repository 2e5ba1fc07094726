// Times of impact of all pairs of shapes against dense looks at the slow distance along the curves.
#include "scree/contact/time_of_impact.h"

#include <gtest/gtest.h>

#include "tests/contact/hard_cast.h"

namespace scree::contact {
namespace {

/// The first on its way to the second, both turning.
template <int D>
struct Flight {
  Moving<D> first, second;
  double duration = 1;
};

template <int D>
Flight<D> flight(const Actor<D>& one, const Actor<D>& other, Dice& dice, double most_spin) {
  Flight<D> result;
  const bool is_plane = std::holds_alternative<shape::Plane<D>>(other.surface);
  Vec<D> from = dice.direction<D>();
  if (is_plane) from[D - 1] = 1 + std::abs(from[D - 1]);
  const double away = other.is_hollow ? dice.roll(0, 2) : (one.radius + other.radius) * dice.roll(1.05, 1.6);
  Curve<D>& curve = result.first.curve;
  curve.start.offset = away * from;
  curve.start.rotation = any_rotation<D>(dice);
  const Vec<D> aim = (other.is_hollow ? 6 * dice.direction<D>()
                                      : 0.6 * other.radius * dice.direction<D>() - curve.start.offset);
  curve.velocity = dice.roll(0.6, 3) * aim;
  curve.acceleration = dice.roll(0, 4) * dice.direction<D>();
  curve.spin = spin_of(dice, most_spin, Vec<D>{});
  if constexpr (D == 3)
    if (dice.roll(0, 1) < 0.4) curve.moments = {1, 2, 2.7};
  result.first.since = dice.roll(0, 0.1);
  // Planes, holes and the rest must begin apart.
  if (is_plane || other.is_hollow) result.first.since = 0;
  Curve<D>& wall = result.second.curve;
  const double calm = other.is_wall ? 0.3 : 1;
  wall.velocity = calm * dice.direction<D>();
  wall.spin = spin_of(dice, calm * most_spin, Vec<D>{});
  if (!other.is_wall) wall.start.rotation = any_rotation<D>(dice);
  result.first.shape = one.shape.get();
  result.first.scale = one.scale;
  result.second.shape = other.shape.get();
  result.second.scale = other.scale;
  return result;
}

struct Tally {
  int met = 0, free = 0, rounds = 0;
};

template <int D>
void judge(const Actor<D>& one, const Actor<D>& other, const Flight<D>& flight, double keep, int looks,
           Tally& tally) {
  SCOPED_TRACE(one.name + " and " + other.name);
  constexpr double tolerance = 1e-6, rounding = 1e-9;
  const auto distance_at = [&](double s) {
    return slow_distance(one, pose_at(flight.first.curve, flight.first.since + s), other,
                         pose_at(flight.second.curve, flight.second.since + s));
  };
  const double start = distance_at(0);
  ImpactFinder<D> finder;
  const ImpactTime found = finder.find(flight.first, flight.second, {flight.duration, keep, tolerance});
  ASSERT_NE(found.end, ImpactTime::End::spent);
  ASSERT_LE(found.time, flight.duration);
  if (start > keep + rounding) {
    EXPECT_GT(found.time, 0);
    EXPECT_NE(found.end, ImpactTime::End::near);
  } else {
    return;
  }
  for (int k = 0; k <= looks; ++k) {
    const double s = found.time * k / looks;
    ASSERT_GE(distance_at(s), keep - rounding) << "at " << s << " of " << found.time;
  }
  if (found.end == ImpactTime::End::met) {
    ++tally.met;
    EXPECT_LE(distance_at(found.time), keep + tolerance + rounding) << "too early, at " << found.time;
  } else {
    ++tally.free;
    EXPECT_EQ(found.time, flight.duration);
  }
  tally.rounds += found.rounds;
}

template <int D>
void judge_all(int flights, int looks) {
  const std::vector<Actor<D>> all = cast(Vec<D>{});
  Tally tally;
  for (std::size_t i = 0; i < all.size() && !all[i].is_wall; ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      for (int k = 0; k < flights; ++k) {
        if (k > 0 && is_cut(all[i], all[j])) break;
        Dice dice(1000 * (100 * i + j) + static_cast<std::uint64_t>(k));
        const double keep = k % 3 == 0 ? 0.001 : 0.02;
        judge(all[i], all[j], flight(all[i], all[j], dice, 6), keep, looks, tally);
        if (testing::Test::HasFailure()) return;
      }
  // Both ends must have been tried.
  EXPECT_GT(tally.met, tally.free / 4);
  EXPECT_GT(tally.free, tally.met / 20);
  testing::Test::RecordProperty("met", tally.met);
  testing::Test::RecordProperty("free", tally.free);
  testing::Test::RecordProperty("rounds", tally.rounds);
}

TEST(TimeOfImpact, is_never_late_and_never_early_for_all_pairs_in_the_plane) { judge_all<2>(40, 200); }
TEST(TimeOfImpact, is_never_late_and_never_early_for_all_pairs_in_space) { judge_all<3>(4, 30); }

}  // namespace
}  // namespace scree::contact
