// Contact points of hard shapes against the slow distance, and manifolds that are known.
#include "scree/contact/contact_points.h"

#include <gtest/gtest.h>

#include "tests/contact/hard_cast.h"

namespace scree::contact {
namespace {

/// Where the two are nearly in touch: the first is moved along a random line to within a random gap.
template <int D>
bool bring_near(const Actor<D>& one, Pose<D>& here, const Actor<D>& other, const Pose<D>& there, double gap,
                Dice& dice) {
  const Vec<D> from = dice.direction<D>();
  Vec<D> start = there.offset + 0.4 * other.radius * dice.direction<D>();
  if (std::holds_alternative<shape::Plane<D>>(other.surface)) start = there.offset;
  double away = 2.2 * (one.radius + other.radius);
  // A step by the distance that is left never goes too far.
  for (int k = 0; k < 80; ++k) {
    here.offset = start + away * from;
    const double left = slow_distance(one, here, other, there) - gap;
    if (std::abs(left) < 1e-10) return true;
    away -= left;
    if (away < 0) return false;
  }
  return false;
}

template <int D>
void judge_all(int poses) {
  const std::vector<Actor<D>> all = cast(Vec<D>{});
  int judged = 0;
  for (std::size_t i = 0; i < all.size() && !all[i].is_wall; ++i)
    for (std::size_t j = i; j < all.size(); ++j)
      for (int k = 0; k < poses; ++k) {
        // The rim of a cap belongs to the shell that it closes.
        if (all[j].is_hollow || (all[i].name == "sphere" && all[j].name == "cap")) continue;
        if (k > 0 && is_cut(all[i], all[j])) break;
        SCOPED_TRACE(all[i].name + " and " + all[j].name + ", pose " + std::to_string(k));
        Dice dice(7000 * (100 * i + j) + static_cast<std::uint64_t>(k));
        Pose<D> here{any_rotation<D>(dice), {}},
            there{any_rotation<D>(dice), dice.roll(0, 5) * dice.direction<D>()};
        const double gap = dice.roll(0.001, 0.03);
        if (!bring_near(all[i], here, all[j], there, gap, dice)) continue;
        ++judged;
        PointFinder<D> finder;
        std::vector<HardPoint<D>> points;
        finder.find(place(all[i], here), place(all[j], there), 0.04, points);
        double nearest = std::numeric_limits<double>::infinity();
        for (const HardPoint<D>& point : points) {
          nearest = std::min(nearest, point.gap);
          EXPECT_NEAR(norm(point.normal), 1, 1e-12);
          EXPECT_LE(point.gap, 0.04);
        }
        // The nearest point is the distance; its normal is the axis along which the two part.
        ASSERT_NEAR(nearest, gap, 2e-9) << points.size() << " points";
        for (std::size_t m = 1; m < points.size(); ++m)
          EXPECT_TRUE(std::pair(points[m - 1].first_feature, points[m - 1].second_feature) <
                      std::pair(points[m].first_feature, points[m].second_feature));
      }
  EXPECT_GT(judged, poses * 15);
}

TEST(ContactPoints, have_the_distance_of_all_pairs_in_the_plane) { judge_all<2>(60); }
TEST(ContactPoints, have_the_distance_of_all_pairs_in_space) { judge_all<3>(5); }

template <int D>
std::vector<HardPoint<D>> points_of(const Actor<D>& one, const Pose<D>& here, const Actor<D>& other,
                                    const Pose<D>& there, double reach) {
  PointFinder<D> finder;
  std::vector<HardPoint<D>> points;
  finder.find(place(one, here), place(other, there), reach, points);
  return points;
}

/// The corners of what two unit squares share, the second turned and shifted, by clipping.
std::vector<Vec2> shared_corners(const Pose<2>& second) {
  std::vector<Vec2> ring;
  for (const Vec2& corner : {Vec2{-0.5, -0.5}, Vec2{0.5, -0.5}, Vec2{0.5, 0.5}, Vec2{-0.5, 0.5}})
    ring.push_back(to_scene(second, corner));
  for (int side = 0; side < 4; ++side) {
    const double sign = side < 2 ? 1 : -1;
    const std::size_t axis = static_cast<std::size_t>(side % 2);
    std::vector<Vec2> left;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vec2 &a = ring[k], &b = ring[(k + 1) % ring.size()];
      const double here = 0.5 - sign * a[axis], there = 0.5 - sign * b[axis];
      if (here >= 0) left.push_back(a);
      if (here * there < 0) left.push_back(a + (here / (here - there)) * (b - a));
    }
    ring = left;
  }
  return ring;
}

TEST(ContactPoints, of_two_faces_are_the_corners_of_what_they_share) {
  const Actor<3> cube = mesh_actor("cube", shape::make_box({1, 1, 1}));
  for (int k = 0; k < 50; ++k) {
    Dice dice(static_cast<std::uint64_t>(k));
    const double angle = dice.roll(-3, 3), gap = dice.roll(-0.004, 0.01);
    const Vec2 shift{dice.roll(-0.6, 0.6), dice.roll(-0.6, 0.6)};
    const Pose<3> below{{}, {3, 4, 5}},
        above{rotation_by(angle, Vec3{0, 0, 1}), Vec3{3 + shift[0], 4 + shift[1], 6 + gap}};
    const std::vector<Vec2> wanted = shared_corners({rotation_by(angle), shift});
    const auto points = points_of(cube, below, cube, above, 0.02);
    if (wanted.size() < 3) continue;
    SCOPED_TRACE(k);
    ASSERT_EQ(points.size(), wanted.size());
    for (const Vec2& corner : wanted) {
      double nearest = 1;
      for (const auto& point : points)
        nearest = std::min(nearest, norm(point.place - Vec3{3 + corner[0], 4 + corner[1], 5.5 + 0.5 * gap}));
      EXPECT_LT(nearest, 1e-9);
    }
    for (const auto& point : points) {
      EXPECT_NEAR(point.gap, gap, 1e-12);
      EXPECT_NEAR(point.normal[2], -1, 1e-12);
    }
  }
}

TEST(ContactPoints, of_a_cube_on_a_floor_do_not_depend_on_how_the_floor_is_cut) {
  const Actor<3> cube = mesh_actor("cube", shape::make_box({1, 1, 1}));
  shape::MeshData<3> floor;
  constexpr std::uint32_t n = 9;
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j) floor.vertices.push_back({0.5 * i - 2, 0.5 * j - 2, 0});
  for (std::uint32_t i = 0; i + 1 < n; ++i)
    for (std::uint32_t j = 0; j + 1 < n; ++j) {
      const std::uint32_t a = n * i + j, b = a + n, c = b + 1, d = a + 1;
      floor.pieces.push_back({a, b, c});
      floor.pieces.push_back({a, c, d});
    }
  const Actor<3> cut = mesh_wall_actor<3>("floor", floor);
  const Actor<3> plane = wall_actor<3>("plane", shape::Plane<3>{{0, 0, 0}, {0, 0, 1}}, 1);
  for (int k = 0; k < 50; ++k) {
    Dice dice(500 + static_cast<std::uint64_t>(k));
    const Vec3 axis = dice.direction<3>();
    const Rotation<3> tilt = compose(rotation_by(0.004, axis), rotation_by(dice.roll(-3, 3), {0, 0, 1}));
    const Pose<3> here{k == 0 ? Rotation<3>{} : tilt, {dice.roll(-0.7, 0.7), dice.roll(-0.7, 0.7), 0.505}};
    const auto on_cut = points_of(cube, here, cut, {}, 0.02),
               on_plane = points_of(cube, here, plane, {}, 0.02);
    ASSERT_EQ(on_plane.size(), 4u);
    ASSERT_EQ(on_cut.size(), 4u) << k;
    for (std::size_t m = 0; m < 4; ++m) {
      EXPECT_NEAR(on_cut[m].gap, on_plane[m].gap, 1e-12);
      EXPECT_LT(norm(on_cut[m].place - on_plane[m].place), 1e-12);
      EXPECT_EQ(on_cut[m].first_feature, on_plane[m].first_feature);
      EXPECT_EQ(on_cut[m].second_feature, on_cut[0].second_feature);
    }
  }
}

TEST(ContactPoints, of_two_edges_in_the_plane_are_two) {
  const auto square = polygon_actor("square", shape::ConvexPolygon::box(1, 1), 1);
  const Pose<2> below{rotation_by(0.3), {1, 2}};
  const Pose<2> above = compose(below, Pose<2>{{}, {0.35, 1.004}});
  auto points = points_of(square, below, square, above, 0.02);
  ASSERT_EQ(points.size(), 2u);
  for (const auto& point : points) EXPECT_NEAR(point.gap, 0.004, 1e-12);
  EXPECT_NEAR(norm(points[0].place - points[1].place), 0.65, 1e-12);
  // The same where they overlap a little, and nothing beyond the reach.
  points = points_of(square, below, square, compose(below, Pose<2>{{}, {0.35, 0.99}}), 0.02);
  ASSERT_EQ(points.size(), 2u);
  for (const auto& point : points) EXPECT_NEAR(point.gap, -0.01, 1e-12);
  EXPECT_TRUE(points_of(square, below, square, compose(below, Pose<2>{{}, {0.35, 1.03}}), 0.02).empty());
}

TEST(ContactPoints, of_a_pair_mirror_those_of_the_pair_the_other_way_round) {
  const std::vector<Actor<3>> all = cast(Vec3{});
  int compared = 0;
  for (int k = 0; k < 60; ++k) {
    Dice dice(900 + static_cast<std::uint64_t>(k));
    const Actor<3>&one = all[1 + static_cast<std::size_t>(k % 4)],
          &other = all[1 + static_cast<std::size_t>(k / 4 % 4)];
    Pose<3> here{any_rotation<3>(dice), {}};
    const Pose<3> there{any_rotation<3>(dice), {}};
    if (!bring_near(one, here, other, there, 0.005, dice)) continue;
    const auto forth = points_of(one, here, other, there, 0.01),
               back = points_of(other, there, one, here, 0.01);
    ASSERT_EQ(forth.size(), back.size());
    for (const auto& point : forth) {
      double nearest = 1;
      for (const auto& mirror : back)
        if (mirror.first_feature == point.second_feature && mirror.second_feature == point.first_feature)
          nearest = norm(point.place - mirror.place) + norm(point.normal + mirror.normal);
      EXPECT_LT(nearest, 1e-9);
    }
    ++compared;
  }
  EXPECT_GT(compared, 20);
}

TEST(ContactPoints, have_the_same_bits_whatever_was_asked_before) {
  const std::vector<Actor<3>> all = cast(Vec3{});
  PointFinder<3> used;
  ImpactFinder<3> used_impacts;
  std::vector<HardPoint<3>> points, again;
  Dice dice(31);
  for (int k = 0; k < 100; ++k) {
    const Actor<3>&one = all[static_cast<std::size_t>(k % 5)],
          &other = all[static_cast<std::size_t>(k / 5 % 5)];
    const Pose<3> here{any_rotation<3>(dice), 0.9 * dice.direction<3>()}, there{any_rotation<3>(dice), {}};
    used.find(place(one, here), place(other, there), 0.05, points);
    PointFinder<3>().find(place(one, here), place(other, there), 0.05, again);
    ASSERT_EQ(points.size(), again.size());
    for (std::size_t m = 0; m < points.size(); ++m)
      EXPECT_TRUE(points[m].place == again[m].place && points[m].normal == again[m].normal &&
                  points[m].gap == again[m].gap);
    Moving<3> first{one.shape.get(), one.scale, {}, 0}, second{other.shape.get(), other.scale, {}, 0};
    first.curve.start = {here.rotation, 4 * here.offset};
    first.curve.velocity = -3 * here.offset;
    second.curve.start = there;
    const ImpactQuery query{2, 0.01, 1e-6};
    EXPECT_EQ(used_impacts.find(first, second, query).time,
              ImpactFinder<3>().find(first, second, query).time);
  }
}

TEST(ContactPoints, of_a_vertex_above_a_thin_plate_are_on_its_upper_side_alone) {
  const Actor<3> plate = mesh_actor("plate", shape::make_box({4, 4, 0.001}));
  const Actor<3> cone = mesh_actor("cone", shape::make_cone(0.3, 1, 12));
  const Pose<3> upside_down{rotation_by(math::pi, {1, 0, 0}), {0, 0, 0}};
  double tip = 0;
  for (const auto& triangle : cone.simplices)
    for (const Vec3& corner : triangle) tip = std::max(tip, corner[2]);
  const auto points =
      points_of(cone, {upside_down.rotation, {0.3, 0.4, 0.0005 + 0.003 + tip}}, plate, {}, 0.02);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_NEAR(points[0].gap, 0.003, 1e-12);
  EXPECT_NEAR(points[0].normal[2], 1, 1e-12);
}

}  // namespace
}  // namespace scree::contact
