#include "scree/shape/mesh_integrals.h"

#include <cmath>

namespace scree::shape {
namespace {

class CompensatedSum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

struct Corners {
  Vec3 a, b, c;
};
Corners corners_of(std::span<const Vec3> vertices, const Triangle& triangle, const Vec3& from) {
  return {vertices[triangle[0]] - from, vertices[triangle[1]] - from, vertices[triangle[2]] - from};
}

}  // namespace

Box<3> box_around(std::span<const Vec3> vertices) {
  Box<3> box = Box<3>::empty();
  for (const Vec3& vertex : vertices) box.include(vertex);
  return box;
}

Integrals integrate(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  Integrals result;
  if (vertices.empty()) return result;
  const Box<3> box = box_around(vertices);
  const Vec3 middle = 0.5 * box.lo + 0.5 * box.hi;
  result.centre = middle;

  CompensatedSum volume, area, first[3];
  for (const Triangle& triangle : triangles) {
    const auto [a, b, c] = corners_of(vertices, triangle, middle);
    const double six = dot(a, cross(b, c));
    area.add(0.5 * norm(cross(b - a, c - a)));
    volume.add(six);
    const Vec3 sum = a + b + c;
    for (std::size_t k = 0; k < 3; ++k) first[k].add(six * sum[k]);
  }
  result.area = area.value();
  result.volume = volume.value() / 6;
  if (result.volume == 0) return result;
  // The second moments about the centre itself, so that nothing is taken off them afterwards.
  const Vec3 shift = Vec3{first[0].value(), first[1].value(), first[2].value()} / (24 * result.volume);
  CompensatedSum second[6];
  for (const Triangle& triangle : triangles) {
    const Corners corner = corners_of(vertices, triangle, middle);
    const Vec3 a = corner.a - shift, b = corner.b - shift, c = corner.c - shift, sum = a + b + c;
    const double six = dot(a, cross(b, c));
    const auto add = [&](CompensatedSum& to, std::size_t i, std::size_t j) {
      to.add(six * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]));
    };
    add(second[0], 0, 0);
    add(second[1], 1, 1);
    add(second[2], 2, 2);
    add(second[3], 0, 1);
    add(second[4], 0, 2);
    add(second[5], 1, 2);
  }
  result.centre = middle + shift;
  result.moments = {second[0].value() / 120, second[1].value() / 120, second[2].value() / 120,
                    second[3].value() / 120, second[4].value() / 120, second[5].value() / 120};
  return result;
}

Symmetric3 inertia_per_mass(const Integrals& integrals) {
  const Symmetric3& m = integrals.moments;
  const double volume = integrals.volume;
  return {(m.yy + m.zz) / volume, (m.xx + m.zz) / volume, (m.xx + m.yy) / volume,
          -m.xy / volume,         -m.xz / volume,         -m.yz / volume};
}

}  // namespace scree::shape
