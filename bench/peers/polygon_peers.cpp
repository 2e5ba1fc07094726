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

#include "bench/polygon_bench.h"

namespace {

using namespace scree;
using namespace scree::bench;

template <class Visit>
double best_nanoseconds(std::size_t poses, std::size_t calls, Visit&& visit) {
  double best = std::numeric_limits<double>::infinity();
  volatile double kept = 0;
  for (int round = 0; round < 15; ++round) {
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
  const double time = best_nanoseconds(motion.poses.size(), 40'000, [&](std::size_t k) {
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

/// The world of scree bench polygons with the same bodies at the same places in the same container, a hundred
/// times larger, since Box2D is made for bodies of some metres; then everything takes ten times as long.
/// Timed in the same phase of the fall, with steps of 1/60 s.
void box2d_world(std::size_t count) {
  constexpr double larger = 100, slower = 10, step_time = 1.0 / 60;
  const WorldStart start = start_of(polygon_worlds(count)[1]);
  b2World world(b2Vec2(0, -9.81f));
  world.SetContinuousPhysics(false);
  world.SetAllowSleeping(false);
  const auto large = [&](const Vec2& place) {
    return b2Vec2(static_cast<float>(larger * place[0]), static_cast<float>(larger * place[1]));
  };
  b2BodyDef still;
  b2Body* const ground = world.CreateBody(&still);
  const Vec2 ends[] = {{0, 0}, {start.width, 0}, {start.width, start.height}, {0, start.height}};
  for (int k = 0; k < 4; ++k) {
    b2EdgeShape edge;
    edge.SetTwoSided(large(ends[k]), large(ends[(k + 1) % 4]));
    b2FixtureDef wall;
    wall.shape = &edge;
    wall.friction = 0.5f;
    ground->CreateFixture(&wall);
  }
  std::vector<b2Vec2> corners;
  for (const Vec2& corner : start.corners) corners.push_back(large(corner));
  b2PolygonShape hexagon;
  hexagon.Set(corners.data(), static_cast<int32>(corners.size()));
  for (std::size_t k = 0; k < count; ++k) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = large(start.centres[k]);
    definition.angle = static_cast<float>(std::atan2(start.turns[k].s, start.turns[k].c));
    b2FixtureDef fixture;
    fixture.shape = &hexagon;
    fixture.density = 2500;
    fixture.friction = 0.5f;
    fixture.restitution = 0.2f;
    world.CreateBody(&definition)->CreateFixture(&fixture);
  }
  const auto advance = [&] { world.Step(static_cast<float>(step_time), 8, 3); };
  for (double time = 0; time < slower * world_fall_time; time += step_time) advance();
  const int steps = static_cast<int>(std::max<std::size_t>(10, 100'000 / count));
  const std::clock_t cpu = std::clock();
  for (int step = 0; step < steps; ++step) advance();
  const double cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  std::size_t touching = 0;
  for (const b2Contact* contact = world.GetContactList(); contact != nullptr; contact = contact->GetNext())
    touching += contact->IsTouching();
  std::printf("box2d_world %zu %.6g\n", count, static_cast<double>(count) * steps / cpu_seconds);
  std::printf("box2d_world_time %zu %.6g\n", count, steps * step_time / slower / cpu_seconds);
  std::printf("box2d_world_contacts %zu %zu\n", count, touching);
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
