// Pairs of triangles: every filter and search against the slow, obvious distance, on all CPU targets.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "scree/base/aligned_vector.h"
#include "scree/kernel/kernels.h"
#include "scree/kernel/triangle_kernels.h"
#include "tests/families/triangle_sets.h"

namespace scree::kernel {
namespace {

/// Hard pairs as the kernels take them, each with a scale of its own.
struct PairSet {
  explicit PairSet(std::size_t kind, std::uint64_t first, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      pairs.push_back(hard_pair(kind, first + k));
      for (const Triangle* const one : {&pairs.back().first, &pairs.back().second})
        for (const Vec3& corner : *one) vertices.insert(vertices.end(), {corner[0], corner[1], corner[2], 0});
    }
    for (std::uint32_t k = 0; k < 6 * count; ++k) corners.push_back(k);
    for (std::size_t k = 0; k < count; ++k) {
      double size = pairs[k].reach;
      for (const Triangle* const one : {&pairs[k].first, &pairs[k].second})
        size +=
            std::max({norm((*one)[0] - (*one)[1]), norm((*one)[1] - (*one)[2]), norm((*one)[2] - (*one)[0])});
      BodyPair& pair = bodies.emplace_back();
      for (int axis = 0; axis < 3; ++axis) pair.pose.column[axis][axis] = 1;
      pair.first = pair.second = TriangleMesh{vertices.data(), corners.data()};
      pair.scale = size;
      pair.inverse_scale = 1 / size;
      const auto number = static_cast<std::uint32_t>(k);
      entries.push_back({2 * number, 2 * number + 1, number, static_cast<float>(pairs[k].reach)});
    }
  }
  std::vector<HardPair> pairs;
  AlignedVector<double> vertices;
  std::vector<std::uint32_t> corners;
  AlignedVector<BodyPair> bodies;
  std::vector<TriangleEntry> entries;
};

struct Room {
  TriangleLanes<float> floats;
  TriangleLanes<double> doubles;
  ClosestLanes closest;
  std::uint16_t left[4][triangle_room];
  Certificates certificates[2];
  bool is_settled[triangle_room];
  std::size_t count[4];
};

void run_all(const TriangleKernels& kernels, const PairSet& set, Room& room) {
  const std::size_t count = set.entries.size();
  kernels.fill_floats(set.bodies.data(), set.entries.data(), count, room.floats);
  kernels.fill(set.bodies.data(), set.entries.data(), count, room.doubles);
  room.count[0] = kernels.leave_by_spheres(room.floats, count, room.left[0]);
  room.count[1] = kernels.leave_by_axes(room.floats, count, room.left[1]);
  room.count[2] = kernels.leave_by_comparison(room.floats, count, room.left[2], room.certificates[0]).left;
  room.count[3] =
      kernels.leave_by_sweeps(room.floats, count, room.left[3], room.certificates[1], room.is_settled).left;
  kernels.find_closest(room.doubles, count, room.closest);
}

double size_of(const HardPair& pair) {
  double size = 0;
  for (const Triangle* const one : {&pair.first, &pair.second})
    for (const Vec3& corner : *one) size = std::max(size, norm(corner - pair.first[0]));
  return size;
}

void check_certificates(std::size_t sets) {
  const auto room = std::make_unique<Room>();
  const TriangleKernels& kernels = best_target().triangles();
  const char* const filters[] = {"spheres", "axes", "comparison", "sweeps"};
  for (std::size_t kind = 0; kind < hard_pair_kinds().size(); ++kind) {
    std::size_t contacts = 0, dropped[4] = {}, apart = 0;
    for (std::size_t part = 0; part < sets; ++part) {
      const PairSet set(kind, part * triangle_chunk, triangle_chunk);
      run_all(kernels, set, *room);
      for (std::size_t k = 0; k < set.pairs.size(); ++k) {
        const HardPair& pair = set.pairs[k];
        const double expected = reference_distance(pair.first, pair.second);
        const double rounding = 2e-15 * size_of(pair) + 1e-15 * norm(pair.first[0]);
        ASSERT_NEAR(room->closest.distance[k], expected, 10 * rounding)
            << hard_pair_kinds()[kind] << ' ' << part * triangle_chunk + k << " feature "
            << room->closest.feature[k];
        const Vec3 a = pair.first[0] +
                       Vec3{room->closest.first[0][k], room->closest.first[1][k], room->closest.first[2][k]};
        const Vec3 b = pair.first[0] + Vec3{room->closest.second[0][k], room->closest.second[1][k],
                                            room->closest.second[2][k]};
        ASSERT_NEAR(norm(a - b), expected, 20 * rounding);
        ASSERT_LE(reference_distance({a, a, a}, pair.first), 10 * rounding);
        ASSERT_LE(reference_distance({b, b, b}, pair.second), 10 * rounding);
        const bool touches = expected <= pair.reach;
        contacts += touches;
        apart += !touches;
        for (int f = 0; f < 4; ++f) {
          const bool is_left = std::binary_search(room->left[f], room->left[f] + room->count[f], k);
          ASSERT_TRUE(is_left || !touches) << filters[f] << " drops a contact: " << hard_pair_kinds()[kind]
                                           << ' ' << part * triangle_chunk + k;
          dropped[f] += !is_left;
        }
        for (int f = 0; f < 2; ++f)
          ASSERT_LE(room->certificates[f].gap[k] * set.bodies[k].scale, expected)
              << filters[2 + f] << hard_pair_kinds()[kind] << k;
      }
    }
    // What certificates are good for: the comparison in floats leaves next to nothing that is apart.
    const std::string name = hard_pair_kinds()[kind];
    if (name != "at the reach") {
      EXPECT_GE(static_cast<double>(dropped[2]), 0.98 * static_cast<double>(apart)) << name;
    }
    if (name == "apart") {
      EXPECT_GE(static_cast<double>(dropped[1]), 0.9 * static_cast<double>(apart));
    }
    EXPECT_GT(contacts, 0u) << hard_pair_kinds()[kind];
  }
}

TEST(TrianglePairs, are_measured_exactly_and_no_certificate_drops_a_contact) { check_certificates(6); }
TEST(TrianglePairs, a_million_are_measured_exactly_and_no_certificate_drops_a_contact) {
  check_certificates(400);
}

TEST(TrianglePairs, have_the_same_bits_on_every_target) {
  const auto expected = std::make_unique<Room>(), found = std::make_unique<Room>();
  for (std::size_t kind = 0; kind < hard_pair_kinds().size(); ++kind)
    for (const std::size_t count : {std::size_t{1}, std::size_t{13}, triangle_chunk}) {
      const PairSet set(kind, 7, count);
      run_all(targets().front().triangles(), set, *expected);
      for (const Target& target : targets()) {
        if (!target.is_supported()) continue;
        SCOPED_TRACE(std::string(target.name) + ' ' + hard_pair_kinds()[kind]);
        run_all(target.triangles(), set, *found);
        const auto same = [&](const auto* a, const auto* b) {
          return std::memcmp(a, b, count * sizeof(*a)) == 0;
        };
        for (int row = 0; row < 15; ++row) {
          EXPECT_TRUE(same(found->floats.corner[row], expected->floats.corner[row]));
          EXPECT_TRUE(same(found->doubles.corner[row], expected->doubles.corner[row]));
        }
        EXPECT_TRUE(same(found->floats.reach, expected->floats.reach));
        EXPECT_TRUE(same(found->closest.distance, expected->closest.distance));
        EXPECT_TRUE(same(found->closest.feature, expected->closest.feature));
        for (int axis = 0; axis < 3; ++axis) {
          EXPECT_TRUE(same(found->closest.first[axis], expected->closest.first[axis]));
          EXPECT_TRUE(same(found->closest.second[axis], expected->closest.second[axis]));
        }
        for (int f = 0; f < 4; ++f) {
          ASSERT_EQ(found->count[f], expected->count[f]);
          EXPECT_EQ(std::memcmp(found->left[f], expected->left[f], found->count[f] * sizeof(std::uint16_t)),
                    0);
        }
        for (int f = 0; f < 2; ++f)
          EXPECT_TRUE(same(found->certificates[f].gap, expected->certificates[f].gap));
      }
    }
}

TEST(TrianglePairs, among_equal_distances_the_lowest_feature_counts) {
  // Two unit right triangles over each other: all corners, edges and faces are 0.01 apart.
  AlignedVector<double> vertices;
  for (const double height : {0.0, 0.01})
    for (const Vec3& corner : {Vec3{0, 0, height}, Vec3{1, 0, height}, Vec3{0, 1, height}})
      vertices.insert(vertices.end(), {corner[0], corner[1], corner[2], 0});
  const std::uint32_t corners[] = {0, 1, 2, 3, 4, 5};
  BodyPair bodies;
  for (int axis = 0; axis < 3; ++axis) bodies.pose.column[axis][axis] = 1;
  bodies.first = bodies.second = TriangleMesh{vertices.data(), corners};
  const TriangleEntry entry{0, 1, 0, 0.02f};
  const auto room = std::make_unique<Room>();
  const TriangleKernels& kernels = best_target().triangles();
  kernels.fill(&bodies, &entry, 1, room->doubles);
  kernels.find_closest(room->doubles, 1, room->closest);
  EXPECT_EQ(room->closest.feature[0], 0);
  EXPECT_EQ(room->closest.distance[0], 0.01);
}

}  // namespace
}  // namespace scree::kernel
