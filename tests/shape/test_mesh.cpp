#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "scree/base/pose.h"
#include "tests/shape/tessellations.h"

namespace scree::shape {
namespace {

template <int D>
std::vector<MeshContact<D>> contacts_of(const Mesh<D>& mesh, const Vec<D>& centre, double radius) {
  std::vector<std::uint32_t> near;
  mesh.find_near(centre, radius, near);
  std::vector<MeshContact<D>> contacts;
  typename Mesh<D>::Workspace workspace;
  mesh.find_contacts(centre, radius, near, workspace, contacts);
  return contacts;
}

template <int D>
void expect_plane_contact(const Mesh<D>& mesh, const Vec<D>& centre, double radius) {
  const auto contacts = contacts_of(mesh, centre, radius);
  ASSERT_EQ(contacts.size(), 1u) << centre[0] << ' ' << centre[1];
  const double height = centre[D - 1];
  EXPECT_NEAR(contacts[0].distance, std::abs(height), 1e-12);
  EXPECT_NEAR(contacts[0].normal[D - 1], height < 0 ? -1 : 1, 1e-12);
}

TEST(Mesh, a_ball_on_a_cut_plane_has_the_contact_of_the_plane) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Mesh<3> mesh(cut_square(seed, 9));
    ASSERT_EQ(mesh.patch_count(), 1u);
    for (std::uint64_t k = 0; k < 300; ++k) {
      const double radius = random_between(0.01, 0.4, seed, 10, k);
      const double height = radius * random_between(0.7, 1, seed, 11, k) * (k % 2 == 0 ? 1 : -1);
      expect_plane_contact<3>(
          mesh, {random_between(-0.5, 0.5, seed, 12, k), random_between(-0.5, 0.5, seed, 13, k), height},
          radius);
    }
  }
}

TEST(Mesh, so_it_has_exactly_over_vertices_and_edges_and_a_hair_beside_them) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Mesh<3> mesh(cut_square(seed, 7));
    for (std::size_t piece = 0; piece < mesh.piece_count(); ++piece)
      for (int k = 0; k < 3; ++k) {
        const Vec3 a = mesh.vertices()[mesh.pieces()[piece][k]],
                   b = mesh.vertices()[mesh.pieces()[piece][(k + 1) % 3]];
        for (const double share : {0.0, 1e-17, 1e-12, 1e-8, 0.3, 0.5})
          for (const double beside : {0.0, 1e-17, -1e-17, 1e-12, -1e-12, 1e-8, -1e-8}) {
            Vec3 place = a + share * (b - a);
            place += beside * Vec3{b[1] - a[1], a[0] - b[0], 0};
            if (std::abs(place[0]) > 0.85 || std::abs(place[1]) > 0.85) continue;
            place[2] = 0.09;
            expect_plane_contact<3>(mesh, place, 0.1);
          }
      }
  }
}

TEST(Mesh, a_disc_on_a_cut_line_has_the_contact_of_the_line) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Mesh<2> mesh(cut_line(seed, 30));
    ASSERT_EQ(mesh.patch_count(), 1u);
    for (const Vec2& vertex : mesh.vertices())
      for (const double beside : {0.0, 1e-17, -1e-17, 1e-12, -1e-12, 0.01, -0.01})
        if (std::abs(vertex[0]) < 0.7) expect_plane_contact<2>(mesh, {vertex[0] + beside, 0.19}, 0.2);
  }
}

/// Two squares of side 1 that meet at the edge x = 0 with this angle between their insides [rad].
Mesh<3> bent_sheet(double turn) {
  const double c = std::cos(turn), s = std::sin(turn);
  return Mesh<3>({{{0, -1, 0}, {0, 1, 0}, {1, -1, 0}, {1, 1, 0}, {-c, -1, s}, {-c, 1, s}},
                  {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}}});
}

TEST(Mesh, a_concave_corner_is_touched_twice_and_a_convex_edge_once) {
  const Mesh<3> corner = bent_sheet(1.5707963267948966);  // the second square stands on the edge
  EXPECT_EQ(corner.patch_count(), 2u);
  EXPECT_EQ(contacts_of<3>(corner, {0.19, 0.1, 0.19}, 0.2).size(), 2u);
  // From the other side the same edge is convex.
  const auto edge = contacts_of<3>(corner, {-0.1, 0.1, -0.1}, 0.2);
  ASSERT_EQ(edge.size(), 1u);
  EXPECT_NEAR(edge[0].distance, std::sqrt(0.02), 1e-12);
  for (const double beside : {0.0, 1e-17, -1e-17, 1e-15, -1e-15, 1e-9, -1e-9})
    for (const double along : {0.0, 0.1, 0.5})
      EXPECT_EQ(contacts_of<3>(corner, {beside, along, -0.1}, 0.2).size(), 1u) << beside;
}

TEST(Mesh, a_slight_fold_is_touched_once) {
  const Mesh<3> fold = bent_sheet(0.3);
  EXPECT_EQ(fold.patch_count(), 1u);
  EXPECT_EQ(contacts_of<3>(fold, {0.0, 0.1, 0.19}, 0.2).size(), 1u);
}

/// A pipe along z with this many sides.
Mesh<3> pipe(double radius, std::uint32_t sides) {
  MeshData<3> data;
  for (std::uint32_t k = 0; k < sides; ++k) {
    const double angle = 6.283185307179586 * k / sides;
    for (const double z : {-1.0, 1.0})
      data.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
    const std::uint32_t a = 2 * k, b = 2 * ((k + 1) % sides);
    data.pieces.push_back({a, b, a + 1});
    data.pieces.push_back({b, b + 1, a + 1});
  }
  return Mesh<3>(data);
}

TEST(Mesh, a_ball_in_a_pipe_is_touched_once_or_if_it_wedges_at_opposite_sides) {
  const Mesh<3> tube = pipe(0.2, 24);
  EXPECT_EQ(tube.patch_count(), 1u);
  EXPECT_EQ(contacts_of<3>(tube, {0.11, 0.01, 0}, 0.1).size(), 1u);
  const auto wedged = contacts_of<3>(tube, {0.001, 0, 0}, 0.21);
  ASSERT_GE(wedged.size(), 2u);
  for (std::size_t k = 0; k < wedged.size(); ++k)
    for (std::size_t l = 0; l < k; ++l) EXPECT_LE(dot(wedged[k].normal, wedged[l].normal), 0.5);
}

TEST(Mesh, health_names_what_is_odd) {
  MeshData<3> data{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, 0, 0}},
                   {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
  const Mesh<3> good(data);
  EXPECT_TRUE(good.health().closed());
  EXPECT_EQ(good.health().flipped.count, 0u);
  EXPECT_EQ(good.patch_count(), 4u);
  data.pieces.push_back({2, 1, 0});  // again
  data.pieces.push_back({2, 2, 0});  // collapsed
  data.pieces[3] = {3, 0, 2};        // flipped
  const Mesh<3> odd(data);
  EXPECT_EQ(odd.health().duplicates.count, 1u);
  EXPECT_EQ(odd.health().duplicates.first, 4u);
  EXPECT_EQ(odd.health().collapsed.first, 5u);
  EXPECT_EQ(odd.health().flipped.count, 3u);
  data.pieces.erase(data.pieces.begin() + 1);
  EXPECT_EQ(Mesh<3>(data).health().open.count, 3u);
  EXPECT_THROW(Mesh<3>({data.vertices, {{0, 1, 9}}}), std::invalid_argument);
  EXPECT_THROW(Mesh<3>({data.vertices, {{0, 4, 1}}}), std::invalid_argument) << "a sliver alone";
  EXPECT_THROW(Mesh<3>(MeshData<3>{}), std::invalid_argument);
}

TEST(Mesh, corners_at_one_place_are_one) {
  const Mesh<3> soup(
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, -0.0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {3, 4, 5}}});
  EXPECT_EQ(soup.vertices().size(), 4u);
  EXPECT_EQ(soup.patch_count(), 1u);
}

}  // namespace
}  // namespace scree::shape
