// Bodies of triangles in contact, for tests of the law halo_faces.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "scree/base/random.h"
#include "scree/contact/halo_faces.h"
#include "scree/contact/triangle_stream.h"
#include "scree/kernel/kernels.h"
#include "scree/shape/mesh_makers.h"

namespace scree::contact {

inline shape::HaloSurface surface_of(const shape::MeshData<3>& mesh) {
  return shape::HaloSurface(shape::RigidMesh(mesh));
}

/// All pairs of faces: what the law makes of them may not depend on a search.
inline std::vector<kernel::TriangleEntry> all_entries(const shape::HaloSurface& first,
                                                      const shape::HaloSurface& second) {
  std::vector<kernel::TriangleEntry> entries;
  for (std::uint32_t a = 0; a < first.face_count(); ++a)
    for (std::uint32_t b = 0; b < second.face_count(); ++b) entries.push_back({a, b, 0, 0});
  return entries;
}

struct Wrench {
  Vec3 force, torque;  // on the second, about the centre of the first
  double energy = 0, power = 0;
};

inline Wrench sum_of(std::span<const Patch> patches) {
  Wrench sum;
  for (const Patch& patch : patches) {
    sum.force += patch.force;
    sum.torque += patch.torque;
    sum.energy += patch.energy;
    sum.power += patch.power;
  }
  return sum;
}

/// Evaluates one pair of bodies after another, near pairs found by the trees if the surfaces have a scale
/// of 1.
class OnePair {
 public:
  Wrench evaluate(const HaloParty& first, const HaloParty& second, const HaloNumbers& numbers) {
    faces_.clear();
    faces_.add(first, second, numbers);
    const double reach = std::max(numbers.halo, numbers.depth);
    if (second.surface->is_plane()) {
      entries_.clear();
      append_near_plane(first, second.pose, reach, 0, entries_);
    } else if (first.scale == 1 && second.scale == 1) {
      stream_.clear();
      stream_.add(first.surface->tree(), second.surface->tree(), relative_pose(first.pose, second.pose),
                  reach);
      stream_.search(TreeDescent::boxes);
      stream_.drop_by_axes();
      stream_.sort();
      entries_.assign(stream_.entries().begin(), stream_.entries().end());
    } else {
      entries_ = all_entries(*first.surface, *second.surface);
    }
    faces_.evaluate(entries_);
    return sum_of(faces_.patches());
  }
  const HaloFaces& faces() const { return faces_; }

 private:
  HaloFaces faces_;
  TriangleStream stream_{kernel::best_target().triangles()};
  std::vector<kernel::TriangleEntry> entries_;
};

/// A floor z = 0 of n x n squares over [-size, size]^2, each cut into two triangles; inner vertices moved
/// about at random in the plane if it is irregular.
inline shape::MeshData<3> make_floor(double size, std::uint32_t n, bool is_irregular = false) {
  shape::MeshData<3> mesh;
  const double step = 2 * size / n;
  for (std::uint32_t j = 0; j <= n; ++j)
    for (std::uint32_t i = 0; i <= n; ++i) {
      Vec3 place{-size + step * i, -size + step * j, 0};
      if (is_irregular && i > 0 && j > 0 && i < n && j < n) {
        place[0] += 0.6 * step * (random_uniform(1, 2, 2 * (j * (n + 1) + i)) - 0.5);
        place[1] += 0.6 * step * (random_uniform(1, 2, 2 * (j * (n + 1) + i) + 1) - 0.5);
      }
      mesh.vertices.push_back(place);
    }
  const auto vertex = [n](std::uint32_t i, std::uint32_t j) { return j * (n + 1) + i; };
  for (std::uint32_t j = 0; j < n; ++j)
    for (std::uint32_t i = 0; i < n; ++i) {
      mesh.pieces.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.pieces.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  return mesh;
}

/// Every triangle cut into four, `times` times.
inline shape::MeshData<3> refined(shape::MeshData<3> mesh, int times) {
  for (; times > 0; --times) {
    shape::MeshData<3> finer;
    for (const auto& [a, b, c] : mesh.pieces) {
      const Vec3 p = mesh.vertices[a], q = mesh.vertices[b], r = mesh.vertices[c];
      const Vec3 pq = 0.5 * (p + q), qr = 0.5 * (q + r), rp = 0.5 * (r + p);
      for (const std::array<Vec3, 3>& t :
           {std::array{p, pq, rp}, std::array{pq, q, qr}, std::array{rp, qr, r}, std::array{pq, qr, rp}}) {
        const auto first = static_cast<std::uint32_t>(finer.vertices.size());
        finer.vertices.insert(finer.vertices.end(), t.begin(), t.end());
        finer.pieces.push_back({first, first + 1, first + 2});
      }
    }
    mesh = weld(finer);
  }
  return mesh;
}

inline Vec3 direction_of(std::uint64_t number) {
  Vec3 result;
  do {
    for (std::size_t k = 0; k < 3; ++k) result[k] = 2 * random_uniform(3, 4, 3 * number + k) - 1;
    number += 1'000'003;
  } while (norm(result) > 1 || norm(result) < 0.1);
  return result / norm(result);
}
inline Rotation<3> rotation_number(std::uint64_t number) {
  return rotation_by(6.28 * random_uniform(5, 6, number), direction_of(7 * number + 1));
}

}  // namespace scree::contact
