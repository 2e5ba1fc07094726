#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scree/contact/polygon_chain.h"
#include "tests/contact/polygon_pairs.h"

namespace scree::contact {
namespace {

using testing::random_poses;
using testing::test_shapes;

/// A wide flat block below y = 0, as a polygon.
PolygonTouch touch_block(const ScaledPolygon& polygon, const Rotation<2>& turn, const Vec2& place) {
  const auto block = shape::ConvexPolygon::box(100, 100);
  const PolygonPair pair(polygon, turn, {&block, 1}, {}, Vec2{0, -50} - place);
  Crossings hint;
  ClipSpace space;
  const SharedArea shared = shared_area(pair, hint, space);
  return shared.area > 0 ? touch_of(pair, shared) : PolygonTouch{};
}

shape::Mesh<2> floor_of(int pieces) {
  shape::MeshData<2> data;
  for (int k = 0; k <= pieces; ++k) data.vertices.push_back({-20 + 40.0 * k / pieces, 0});
  for (int k = 0; k < pieces; ++k)
    data.pieces.push_back({static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(k + 1)});
  return shape::Mesh<2>(data);
}

void expect_same(const PolygonTouch& a, const PolygonTouch& b, double tolerance, std::uint64_t k) {
  EXPECT_NEAR(a.area, b.area, tolerance) << "pose " << k;
  if (b.area < 1e-6) return;
  EXPECT_NEAR(a.line, b.line, tolerance) << "pose " << k;
  EXPECT_NEAR(a.depth, b.depth, tolerance) << "pose " << k;
  EXPECT_LT(norm(a.normal - b.normal), tolerance) << "pose " << k;
  EXPECT_LT(norm(a.centroid - b.centroid), 1e3 * tolerance) << "pose " << k;
  EXPECT_LT(norm(a.middle - b.middle), 1e3 * tolerance) << "pose " << k;
}

TEST(PolygonWalls, a_half_plane_is_a_large_block_and_a_chain_of_any_cut) {
  const auto shapes = test_shapes();
  const shape::Mesh<2> whole = floor_of(1), cut = floor_of(173);
  std::vector<ChainTouch> touches;
  int seen = 0;
  for (std::uint64_t k = 0; k < 3000; ++k) {
    const testing::Poses poses = random_poses(3 * k + 1, shapes.size(), 0, 1);
    const ScaledPolygon polygon{&shapes[poses.first], poses.first_scale};
    if (polygon.size() > 100) continue;
    const Vec2 place{0, poses.first_scale * (0.3 + 0.8 * testing::uniform(k, 40))};
    const Vec2 normal = rotate(inverse(poses.first_turn), Vec2{0, 1});
    const PolygonTouch plane = touch_plane(polygon, normal, place[1]);
    expect_same(plane, touch_block(polygon, poses.first_turn, place), 1e-11, k);
    if (!(plane.area > 1e-9)) continue;
    if (plane.area > 0.49 * polygon.shape->area() * polygon.scale * polygon.scale) continue;  // either side
    ++seen;
    for (const shape::Mesh<2>* const chain : {&whole, &cut}) {
      std::vector<std::uint32_t> near;
      chain->find_near(place, polygon.radius(), near);
      const Pose<2> pose{inverse(poses.first_turn), rotate(inverse(poses.first_turn), -place)};
      touch_chain(polygon, *chain, pose, near, touches);
      ASSERT_EQ(touches.size(), 1u) << "pose " << k;
      expect_same(touches[0].touch, plane, 1e-11, k);
    }
  }
  EXPECT_GT(seen, 500);
}

TEST(PolygonWalls, a_sheet_that_enters_head_on_pushes_back) {
  const auto box = shape::ConvexPolygon::box(1, 1);
  shape::MeshData<2> data;
  data.vertices = {{0, -3}, {0, -0.49}};
  data.pieces = {{0, 1}};
  const shape::Mesh<2> sheet(data);
  std::vector<ChainTouch> touches;
  const std::uint32_t near[] = {0};
  touch_chain({&box, 1}, sheet, {}, near, touches);
  ASSERT_EQ(touches.size(), 1u);
  EXPECT_NEAR(touches[0].touch.area, 1e-4, 1e-12);
  EXPECT_NEAR(touches[0].touch.normal[1], 1, 1e-12);
  EXPECT_NEAR(touches[0].touch.line, 0.02, 1e-12);
}

TEST(PolygonWalls, a_box_in_a_corner_of_a_chain_feels_both_sides) {
  const auto box = shape::ConvexPolygon::box(1, 1);
  shape::MeshData<2> data;
  data.vertices = {{-5, -0.49}, {0.48, -0.49}, {0.48, 5}};
  data.pieces = {{0, 1}, {1, 2}};
  const shape::Mesh<2> corner(data);
  std::vector<ChainTouch> touches;
  const std::uint32_t near[] = {0, 1};
  touch_chain({&box, 1}, corner, {}, near, touches);
  ASSERT_EQ(touches.size(), 2u);
  EXPECT_NEAR(touches[0].touch.normal[1], 1, 0.05);
  EXPECT_NEAR(touches[1].touch.normal[0], -1, 0.05);
}

// A spike of a chain that pokes in cuts off what the tip of a solid would, whichever way the chain runs.
TEST(PolygonWalls, a_sharp_corner_of_a_chain_is_felt_like_that_of_a_solid) {
  const auto box = shape::ConvexPolygon::box(1, 1);
  const Vec2 corners[] = {{-0.4, -2.4}, {0.4, -2.4}, {0, -0.4}};
  const shape::ConvexPolygon solid = shape::ConvexPolygon::make(corners).polygon.front();
  const Vec2 centre{0, -0.4 - 4.0 / 3};  // of the solid, from which its corners are counted
  int seen = 0;
  for (std::uint64_t k = 0; k < 500; ++k) {
    const Rotation<2> turn = rotation_by(0.6 * testing::uniform(k, 80) - 0.3);
    const Vec2 place{0.6 * testing::uniform(k, 81) - 0.3, 0.12 * testing::uniform(k, 82)};
    const PolygonPair pair({&box, 1}, turn, {&solid, 1}, {}, centre - place);
    Crossings hint;
    ClipSpace space;
    const SharedArea shared = shared_area(pair, hint, space);
    const PolygonTouch wanted = shared.area > 0 ? touch_of(pair, shared) : PolygonTouch{};
    for (const bool backwards : {false, true}) {
      shape::MeshData<2> data;
      data.vertices = {{-0.4, -2.4}, {0, -0.4}, {0.4, -2.4}};
      data.pieces = backwards ? std::vector<std::array<std::uint32_t, 2>>{{2, 1}, {1, 0}}
                              : std::vector<std::array<std::uint32_t, 2>>{{0, 1}, {1, 2}};
      const shape::Mesh<2> spike(data);
      ASSERT_EQ(spike.patch_count(), 2u);
      std::vector<ChainTouch> touches;
      const std::uint32_t near[] = {0, 1};
      touch_chain({&box, 1}, spike, {inverse(turn), rotate(inverse(turn), -place)}, near, touches);
      if (!(wanted.depth > 0)) continue;
      ASSERT_EQ(touches.size(), 1u) << k;
      expect_same(touches[0].touch, wanted, 1e-12, k);
      ++seen;
    }
  }
  EXPECT_GT(seen, 200);
}

TEST(PolygonWalls, a_disc_against_a_polygon_is_at_the_distance_of_its_nearest_point) {
  const auto shapes = test_shapes();
  for (std::uint64_t k = 0; k < 5000; ++k) {
    const shape::ConvexPolygon& shape = shapes[k % shapes.size()];
    if (shape.size() > 100) continue;
    const Vec2 place{3 * testing::uniform(k, 50) - 1.5, 3 * testing::uniform(k, 51) - 1.5};
    double outside = 1e9, behind = -1e9;
    for (std::uint32_t e = 0; e < shape.size(); ++e) {
      const Vec2 from = place - shape[e].point, way = shape[shape.next(e)].point - shape[e].point;
      const double share = std::min(1.0, std::max(0.0, dot(from, way) / dot(way, way)));
      outside = std::min(outside, norm(from - share * way));
      behind = std::max(behind, -cross(way, from) / norm(way));
    }
    const double expected = behind < 0 ? behind : outside;
    std::uint32_t first = 0;
    const NearestOnPolygon usual = nearest_on({&shape, 1}, place, first);
    EXPECT_NEAR(usual.distance, expected, 1e-12) << "place " << k;
    for (std::uint32_t hint = 0; hint < shape.size(); ++hint) {
      std::uint32_t start = hint;
      const NearestOnPolygon again = nearest_on({&shape, 1}, place, start);
      ASSERT_EQ(again.distance, usual.distance) << "place " << k << " hint " << hint;
      ASSERT_EQ(again.normal, usual.normal) << "place " << k << " hint " << hint;
    }
  }
}

std::vector<PolygonTouch> parts_beyond_rim(const ScaledPolygon& polygon, const Vec2& centre, double radius) {
  std::vector<PolygonTouch> parts;
  touch_rim(polygon, centre, radius, parts);
  return parts;
}

TEST(PolygonWalls, the_area_beyond_a_rim_changes_by_the_contact_line) {
  const auto shapes = test_shapes();
  int seen = 0;
  for (std::uint64_t k = 0; k < 3000; ++k) {
    const shape::ConvexPolygon& shape = shapes[k % shapes.size()];
    if (shape.size() > 100) continue;
    const ScaledPolygon polygon{&shape, 1};
    const Vec2 centre =
        rotate(rotation_by(6.28 * testing::uniform(k, 60)), Vec2{2.5 + testing::uniform(k, 61), 0});
    const double radius = 3.2;
    const std::vector<PolygonTouch> parts = parts_beyond_rim(polygon, centre, radius);
    for (std::size_t part = 0; part < parts.size(); ++part) {
      const PolygonTouch& here = parts[part];
      if (here.area < 1e-3 || here.line < 0.05 || here.depth > 0.8) continue;
      const double step = 1e-7;
      const Vec2 shift{0.6 * step, 0.8 * step};
      const std::vector<PolygonTouch> parts_ahead = parts_beyond_rim(polygon, centre - shift, radius),
                                      parts_back = parts_beyond_rim(polygon, centre + shift, radius);
      if (parts_ahead.size() != parts.size() || parts_back.size() != parts.size()) continue;
      const double ahead = parts_ahead[part].area, back = parts_back[part].area;
      if (std::abs(ahead - back) > 1e-5) continue;  // the parts changed places
      const Vec2 push = -here.line * here.normal;
      EXPECT_NEAR((ahead - back) / (2 * step), dot(push, shift) / step, 1e-6) << "place " << k;
      ++seen;
    }
  }
  EXPECT_GT(seen, 300);
}

// An edge whose two ends stick out may dip into the hole between them: these are two parts, whose areas do
// not cancel what lies between.
TEST(PolygonWalls, what_sticks_out_through_a_rim_lies_on_the_polygon) {
  int two_parts = 0;
  for (std::uint64_t k = 0; k < 400; ++k) {
    const shape::ConvexPolygon shape =
        shape::ConvexPolygon::stone(3 + k % 7, 1 + 0.5 * testing::uniform(k, 70), 0.9, 77, k).unit();
    const ScaledPolygon polygon{&shape, 0.012};
    const Rotation<2> turn = rotation_by(6.28 * testing::uniform(k, 71));
    for (double away = 0.287; away < 0.2999; away += 2e-5) {
      const Vec2 centre = rotate(turn, Vec2{away, 0});
      const std::vector<PolygonTouch> parts = parts_beyond_rim(polygon, centre, 0.3);
      for (const PolygonTouch& touch : parts) {
        if (!(touch.depth > 0)) continue;
        EXPECT_GT(touch.area, 0) << "stone " << k;
        ASSERT_LE(norm(touch.centroid), polygon.radius()) << "stone " << k << " at " << away;
        ASSERT_LE(norm(touch.middle), polygon.radius()) << "stone " << k << " at " << away;
      }
      two_parts += parts[0].depth > 0 && parts[1].depth > 0;
    }
  }
  EXPECT_GT(two_parts, 10);
}

// A polygon with n corners beyond the rim is in touch with it n times, wherever its centre is.
TEST(PolygonWalls, every_corner_that_sticks_out_of_a_hole_is_a_part) {
  for (const std::size_t corners : {3, 4, 5, 8}) {
    const shape::ConvexPolygon shape = shape::ConvexPolygon::regular(corners);
    const ScaledPolygon polygon{&shape, 1.005};
    for (const Vec2 centre : {Vec2{0, 0}, Vec2{1e-3, 0}, Vec2{-5e-4, 1e-3}}) {
      const std::vector<PolygonTouch> parts = parts_beyond_rim(polygon, centre, 1);
      EXPECT_EQ(
          std::count_if(parts.begin(), parts.end(), [](const PolygonTouch& part) { return part.depth > 0; }),
          static_cast<std::ptrdiff_t>(corners));
      if (centre != Vec2{}) continue;
      Vec2 push;
      for (const PolygonTouch& part : parts) push += part.line * part.normal;
      EXPECT_LT(norm(push), 1e-12) << corners;  // in the middle nothing moves it
    }
  }
}

}  // namespace
}  // namespace scree::contact
