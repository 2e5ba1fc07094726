// Pieces of a mesh around a ball that moves: what is passed over is never touched, and most are passed over.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "scree/step/close_pieces.h"
#include "tests/shape/tessellations.h"

namespace scree::step {
namespace {

/// A ball and what it looks at while it moves over a mesh.
class Walker {
 public:
  Walker(const shape::Mesh<3>& mesh, double radius) : mesh_(mesh), radius_(radius) {}

  /// The contacts at a place, and by how many pieces they were found.
  std::size_t go_to(const Vec3& place, std::vector<shape::MeshContact<3>>& contacts) {
    const auto find = [&](double reach, std::vector<std::uint32_t>& pieces) {
      mesh_.find_near(place, reach, pieces);
    };
    const auto due = close_.due(mesh_, place, radius_, find, scratch_);
    mesh_.find_contacts(place, radius_, due, workspace_, contacts);
    const std::size_t looked_at = due.size();
    close_.note(workspace_.looked_at(), place, radius_, scratch_);
    return looked_at;
  }

 private:
  const shape::Mesh<3>& mesh_;
  double radius_;
  ClosePieces<3> close_;
  ClosePieces<3>::Scratch scratch_;
  shape::Mesh<3>::Workspace workspace_;
};

RC_GTEST_PROP(ClosePieces, never_pass_over_one_that_is_touched, ()) {
  const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
  auto draw = [&, next = std::uint64_t{0}](double least, double most) mutable {
    return least + (most - least) * random_uniform(seed, purpose("test"), next++);
  };
  const auto cells = *rc::gen::inRange(2u, 40u);
  shape::MeshData<3> hills = shape::cut_square(seed, cells);
  for (Vec3& vertex : hills.vertices) vertex[2] = draw(-0.5, 0.5) / cells;
  const shape::Mesh<3> mesh(hills);
  const double radius = draw(0.02, 0.3);  // small balls in valleys of large triangles, large ones on many
  Walker walker(mesh, radius);
  Vec3 place{draw(-0.5, 0.5), draw(-0.5, 0.5), draw(0.7, 1.1) * radius};
  std::vector<shape::MeshContact<3>> contacts, expected;
  std::vector<std::uint32_t> all;
  shape::Mesh<3>::Workspace workspace;
  for (int step = 0; step < 150; ++step) {
    const double size = (step % 50 == 49 ? 0.5 : 0.01) * radius;
    for (int k = 0; k < 3; ++k) place[k] += size * draw(-1, 1);
    walker.go_to(place, contacts);
    all.clear();
    mesh.find_near(place, radius, all);
    mesh.find_contacts(place, radius, all, workspace, expected);
    RC_ASSERT(contacts.size() == expected.size());
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      RC_ASSERT(contacts[k].piece == expected[k].piece);
      RC_ASSERT(contacts[k].distance == expected[k].distance);
    }
  }
}

TEST(ClosePieces, are_few_at_a_time_where_a_ball_rolls_over_a_finely_cut_floor) {
  const shape::Mesh<3> mesh(shape::cut_square(1, 60));
  constexpr double radius = 0.1;  // three edges
  Walker walker(mesh, radius);
  std::vector<shape::MeshContact<3>> contacts;
  std::size_t looked_at = 0, near = 0;
  constexpr int steps = 1000;
  for (int step = 0; step < steps; ++step) {
    const Vec3 place{-0.05 + 1e-3 * radius * step, 0.01, 0.9995 * radius};
    looked_at += walker.go_to(place, contacts);
    ASSERT_EQ(contacts.size(), 1u);
    std::vector<std::uint32_t> within;
    mesh.find_near(place, 1.06 * radius, within);
    near += within.size();
  }
  EXPECT_GT(near, std::size_t{15 * steps}) << "or there is nothing to save";
  EXPECT_LT(looked_at, std::size_t{4 * steps});
}

}  // namespace
}  // namespace scree::step
