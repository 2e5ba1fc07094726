// Lists of a mesh's pieces near bodies: nothing that may touch is missed, and a finely cut floor costs what a
// coarse one does.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>

#include "scree/base/random.h"
#include "scree/step/wall_candidates.h"

namespace scree::step {
namespace {

/// A square floor of edge 2 about the origin, cut into 2 n^2 triangles.
shape::MeshData<3> floor_of(std::uint32_t n) {
  shape::MeshData<3> data;
  for (std::uint32_t j = 0; j <= n; ++j)
    for (std::uint32_t i = 0; i <= n; ++i) data.vertices.push_back({2.0 * i / n - 1, 2.0 * j / n - 1, 0});
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return j * (n + 1) + i; };
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      data.pieces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      data.pieces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  return data;
}

struct Listed {
  explicit Listed(std::uint32_t n, double radius, double skin, const Vec3& place) : mesh(floor_of(n)) {
    std::vector<NearPiece> near;
    mesh.visit_near(place, radius + skin, [&](std::uint32_t piece, double distance) {
      near.push_back({piece, static_cast<float>(distance * (1 - 1e-6))});
    });
    list.append(place, radius + skin, near);
  }
  shape::Mesh<3> mesh;
  NearPieces<3> list;
};

RC_GTEST_PROP(NearPieces, hold_all_that_a_body_may_touch_or_say_that_they_do_not, ()) {
  const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
  auto draw = [&, next = std::uint64_t{0}](double least, double most) mutable {
    return least + (most - least) * random_uniform(seed, purpose("test"), next++);
  };
  const double radius = draw(0.05, 0.3), skin = draw(0.01, 0.5) * radius;
  const Vec3 place{draw(-0.5, 0.5), draw(-0.5, 0.5), draw(0.8, 1.2) * radius};
  const Listed listed(*rc::gen::inRange(1u, 40u), radius, skin, place);
  const Vec3 way{draw(-1, 1), draw(-1, 1), draw(-1, 1)};
  const Vec3 now = place + (draw(0, 1) * skin / norm(way)) * way;
  std::vector<std::uint32_t> found, expected;
  listed.mesh.find_near(now, radius, expected);
  if (!listed.list.find(0, now, radius, found)) {
    RC_ASSERT(found.empty());
    RC_TAG("the list was cut");
    return;
  }
  RC_ASSERT(std::is_sorted(found.begin(), found.end()));
  RC_ASSERT(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
}

TEST(NearPieces, of_a_hundred_thousand_triangles_cost_what_a_few_do) {
  constexpr double radius = 0.02, skin = 0.35 * radius;
  // Balls of two and a half edges, with an overlap of a thousandth of a radius.
  const Vec3 place{0.0123, -0.0371, 0.999 * radius};
  const Listed coarse(2, radius, skin, place), fine(224, radius, skin, place);
  ASSERT_GT(fine.mesh.piece_count(), 100'000u);
  std::vector<std::uint32_t> all, found;
  fine.mesh.find_near(place, radius + skin, all);
  ASSERT_GT(all.size(), 20u) << "or there is nothing to save";
  for (const double moved : {0.0, 0.01 * radius, 0.03 * radius}) {
    const Vec3 now = place + Vec3{moved, 0, 0};
    found.clear();
    ASSERT_TRUE(coarse.list.find(0, now, radius, found));
    ASSERT_GE(found.size(), 1u);
    found.clear();
    ASSERT_TRUE(fine.list.find(0, now, radius, found));
    EXPECT_GE(found.size(), 1u);
    EXPECT_LE(found.size(), 8u) << moved;
  }
}

TEST(NearPieces, more_than_are_kept_are_left_to_the_mesh_only_after_a_long_way) {
  constexpr double radius = 0.1;
  const Vec3 place{0.0123, -0.0371, 0.999 * radius};
  const Listed fine(100, radius, 0.35 * radius, place);
  std::vector<std::uint32_t> all, found;
  fine.mesh.find_near(place, 1.35 * radius, all);
  ASSERT_GT(all.size(), NearPieces<3>::most_listed);
  EXPECT_TRUE(fine.list.find(0, place, radius, found));
  EXPECT_FALSE(found.empty());
  found.clear();
  EXPECT_FALSE(fine.list.find(0, place + Vec3{0.3 * radius, 0, 0}, radius, found));
}

}  // namespace
}  // namespace scree::step
