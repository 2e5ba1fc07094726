#include "scree/shape/mesh_health.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "scree/shape/box_tree.h"
#include "scree/shape/mesh_crossing.h"
#include "scree/shape/mesh_mending.h"
#include "scree/shape/mesh_sides.h"

namespace scree::shape {
namespace {

/// Fifth powers of lengths between these stay numbers.
constexpr double most_length = 1e60, least_length = 1e-55;
/// Sizes over which a mesh is far from its origin, and volumes (over the cube of the size) below which it has
/// none.
constexpr double far_away = 1000, flat = 1e-13;

/// Sets that grow together.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

std::string many(std::uint64_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

class Examiner {
 public:
  explicit Examiner(const MeshData<3>& data) {
    if (!take(data)) return;
    look_for_distance();
    mend();
    if (mesh_.triangles.empty()) {
      tell(Defect::no_volume, Outcome::refused, {}, "nothing is left of it");
      return;
    }
    look_at_edges();
    look_at_vertices();
    look_at_parts();
    look_for_crossings();
  }

  Examination result() && {
    std::stable_partition(result_.findings.begin(), result_.findings.end(),
                          [](const Finding& finding) { return finding.outcome == Outcome::refused; });
    MeshData<3> used{std::move(mesh_.vertices), std::move(mesh_.triangles)};
    result_.mesh =
        used.pieces.empty() ? MeshData<3>{} : weld(used);  // leaves out vertices without a triangle
    result_.number = std::move(mesh_.number);
    return std::move(result_);
  }

 private:
  void tell(Defect defect, Outcome outcome, const Tally& tally, std::string text) {
    result_.findings.push_back({defect, outcome, tally.count, tally.triangle, tally.place, std::move(text)});
  }

  bool take(const MeshData<3>& data) {
    Tally wrong;
    for (std::size_t k = 0; k < data.pieces.size(); ++k)
      for (const std::uint32_t vertex : data.pieces[k]) {
        if (vertex >= data.vertices.size()) {
          wrong.note(k, {});
          continue;
        }
        const Vec3& place = data.vertices[vertex];
        bool good = is_finite(place);
        for (std::size_t axis = 0; axis < 3; ++axis) good = good && std::abs(place[axis]) <= most_length;
        if (!good) wrong.note(k, is_finite(place) ? place : Vec3{});
      }
    if (wrong.count > 0) {
      tell(Defect::not_finite, Outcome::refused, wrong,
           fmt::format("{}: coordinates must be numbers up to {} and corners must be among the vertices",
                       many(wrong.count, "corner has no place", "corners have no place"), most_length));
      return false;
    }
    if (data.pieces.empty()) {
      tell(Defect::no_volume, Outcome::refused, {}, "it has no triangles");
      return false;
    }
    MeshData<3> used = data;
    for (Vec3& place : used.vertices)
      if (!is_finite(place)) place = {};  // no triangle has it, but welding looks at all
    const MeshData<3> welded = weld(used);
    std::vector<bool> seen(data.vertices.size(), false);
    std::uint64_t named = 0;
    for (const Triangle& triangle : data.pieces)
      for (const std::uint32_t vertex : triangle)
        if (!seen[vertex]) seen[vertex] = true, ++named;
    result_.merged_vertices = named - welded.vertices.size();
    mesh_ = {welded.vertices, welded.pieces, std::vector<std::uint32_t>(welded.pieces.size())};
    std::iota(mesh_.number.begin(), mesh_.number.end(), 0u);
    return true;
  }

  void look_for_distance() {
    const Box<3> box = box_around(mesh_.vertices);
    const double size = 0.5 * norm(box.size()), distance = norm(0.5 * box.lo + 0.5 * box.hi);
    if (!(distance > far_away * size)) return;
    bool floats = true;
    double largest = 0;
    for (const Vec3& vertex : mesh_.vertices)
      for (std::size_t k = 0; k < 3; ++k) {
        floats = floats && static_cast<double>(static_cast<float>(vertex[k])) == vertex[k];
        largest = std::max(largest, std::abs(vertex[k]));
      }
    Tally tally;
    tally.note(0, mesh_.vertices[0]);
    const double step = largest * (floats ? 0x1p-23 : 0x1p-52);
    tell(Defect::far_from_origin, Outcome::told, tally,
         fmt::format("it lies {:.3g} times its size away from the origin of its file, where numbers {}are "
                     "{:.2g} apart, {:.2g} of its size; the body is moved to its own centre, but a file that "
                     "was written there is sharper",
                     distance / size, floats ? "of single precision " : "", step, step / size));
  }

  void mend() {
    if (const Tally tally = drop_collapsed(mesh_); tally.count > 0)
      tell(Defect::degenerate, Outcome::mended, tally,
           many(tally.count, "triangle has two equal corners and was left out",
                "triangles have two equal corners and were left out"));
    if (const Tally tally = drop_duplicates(mesh_); tally.count > 0)
      tell(Defect::duplicate, Outcome::mended, tally,
           many(tally.count, "triangle has the corners of another and was left out",
                "triangles have the corners of others and were left out"));
    if (const ClosedGaps gaps = close_gaps(mesh_); gaps.merged.count > 0)
      tell(Defect::near_vertices, Outcome::mended, gaps.merged,
           fmt::format("{} merged, up to {:.2g} apart",
                       many(gaps.merged.count, "vertex that nearly lies on another was",
                            "vertices that nearly lie on others were"),
                       gaps.widest));
    given_ = mesh_;
    parts_ = orient(mesh_);
    if (parts_.one_sided.count > 0)
      tell(Defect::one_sided, Outcome::refused, parts_.one_sided,
           "its surface has one side only, as a Moebius strip, so there is no inside: cut it there and close "
           "both ends");
    oriented_ = mesh_;
    const Slivers slivers = turn_sliver_edges(mesh_);
    if (slivers.mended.count > slivers.left.count)
      tell(Defect::degenerate, Outcome::mended, slivers.mended,
           many(slivers.mended.count, "triangle with its corners on a line was joined to its neighbour",
                "triangles with their corners on a line were joined to their neighbours"));
    if (slivers.left.count > 0)
      tell(Defect::degenerate, Outcome::refused, slivers.left,
           fmt::format("{} on a line and so no normal: remove {} and close the surface again",
                       many(slivers.left.count, "triangle has its corners", "triangles have their corners"),
                       slivers.left.count == 1 ? "it" : "them"));
  }

  void look_at_edges() {
    Tally open, crowded;
    std::size_t holes = 0;
    Groups rims(mesh_.vertices.size());
    std::vector<bool> on_rim(mesh_.vertices.size(), false);
    for_each_edge(sorted_sides(mesh_.triangles), [&](std::span<const Side> sides) {
      const Vec3 middle = 0.5 * mesh_.vertices[sides[0].low] + 0.5 * mesh_.vertices[sides[0].high];
      if (sides.size() > 2) crowded.note(mesh_.number[sides[2].triangle], middle);
      if (sides.size() != 1) return;
      open.note(mesh_.number[sides[0].triangle], middle);
      rims.join(sides[0].low, sides[0].high);
      on_rim[sides[0].low] = on_rim[sides[0].high] = true;
    });
    for (std::uint32_t k = 0; k < on_rim.size(); ++k) holes += on_rim[k] && rims.root(k) == k;
    result_.is_closed = open.count == 0 && crowded.count == 0;
    if (open.count > 0)
      tell(Defect::open, Outcome::refused, open,
           fmt::format("it is open: {} one triangle only, around {}; a body must be closed, so fill {} in "
                       "(Blender: select the rim and press F; MeshLab: Close Holes), or use it as a wall",
                       many(open.count, "edge has", "edges have"), many(holes, "hole", "holes"),
                       holes == 1 ? "it" : "them"));
    if (crowded.count > 0)
      tell(Defect::non_manifold_edge, Outcome::refused, crowded,
           fmt::format(
               "{} more than two triangles, so that inside and outside cannot be told: remove inner "
               "walls and move parts that touch along an edge apart, or into each other and unite them",
               many(crowded.count, "edge has", "edges have")));
  }

  void look_at_vertices() {
    Groups fans(3 * mesh_.triangles.size());
    for_each_edge(sorted_sides(mesh_.triangles), [&](std::span<const Side> sides) {
      for (std::size_t k = 1; k < sides.size(); ++k)
        for (const std::uint32_t vertex : {sides[0].low, sides[0].high})
          fans.join(corner_at(sides[0].triangle, vertex), corner_at(sides[k].triangle, vertex));
    });
    constexpr std::uint32_t none = 0xffff'ffffu;
    std::vector<std::uint32_t> fan(mesh_.vertices.size(), none);
    std::vector<bool> told(mesh_.vertices.size(), false);
    Tally tally;
    for (std::uint32_t k = 0; k < 3 * mesh_.triangles.size(); ++k) {
      const std::uint32_t vertex = mesh_.triangles[k / 3][k % 3], own = fans.root(k);
      if (fan[vertex] == none) fan[vertex] = own;
      if (fan[vertex] == own || told[vertex]) continue;
      told[vertex] = true;
      tally.note(mesh_.number[k / 3], mesh_.vertices[vertex]);
    }
    if (tally.count > 0)
      tell(Defect::non_manifold_vertex, Outcome::refused, tally,
           fmt::format("{} surfaces touch in a point: move them apart, or into each other and unite them",
                       many(tally.count, "vertex is where", "vertices are where")));
  }
  std::uint32_t corner_at(std::uint32_t triangle, std::uint32_t vertex) const {
    std::uint32_t corner = 0;
    while (mesh_.triangles[triangle][corner] != vertex) ++corner;
    return 3 * triangle + corner;
  }

  struct Part {
    std::vector<Triangle> triangles;
    std::uint32_t first = 0;  // triangle
    Box<3> box = Box<3>::empty();
    double volume = 0;
    std::vector<std::uint32_t> outer;  // parts around it
  };

  std::vector<Part> list_parts() const {
    std::vector<Part> parts(parts_.count);
    for (std::uint32_t k = 0; k < mesh_.triangles.size(); ++k) {
      Part& part = parts[parts_.part[k]];
      if (part.triangles.empty()) part.first = k;
      part.triangles.push_back(mesh_.triangles[k]);
      for (const std::uint32_t vertex : mesh_.triangles[k]) part.box.include(mesh_.vertices[vertex]);
    }
    for (Part& part : parts) {
      const Vec3 middle = 0.5 * part.box.lo + 0.5 * part.box.hi;
      for (const auto& [a, b, c] : part.triangles)
        part.volume +=
            dot(mesh_.vertices[a] - middle, cross(mesh_.vertices[b] - middle, mesh_.vertices[c] - middle)) /
            6;
    }
    return parts;
  }

  void nest(std::vector<Part>& parts) const {
    if (parts.size() < 2) return;
    std::vector<Box<3>> boxes;
    for (const Part& part : parts) boxes.push_back(part.box);
    const BoxTree<3> tree(boxes);
    for (std::uint32_t inner = 0; inner < parts.size(); ++inner) {
      const Vec3& point = mesh_.vertices[parts[inner].triangles[0][0]];
      tree.find([&](const Box<3>& box) { return box.contains(point); },
                [&](std::uint32_t outer) {
                  if (outer == inner || !parts[outer].box.contains(parts[inner].box.lo) ||
                      !parts[outer].box.contains(parts[inner].box.hi))
                    return;
                  if (std::abs(winding_number(mesh_.vertices, parts[outer].triangles, point)) > 0.5)
                    parts[inner].outer.push_back(outer);
                });
    }
  }

  /// Makes outermost parts face outwards, and with them what is inside.
  void look_at_parts() {
    result_.parts = parts_.count;
    if (!result_.is_closed || parts_.one_sided.count > 0) {
      tell_turned(oriented_);
      return;
    }
    std::vector<Part> parts = list_parts();
    nest(parts);
    std::vector<bool> turn(parts.size(), false);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      std::size_t root = k;
      for (const std::uint32_t outer : parts[k].outer)
        if (parts[outer].outer.empty()) root = outer;
      turn[k] = parts[root].volume < 0;
    }
    for (std::size_t k = 0; k < mesh_.triangles.size(); ++k)
      if (turn[parts_.part[k]]) turn_over(mesh_.triangles[k]), turn_over(oriented_.triangles[k]);
    tell_turned(oriented_);

    Tally doubled, cavities;
    double volume = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const double own = turn[k] ? -parts[k].volume : parts[k].volume;
      volume += own;
      const bool is_hole = parts[k].outer.size() % 2 == 1;
      if (is_hole != (own < 0))
        doubled.note(mesh_.number[parts[k].first], mesh_.centroid(parts[k].first));
      else if (is_hole)
        cavities.note(mesh_.number[parts[k].first], mesh_.centroid(parts[k].first));
    }
    result_.cavities = cavities.count;
    if (doubled.count > 0)
      tell(Defect::part_inside, Outcome::refused, doubled,
           fmt::format("{} inside another and faces the same way, so that its volume would count twice: "
                       "remove it, or turn its triangles over if it is a cavity",
                       many(doubled.count, "part lies", "parts lie")));
    if (cavities.count > 0)
      tell(Defect::cavity, Outcome::told, cavities,
           many(cavities.count, "part is a cavity: the body is hollow",
                "parts are cavities: the body is hollow"));
    Tally separate;
    for (const Part& part : parts)
      if (part.outer.empty()) separate.note(mesh_.number[part.first], mesh_.centroid(part.first));
    if (separate.count > 1)
      tell(Defect::several_parts, Outcome::told, separate,
           fmt::format("{} parts do not hang together; they move as one rigid body", separate.count));
    const double size = norm(box_around(mesh_.vertices).size());
    if (!(volume > flat * size * size * size) || size < least_length) {
      Tally tally;
      tally.note(mesh_.number[0], mesh_.centroid(0));
      tell(Defect::no_volume, Outcome::refused, tally,
           "it encloses no volume: give it thickness (Blender: Solidify)");
    }
  }

  /// What faces another way than in the file: whole parts are inverted, others have flipped triangles.
  void tell_turned(const WorkMesh& now) {
    std::vector<std::size_t> size(parts_.count, 0), changed(parts_.count, 0);
    for (std::size_t k = 0; k < now.triangles.size(); ++k) {
      ++size[parts_.part[k]];
      changed[parts_.part[k]] += now.triangles[k] != given_.triangles[k];
    }
    Tally inverted, flipped;
    for (std::size_t k = 0; k < now.triangles.size(); ++k) {
      if (now.triangles[k] == given_.triangles[k]) continue;
      const std::uint32_t part = parts_.part[k];
      (changed[part] == size[part] ? inverted : flipped).note(given_.number[k], given_.centroid(k));
    }
    if (inverted.count > 0)
      tell(Defect::inverted, Outcome::mended, inverted,
           fmt::format("{} inwards: all were turned over",
                       many(inverted.count, "triangle faces", "triangles face")));
    if (flipped.count > 0)
      tell(Defect::flipped, Outcome::mended, flipped,
           many(flipped.count, "triangle faced the other way than its neighbours and was turned over",
                "triangles faced the other way than their neighbours and were turned over"));
  }

  void look_for_crossings() {
    Tally tally;
    std::uint32_t other = 0;
    find_crossings(mesh_.vertices, mesh_.triangles,
                   [&](std::uint32_t first, std::uint32_t second, const Vec3& place) {
                     if (tally.count == 0) other = mesh_.number[second];
                     tally.note(mesh_.number[first], place);
                   });
    if (tally.count > 0)
      tell(Defect::self_intersection, Outcome::refused, tally,
           fmt::format("{} through each other, the first with triangle {}: unite the parts that overlap "
                       "(Blender: Boolean or Remesh), or take the fold out",
                       many(tally.count, "pair of triangles goes", "pairs of triangles go"), other));
  }

  WorkMesh mesh_, given_, oriented_;  // given_: as it was before triangles were turned over
  Parts parts_;
  Examination result_;
};

}  // namespace

std::string_view name_of(Defect defect) {
  constexpr std::array<std::string_view, 16> names{
      "not_finite",        "degenerate",          "duplicate", "near_vertices", "open",
      "non_manifold_edge", "non_manifold_vertex", "one_sided", "flipped",       "inverted",
      "self_intersection", "part_inside",         "no_volume", "cavity",        "several_parts",
      "far_from_origin"};
  return names[static_cast<std::size_t>(defect)];
}

std::string_view name_of(Outcome outcome) {
  constexpr std::array<std::string_view, 3> names{"told", "mended", "refused"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string text_of(const Finding& finding) {
  return fmt::format("{} (triangle {}, at {:.9g}, {:.9g}, {:.9g})", finding.text, finding.triangle,
                     finding.place[0], finding.place[1], finding.place[2]);
}

bool Examination::is_sound() const {
  return std::none_of(findings.begin(), findings.end(),
                      [](const Finding& finding) { return finding.outcome == Outcome::refused; });
}

Examination examine(const MeshData<3>& data) { return Examiner(data).result(); }

}  // namespace scree::shape
