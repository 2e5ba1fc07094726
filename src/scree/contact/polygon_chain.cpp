#include "scree/contact/polygon_chain.h"

#include <algorithm>
#include <cmath>

#include "scree/contact/area_sum.h"

namespace scree::contact {
namespace {

constexpr std::uint32_t no_edge = 0xffff'ffffu;

/// The part of a piece that lies inside the polygon, from its first vertex towards its second.
struct Inside {
  std::uint32_t piece = 0;
  std::uint32_t vertex[2] = {0, 0};
  Vec2 end[2];  // where it begins and ends
  std::uint32_t edge[2] = {no_edge,
                           no_edge};  // of the polygon that is crossed there; none: the vertex is inside
  bool used = false;
};

/// A point on the polygon's outline.
struct OnOutline {
  Vec2 point;
  std::uint32_t edge = 0;
};

class ChainCutter {
 public:
  ChainCutter(const ScaledPolygon& polygon, const shape::Mesh<2>& chain, const Pose<2>& pose,
              std::span<const std::uint32_t> near)
      : polygon_(polygon), chain_(chain), pose_(pose) {
    for (const std::uint32_t piece : near) clip(piece);
  }

  void run(std::vector<ChainTouch>& touches) {
    // From ends that nothing goes on from; what is left then goes round inside the polygon and cuts nothing.
    for (std::size_t k = 0; k < parts_.size(); ++k)
      for (int side = 0; side < 2; ++side)
        if (!parts_[k].used && next_of(k, side) == parts_.size()) follow(k, side, touches);
    std::sort(touches.begin(), touches.end(), [](const ChainTouch& a, const ChainTouch& b) {
      return a.patch != b.patch ? a.patch < b.patch : a.piece < b.piece;
    });
  }

 private:
  Vec2 corner(std::uint32_t k) const { return polygon_.scale * (*polygon_.shape)[k].point; }
  Vec2 edge(std::uint32_t k) const { return (*polygon_.shape)[k].along; }  // of length 1
  std::uint32_t next_corner(std::uint32_t k) const { return polygon_.shape->next(k); }

  void clip(std::uint32_t piece) {
    Inside part;
    part.piece = piece;
    part.vertex[0] = chain_.pieces()[piece][0];
    part.vertex[1] = chain_.pieces()[piece][1];
    const Vec2 from = to_scene(pose_, chain_.vertices()[part.vertex[0]]),
               to = to_scene(pose_, chain_.vertices()[part.vertex[1]]);
    double share[2] = {0, 1};
    for (std::uint32_t k = 0; k < polygon_.size(); ++k) {
      const Vec2 start = corner(k), way = edge(k);
      const double a = cross(way, from - start), b = cross(way, to - start);
      if (a < 0 && b < 0) return;
      if (a >= 0 && b >= 0) continue;
      const double crossing = a / (a - b);
      const int side = a < 0 ? 0 : 1;
      if (side == 0 ? crossing > share[0] : crossing < share[1]) {
        share[side] = crossing;
        part.edge[side] = k;
      }
    }
    if (!(share[0] < share[1])) return;
    part.end[0] = part.edge[0] == no_edge ? from : from + share[0] * (to - from);
    part.end[1] = part.edge[1] == no_edge ? to : from + share[1] * (to - from);
    parts_.push_back(part);
  }

  /// The one part that goes on from an end inside, also round a sharp corner; none: the number of parts.
  std::size_t next_of(std::size_t part, int side) const {
    if (parts_[part].edge[side] != no_edge) return parts_.size();
    std::size_t found = parts_.size();
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      if (k == part) continue;
      const std::uint32_t vertex = parts_[part].vertex[side];
      if (parts_[k].vertex[0] != vertex && parts_[k].vertex[1] != vertex) continue;
      if (found < parts_.size()) return parts_.size();  // three meet here
      found = k;
    }
    return found;
  }

  bool is_free(std::uint32_t vertex) const {
    int count = 0;
    for (const auto& piece : chain_.pieces()) count += piece[0] == vertex || piece[1] == vertex;
    return count == 1;
  }

  /// Where the way ends on the outline; an end inside goes to the nearest edge.
  OnOutline lead_out(const Inside& part, int side) {
    if (part.edge[side] != no_edge) return {part.end[side], part.edge[side]};
    std::uint32_t hint = 0;
    const NearestOnPolygon nearest = nearest_on(polygon_, part.end[side], hint);
    if (is_free(part.vertex[side])) {
      const Vec2 along = edge(nearest.edge);
      const double depth = std::fmax(-nearest.distance, 0.0);
      tip_area_ += depth * depth;
      tip_line_ += 2 * depth * along;
      tip_moment_ += 2 * depth * dot(nearest.point, along);
    }
    return {nearest.point, nearest.edge};
  }

  /// Follows the chain through the polygon from an end that nothing goes on from. It cuts a part off, and
  /// that is one contact; but where the chain folds sharply away from that part, as in the corner of a box,
  /// each side of the fold is a contact of its own.
  void follow(std::size_t first, int side, std::vector<ChainTouch>& touches) {
    run_.clear();
    std::size_t at = first;
    int ahead = 1 - side;
    while (true) {
      parts_[at].used = true;
      run_.push_back({at, ahead});
      const std::size_t next = next_of(at, ahead);
      if (next == parts_.size() || parts_[next].used) break;
      const std::uint32_t shared = parts_[at].vertex[ahead];
      ahead = parts_[next].vertex[0] == shared ? 1 : 0;
      at = next;
    }
    if (!any_fold()) return cut(0, run_.size(), touches);
    lay_way(0, run_.size());
    const bool on_left = goes_other_way(begin_, end_);  // of the way: what has gone through
    std::size_t begin = 0;
    for (std::size_t k = 1; k < run_.size(); ++k) {
      const double turn = cross(direction(k - 1), direction(k));
      if (is_fold(k) && (on_left ? turn < 0 : turn > 0)) {
        cut(begin, k, touches);
        begin = k;
      }
    }
    cut(begin, run_.size(), touches);
  }

  /// A part of the chain, followed towards its vertex number `ahead`.
  struct Followed {
    std::size_t part;
    int ahead;
  };
  std::uint32_t patch_at(std::size_t k) const { return chain_.patch_of(parts_[run_[k].part].piece); }
  bool is_fold(std::size_t k) const { return patch_at(k - 1) != patch_at(k); }
  bool any_fold() const {
    for (std::size_t k = 1; k < run_.size(); ++k)
      if (is_fold(k)) return true;
    return false;
  }
  Vec2 direction(std::size_t k) const {
    const Inside& part = parts_[run_[k].part];
    return part.end[run_[k].ahead] - part.end[1 - run_[k].ahead];
  }

  /// The way of followed parts from `first` to before `last`, with where it begins and ends on the outline.
  void lay_way(std::size_t first, std::size_t last) {
    tip_area_ = tip_moment_ = 0;
    tip_line_ = {};
    way_.clear();
    const auto end_of = [&](std::size_t k, int side) {
      const Inside& part = parts_[run_[k].part];
      if (part.edge[side] == no_edge) way_.push_back(part.end[side]);
    };
    begin_ = lead_out(parts_[run_[first].part], 1 - run_[first].ahead);
    end_of(first, 1 - run_[first].ahead);
    for (std::size_t k = first; k + 1 < last; ++k) way_.push_back(parts_[run_[k].part].end[run_[k].ahead]);
    end_ = lead_out(parts_[run_[last - 1].part], run_[last - 1].ahead);
    end_of(last - 1, run_[last - 1].ahead);
  }

  void cut(std::size_t first, std::size_t last, std::vector<ChainTouch>& touches) {
    ChainTouch found;
    found.piece = parts_[run_[first].part].piece;
    for (std::size_t k = first; k < last; ++k)
      found.piece = std::min(found.piece, parts_[run_[k].part].piece);
    found.patch = chain_.patch_of(found.piece);
    lay_way(first, last);
    if (enclose(begin_, end_, found.touch)) touches.push_back(found);
  }

  double along(const OnOutline& place) const {
    return dot(place.point - corner(place.edge), edge(place.edge));
  }

  /// Of the two parts that the way divides the polygon into, the smaller one has gone through. Whether that
  /// is the one on the left of the way, which the outline encloses from the way's end to its begin.
  bool goes_other_way(const OnOutline& begin, const OnOutline& end) const {
    const double all = polygon_.shape->area() * polygon_.scale * polygon_.scale;
    const double area = outline_from(begin, end, false).area();
    return area > 0.5 * all || area < -0.5 * all;
  }
  bool enclose(const OnOutline& begin, const OnOutline& end, PolygonTouch& touch) {
    const double size = polygon_.radius();
    const bool other_way = goes_other_way(begin, end);
    const OnOutline &in = other_way ? end : begin, &out = other_way ? begin : end;
    const AreaSum outline = outline_from(in, out, other_way);
    const double area = std::fmax(outline.area(), 0.0) + tip_area_;
    if (!(area > least_area * size * size)) return false;
    SharedArea shared;
    shared.area = touch.area = area;
    shared.centroid =
        outline.area() > least_area * size * size ? outline.centroid() : 0.5 * (in.point + out.point);
    shared.line = out.point - in.point;
    double moment = 0.5 * dot(in.point + out.point, shared.line);
    shared.line += tip_line_;
    moment += tip_moment_;
    touch.line = norm(shared.line);
    if (!(touch.line > 0)) return false;
    shared.moment = moment;
    touch.normal = {-shared.line[1] / touch.line, shared.line[0] / touch.line};
    touch.centroid = shared.centroid;
    touch.middle = shared.middle();
    double lowest = HUGE_VAL, highest = -HUGE_VAL;
    const auto see = [&](const Vec2& point) {
      const double height = dot(touch.normal, point);
      lowest = std::fmin(lowest, height);
      highest = std::fmax(highest, height);
    };
    see(in.point);
    see(out.point);
    for (const Vec2& point : way_) see(point);
    for_each_corner(in, out, see);
    touch.depth = highest - lowest;
    return touch.depth > 0;
  }

  template <class Visit>
  void for_each_corner(const OnOutline& in, const OnOutline& out, Visit&& visit) const {
    if (in.edge == out.edge && along(in) <= along(out)) return;
    std::uint32_t k = in.edge;
    do {
      k = next_corner(k);
      visit(corner(k));
    } while (k != out.edge);
  }

  /// Along the outline from `in` to `out`, and back along the way.
  AreaSum outline_from(const OnOutline& in, const OnOutline& out, bool other_way) const {
    AreaSum outline(in.point);
    for_each_corner(in, out, [&](const Vec2& point) { outline.add(point); });
    outline.add(out.point);
    if (other_way)
      for (auto point = way_.begin(); point != way_.end(); ++point) outline.add(*point);
    else
      for (auto point = way_.rbegin(); point != way_.rend(); ++point) outline.add(*point);
    return outline;
  }

  const ScaledPolygon& polygon_;
  const shape::Mesh<2>& chain_;
  const Pose<2>& pose_;
  std::vector<Inside> parts_;
  std::vector<Followed> run_;  // what is followed at present
  std::vector<Vec2> way_;      // inside the polygon
  OnOutline begin_, end_;      // of the way
  double tip_area_ = 0, tip_moment_ = 0;
  Vec2 tip_line_;
};

}  // namespace

void touch_chain(const ScaledPolygon& polygon, const shape::Mesh<2>& chain, const Pose<2>& pose,
                 std::span<const std::uint32_t> near, std::vector<ChainTouch>& touches) {
  touches.clear();
  ChainCutter(polygon, chain, pose, near).run(touches);
}

}  // namespace scree::contact
