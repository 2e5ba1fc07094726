// Trees, searches and lists of triangle pairs: every member finds what brute force finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "bench/bumpy_sphere.h"
#include "scree/contact/triangle_list.h"
#include "scree/kernel/kernels.h"
#include "scree/kernel/triangle_kernels.h"
#include "scree/shape/surrogate.h"

namespace scree::contact {
namespace {

using bench::PlainMesh;
using bench::random_turn;
using Found = std::vector<std::array<std::uint32_t, 2>>;

PlainMesh box_mesh(const Vec3& half) {
  PlainMesh mesh;
  for (int corner = 0; corner < 8; ++corner)
    mesh.vertices.push_back(
        {(corner & 1 ? 1 : -1) * half[0], (corner & 2 ? 1 : -1) * half[1], (corner & 4 ? 1 : -1) * half[2]});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

/// A strip of long, thin triangles.
PlainMesh fan_of_needles() {
  PlainMesh mesh;
  for (std::uint32_t k = 0; k <= 40; ++k)
    mesh.vertices.push_back({k % 2 == 0 ? -1.0 : 1.0, 1e-3 * k, 0.05 * random_uniform(3, 5, k)});
  for (std::uint32_t k = 0; k + 2 <= 40; ++k) mesh.triangles.push_back({k, k + 1, k + 2});
  return mesh;
}

Pose<3> pose_at(const Rotation<3>& turn, const Vec3& place) { return {turn, place}; }

Found pairs_of(const std::vector<TriangleContact>& contacts) {
  Found found;
  for (const TriangleContact& contact : contacts) found.push_back({contact.first, contact.second});
  return found;
}

Found brute_force(const shape::TriangleTree& a, const shape::TriangleTree& b,
                  const kernel::RelativePose& pose, double reach) {
  TriangleStream stream(kernel::best_target().triangles());
  stream.add(a, b, pose, reach);
  stream.append_all();
  return pairs_of(stream.find_contacts());
}

struct Meeting {
  const char* name;
  PlainMesh first, second;
  std::vector<kernel::RelativePose> poses;
};

std::vector<Meeting> meetings() {
  std::vector<Meeting> all;
  const auto add = [&](const char* name, PlainMesh a, PlainMesh b, std::vector<Vec3> places, bool turns) {
    Meeting meeting{name, std::move(a), std::move(b), {}};
    for (std::size_t k = 0; k < places.size(); ++k)
      meeting.poses.push_back(relative_pose(pose_at(turns ? random_turn(1, k) : Rotation<3>{}, {}),
                                            pose_at(turns ? random_turn(2, k) : Rotation<3>{}, places[k])));
    all.push_back(std::move(meeting));
  };
  std::vector<Vec3> around;
  for (std::uint64_t k = 0; k < 24; ++k) {
    const Vec3 way = rotate(random_turn(4, k), {1, 0, 0});
    around.push_back((1.9 + 0.6 * random_uniform(1, 2, k)) * way);
  }
  add("rocks of 80", bench::bumpy_sphere(1, 1.3, 1), bench::bumpy_sphere(1, 1.3, 2), around, true);
  add("rocks of 320", bench::bumpy_sphere(2, 1.8, 3), bench::bumpy_sphere(2, 1.3, 4), around, true);
  around.resize(6);
  add("rock and needles", bench::bumpy_sphere(2, 1.3, 5), fan_of_needles(),
      {{0, 0, 1.1}, {0, 0, 1.2}, {0.5, 0.5, 0.9}}, true);
  add("boxes face to face", box_mesh({1, 1, 1}), box_mesh({1, 1, 1}),
      {{2.01, 0, 0}, {2, 0, 0}, {2.02, 0.5, 0.25}, {0, 0, 1.99}}, false);
  add("boxes edge to edge", box_mesh({1, 1, 1}), box_mesh({1, 1, 1}),
      {{2.01, 2.01, 0}, {2, 2, 2}, {2.1, 2, 0}}, false);
  add("box in itself", box_mesh({1, 1, 1}), box_mesh({1, 1, 1}), {{0, 0, 0}}, false);
  add("box in a rock", box_mesh({0.4, 0.4, 0.4}), bench::bumpy_sphere(2, 1.3, 6), {{0, 0, 0}, {0.6, 0.3, 0}},
      true);
  add("small on large", box_mesh({100, 100, 1}), bench::bumpy_sphere(1, 1.3, 7),
      {{3, 4, 2.2}, {77, -60, 2.1}}, true);
  all.back().poses = {relative_pose({}, pose_at(random_turn(9, 1), {3, 4, 2.1})),
                      relative_pose({}, pose_at(random_turn(9, 2), {70, -60, 2.2}))};
  return all;
}

TEST(TriangleTrees, hold_every_triangle_once_in_boxes_that_hold_it) {
  for (const Meeting& meeting : meetings()) {
    const shape::TriangleTree tree = meeting.first.tree();
    EXPECT_EQ(tree.patch(0).size(), meeting.first.triangles.size());
    for (std::size_t n = 0; n < tree.nodes().size(); ++n)
      for (int slot = 0; slot < EightBoxes::width; ++slot) {
        const EightBoxes& node = tree.nodes()[n];
        if (node.half[0][slot] < 0) continue;
        const std::vector<std::uint32_t> below =
            EightBoxes::is_triangle(node.child[slot])
                ? std::vector<std::uint32_t>{static_cast<std::uint32_t>(~node.child[slot])}
                : tree.patch(node.child[slot]);
        for (const std::uint32_t triangle : below)
          for (int corner = 0; corner < 3; ++corner)
            for (std::size_t axis = 0; axis < 3; ++axis)
              EXPECT_LE(std::abs(tree.corner(triangle, corner)[axis] - node.centre[axis][slot]),
                        node.half[axis][slot]);
      }
    const std::vector<std::uint32_t> all = tree.patch(0);
    EXPECT_EQ(std::set<std::uint32_t>(all.begin(), all.end()).size(), all.size());
  }
  EXPECT_THROW(shape::TriangleTree({}, {}), std::invalid_argument);
}

TEST(TriangleTrees, surrogates_hold_their_patches) {
  for (const Meeting& meeting : meetings()) {
    shape::TriangleTree tree = meeting.first.tree();
    tree.make_surrogates();
    for (std::size_t n = 0; n < tree.nodes().size(); ++n) {
      const auto node = static_cast<std::int32_t>(n);
      const std::uint32_t number = tree.surrogate(node);
      const std::array<Vec3, 3> corners{tree.corner(number, 0), tree.corner(number, 1),
                                        tree.corner(number, 2)};
      double farthest = 0;
      for (const std::uint32_t triangle : tree.patch(node))
        for (const double u : {0.0, 0.25, 0.5, 1.0})
          for (const double v : {0.0, 0.25, 0.5, 1.0}) {
            if (u + v > 1) continue;
            const Vec3 place = (1 - u - v) * tree.corner(triangle, 0) + u * tree.corner(triangle, 1) +
                               v * tree.corner(triangle, 2);
            farthest = std::max(farthest, shape::distance_to_triangle(place, corners));
          }
      EXPECT_LE(farthest, tree.surrogate_eps(node));
      EXPECT_LE(tree.surrogate_eps(node), 1.1 * tree.radius());
    }
    shape::TriangleTree again = meeting.first.tree();
    again.make_surrogates();
    EXPECT_EQ(again.surrogate_eps(0), tree.surrogate_eps(0)) << "the fit is a function of the mesh";
  }
}

TEST(TriangleSearches, find_what_brute_force_finds) {
  constexpr double reach = 0.02;
  for (const Meeting& meeting : meetings()) {
    shape::TriangleTree a = meeting.first.tree(), b = meeting.second.tree();
    a.make_surrogates();
    b.make_surrogates();
    std::size_t contacts = 0;
    for (const kernel::RelativePose& pose : meeting.poses) {
      const Found expected = brute_force(a, b, pose, reach);
      contacts += expected.size();
      for (const auto& descent : tree_descents())
        for (const auto& filter : triangle_filters()) {
          TriangleStream stream(kernel::best_target().triangles());
          stream.add(a, b, pose, reach);
          stream.search(descent.kind);
          stream.drop_by(filter.kind);
          stream.sort();
          EXPECT_EQ(pairs_of(stream.find_contacts()), expected)
              << meeting.name << ' ' << descent.name << ' ' << filter.name;
        }
    }
    EXPECT_GT(contacts, 0u) << meeting.name;
  }
}

/// The pose after a small turn and shift.
Pose<3> moved(const Pose<3>& pose, double shift, double turn, std::uint64_t index) {
  const auto number = [&](std::uint64_t k) { return 2 * random_uniform(6, 7, 8 * index + k) - 1; };
  const Vec3 axis{number(0) + 1e-3, number(1), number(2)};
  return {compose(rotation_by(turn * number(6), axis), pose.rotation),
          pose.offset + shift * Vec3{number(3), number(4), number(5)}};
}

TEST(TriangleLists, hold_every_contact_while_bodies_move_inside_the_skin) {
  constexpr double reach = 0.02, skin = 0.03;
  const shape::TriangleTree a = bench::bumpy_sphere(1, 1.3, 1).tree(),
                            b = bench::bumpy_sphere(2, 1.3, 2).tree();
  std::size_t contacts = 0, used = 0, renewed = 0, listed = 0, selected = 0;
  for (const auto& filter : triangle_filters()) {
    TriangleLists lists(kernel::best_target().triangles(), TreeDescent::boxes, filter.kind);
    for (std::uint64_t start = 0; start < 8; ++start) {
      NearTriangles list;
      Pose<3> first{random_turn(1, start), {0, 0, 0}},
          second{random_turn(2, start), 2.25 * rotate(random_turn(3, start), {1, 0, 0})};
      for (std::uint64_t step = 0; step < 12; ++step) {
        // Both bodies turn about themselves and move; the list sees only where they are.
        first = moved(first, 1e-3, 2e-3, 100 * start + 2 * step);
        second = moved(second, 1e-3, 2e-3, 100 * start + 2 * step + 1);
        const kernel::RelativePose pose = relative_pose(first, second);
        if (!list.holds(pose)) {
          lists.ask(list, a, b, pose, reach, skin);
          lists.make();
          ++renewed;
        }
        TriangleStream stream(kernel::best_target().triangles());
        stream.add(a, b, pose, reach);
        list.select(pose, stream);
        listed += list.items().size();
        selected += stream.size();
        stream.drop_by_axes();
        const Found found = pairs_of(stream.find_contacts());
        ASSERT_EQ(found, brute_force(a, b, pose, reach)) << filter.name << ' ' << start << ' ' << step;
        contacts += found.size();
        ++used;
      }
    }
  }
  EXPECT_GT(contacts, 500u);
  EXPECT_LT(2 * renewed, used);
  EXPECT_LT(selected, listed);
}

TEST(TriangleLists, never_add_up_motion) {
  const shape::TriangleTree a = bench::bumpy_sphere(1, 1.3, 1).tree();
  TriangleLists lists(kernel::best_target().triangles(), TreeDescent::boxes, TriangleFilter::axes);
  NearTriangles list;
  const Pose<3> home{{}, {2.3, 0, 0}};
  lists.ask(list, a, a, relative_pose({}, home), 0.02, 0.03);
  lists.make();
  for (int k = 0; k < 1000; ++k) {
    const Pose<3> there{rotation_by(k % 2 == 0 ? 0.01 : 0.0, {0, 0, 1}),
                        {2.3 + (k % 2 == 0 ? 0.005 : 0.0), 0, 0}};
    EXPECT_TRUE(list.holds(relative_pose({}, there)));
  }
  EXPECT_LT(list.way(relative_pose({}, home)), 1e-11);
  EXPECT_FALSE(list.holds(relative_pose({}, {rotation_by(0.03, {0, 0, 1}), {2.3, 0, 0}})))
      << "turning counts";
  // Both turn together: nothing has moved.
  const Rotation<3> turn = rotation_by(1.0, {1, 2, 3});
  EXPECT_TRUE(list.holds(relative_pose({turn, {}}, {turn, rotate(turn, home.offset)})));
}

TEST(TriangleLists, of_many_bodies_in_one_stream_are_those_of_single_pairs) {
  const shape::TriangleTree a = bench::bumpy_sphere(1, 1.3, 1).tree(),
                            b = bench::bumpy_sphere(2, 1.3, 2).tree();
  constexpr double reach = 0.02;
  TriangleStream stream(kernel::best_target().triangles());
  std::vector<Found> expected;
  for (std::uint64_t k = 0; k < 30; ++k) {
    const kernel::RelativePose pose =
        relative_pose({random_turn(1, k), {}}, {random_turn(2, k), {2.3, 0, 0}});
    stream.add(a, b, pose, reach);
    stream.search(TreeDescent::boxes);
    expected.push_back(brute_force(a, b, pose, reach));
  }
  stream.drop_by(TriangleFilter::axes);
  stream.sort();
  std::vector<Found> found(expected.size());
  for (const TriangleContact& contact : stream.find_contacts())
    found[contact.bodies].push_back({contact.first, contact.second});
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace scree::contact
