#include "scree/contact/halo_faces.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/math.h"

namespace scree::contact {
namespace {

/// Up to so many acting pairs every two are compared.
constexpr std::size_t few = 48;

/// What dampers add along the normal, in the frame of the first body.
struct Damping {
  double force = 0;          // [N] on the second
  Vec3 torque;               // [N m] about the centre of the first
  double power = 0;          // [W] taken out
  double closing_speed = 0;  // [m/s] mean over the pressure
};

/// Each place of the pressure is damped by the speed at which it closes along the patch's normal. Faces that
/// stand across it come along with a body that slides, and so may not choose the direction.
Damping damping_of(const FacePairForce& sum, const Vec3& normal, double size, const FacePairFrame& frame,
                   double damping) {
  // It closes with base - slope . place.
  const double base = -dot(normal, frame.velocity);
  const Vec3 slope = cross(normal, frame.spin);
  const double closing = base * sum.pressure - dot(slope, sum.moment);
  Damping result;
  result.closing_speed = closing / sum.pressure;
  if (damping == 0) return result;
  const double share = damping * size / sum.pressure;
  const Vec3 moment = base * sum.moment - sum.second_moment * slope;
  double factor = share;
  // It takes off no more than there is.
  if (share * closing < -size) factor = -size / closing;
  result.force = factor * closing;
  result.torque = factor * cross(moment, normal);
  result.power = std::max(0.0, factor * (base * closing - dot(slope, moment)));
  return result;
}

bool share_vertex(const shape::HaloFace& a, const shape::HaloFace& b) {
  for (const std::uint32_t corner : a.corner)
    if (corner == b.corner[0] || corner == b.corner[1] || corner == b.corner[2]) return true;
  return false;
}

}  // namespace

void HaloFaces::clear() {
  bodies_.clear();
  contacts_.clear();
  patches_.clear();
  pairs_.clear();
  acting_.clear();
}

std::uint32_t HaloFaces::add(const HaloParty& first, const HaloParty& second, const HaloNumbers& numbers) {
  SCREE_ASSERT(!first.surface->is_plane());
  Pair pair{first.surface, second.surface, first.pose.rotation,
            frame_between(first.pose, first.scale, second.pose, second.scale), numbers};
  const Rotation<3> back = inverse(first.pose.rotation);
  pair.frame.spin = rotate(back, second.spin - first.spin);
  pair.frame.velocity = rotate(
      back, second.velocity - first.velocity - cross(second.spin, second.pose.offset - first.pose.offset));
  bodies_.push_back(pair);
  return static_cast<std::uint32_t>(bodies_.size() - 1);
}

void HaloFaces::evaluate(std::span<const kernel::TriangleEntry> entries) {
  patches_.clear();
  pairs_.clear();
  contacts_.assign(bodies_.size(), {});
  std::size_t next = 0;
  for (std::uint32_t bodies = 0; bodies < bodies_.size(); ++bodies) {
    const Pair& pair = bodies_[bodies];
    acting_.clear();
    PlacedFace first;
    for (std::size_t begin = next; next < entries.size() && entries[next].bodies == bodies; ++next) {
      const kernel::TriangleEntry& entry = entries[next];
      if (next == begin || entry.first != entries[next - 1].first)
        first = placed_first(pair.frame, *pair.first, entry.first);
      const PlacedFace second = pair.second->is_plane()
                                    ? piece_of_plane(pair.frame, first, pair.numbers)
                                    : placed_second(pair.frame, *pair.second, entry.second);
      const FacePairForce force = face_pair_force(first, second, pair.numbers);
      if (force.acts)
        acting_.push_back({entry.first, entry.second, static_cast<std::uint32_t>(acting_.size()), force});
    }
    finish(bodies);
  }
  SCREE_ASSERT(next == entries.size());
}

void HaloFaces::finish(std::uint32_t bodies) {
  HaloContact& contact = contacts_[bodies];
  contact.first_patch = static_cast<std::uint32_t>(patches_.size());
  connect(bodies_[bodies]);
  for (std::uint32_t k = 0; k < acting_.size(); ++k) {
    contact.deepest = std::max(contact.deepest, acting_[k].force.deepest);
    contact.is_cut = contact.is_cut || acting_[k].force.is_cut;
    if (acting_[k].patch == k) sum_patch(bodies_[bodies], k);
  }
  contact.patch_count = static_cast<std::uint32_t>(patches_.size()) - contact.first_patch;
}

std::uint32_t HaloFaces::root_of(std::uint32_t acting) const {
  while (acting_[acting].patch != acting) acting = acting_[acting].patch;
  return acting;
}

void HaloFaces::join(std::uint32_t a, std::uint32_t b) {
  a = root_of(a);
  b = root_of(b);
  acting_[std::max(a, b)].patch = std::min(a, b);
}

void HaloFaces::connect(const Pair& pair) {
  if (acting_.size() <= few)
    connect_few(pair);
  else
    connect_many(pair);
  // A root is the lowest of its patch, so that those before have been led to theirs already.
  for (std::uint32_t k = 0; k < acting_.size(); ++k) acting_[k].patch = acting_[acting_[k].patch].patch;
}

void HaloFaces::connect_few(const Pair& pair) {
  const auto first = pair.first->faces(), second = pair.second->faces();
  for (std::uint32_t k = 1; k < acting_.size(); ++k)
    for (std::uint32_t j = k; j-- > 0;) {
      if (root_of(j) == root_of(k)) continue;
      if (share_vertex(first[acting_[j].first], first[acting_[k].first]) &&
          share_vertex(second[acting_[j].second], second[acting_[k].second]))
        join(j, k);
    }
}

void HaloFaces::connect_many(const Pair& pair) {
  meetings_.clear();
  for (std::uint32_t k = 0; k < acting_.size(); ++k)
    for (const std::uint32_t a : pair.first->faces()[acting_[k].first].corner)
      for (const std::uint32_t b : pair.second->faces()[acting_[k].second].corner)
        meetings_.push_back({std::uint64_t{a} << 32 | b, k});
  std::sort(meetings_.begin(), meetings_.end(), [](const Meeting& a, const Meeting& b) {
    return a.vertices != b.vertices ? a.vertices < b.vertices : a.acting < b.acting;
  });
  for (std::size_t k = 1; k < meetings_.size(); ++k)
    if (meetings_[k].vertices == meetings_[k - 1].vertices)
      join(meetings_[k - 1].acting, meetings_[k].acting);
}

void HaloFaces::sum_patch(const Pair& pair, std::uint32_t root) {
  Patch patch;
  patch.first_pair = static_cast<std::uint32_t>(pairs_.size());
  FacePairForce sum;
  for (std::uint32_t k = root; k < acting_.size(); ++k) {
    if (acting_[k].patch != root) continue;
    sum.add(acting_[k].force);
    pairs_.push_back({acting_[k].first, acting_[k].second, acting_[k].force.pressure});
  }
  patch.pair_count = static_cast<std::uint32_t>(pairs_.size()) - patch.first_pair;
  if (!(sum.pressure > 0)) {
    pairs_.resize(patch.first_pair);
    return;
  }
  const double size = norm(sum.force);
  const Vec3 normal = size > 0 ? sum.force / size : Vec3();
  const Damping damping = damping_of(sum, normal, size, pair.frame, pair.numbers.damping);
  patch.force = rotate(pair.to_scene, sum.force + damping.force * normal);
  patch.torque = rotate(pair.to_scene, sum.torque + damping.torque);
  patch.normal = rotate(pair.to_scene, normal);
  patch.point = rotate(pair.to_scene, sum.moment / sum.pressure);
  patch.normal_force = std::max(0.0, size + damping.force);
  patch.energy = sum.energy;
  patch.power = damping.power;
  patch.closing_speed = damping.closing_speed;
  patch.stiffness = pair.numbers.stiffness * sum.area;
  const Symmetric3& m = sum.second_moment;
  const double squared = (m.xx + m.yy + m.zz - dot(normal, m * normal)) / sum.pressure;
  const Vec3 centre = sum.moment / sum.pressure, arm = centre - dot(centre, normal) * normal;
  patch.radius = std::sqrt(std::max(0.0, squared - dot(arm, arm)));
  patches_.push_back(patch);
}

namespace {

/// Appends the triangles below a node whose boxes come within reach of the half space under a plane.
void find_below(const shape::TriangleTree& tree, std::int32_t node, const Vec3& normal, double height,
                std::vector<std::uint32_t>& found) {
  const EightBoxes& boxes = tree.nodes()[static_cast<std::size_t>(node)];
  for (int slot = 0; slot < EightBoxes::width; ++slot) {
    if (!(boxes.half[0][slot] >= 0)) continue;
    double lowest = 0;
    for (std::size_t k = 0; k < 3; ++k)
      lowest += normal[k] * static_cast<double>(boxes.centre[k][slot]) -
                std::abs(normal[k]) * static_cast<double>(boxes.half[k][slot]);
    if (lowest > height) continue;
    const std::int32_t child = boxes.child[slot];
    if (EightBoxes::is_triangle(child))
      found.push_back(static_cast<std::uint32_t>(~child));
    else
      find_below(tree, child, normal, height, found);
  }
}

}  // namespace

void append_near_plane(const HaloParty& body, const Pose<3>& plane, double reach, std::uint32_t bodies,
                       std::vector<kernel::TriangleEntry>& entries) {
  const Vec3 up = rotate(plane.rotation, Vec3{0, 0, 1});
  const Vec3 normal = rotate(inverse(body.pose.rotation), up);
  const double height = dot(body.pose.offset - plane.offset, up);
  // In units of the surface, with room for the rounding of boxes and poses.
  const shape::TriangleTree& tree = body.surface->tree();
  const double room = 1e-6 * tree.radius() + 1e-12 * std::abs(height) / body.scale;
  std::vector<std::uint32_t> found;
  find_below(tree, 0, normal, (reach - height) / body.scale + room, found);
  std::sort(found.begin(), found.end());
  for (const std::uint32_t face : found) entries.push_back({face, 0, bodies, static_cast<float>(reach)});
}

double damping_for(double restitution, double approach_speed) {
  // With x the way in, x'' = -w^2 x (1 + c x'), so that v / (1 + c v) dv = -w^2 x dx on both ways: with
  // d = c v0, the first integral is d - log(1 + d) on the way in and -e d - log(1 - e d) on the way out.
  const double e = std::min(1.0, std::max(0.01, restitution));
  if (e == 1) return 0;
  const auto excess = [e](double d) { return d * (1 + e) - math::log((1 + d) / (1 - e * d)); };
  double low = 0, high = 1 / e;
  for (int k = 0; k < 80; ++k) {
    const double middle = 0.5 * (low + high);
    (excess(middle) > 0 ? low : high) = middle;
  }
  return low / approach_speed;
}

}  // namespace scree::contact
