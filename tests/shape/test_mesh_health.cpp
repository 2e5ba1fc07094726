// One crafted mesh for every kind of defect.
#include "scree/shape/mesh_health.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/random.h"
#include "scree/shape/mesh_crossing.h"
#include "scree/shape/mesh_makers.h"
#include "scree/shape/rigid_mesh.h"

namespace scree::shape {
namespace {

MeshData<3> moved(MeshData<3> mesh, const Vec3& by) {
  for (Vec3& vertex : mesh.vertices) vertex += by;
  return mesh;
}
MeshData<3> scaled(MeshData<3> mesh, double factor) {
  for (Vec3& vertex : mesh.vertices) vertex *= factor;
  return mesh;
}
MeshData<3> inside_out(MeshData<3> mesh) {
  for (auto& piece : mesh.pieces) std::swap(piece[1], piece[2]);
  return mesh;
}
MeshData<3> joined(MeshData<3> first, const MeshData<3>& second) {
  const auto offset = static_cast<std::uint32_t>(first.vertices.size());
  first.vertices.insert(first.vertices.end(), second.vertices.begin(), second.vertices.end());
  for (auto piece : second.pieces) {
    for (std::uint32_t& vertex : piece) vertex += offset;
    first.pieces.push_back(piece);
  }
  return first;
}
/// As STL files have them: every triangle with corners of its own.
MeshData<3> unshared(const MeshData<3>& mesh) {
  MeshData<3> loose;
  for (const auto& piece : mesh.pieces) {
    const auto first = static_cast<std::uint32_t>(loose.vertices.size());
    for (const std::uint32_t vertex : piece) loose.vertices.push_back(mesh.vertices[vertex]);
    loose.pieces.push_back({first, first + 1, first + 2});
  }
  return loose;
}

const Finding* find(const Examination& examination, Defect defect) {
  for (const Finding& finding : examination.findings)
    if (finding.defect == defect) return &finding;
  return nullptr;
}

/// That this is all that is found.
Finding only(const Examination& examination, Defect defect, Outcome outcome) {
  std::string text;
  for (const Finding& finding : examination.findings) text += text_of(finding) + '\n';
  EXPECT_EQ(examination.findings.size(), 1u) << text;
  const Finding* const found = find(examination, defect);
  EXPECT_NE(found, nullptr) << text;
  if (found == nullptr) return {};
  EXPECT_EQ(found->outcome, outcome) << text;
  EXPECT_EQ(examination.is_sound(), outcome != Outcome::refused);
  return *found;
}

const MeshData<3> ball = make_icosphere(2);
const double ball_volume = RigidMesh(ball).volume();

TEST(MeshHealth, a_good_mesh_has_no_findings) {
  const Examination examination = examine(ball);
  EXPECT_TRUE(examination.findings.empty());
  EXPECT_TRUE(examination.is_sound() && examination.is_closed);
  EXPECT_EQ(examination.parts, 1u);
  EXPECT_EQ(examination.merged_vertices, 0u);
}

TEST(MeshHealth, equal_vertices_become_one) {
  const Examination examination = examine(unshared(ball));
  EXPECT_TRUE(examination.findings.empty());
  EXPECT_EQ(examination.mesh.vertices.size(), ball.vertices.size());
  EXPECT_EQ(examination.merged_vertices, 3 * ball.pieces.size() - ball.vertices.size());
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), ball_volume, 1e-14);
}

TEST(MeshHealth, vertices_that_differ_by_rounding_are_merged_if_that_closes_the_mesh) {
  MeshData<3> loose = unshared(ball);
  for (std::size_t k = 0; k < loose.vertices.size(); ++k)
    loose.vertices[k][k % 3] += 1e-7 * (random_uniform(1, purpose("test.health"), k) - 0.5);
  const Examination examination = examine(loose);
  const Finding finding = only(examination, Defect::near_vertices, Outcome::mended);
  EXPECT_GT(finding.count, 100u);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), ball_volume, 1e-5);
}

TEST(MeshHealth, an_open_mesh_is_refused_with_the_place_of_its_hole) {
  MeshData<3> open = ball;
  const auto gone = open.pieces[17];
  open.pieces.erase(open.pieces.begin() + 17);
  const Finding finding = only(examine(open), Defect::open, Outcome::refused);
  EXPECT_EQ(finding.count, 3u);
  EXPECT_LT(norm(finding.place - open.vertices[gone[0]]), 0.5);
  EXPECT_NE(finding.text.find("1 hole"), std::string::npos) << finding.text;
  EXPECT_FALSE(examine(open).is_closed);
}

TEST(MeshHealth, an_inverted_mesh_is_turned_over) {
  const Examination examination = examine(inside_out(ball));
  EXPECT_EQ(only(examination, Defect::inverted, Outcome::mended).count, 320u);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), ball_volume, 1e-14);
}

TEST(MeshHealth, flipped_triangles_are_turned_over_and_named) {
  MeshData<3> mesh = ball;
  for (const std::size_t k : {40u, 41u, 200u}) std::swap(mesh.pieces[k][0], mesh.pieces[k][1]);
  const Examination examination = examine(mesh);
  const Finding finding = only(examination, Defect::flipped, Outcome::mended);
  EXPECT_EQ(finding.count, 3u);
  EXPECT_EQ(finding.triangle, 40u);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), ball_volume, 1e-14);
  // Of an inverted mesh, all but these are.
  const Examination inverted = examine(inside_out(mesh));
  EXPECT_EQ(only(inverted, Defect::flipped, Outcome::mended).count, 317u);
  EXPECT_NEAR(RigidMesh(inverted.mesh).volume(), ball_volume, 1e-14);
}

TEST(MeshHealth, an_edge_of_more_than_two_triangles_is_refused) {
  // Two boxes that share an edge.
  const MeshData<3> boxes = joined(make_box({1, 1, 1}), moved(make_box({1, 1, 1}), {1, 1, 0}));
  const Examination examination = examine(boxes);
  EXPECT_FALSE(examination.is_sound());
  const Finding* const finding = find(examination, Defect::non_manifold_edge);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->count, 1u);
  EXPECT_EQ(finding->place, (Vec3{0.5, 0.5, 0}));
  // A fin on a ball: its rim is open too.
  MeshData<3> fin = ball;
  fin.vertices.push_back({2, 2, 2});
  fin.pieces.push_back(
      {ball.pieces[5][0], ball.pieces[5][1], static_cast<std::uint32_t>(ball.vertices.size())});
  EXPECT_NE(find(examine(fin), Defect::non_manifold_edge), nullptr);
  EXPECT_NE(find(examine(fin), Defect::open), nullptr);
}

TEST(MeshHealth, surfaces_that_touch_in_a_vertex_are_refused) {
  const MeshData<3> boxes = joined(make_box({1, 1, 1}), moved(make_box({1, 1, 1}), {1, 1, 1}));
  const Examination examination = examine(boxes);
  const Finding* const finding = find(examination, Defect::non_manifold_vertex);
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->outcome, Outcome::refused);
  EXPECT_EQ(finding->place, (Vec3{0.5, 0.5, 0.5}));
  EXPECT_GE(finding->triangle, 12u);
}

TEST(MeshHealth, duplicates_are_dropped) {
  MeshData<3> mesh = ball;
  mesh.pieces.push_back(ball.pieces[3]);
  mesh.pieces.push_back({ball.pieces[9][1], ball.pieces[9][0], ball.pieces[9][2]});
  const Examination examination = examine(mesh);
  const Finding finding = only(examination, Defect::duplicate, Outcome::mended);
  EXPECT_EQ(finding.count, 2u);
  EXPECT_EQ(finding.triangle, 320u);
  EXPECT_EQ(examination.mesh.pieces.size(), 320u);
}

TEST(MeshHealth, the_wall_between_two_boxes_that_share_a_face_is_dropped) {
  const Examination examination = examine(joined(make_box({1, 1, 1}), moved(make_box({1, 1, 1}), {1, 0, 0})));
  EXPECT_EQ(only(examination, Defect::duplicate, Outcome::mended).count, 4u);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), 2, 1e-15);
  EXPECT_EQ(examination.parts, 1u);
}

TEST(MeshHealth, triangles_without_area_are_dropped_or_joined_to_their_neighbours) {
  MeshData<3> collapsed = ball;
  collapsed.pieces.push_back({4, 4, 7});
  EXPECT_EQ(only(examine(collapsed), Defect::degenerate, Outcome::mended).triangle, 320u);

  // A vertex in the middle of a box's edge that only one of the two faces knows: closed by a sliver.
  MeshData<3> box = make_box({1, 1, 1});
  const auto middle = static_cast<std::uint32_t>(box.vertices.size());
  box.vertices.push_back(0.5 * (box.vertices[0] + box.vertices[1]));
  ASSERT_EQ(box.pieces[4], (std::array<std::uint32_t, 3>{0, 1, 5}));
  box.pieces[4] = {0, middle, 5};
  box.pieces.push_back({middle, 1, 5});
  box.pieces.push_back({0, 1, middle});
  const Examination examination = examine(box);
  EXPECT_EQ(only(examination, Defect::degenerate, Outcome::mended).triangle, 13u);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), 1, 1e-15);
}

TEST(MeshHealth, a_vertex_pulled_through_the_far_side_is_a_self_intersection) {
  MeshData<3> mesh = ball;
  mesh.vertices[30] = -1.5 * mesh.vertices[30];
  const Finding finding = only(examine(mesh), Defect::self_intersection, Outcome::refused);
  EXPECT_GE(finding.count, 3u);
  EXPECT_LT(norm(finding.place), 1.6);
}

TEST(MeshHealth, overlapping_parts_intersect) {
  const MeshData<3> boxes = joined(make_box({1, 1, 1}), moved(make_box({1, 1, 1}), {0.5, 0.3, 0.2}));
  const Examination examination = examine(boxes);
  ASSERT_NE(find(examination, Defect::self_intersection), nullptr);
  EXPECT_FALSE(examination.is_sound());
}

TEST(MeshHealth, a_fold_on_a_common_edge_is_a_self_intersection) {
  // A flat double sheet: closed, oriented, and nothing inside.
  MeshData<3> sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.pieces = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  const Examination examination = examine(sheet);
  EXPECT_NE(find(examination, Defect::self_intersection), nullptr);
  EXPECT_NE(find(examination, Defect::no_volume), nullptr);
}

TEST(MeshHealth, a_part_inside_another_is_refused_unless_it_is_a_cavity) {
  const MeshData<3> doubled = joined(ball, scaled(ball, 0.5));
  const Finding finding = only(examine(doubled), Defect::part_inside, Outcome::refused);
  EXPECT_EQ(finding.triangle, 320u);

  for (const bool inverted : {false, true}) {
    MeshData<3> hollow = joined(ball, inside_out(scaled(ball, 0.5)));
    if (inverted) hollow = inside_out(hollow);
    const Examination examination = examine(hollow);
    EXPECT_TRUE(examination.is_sound());
    EXPECT_EQ(examination.cavities, 1u);
    EXPECT_NE(find(examination, Defect::cavity), nullptr);
    EXPECT_EQ(find(examination, Defect::inverted) != nullptr, inverted);
    EXPECT_NEAR(RigidMesh(examination.mesh).volume(), ball_volume * 0.875, 1e-14);
  }
}

TEST(MeshHealth, parts_apart_are_told_and_turned_each_by_itself) {
  const Examination examination = examine(joined(ball, inside_out(moved(ball, {3, 0, 0}))));
  EXPECT_TRUE(examination.is_sound());
  EXPECT_NE(find(examination, Defect::several_parts), nullptr);
  EXPECT_EQ(find(examination, Defect::inverted)->count, 320u);
  EXPECT_EQ(find(examination, Defect::inverted)->triangle, 320u);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), 2 * ball_volume, 1e-13);
}

TEST(MeshHealth, far_from_its_origin_a_mesh_is_told_so) {
  const Examination examination = examine(moved(ball, {1e6, 0, 0}));
  const Finding finding = only(examination, Defect::far_from_origin, Outcome::told);
  EXPECT_NE(finding.text.find("times its size"), std::string::npos);
  EXPECT_NEAR(RigidMesh(examination.mesh).volume(), ball_volume, 1e-8);
  // In single precision as well, where steps of a sixteenth are left.
  MeshData<3> coarse = moved(ball, {1e6, 0, 0});
  for (Vec3& vertex : coarse.vertices)
    for (int k = 0; k < 3; ++k) vertex[k] = static_cast<float>(vertex[k]);
  const Examination of_coarse = examine(coarse);
  const Finding* const told = find(of_coarse, Defect::far_from_origin);
  ASSERT_NE(told, nullptr);
  EXPECT_NE(told->text.find("single precision"), std::string::npos) << told->text;
}

TEST(MeshHealth, a_surface_with_one_side_is_refused) {
  // A Moebius strip of seven quadrilaterals.
  MeshData<3> strip;
  constexpr std::uint32_t count = 7;
  for (std::uint32_t k = 0; k < count; ++k) {
    const double angle = 2 * math::pi * k / count, half = 0.5 * angle;
    for (const double across : {-0.3, 0.3})
      strip.vertices.push_back({(1 + across * std::cos(half)) * std::cos(angle),
                                (1 + across * std::cos(half)) * std::sin(angle), across * std::sin(half)});
  }
  for (std::uint32_t k = 0; k < count; ++k) {
    const bool last = k + 1 == count;
    const std::uint32_t a = 2 * k, b = 2 * k + 1, c = last ? 1 : 2 * k + 2, d = last ? 0 : 2 * k + 3;
    strip.pieces.push_back({a, c, b});
    strip.pieces.push_back({b, c, d});
  }
  const Examination examination = examine(strip);
  EXPECT_NE(find(examination, Defect::one_sided), nullptr);
  EXPECT_NE(find(examination, Defect::open), nullptr);
}

TEST(MeshHealth, what_is_no_number_is_refused) {
  MeshData<3> mesh = ball;
  mesh.vertices[mesh.pieces[12][1]][2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(only(examine(mesh), Defect::not_finite, Outcome::refused).outcome, Outcome::refused);
  mesh = ball;
  mesh.pieces[7][1] = 5000;
  EXPECT_EQ(only(examine(mesh), Defect::not_finite, Outcome::refused).triangle, 7u);
  EXPECT_FALSE(examine({}).is_sound());
}

TEST(MeshHealth, refusals_come_first_and_say_triangle_and_place) {
  MeshData<3> mesh = moved(ball, {1e6, 0, 0});
  mesh.pieces.pop_back();
  const Examination examination = examine(mesh);
  ASSERT_EQ(examination.findings.size(), 2u);
  EXPECT_EQ(examination.findings[0].defect, Defect::open);
  EXPECT_NE(text_of(examination.findings[0]).find("(triangle "), std::string::npos);
}

/// By the tree, and by asking every pair by itself.
RC_GTEST_PROP(MeshHealth, the_tree_misses_no_crossing, (std::uint64_t seed)) {
  MeshData<3> soup;
  for (std::uint64_t k = 0; k < 60; ++k)
    soup.vertices.push_back(
        {random_uniform(seed, 1, k), random_uniform(seed, 2, k), random_uniform(seed, 3, k)});
  for (std::uint64_t k = 0; k < 40; ++k) {
    const auto corner = [&](std::uint64_t n) {
      return static_cast<std::uint32_t>(random_bits(seed, 4 + n, k) % soup.vertices.size());
    };
    const Triangle piece{corner(0), corner(1), corner(2)};
    if (piece[0] != piece[1] && piece[1] != piece[2] && piece[0] != piece[2]) soup.pieces.push_back(piece);
  }
  using Pairs = std::vector<std::array<std::uint32_t, 2>>;
  Pairs by_tree, by_pairs;
  find_crossings(soup.vertices, soup.pieces, [&](std::uint32_t a, std::uint32_t b, const Vec3&) {
    by_tree.push_back({a, b});
  });
  for (std::uint32_t a = 0; a < soup.pieces.size(); ++a)
    for (std::uint32_t b = a + 1; b < soup.pieces.size(); ++b) {
      const std::array<Triangle, 2> pair{soup.pieces[a], soup.pieces[b]};
      find_crossings(soup.vertices, pair, [&](std::uint32_t, std::uint32_t, const Vec3&) {
        by_pairs.push_back({a, b});
      });
    }
  RC_ASSERT(by_tree == by_pairs);
  RC_ASSERT(!by_tree.empty());
}

TEST(MeshHealth, winding_numbers_tell_inside_from_outside) {
  const MeshData<3> rock = make_rock(2, 1.5, 4, 0);
  EXPECT_NEAR(winding_number(rock.vertices, rock.pieces, {0.1, 0.2, 0.3}), 1, 1e-12);
  EXPECT_NEAR(winding_number(rock.vertices, rock.pieces, {3, 0.2, 0.3}), 0, 1e-12);
}

}  // namespace
}  // namespace scree::shape
