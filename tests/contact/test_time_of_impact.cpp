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

TEST(TimeOfImpact, of_a_bullet_and_a_thin_wall_is_exact) {
  const Actor<3> bullet = ball_actor(0.005, Vec3{});
  const Actor<3> wall =
      mesh_wall_actor<3>("wall", {{{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}}, {{0, 1, 2}, {0, 2, 3}}});
  Moving<3> first{bullet.shape.get(), bullet.scale, {}, 0}, second{wall.shape.get(), 1, {}, 0};
  first.curve.start.offset = {-5, 0.1, 0.2};
  first.curve.velocity = {1000, 3, 1};
  first.curve.spin = {1e4, 0, 0};
  const ImpactTime found = ImpactFinder<3>().find(first, second, {1, 0.0001, 1e-9});
  EXPECT_EQ(found.end, ImpactTime::End::met);
  EXPECT_NEAR(found.time, (5 - 0.005 - 0.0001) / 1000, 1e-9);
  EXPECT_LE(found.rounds, 6);
}

TEST(TimeOfImpact, of_a_body_that_slides_or_rests_costs_one_round) {
  const Actor<3> cube = mesh_actor("cube", shape::make_box({1, 1, 1}));
  const Actor<3> plane = wall_actor<3>("plane", shape::Plane<3>{{0, 0, 0}, {0, 0, 1}}, 1);
  for (const double speed : {0.0, 30.0}) {
    Moving<3> first{cube.shape.get(), 1, {}, 0}, second{plane.shape.get(), 1, {}, 0};
    first.curve.start.offset = {0, 0, 0.501};
    first.curve.velocity = {speed, 0.5 * speed, 0};
    first.curve.spin = {0, 0, speed};
    const ImpactTime found = ImpactFinder<3>().find(first, second, {1, 0.0005, 1e-6});
    EXPECT_EQ(found.end, ImpactTime::End::free);
    EXPECT_EQ(found.rounds, 1);
    second.shape = cube.shape.get();
    second.curve.start.offset = {0, 0, -0.5};
    const ImpactTime on_cube = ImpactFinder<3>().find(first, second, {1, 0.0005, 1e-6});
    EXPECT_EQ(on_cube.end, ImpactTime::End::free);
    EXPECT_EQ(on_cube.rounds, 1);
  }
}

TEST(TimeOfImpact, of_a_bar_that_turns_many_times_is_that_of_its_tip) {
  const Actor<2> bar = polygon_actor("bar", shape::ConvexPolygon::box(2, 0.02), 1);
  const Actor<2> post = ball_actor(0.01, Vec2{});
  // The post is where only the last of many turns reaches, since the bar comes nearer slowly.
  Moving<2> first{bar.shape.get(), bar.scale, {}, 0}, second{post.shape.get(), post.scale, {}, 0};
  first.curve.spin = 200;
  first.curve.velocity = {0.05, 0};
  second.curve.start.offset = {1.5, 0};
  const ImpactTime found = ImpactFinder<2>().find(first, second, {20, 0.001, 1e-6});
  ASSERT_EQ(found.end, ImpactTime::End::met);
  // Within half a turn after the tip's circle has come so far.
  const double tip = norm(Vec2{1, 0.01}), circle = (1.5 - 0.01 - 0.001 - tip) / 0.05;
  EXPECT_GE(found.time, circle - 1e-4);
  EXPECT_LE(found.time, circle + 0.1);
}

TEST(TimeOfImpact, says_when_its_rounds_are_used_up_and_what_it_proved_till_then) {
  const Actor<2> bar = polygon_actor("bar", shape::ConvexPolygon::box(2, 0.02), 1);
  Moving<2> first{bar.shape.get(), bar.scale, {}, 0}, second = first;
  first.curve.spin = 20;
  second.curve.spin = -17;
  second.curve.start.offset = {1.5, 0.4};
  const ImpactTime all = ImpactFinder<2>().find(first, second, {1, 0.001, 1e-6});
  ASSERT_EQ(all.end, ImpactTime::End::met);
  double before = 0;
  for (int rounds = 1; rounds < 6; ++rounds) {
    const ImpactTime some = ImpactFinder<2>().find(first, second, {1, 0.001, 1e-6, rounds});
    EXPECT_EQ(some.end, ImpactTime::End::spent);
    EXPECT_GT(some.time, before);
    EXPECT_LE(some.time, all.time);
    before = some.time;
  }
}

TEST(TimeOfImpact, of_shapes_that_are_too_near_at_the_start_is_none) {
  const Actor<3> cube = mesh_actor("cube", shape::make_box({1, 1, 1}));
  Moving<3> first{cube.shape.get(), 1, {}, 0}, second = first;
  for (const double apart : {0.5, 1.0, 1.0005}) {
    first.curve.start.offset = {apart, 0.1, 0.2};
    const ImpactTime found = ImpactFinder<3>().find(first, second, {1, 0.001, 1e-6});
    EXPECT_EQ(found.end, ImpactTime::End::near);
    EXPECT_EQ(found.time, 0);
  }
}

TEST(TimeOfImpact, of_a_curve_in_two_parts_is_that_of_the_whole) {
  const Actor<3> cube = mesh_actor("cube", shape::make_box({1, 1, 1}));
  Moving<3> first{cube.shape.get(), 1, {}, 0}, second = first;
  first.curve.start.offset = {4, 0.1, 0.2};
  first.curve.velocity = {-2, 0, 0};
  first.curve.spin = {0.3, 0.5, 0.7};
  second.curve.spin = {-0.4, 0.2, 0};
  const ImpactTime whole = ImpactFinder<3>().find(first, second, {4, 0.001, 1e-9});
  ASSERT_EQ(whole.end, ImpactTime::End::met);
  first.since = second.since = 0.75;
  const ImpactTime rest = ImpactFinder<3>().find(first, second, {3, 0.001, 1e-9});
  EXPECT_NEAR(0.75 + rest.time, whole.time, 1e-8);
}

}  // namespace
}  // namespace scree::contact
