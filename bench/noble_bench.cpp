#include "bench/noble_bench.h"

#include <algorithm>
#include <limits>

#include "bench/body_bench.h"
#include "bench/bumpy_sphere.h"
#include "scree/base/error.h"
#include "scree/base/timer.h"
#include "scree/contact/triangle_stream.h"
#include "scree/kernel/kernels.h"
#include "scree/shape/surrogate.h"

namespace scree::bench {
namespace {
constexpr double pi = 3.14159265358979324;
}  // namespace

SurrogateFigures fit_stretched_sphere(int subdivisions, double stretch) {
  PlainMesh mesh = bumpy_sphere(subdivisions, 1, 0);
  for (Vec3& vertex : mesh.vertices) {
    vertex *= 0.5;
    vertex[0] *= stretch;
  }
  const shape::Surrogate fitted = shape::fit_surrogate(mesh.vertices);
  SurrogateFigures figures;
  figures.eps = fitted.eps;
  double perimeter = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double edge = norm(fitted.corner[(k + 1) % 3] - fitted.corner[k]);
    figures.longest_edge = std::max(figures.longest_edge, edge);
    perimeter += edge;
  }
  const double area =
      0.5 * norm(cross(fitted.corner[1] - fitted.corner[0], fitted.corner[2] - fitted.corner[0]));
  figures.sphere_radius = 0.5 * stretch;
  const double e = fitted.eps, r = figures.sphere_radius;
  figures.volume_share =
      (2 * e * area + 0.5 * pi * e * e * perimeter + 4.0 / 3 * pi * e * e * e) / (4.0 / 3 * pi * r * r * r);
  return figures;
}

AllPairsFigures compare_all_pairs(unsigned segments, unsigned rings, AgainstWhat other,
                                  std::string_view filter) {
  const contact::MethodEntry<contact::TriangleFilter>* method = nullptr;
  for (const auto& entry : contact::triangle_filters())
    if (entry.name == filter) method = &entry;
  if (method == nullptr) throw InternalError("there is no such filter of triangles", __FILE__, __LINE__);
  const shape::TriangleTree sphere = uv_sphere(segments, rings).tree();
  constexpr double gap = 0.01, reach = 0.02;
  const double wide = 4;
  const PlainMesh plane{{{-wide, -wide, 0}, {wide, -wide, 0}, {wide, wide, 0}, {-wide, wide, 0}},
                        {{0, 1, 2}, {0, 2, 3}}};
  const shape::TriangleTree second =
      other == AgainstWhat::sphere ? uv_sphere(segments, rings).tree() : plane.tree();
  contact::TriangleStream stream(kernel::best_target().triangles());
  AllPairsFigures figures;
  figures.pairs = sphere.triangle_count() * second.triangle_count();
  const int rounds = figures.pairs > 100'000 ? 2 : 10;
  constexpr std::uint64_t poses = 4;
  double contacts = 0, unsettled = 0;
  for (std::uint64_t index = 0; index < poses; ++index) {
    const kernel::RelativePose pose = pose_with_gap(sphere, second, index, gap);
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
      stream.clear();
      stream.add(sphere, second, pose, reach);
      stream.append_all();
      const double start = process_cpu_seconds();
      stream.drop_by(method->kind);
      stream.find_contacts();
      best = std::min(best, process_cpu_seconds() - start);
    }
    figures.seconds += best / poses;
    contacts += static_cast<double>(stream.find_contacts().size()) / poses;
    unsettled += static_cast<double>(stream.unsettled()) / poses;
  }
  figures.contacts = contacts;
  figures.unsettled = unsettled / static_cast<double>(figures.pairs);
  return figures;
}

}  // namespace scree::bench
