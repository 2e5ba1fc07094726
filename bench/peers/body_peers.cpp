// FCL on the triangles and bodies of scree bench bodies. Prints "name size value": nanoseconds per pair of
// triangles, microseconds per pair of bodies.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/distance.h>

#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>
#include <vector>

#include "bench/body_bench.h"

namespace {

using namespace scree;
using namespace scree::bench;
using Vector = fcl::Vector3<double>;

Vector vector_of(const Vec3& v) { return {v[0], v[1], v[2]}; }

template <class Work>
double best_seconds(int rounds, Work&& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

void triangle_pairs(const char* name, const std::vector<TriangleCouple>& couples) {
  struct Corners {
    Vector first[3], second[3];
  };
  std::vector<Corners> all(couples.size());
  for (std::size_t k = 0; k < couples.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c) {
      all[k].first[c] = vector_of(couples[k].first[c]);
      all[k].second[c] = vector_of(couples[k].second[c]);
    }
  volatile double kept = 0;
  const double seconds = best_seconds(30, [&] {
    double sum = 0;
    for (const Corners& one : all) {
      Vector p, q;
      sum += fcl::detail::TriangleDistance<double>::triDistance(one.first, one.second, p, q) + p[0] + q[0];
    }
    kept = kept + sum;
  });
  std::printf("fcl_triangles_%s %zu %.6g\n", name, all.size(),
              1e9 * seconds / static_cast<double>(all.size()));
}

template <class Bound>
std::shared_ptr<fcl::BVHModel<Bound>> model_of(const PlainMesh& mesh) {
  auto model = std::make_shared<fcl::BVHModel<Bound>>();
  std::vector<Vector> vertices;
  std::vector<fcl::Triangle> triangles;
  for (const Vec3& vertex : mesh.vertices) vertices.push_back(vector_of(vertex));
  for (const auto& [a, b, c] : mesh.triangles) triangles.emplace_back(a, b, c);
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  return model;
}

/// The least distance of two bodies and where it is.
template <class Bound>
void body_pairs(const char* name, const BodyMeeting& meeting) {
  const auto a = model_of<Bound>(meeting.first), b = model_of<Bound>(meeting.second);
  std::vector<fcl::Transform3<double>> poses;
  for (const kernel::RelativePose& pose : meeting.poses) {
    fcl::Transform3<double> transform = fcl::Transform3<double>::Identity();
    for (int k = 0; k < 3; ++k) {
      for (int axis = 0; axis < 3; ++axis) transform.linear()(axis, k) = pose.column[k][axis];
      transform.translation()[k] = pose.column[3][k];
    }
    poses.push_back(transform);
  }
  const fcl::Transform3<double> home = fcl::Transform3<double>::Identity();
  double largest = 0;
  const double seconds = best_seconds(7, [&] {
    for (const auto& pose : poses) {
      fcl::DistanceRequest<double> request(true);
      fcl::DistanceResult<double> result;
      fcl::distance(a.get(), home, b.get(), pose, request, result);
      largest = std::max(largest, result.min_distance);
    }
  });
  std::printf("fcl_bodies_%s %zu %.6g\n", name, meeting.first.triangles.size(),
              1e6 * seconds / static_cast<double>(poses.size()));
  std::printf("fcl_gap_%s %zu %.6g\n", name, meeting.first.triangles.size(), largest);
}

}  // namespace

int main() {
  triangle_pairs("near", near_couples());
  triangle_pairs("random", random_couples());
  for (const int subdivisions : {1, 3}) {
    const BodyMeeting meeting = body_meeting(subdivisions);
    body_pairs<fcl::RSS<double>>("rss", meeting);
    body_pairs<fcl::OBBRSS<double>>("obbrss", meeting);
  }
  return 0;
}
