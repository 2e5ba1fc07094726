// The law `halo_faces`: springs on faces. Takes near pairs of faces of many pairs of bodies (entries of a
// TriangleStream), gives for each pair of bodies the patches in which they press on each other.
//
// Every face a carries springs along its normal, of free length `halo` (both halos together). A face b of the
// other body that faces it (n_a . n_b < 0) presses them: with h the height of b over the plane of a and
// g = halo - h, the energy is k/4 times the integral of g^2 over a, as far as b projected along n_a covers it
// and -depth < h < halo, summed over all pairs and over both sides. Force and torque are its gradient, with
// the terms of edges of b where the surface bends. Damping adds to the pressure of a patch c times the speed
// at which each place of it closes along the patch's normal, as a share of the pressure; it never pulls.
//
// A pair whose distance is more than max(halo, depth) contributes nothing, so what comes out is a function of
// the poses as soon as the entries hold all pairs within that reach; more of them change nothing.
//
// Frames: forces, torques, normals and points are along the axes of the scene; points are relative to the
// centre of the first body (its pose's offset), and torques are about it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scree/base/pose.h"
#include "scree/contact/face_pair.h"
#include "scree/kernel/triangle_batch.h"
#include "scree/shape/halo_surface.h"

namespace scree::contact {

/// A body or a wall as one party of a pair.
struct HaloParty {
  const shape::HaloSurface* surface = nullptr;
  double scale = 1;  // [m] per unit of the surface: the radius of a body whose mesh has radius 1
  Pose<3> pose;
  Vec3 velocity;  // [m/s] of the pose's offset
  Vec3 spin;      // [rad/s]
};

/// A pair of faces that acts, and its part of the patch's normal force [N].
struct ActingPair {
  std::uint32_t first = 0, second = 0;  // faces
  double share = 0;

  std::uint64_t key() const { return std::uint64_t{first} << 32 | second; }
};

/// Acting pairs that hang together: each shares a vertex of both surfaces with another one.
struct Patch {
  Vec3 force;               // [N] on the second body; the first has the opposite
  Vec3 torque;              // [N m] on the second, about the centre of the first
  Vec3 point;               // [m] mean of the pressure, relative to the centre of the first
  Vec3 normal;              // from the first to the second: direction of the elastic force
  double normal_force = 0;  // [N] of force along the normal, not less than zero
  double energy = 0;        // [J] elastic
  double power = 0;         // [W] taken out by damping, not less than zero
  double stiffness = 0;     // [N/m] k times the area that acts
  double radius = 0;        // [m] root mean square distance of the pressure from the normal through the point
  double closing_speed = 0;                      // [m/s] along the normal, mean over the pressure
  std::uint32_t first_pair = 0, pair_count = 0;  // in HaloFaces::pairs(), by first and second face
};

/// What two bodies do to each other.
struct HaloContact {
  std::uint32_t first_patch = 0, patch_count = 0;  // in HaloFaces::patches(), by their lowest pair
  double deepest = 0;   // [m] by how much a face lies behind another one that acts on it, at most `depth`
  bool is_cut = false;  // some face of an acting pair reaches beyond `depth`
};

/// Whether a run should stop: bodies are as deep in each other as springs reach. Faces that are parallel pass
/// the depth as a whole, from one step to the next, hence the margin.
inline bool is_too_deep(const HaloContact& contact, double depth) {
  return contact.is_cut || contact.deepest > 0.9375 * depth;
}

/// The torque on the second body about its own centre, for `between` = its centre minus that of the first.
inline Vec3 torque_on_second(const Patch& patch, const Vec3& between) {
  return patch.torque - cross(between, patch.force);
}

class HaloFaces {
 public:
  void clear();
  /// Begins a pair, and gives its number: entries name it as `bodies`. Surfaces must live until `clear`. A
  /// plane is the second of a pair.
  std::uint32_t add(const HaloParty& first, const HaloParty& second, const HaloNumbers& numbers);
  /// Entries in the order of bodies, first and second face.
  void evaluate(std::span<const kernel::TriangleEntry> entries);

  const HaloContact& contact(std::uint32_t bodies) const { return contacts_[bodies]; }
  std::span<const Patch> patches() const { return patches_; }
  std::span<const Patch> patches(std::uint32_t bodies) const {
    return std::span(patches_).subspan(contacts_[bodies].first_patch, contacts_[bodies].patch_count);
  }
  std::span<const ActingPair> pairs() const { return pairs_; }
  /// Of all patches of two bodies.
  std::span<const ActingPair> pairs(std::uint32_t bodies) const {
    const std::span<const Patch> patches = this->patches(bodies);
    if (patches.empty()) return {};
    return std::span(pairs_).subspan(
        patches.front().first_pair,
        patches.back().first_pair + patches.back().pair_count - patches.front().first_pair);
  }
  std::span<const ActingPair> pairs(const Patch& patch) const {
    return std::span(pairs_).subspan(patch.first_pair, patch.pair_count);
  }

 private:
  struct Pair {
    const shape::HaloSurface* first;
    const shape::HaloSurface* second;
    Rotation<3> to_scene;  // from the frame of the first
    FacePairFrame frame;
    HaloNumbers numbers;
  };
  struct Acting {
    std::uint32_t first, second, patch;
    FacePairForce force;
  };
  void finish(std::uint32_t bodies);
  void connect(const Pair& pair);
  void connect_few(const Pair& pair);
  void connect_many(const Pair& pair);
  void sum_patch(const Pair& pair, std::uint32_t root);
  std::uint32_t root_of(std::uint32_t acting) const;
  void join(std::uint32_t a, std::uint32_t b);

  std::vector<Pair> bodies_;
  std::vector<HaloContact> contacts_;
  std::vector<Patch> patches_;
  std::vector<ActingPair> pairs_;
  std::vector<Acting> acting_;  // of the pair of bodies at hand
  struct Meeting {
    std::uint64_t vertices;
    std::uint32_t acting;
  };
  std::vector<Meeting> meetings_;
};

/// The faces of a body that may be within `reach` [m] of the plane that `plane` (a pose of
/// HaloSurface::plane) has, as entries of one pair of bodies, in ascending order.
void append_near_plane(const HaloParty& body, const Pose<3>& plane, double reach, std::uint32_t bodies,
                       std::vector<kernel::TriangleEntry>& entries);

/// Damping c [s/m] that gives a face which lands flat the restitution e, if it comes with `approach_speed`
/// [m/s] (not zero). It is e at every speed, for c goes with its inverse. Restitutions below 0.01 are taken
/// as that.
double damping_for(double restitution, double approach_speed);

}  // namespace scree::contact
