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

}  // namespace
}  // namespace scree::contact
