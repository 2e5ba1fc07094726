// Distance, area and centroid against references that cannot err: every corner with every edge in long
// double, and clipping in exact fractions. Prints how many pairs were seen and the worst error.
// SCREE_POLYGON_PAIRS says how many distances are looked at (areas: a hundredth of it); the test
// `contact.millions_of_polygons` looks at two million.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "scree/contact/polygon_overlap.h"
#include "tests/contact/polygon_pairs.h"

namespace scree::contact {
namespace {

using testing::random_poses;
using testing::test_shapes;
using testing::uniform;

std::uint64_t pairs_wanted() {
  const char* const wanted = std::getenv("SCREE_POLYGON_PAIRS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 40'000;
}

/// Families in which something is degenerate, beside random poses: flush boxes, equal shapes on each other,
/// corners that touch an edge or a corner, needles across needles, sizes that differ by a million.
testing::Poses poses_of(std::uint64_t k, std::size_t shape_count) {
  testing::Poses poses = random_poses(k, shape_count, 0.05, 1.4);
  switch (k % 7) {
    case 1:  // the same shape, pushed along an axis
      poses.second = poses.first;
      poses.second_turn = poses.first_turn;
      poses.second_scale = poses.first_scale;
      break;
    case 2:  // boxes of one or ten widths, upright
      poses.first = 1;
      poses.second = k % 2 == 0 ? 1 : 6;
      poses.first_turn = poses.second_turn = rotation_by(0);
      poses.apart[k / 7 % 2] = 0;
      break;
    case 3:  // needles
      poses.first = 7;
      poses.second = k % 2 == 0 ? 7 : 6;
      poses.apart = 0.3 * poses.apart;
      break;
    case 4:  // a mite on a giant
      poses.second_scale = 1e-6 * poses.first_scale;
      poses.apart = (1 / (1 + uniform(k, 20))) * poses.apart;
      break;
    default:
      break;
  }
  return poses;
}

long double to_segment(const Vec2& point, const Vec2& from, const Vec2& to) {
  const long double wx = static_cast<long double>(to[0]) - from[0],
                    wy = static_cast<long double>(to[1]) - from[1];
  const long double px = static_cast<long double>(point[0]) - from[0],
                    py = static_cast<long double>(point[1]) - from[1];
  long double share = (px * wx + py * wy) / (wx * wx + wy * wy);
  share = share < 0 ? 0 : (share > 1 ? 1 : share);
  const long double dx = px - share * wx, dy = py - share * wy;
  return std::sqrt(dx * dx + dy * dy);
}

struct Corners {
  std::vector<Vec2> first, second;
  explicit Corners(const PolygonPair& pair) {
    for (std::uint32_t i = 0; i < pair.first_size(); ++i) first.push_back(pair.first_corner(i));
    for (std::uint32_t j = 0; j < pair.second_size(); ++j) second.push_back(pair.second_corner(j));
  }
};

/// Zero when no edge of either leaves a gap.
long double distance_of(const Corners& corners) {
  long double nearest = HUGE_VALL;
  bool apart = false;
  for (const auto& [own, other] :
       {std::pair(&corners.first, &corners.second), std::pair(&corners.second, &corners.first)})
    for (std::size_t k = 0; k < other->size(); ++k) {
      const Vec2 &from = (*other)[k], &to = (*other)[(k + 1) % other->size()];
      long double gap = HUGE_VALL;
      for (const Vec2& point : *own) {
        nearest = std::min(nearest, to_segment(point, from, to));
        gap = std::min(
            gap,
            -((static_cast<long double>(to[0]) - from[0]) * (static_cast<long double>(point[1]) - from[1]) -
              (static_cast<long double>(to[1]) - from[1]) * (static_cast<long double>(point[0]) - from[0])));
      }
      apart = apart || gap > 0;
    }
  return apart ? nearest : 0;
}

TEST(PolygonExactness, of_the_distance_and_the_closest_points) {
  const auto shapes = test_shapes();
  std::uint64_t apart = 0, overlapping = 0, touching = 0;
  double worst = 0, worst_points = 0;
  for (std::uint64_t k = 0; k < pairs_wanted(); ++k) {
    const PolygonPair pair = poses_of(k, shapes.size()).pair(shapes);
    if (pair.first_size() * pair.second_size() > 700 && k % 97 != 0) continue;
    const Corners corners(pair);
    const long double expected = distance_of(corners);
    FeaturePair hint{static_cast<Feature>(k % (2 * pair.first_size())), corner_feature(0)};
    const ClosestPoints found = closest_points(pair, hint);
    const double size = pair.first().radius() + pair.second().radius();
    if (expected < 1e-14L * size) {  // may be called either
      ++(expected == 0 ? overlapping : touching);
      ASSERT_LT(found.distance, 1e-13 * size) << "pair " << k;
      continue;
    }
    ++apart;
    worst = std::max(worst, std::abs(found.distance - static_cast<double>(expected)) / size);
    long double on_first = HUGE_VALL, on_second = HUGE_VALL;
    for (std::size_t i = 0; i < corners.first.size(); ++i)
      on_first = std::min(on_first, to_segment(found.on_first, corners.first[i],
                                               corners.first[(i + 1) % corners.first.size()]));
    for (std::size_t j = 0; j < corners.second.size(); ++j)
      on_second = std::min(on_second, to_segment(found.on_second, corners.second[j],
                                                 corners.second[(j + 1) % corners.second.size()]));
    worst_points =
        std::max({worst_points, static_cast<double>(on_first) / size, static_cast<double>(on_second) / size,
                  std::abs(norm(found.on_second - found.on_first) - found.distance) / size});
    ASSERT_LT(worst, 1e-12) << "pair " << k;
    ASSERT_LT(worst_points, 1e-12) << "pair " << k;
  }
  std::printf(
      "distances: %llu apart, %llu overlapping, %llu touching; worst error %.2g, of points %.2g of the "
      "size\n",
      static_cast<unsigned long long>(apart), static_cast<unsigned long long>(overlapping),
      static_cast<unsigned long long>(touching), worst, worst_points);
  EXPECT_GT(apart, pairs_wanted() / 10);
  EXPECT_GT(overlapping, pairs_wanted() / 10);
}

using Fraction = boost::multiprecision::cpp_rational;
struct ExactPoint {
  Fraction x, y;
};
struct ExactArea {
  Fraction area, x, y;  // centroid
};

/// Sutherland and Hodgman in fractions: no rounding at all.
ExactArea exact_overlap(const Corners& corners) {
  std::vector<ExactPoint> ring;
  for (const Vec2& corner : corners.first) ring.push_back({Fraction(corner[0]), Fraction(corner[1])});
  for (std::size_t j = 0; j < corners.second.size() && !ring.empty(); ++j) {
    const Vec2 &from = corners.second[j], &to = corners.second[(j + 1) % corners.second.size()];
    const Fraction ax(from[0]), ay(from[1]), wx = Fraction(to[0]) - ax, wy = Fraction(to[1]) - ay;
    std::vector<Fraction> side;
    for (const ExactPoint& point : ring) side.push_back(wx * (point.y - ay) - wy * (point.x - ax));
    std::vector<ExactPoint> left;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const std::size_t next = (k + 1) % ring.size();
      if (side[k] >= 0) left.push_back(ring[k]);
      if ((side[k] > 0 && side[next] < 0) || (side[k] < 0 && side[next] > 0)) {
        const Fraction share = side[k] / (side[k] - side[next]);
        left.push_back(
            {ring[k].x + share * (ring[next].x - ring[k].x), ring[k].y + share * (ring[next].y - ring[k].y)});
      }
    }
    ring = std::move(left);
  }
  ExactArea result{0, 0, 0};
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const ExactPoint &a = ring[k], &b = ring[(k + 1) % ring.size()];
    const Fraction part = a.x * b.y - b.x * a.y;
    result.area += part;
    result.x += part * (a.x + b.x);
    result.y += part * (a.y + b.y);
  }
  if (result.area != 0) {
    result.x /= 3 * result.area;
    result.y /= 3 * result.area;
  }
  result.area /= 2;
  return result;
}

TEST(PolygonExactness, of_area_and_centroid) {
  const auto shapes = test_shapes();
  ClipSpace space;
  std::uint64_t overlapping = 0, apart = 0;
  double worst = 0, worst_centroid = 0;
  for (std::uint64_t k = 0; k < pairs_wanted() / 100; ++k) {
    const PolygonPair pair = poses_of(k, shapes.size()).pair(shapes);
    if (pair.first_size() * pair.second_size() > 150) continue;
    Crossings hint{static_cast<std::uint32_t>(k % pair.first_size()), 0, 0,
                   static_cast<std::uint32_t>(k % pair.second_size())};
    const SharedArea found = shared_area(pair, hint, space);
    const ExactArea expected = exact_overlap(Corners(pair));
    const double size = pair.first().radius() + pair.second().radius();
    const auto area = static_cast<double>(expected.area);
    worst =
        std::max(worst, std::abs(static_cast<double>(Fraction(found.area) - expected.area)) / (size * size));
    ASSERT_LT(worst, 1e-12) << "pair " << k;
    ++(area > 0 ? overlapping : apart);
    if (!(area > 1e-3 * size * size)) continue;
    const Vec2 centroid{static_cast<double>(expected.x), static_cast<double>(expected.y)};
    worst_centroid = std::max(worst_centroid, norm(found.centroid - centroid) / size);
    ASSERT_LT(worst_centroid, 1e-12) << "pair " << k;
  }
  std::printf(
      "areas: %llu overlapping, %llu apart; worst error %.2g of the size squared, of centroids %.2g of the "
      "size\n",
      static_cast<unsigned long long>(overlapping), static_cast<unsigned long long>(apart), worst,
      worst_centroid);
  EXPECT_GT(overlapping, pairs_wanted() / 1000);
}

}  // namespace
}  // namespace scree::contact
