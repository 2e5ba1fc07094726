#include "scree/shape/rigid_polygon.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/math.h"
#include "scree/shape/corner_ring.h"

namespace scree::shape {
namespace {

/// Parts that share more than this part of the smaller one's area overlap; less is rounding.
constexpr double shared_by_rounding = 1e-9;

Vec2 corner_of(const ConvexPolygon& polygon, std::size_t k) { return polygon[k].point + polygon.centroid(); }

/// What is left of a ring to the left of a line.
std::vector<Vec2> clipped(const std::vector<Vec2>& ring, const Vec2& point, const Vec2& along) {
  std::vector<Vec2> left;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec2 &a = ring[k], &b = ring[(k + 1) % ring.size()];
    const double side_a = cross(along, a - point), side_b = cross(along, b - point);
    if (side_a >= 0) left.push_back(a);
    if ((side_a > 0 && side_b < 0) || (side_a < 0 && side_b > 0))
      left.push_back(a + (side_a / (side_a - side_b)) * (b - a));
  }
  return left;
}

double shared_area(const ConvexPolygon& first, const ConvexPolygon& second) {
  if (norm(first.centroid() - second.centroid()) > first.radius() + second.radius()) return 0;
  std::vector<Vec2> ring;
  for (std::size_t k = 0; k < first.size(); ++k) ring.push_back(corner_of(first, k));
  for (std::size_t k = 0; k < second.size() && ring.size() >= 3; ++k)
    ring = clipped(ring, corner_of(second, k), second[k].along);
  double doubled = 0;
  for (std::size_t k = 1; k + 1 < ring.size(); ++k)
    doubled += cross(ring[k] - ring[0], ring[k + 1] - ring[0]);
  return 0.5 * doubled;
}

bool segments_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  const auto side = [](const Vec2& from, const Vec2& to, const Vec2& point) {
    const double area = cross(to - from, point - from);
    return area > 0 ? 1 : area < 0 ? -1 : 0;
  };
  const auto between = [](const Vec2& from, const Vec2& to, const Vec2& point) {
    return std::min(from[0], to[0]) <= point[0] && point[0] <= std::max(from[0], to[0]) &&
           std::min(from[1], to[1]) <= point[1] && point[1] <= std::max(from[1], to[1]);
  };
  const int abc = side(a, b, c), abd = side(a, b, d), cda = side(c, d, a), cdb = side(c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (abc == 0 && between(a, b, c)) || (abd == 0 && between(a, b, d)) || (cda == 0 && between(c, d, a)) ||
         (cdb == 0 && between(c, d, b));
}

/// The corner at which an edge begins that meets another edge or folds back on its neighbour.
ConvexPolygon::Fault crossing_of(const std::vector<NumberedCorner>& ring, double extent) {
  const std::size_t count = ring.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Vec2 &a = ring[k].point, &b = ring[(k + 1) % count].point, &c = ring[(k + 2) % count].point;
    if (std::abs(turn(a, b, c)) <= straight * extent * norm(c - b) && dot(b - a, c - b) < 0)
      return {"folds the outline back on itself", ring[(k + 1) % count].number};
  }
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t other = k + 2; other < count; ++other) {
      if (k == 0 && other + 1 == count) continue;
      if (segments_meet(ring[k].point, ring[k + 1].point, ring[other].point, ring[(other + 1) % count].point))
        return {fmt::format("begins an edge that meets the one from corner {}: the outline crosses itself",
                            ring[k].number + 1),
                ring[other].number};
    }
  return {};
}

}  // namespace

RigidPolygon::RigidPolygon(ConvexPolygon polygon) {
  area_ = polygon.area();
  inertia_per_mass_ = polygon.inertia_per_mass();
  radius_ = polygon.radius();
  centroid_ = polygon.centroid();
  contact_width_ = polygon.contact_width();
  parts_.push_back({std::move(polygon), {}, radius_});
}

RigidPolygon::Made RigidPolygon::make(std::vector<ConvexPolygon> parts) {
  Made made;
  SCREE_ASSERT(!parts.empty() && parts.size() <= most_parts);
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (std::size_t other = k + 1; other < parts.size(); ++other) {
      const double shared = shared_area(parts[k], parts[other]);
      if (shared <= shared_by_rounding * std::min(parts[k].area(), parts[other].area())) continue;
      made.fault = {
          fmt::format("overlaps part {} by {:.3g} m2: parts may share edges only, so that their mass "
                      "counts once",
                      other + 1, shared),
          k};
      return made;
    }
  if (parts.size() == 1) {
    made.polygon.emplace_back(std::move(parts[0]));
    return made;
  }
  RigidPolygon body;
  for (ConvexPolygon& part : parts) {
    const Vec2 place = part.centroid();
    body.parts_.push_back({std::move(part), place, 0});
  }
  body.weigh();
  made.polygon.push_back(std::move(body));
  return made;
}

/// Offsets count from anywhere before, and from the centroid after.
void RigidPolygon::weigh() {
  const Vec2 origin = parts_[0].offset;
  Vec2 moment;
  for (Part& part : parts_) {
    area_ += part.polygon.area();
    part.offset = part.offset - origin;
    moment += part.polygon.area() * part.offset;
  }
  const Vec2 from_origin = moment / area_;
  centroid_ = origin + from_origin;
  double second_moment = 0;
  for (Part& part : parts_) {
    part.offset = part.offset - from_origin;
    second_moment += part.polygon.area() * (part.polygon.inertia_per_mass() + dot(part.offset, part.offset));
    for (std::size_t k = 0; k < part.polygon.size(); ++k)
      part.reach = std::max(part.reach, norm(part.offset + part.polygon[k].point));
    radius_ = std::max(radius_, part.reach);
    contact_width_ = std::max(contact_width_, part.polygon.contact_width());
  }
  inertia_per_mass_ = second_moment / area_;
}

RigidPolygon::Made RigidPolygon::from_outline(std::span<const Vec2> corners) {
  Made made;
  const auto refuse = [&](std::string text, std::size_t corner) {
    made.fault = {std::move(text), corner};
    return made;
  };
  const CornerRing ring = ring_of(corners, "outline");
  made.fault = ring.fault.text.empty() ? crossing_of(ring.corners, ring.extent) : ring.fault;
  if (!made.fault.text.empty()) return made;
  const std::vector<Vec2> points = ring.points();
  const std::vector<std::vector<std::size_t>> cut = convex_parts(points);
  if (cut.empty() || cut.size() > most_parts)
    return refuse("belongs to an outline that cannot be cut into convex parts", ring.corners[0].number);
  std::vector<ConvexPolygon> parts;
  for (const std::vector<std::size_t>& part : cut) {
    std::vector<Vec2> own;
    for (const std::size_t corner : part) own.push_back(points[corner]);
    ConvexPolygon::Made one = ConvexPolygon::make(own);
    if (one.polygon.empty())
      return refuse("belongs to a part of the outline that is too thin",
                    ring.corners[part[one.fault.corner]].number);
    parts.push_back(std::move(one.polygon[0]));
  }
  return make(std::move(parts));
}

std::vector<Vec2> gear_outline(std::size_t teeth, double tooth) {
  SCREE_ASSERT(teeth >= 3 && tooth > 0 && tooth < 1);
  // Where a tooth begins and ends, at its foot and its tip, in shares of the angle from one to the next.
  constexpr double foot = 0.31, tip = 0.13;
  std::vector<Vec2> corners;
  for (std::size_t k = 0; k < teeth; ++k)
    for (const auto& [share, radius] : {std::pair(-foot, 1 - tooth), std::pair(-tip, 1.0),
                                        std::pair(tip, 1.0), std::pair(foot, 1 - tooth)}) {
      const double angle = 2 * math::pi * (static_cast<double>(k) + share) / static_cast<double>(teeth);
      corners.push_back({radius * math::cos(angle), radius * math::sin(angle)});
    }
  return corners;
}

RigidPolygon RigidPolygon::gear(std::size_t teeth, double tooth) {
  return from_outline(gear_outline(teeth, tooth)).polygon.at(0);
}

RigidPolygon RigidPolygon::scaled(double factor) const {
  if (parts_.size() == 1) return parts_[0].polygon.scaled(factor);
  RigidPolygon result;
  for (const Part& part : parts_)
    result.parts_.push_back({part.polygon.scaled(factor), factor * part.offset, factor * part.reach});
  result.area_ = factor * factor * area_;
  result.inertia_per_mass_ = factor * factor * inertia_per_mass_;
  result.radius_ = factor * radius_;
  result.contact_width_ = factor * contact_width_;
  return result;
}

std::vector<std::array<Vec2, 2>> RigidPolygon::rim() const {
  const double near = 1e-7 * radius_;
  std::vector<std::array<Vec2, 2>> stretches;
  for (const Part& part : parts_)
    for (std::uint32_t k = 0; k < part.polygon.size(); ++k) {
      const Vec2 a = part.offset + part.polygon[k].point,
                 b = part.offset + part.polygon[part.polygon.next(k)].point;
      std::vector<std::array<double, 2>> free{{0, 1}};  // shares of the edge
      for (const Part& other : parts_) {
        if (&other == &part) continue;
        double from = 0, to = 1;  // what of the edge is in the other one, or along it
        for (std::size_t j = 0; j < other.polygon.size() && from < to; ++j) {
          const Vec2 point = other.offset + other.polygon[j].point, along = other.polygon[j].along;
          const double side_a = cross(along, a - point) + near, side_b = cross(along, b - point) + near;
          if (side_a < 0 && side_b < 0) to = from;
          if (side_a < 0 && side_b >= 0) from = std::max(from, side_a / (side_a - side_b));
          if (side_a >= 0 && side_b < 0) to = std::min(to, side_a / (side_a - side_b));
        }
        if (!(to - from > 1e-5)) continue;
        std::vector<std::array<double, 2>> left;
        for (const auto& [begin, end] : free) {
          if (from > begin) left.push_back({begin, std::min(end, from)});
          if (to < end) left.push_back({std::max(begin, to), end});
        }
        free = std::move(left);
      }
      for (const auto& [begin, end] : free)
        if (end - begin > 1e-5) stretches.push_back({a + begin * (b - a), a + end * (b - a)});
    }
  return stretches;
}

}  // namespace scree::shape
