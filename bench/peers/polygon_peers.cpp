// Box2D, Boost.Geometry and GEOS on the pairs and worlds of scree bench polygons. Prints "name corners
// value": nanoseconds per call, or body-steps per second.
#define BOOST_GEOMETRY_NO_ROBUSTNESS
#include <box2d/b2_distance.h>
#include <box2d/box2d.h>
#include <geos_c.h>

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>
#include <vector>

#include "bench/polygon_motion.h"

namespace {

using namespace scree;
using namespace scree::bench;

template <class Visit>
double best_nanoseconds(std::size_t poses, std::size_t calls, Visit&& visit) {
  double best = std::numeric_limits<double>::infinity();
  volatile double kept = 0;
  for (int round = 0; round < 5; ++round) {
    const std::clock_t start = std::clock();
    double sum = 0;
    std::size_t at = 0;
    bool forward = true;
    for (std::size_t call = 0; call < calls; ++call) {
      sum += visit(at);
      if (forward ? at + 1 == poses : at == 0)
        forward = !forward;
      else
        at = forward ? at + 1 : at - 1;
    }
    kept = kept + sum;
    best = std::min(
        best, 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(calls));
  }
  return best;
}

std::vector<b2Vec2> float_corners(const shape::ConvexPolygon& polygon) {
  std::vector<b2Vec2> corners;
  for (std::size_t k = 0; k < polygon.size(); ++k)
    corners.emplace_back(static_cast<float>(polygon[k].point[0]), static_cast<float>(polygon[k].point[1]));
  return corners;
}

b2Transform transform_of(const Rotation<2>& turn, const Vec2& place) {
  b2Transform transform;
  transform.p.Set(static_cast<float>(place[0]), static_cast<float>(place[1]));
  transform.q.c = static_cast<float>(turn.c);
  transform.q.s = static_cast<float>(turn.s);
  return transform;
}

void box2d_distance(std::size_t corners, bool coherent) {
  const PolygonMotion motion = polygon_motion(corners, Meeting::apart, coherent);
  const std::vector<b2Vec2> a = float_corners(motion.first), b = float_corners(motion.second);
  b2SimplexCache cache;
  cache.count = 0;
  const double time = best_nanoseconds(motion.poses.size(), 100'000, [&](std::size_t k) {
    b2DistanceInput input;
    input.proxyA.Set(a.data(), static_cast<int32>(a.size()), 0);
    input.proxyB.Set(b.data(), static_cast<int32>(b.size()), 0);
    input.transformA = transform_of(motion.poses[k].first_turn, {});
    input.transformB = transform_of(motion.poses[k].second_turn, motion.poses[k].apart);
    input.useRadii = false;
    if (!coherent) cache.count = 0;
    b2DistanceOutput output;
    b2Distance(&output, &cache, &input);
    return output.distance;
  });
  std::printf("box2d_distance_%s %zu %.6g\n", coherent ? "coherent" : "cold", corners, time);
}

namespace bg = boost::geometry;
using Point = bg::model::d2::point_xy<double>;
using Ring = bg::model::polygon<Point, false, false>;

Ring ring_of(const shape::ConvexPolygon& polygon, const Rotation<2>& turn, const Vec2& place) {
  Ring ring;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 corner = rotate(turn, polygon[k].point) + place;
    ring.outer().emplace_back(corner[0], corner[1]);
  }
  return ring;
}

void boost_overlap(std::size_t corners) {
  const PolygonMotion motion = polygon_motion(corners, Meeting::overlapping, true);
  std::vector<Ring> a, b;
  for (const PairPose& pose : motion.poses) {
    a.push_back(ring_of(motion.first, pose.first_turn, {}));
    b.push_back(ring_of(motion.second, pose.second_turn, pose.apart));
  }
  const double time = best_nanoseconds(a.size(), 2'000, [&](std::size_t k) {
    std::vector<Ring> parts;
    bg::intersection(a[k], b[k], parts);
    double sum = 0;
    for (const Ring& part : parts) {
      Point centre{0, 0};
      bg::centroid(part, centre);
      sum += bg::area(part) + centre.x();
    }
    return sum;
  });
  std::printf("boost_overlap %zu %.6g\n", corners, time);
}

GEOSGeometry* geos_of(GEOSContextHandle_t geos, const Ring& ring) {
  const auto count = static_cast<unsigned>(ring.outer().size());
  GEOSCoordSequence* const sequence = GEOSCoordSeq_create_r(geos, count + 1, 2);
  for (unsigned k = 0; k <= count; ++k)
    GEOSCoordSeq_setXY_r(geos, sequence, k, ring.outer()[k % count].x(), ring.outer()[k % count].y());
  return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, sequence), nullptr, 0);
}

void geos_pairs(std::size_t corners) {
  const GEOSContextHandle_t geos = GEOS_init_r();
  for (const Meeting meeting : {Meeting::apart, Meeting::overlapping}) {
    const PolygonMotion motion = polygon_motion(corners, meeting, true);
    std::vector<GEOSGeometry*> a, b;
    for (const PairPose& pose : motion.poses) {
      a.push_back(geos_of(geos, ring_of(motion.first, pose.first_turn, {})));
      b.push_back(geos_of(geos, ring_of(motion.second, pose.second_turn, pose.apart)));
    }
    const double time = best_nanoseconds(a.size(), 1'000, [&](std::size_t k) {
      double result = 0;
      if (meeting == Meeting::apart) {
        GEOSDistance_r(geos, a[k], b[k], &result);
        return result;
      }
      GEOSGeometry* const common = GEOSIntersection_r(geos, a[k], b[k]);
      GEOSGeometry* const centre = GEOSGetCentroid_r(geos, common);
      double x = 0;
      GEOSArea_r(geos, common, &result);
      GEOSGeomGetX_r(geos, centre, &x);
      GEOSGeom_destroy_r(geos, centre);
      GEOSGeom_destroy_r(geos, common);
      return result + x;
    });
    std::printf("geos_%s %zu %.6g\n", meeting == Meeting::apart ? "distance" : "overlap", corners, time);
    for (GEOSGeometry* const one : a) GEOSGeom_destroy_r(geos, one);
    for (GEOSGeometry* const one : b) GEOSGeom_destroy_r(geos, one);
  }
  GEOS_finish_r(geos);
}

/// Hexagons of 1 m (Box2D's favourite size) on a lattice, falling into a container; steps of 1/60 s.
void box2d_world(int count) {
  b2World world(b2Vec2(0, -10));
  world.SetContinuousPhysics(false);
  world.SetAllowSleeping(false);
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const float width = 2.1f * static_cast<float>(side);
  b2BodyDef still;
  b2Body* const ground = world.CreateBody(&still);
  const auto add_wall = [&](float x0, float y0, float x1, float y1) {
    b2EdgeShape edge;
    edge.SetTwoSided(b2Vec2(x0, y0), b2Vec2(x1, y1));
    ground->CreateFixture(&edge, 0);
  };
  add_wall(0, 0, width, 0);
  add_wall(0, 0, 0, 2 * width);
  add_wall(width, 0, width, 2 * width);
  b2PolygonShape hexagon;
  b2Vec2 corners[6];
  for (int k = 0; k < 6; ++k)
    corners[k].Set(std::cos(static_cast<float>(k) * 1.0471976f),
                   std::sin(static_cast<float>(k) * 1.0471976f));
  hexagon.Set(corners, 6);
  for (int k = 0; k < count; ++k) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position.Set(1.05f + 2.1f * static_cast<float>(k % side),
                            1.05f + 1.9f * static_cast<float>(k / side));
    definition.angle = 6.28f * static_cast<float>(random_uniform(1, 2, static_cast<std::uint64_t>(k)));
    b2FixtureDef fixture;
    fixture.shape = &hexagon;
    fixture.density = 1;
    fixture.friction = 0.5f;
    world.CreateBody(&definition)->CreateFixture(&fixture);
  }
  for (int step = 0; step < 60; ++step) world.Step(1.0f / 60, 8, 3);
  const int steps = std::max(10, 300'000 / count);
  const std::clock_t cpu = std::clock();
  for (int step = 0; step < steps; ++step) world.Step(1.0f / 60, 8, 3);
  const double cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  std::printf("box2d_world %d %.6g\n", count, static_cast<double>(count) * steps / cpu_seconds);
  std::printf("box2d_world_time %d %.6g\n", count, steps / 60.0 / cpu_seconds);
}

}  // namespace

int main() {
  for (const std::size_t corners : {4u, 8u, 32u, 64u, 256u}) {
    box2d_distance(corners, true);
    box2d_distance(corners, false);
  }
  for (const std::size_t corners : {4u, 8u, 32u}) {
    boost_overlap(corners);
    geos_pairs(corners);
  }
  box2d_world(1'000);
  box2d_world(10'000);
  return 0;
}
