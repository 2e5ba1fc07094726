#include "scree/contact/feature_points.h"

#include <algorithm>
#include <array>
#include <limits>

#include "scree/contact/contact_points.h"

namespace scree::contact {
namespace {

/// Sines of angles: faces that lie within this of the plane across a contact's axis share a patch with it.
constexpr double slant = 0.05;
/// Faces turned towards something by more than this face it.
constexpr double facing = 0.1;
/// Of lengths of edges: what is that near to a border is on it.
constexpr double border = 1e-9;
/// Edges nearer to parallel have no common normal to speak of.
constexpr double parallel = 1e-4;

template <int D>
class FeatureSearch {
 public:
  FeatureSearch(const Side<D>& first, const Side<D>& second, double reach, double size,
                std::vector<HardPoint<D>>& points)
      : a_(first), b_(second), reach_(reach), size_(size), points_(points) {}

  void run() {
    const PieceTree<D>* const of_a = a_.shape->face_tree();
    const PieceTree<D>* const of_b = b_.shape->face_tree();
    if (of_a != nullptr && of_b != nullptr)
      descend(*of_a, *of_b, 0, 0);
    else if (of_a != nullptr)
      around_ball(*of_a, std::integral_constant<bool, false>{});
    else
      around_ball(*of_b, std::integral_constant<bool, true>{});
    leave_one_of_each();
  }

 private:
  using Face = typename Features<D>::Face;
  static constexpr std::uint32_t none = Features<D>::none;

  /// The side that a feature belongs to.
  template <bool of_first>
  const Side<D>& side() const {
    return of_first ? a_ : b_;
  }
  template <bool of_first>
  const Features<D>& features() const {
    return *side<of_first>().shape->features();
  }

  void descend(const PieceTree<D>& of_a, const PieceTree<D>& of_b, std::uint32_t i, std::uint32_t j) {
    const auto &one = of_a.nodes()[i], &other = of_b.nodes()[j];
    const Vec<D> apart = a_.at(one.centre) - b_.at(other.centre);
    const Vec<D> half = a_.turn.around(a_.scale * one.half) + b_.turn.around(b_.scale * other.half);
    const double room = reach_ + 1e-12 * size_;
    for (int k = 0; k < D; ++k)
      if (std::abs(apart[k]) > half[k] + room) return;
    if (one.child == 0 && other.child == 0) {
      compare(one.piece, other.piece);
    } else if (other.child == 0 || (one.child != 0 && a_.scale * one.radius >= b_.scale * other.radius)) {
      descend(of_a, of_b, one.child, j);
      descend(of_a, of_b, one.child + 1, j);
    } else {
      descend(of_a, of_b, i, other.child);
      descend(of_a, of_b, i, other.child + 1);
    }
  }

  /// What belongs to two faces.
  void compare(std::uint32_t i, std::uint32_t j) {
    const Face &one = features<true>().faces()[i], &other = features<false>().faces()[j];
    for (std::size_t k = 0; k < D; ++k) {
      if ((one.vertices >> k & 1) != 0) {
        corner_over_face<true>(corner_of<true>(one.corner[k]), j);
        corner_at_borders<true>(corner_of<true>(one.corner[k]), other);
      }
      if ((other.vertices >> k & 1) != 0) corner_over_face<false>(corner_of<false>(other.corner[k]), i);
    }
    if constexpr (D == 3)
      for (std::size_t k = 0; k < 3; ++k) {
        if ((other.vertices >> k & 1) != 0)
          for (std::size_t m = 0; m < 3; ++m)
            if ((one.edges >> m & 1) != 0)
              corner_over_edge<false>(corner_of<false>(other.corner[k]), one.edge[m]);
        if ((one.edges >> k & 1) == 0) continue;
        for (std::size_t m = 0; m < 3; ++m)
          if ((other.edges >> m & 1) != 0) edge_over_edge(one.edge[k], other.edge[m]);
      }
  }

  /// A ball against all faces near it; `ball_is_first` is a type.
  template <class BallIsFirst>
  void around_ball(const PieceTree<D>& tree, BallIsFirst) {
    constexpr bool ball_is_first = BallIsFirst::value;
    const Side<D>&ball = side<ball_is_first>(), &other = side<!ball_is_first>();
    const Corner corner{ball.centre(), ball.round(), none};
    std::uint32_t waiting[64];
    int count = 0;
    waiting[count++] = 0;
    while (count > 0) {
      const auto& node = tree.nodes()[waiting[--count]];
      const double room = reach_ + ball.round() + other.scale * node.radius;
      const Vec<D> apart = other.at(node.centre) - corner.place;
      if (dot(apart, apart) > room * room * (1 + 1e-12)) continue;
      if (node.child != 0) {
        waiting[count++] = node.child + 1;
        waiting[count++] = node.child;
        continue;
      }
      const Face& face = other.shape->features()->faces()[node.piece];
      corner_over_face<ball_is_first>(corner, node.piece);
      corner_at_borders<ball_is_first>(corner, face);
    }
    if (points_.empty() && buried_.gap <= reach_) points_.push_back(buried_);
  }

  /// A corner of a body, or the centre of a ball.
  struct Corner {
    Vec<D> place;
    double round = 0;
    std::uint32_t number = none;  // none: of a ball
  };
  template <bool of_first>
  Corner corner_of(std::uint32_t vertex) const {
    return {side<of_first>().vertex(vertex), 0, vertex};
  }
  std::uint32_t number_of(const Corner& corner) const {
    return corner.number == none ? 0 : feature_number<D>(FeatureKind::corner, corner.number);
  }

  /// `normal` points from the other one's feature to the corner.
  template <bool of_first>
  void add(const Vec<D>& place, const Vec<D>& normal, double gap, std::uint32_t own, std::uint32_t others) {
    points_.push_back(of_first ? HardPoint<D>{place, normal, gap, own, others}
                               : HardPoint<D>{place, -normal, gap, others, own});
  }
  template <bool of_first>
  void add(const Corner& corner, const Vec<D>& normal, double distance, std::uint32_t others) {
    const double gap = distance - corner.round;
    add<of_first>(corner.place - (corner.round + 0.5 * gap) * normal, normal, gap, number_of(corner), others);
  }

  /// Whether the foot of a place lies in a face, or as good as.
  bool is_over(const Side<D>& of, const Face& face, const Vec<D>& normal, const Vec<D>& place) const {
    const auto corner = [&](std::size_t k) { return of.vertex(face.corner[k % D]); };
    if constexpr (D == 2) {
      const Vec2 start = corner(0), way = corner(1) - start;
      const double share = dot(place - start, way), square = dot(way, way);
      return share >= -border * square && share <= (1 + border) * square;
    } else {
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 start = corner(k), way = corner(k + 1) - start;
        if (dot(cross(normal, way), place - start) < -border * dot(way, way)) return false;
      }
      return true;
    }
  }
  /// Whether the way from one place to another goes through a face, or as good as.
  bool pierces(const Vec<D>& from, const Vec<D>& to, const Side<D>& of, std::uint32_t number) const {
    const Face& face = of.shape->features()->faces()[number];
    const Vec<D> normal = of.normal(number), start = of.vertex(face.corner[0]);
    const double here = dot(from - start, normal), there = dot(to - start, normal);
    if (here == there || here * there > 0) return false;
    return is_over(of, face, normal, from + (here / (here - there)) * (to - from));
  }
  template <bool of_first>
  bool any_edge_pierces(const Corner& corner, std::uint32_t face) const {
    if (corner.number == none) return false;
    for (const std::uint32_t other : features<of_first>().neighbours(corner.number))
      if (pierces(corner.place, side<of_first>().vertex(other), side<!of_first>(), face)) return true;
    return false;
  }

  template <bool of_first>
  void corner_over_face(const Corner& corner, std::uint32_t number) {
    const Side<D>&mine = side<of_first>(), &theirs = side<!of_first>();
    const Face& face = features<!of_first>().faces()[number];
    Vec<D> normal = theirs.normal(number);
    double height = dot(corner.place - theirs.vertex(face.corner[0]), normal);
    if (std::abs(height) - corner.round > reach_) return;
    if (!is_over(theirs, face, normal, corner.place)) return;
    const std::uint32_t others = feature_number<D>(FeatureKind::face, face.group);
    if (theirs.shape->features()->is_closed()) {
      if (height < -border * size_ && corner.number == none) {
        // A ball whose centre is inside leaves by the nearest face.
        if (buried_.gap > std::abs(height)) {
          const double gap = height - corner.round;
          buried_ = {corner.place - (corner.round + 0.5 * gap) * normal, of_first ? normal : -normal, gap,
                     of_first ? 0 : others, of_first ? others : 0};
        }
        return;
      }
      if (height < -border * size_ && !any_edge_pierces<of_first>(corner, number)) return;
    } else {
      const double home = dot(mine.shift - theirs.vertex(face.corner[0]), normal);
      const bool is_through = height * home < 0 && any_edge_pierces<of_first>(corner, number);
      if ((height < 0) != is_through) {
        normal = -normal;
        height = -height;
      }
    }
    if (corner.number != none && !is_exposed(mine, corner.number, normal)) return;
    add<of_first>(corner, normal, height, others);
  }

  /// Whether a corner may be nearest to something that lies in direction -axis of it.
  template <bool of_first>
  bool is_foremost(std::uint32_t vertex, const Vec<D>& place, const Vec<D>& axis, double tolerance) const {
    for (const std::uint32_t other : features<of_first>().neighbours(vertex)) {
      const Vec<D> way = side<of_first>().vertex(other) - place;
      if (dot(way, axis) < -tolerance * norm(way)) return false;
    }
    return true;
  }

  /// A corner against the corners that belong to a face, and in space against its edges.
  template <bool of_first>
  void corner_at_borders(const Corner& corner, const Face& face) {
    for (std::size_t k = 0; k < D; ++k) {
      if ((face.vertices >> k & 1) != 0) corner_over_corner<of_first>(corner, face.corner[k]);
      if constexpr (D == 3)
        if ((face.edges >> k & 1) != 0) corner_over_edge<of_first>(corner, face.edge[k]);
    }
  }
  template <bool of_first>
  void corner_over_corner(const Corner& corner, std::uint32_t vertex) {
    const Vec<D> there = side<!of_first>().vertex(vertex), apart = corner.place - there;
    const double square = dot(apart, apart), most = reach_ + corner.round;
    if (square > most * most || !(square > border * border * size_ * size_)) return;
    const double distance = std::sqrt(square);
    const Vec<D> axis = apart / distance;
    if (corner.number != none && !is_foremost<of_first>(corner.number, corner.place, axis, border)) return;
    if (!is_foremost<!of_first>(vertex, there, -axis, border)) return;
    add<of_first>(corner, axis, distance, feature_number<D>(FeatureKind::corner, vertex));
  }
  template <bool of_first>
  void corner_over_edge(const Corner& corner, std::uint32_t number) {
    const Side<D>& theirs = side<!of_first>();
    const auto& edge = features<!of_first>().edges()[number];
    const Vec<D> start = theirs.vertex(edge.low), way = theirs.vertex(edge.high) - start,
                 from = corner.place - start;
    const double share = dot(from, way) / dot(way, way);
    if (!(share > 0 && share < 1)) return;
    const Vec<D> apart = from - share * way;
    const double square = dot(apart, apart), most = reach_ + corner.round;
    if (square > most * most || !(square > border * border * size_ * size_)) return;
    const double distance = std::sqrt(square);
    const Vec<D> axis = apart / distance;
    if (!is_foremost_edge<!of_first>(edge, -axis, border)) return;
    if (corner.number != none && !is_foremost<of_first>(corner.number, corner.place, axis, slant)) return;
    add<of_first>(corner, axis, distance, feature_number<D>(FeatureKind::edge, number));
  }

  /// Whether both faces of an edge fall away from what lies in direction -axis of it.
  template <bool of_first>
  bool is_foremost_edge(const typename Features<D>::Edge& edge, const Vec<D>& axis, double tolerance) const {
    for (const std::uint32_t face : {edge.left, edge.right}) {
      if (face == none) continue;
      const Vec<D> inward = inward_of<of_first>(edge, face);
      if (dot(inward, axis) < -tolerance * norm(inward)) return false;
    }
    return true;
  }
  /// From an edge into a face, across the edge.
  template <bool of_first>
  Vec<D> inward_of(const typename Features<D>::Edge& edge, std::uint32_t face) const {
    const Side<D>& mine = side<of_first>();
    const Vec<D> start = mine.vertex(edge.low), way = mine.vertex(edge.high) - start;
    for (const std::uint32_t corner : features<of_first>().faces()[face].corner) {
      if (corner == edge.low || corner == edge.high) continue;
      const Vec<D> into = mine.vertex(corner) - start;
      return into - (dot(into, way) / dot(way, way)) * way;
    }
    return {};
  }
  /// The sum of the normals of an edge's faces; zero for sheets, which have no outside.
  template <bool of_first>
  Vec<D> outward_of(const typename Features<D>::Edge& edge) const {
    Vec<D> sum;
    if (!features<of_first>().is_closed()) return sum;
    for (const std::uint32_t face : {edge.left, edge.right})
      if (face != none) sum += side<of_first>().normal(face);
    return sum;
  }

  void edge_over_edge(std::uint32_t i, std::uint32_t j) {
    if constexpr (D == 3) {
      const auto &one = features<true>().edges()[i], &other = features<false>().edges()[j];
      const Vec3 a = a_.vertex(one.low), a_end = a_.vertex(one.high), way_a = a_end - a;
      const Vec3 b = b_.vertex(other.low), b_end = b_.vertex(other.high), way_b = b_end - b;
      Vec3 axis = cross(way_a, way_b);
      const double square = dot(axis, axis);
      if (!(square > parallel * parallel * dot(way_a, way_a) * dot(way_b, way_b))) return;
      const Vec3 apart = b - a;
      if (const double across = dot(apart, axis); across * across > reach_ * reach_ * square) return;
      const double s = dot(cross(apart, way_b), axis) / square, t = dot(cross(apart, way_a), axis) / square;
      if (!(s > -border && s < 1 + border && t > -border && t < 1 + border)) return;
      axis = axis / std::sqrt(square);
      const Vec3 on_a = a + s * way_a, on_b = b + t * way_b;
      const Vec3 out = outward_of<false>(other) - outward_of<true>(one);
      const double side = out != Vec3{} ? dot(out, axis) : dot(on_a - on_b, axis);
      if (side < 0) axis = -axis;
      if (!is_foremost_edge<true>(one, axis, slant) || !is_foremost_edge<false>(other, -axis, slant)) return;
      const double gap = dot(on_a - on_b, axis);
      if (gap < -border * size_ && !cross_each_other(one, other)) return;
      add<true>(0.5 * (on_a + on_b), axis, gap, feature_number<3>(FeatureKind::edge, i),
                feature_number<3>(FeatureKind::edge, j));
    }
  }
  /// Whether one of two edges goes through a face of the other.
  bool cross_each_other(const typename Features<D>::Edge& one,
                        const typename Features<D>::Edge& other) const {
    for (const std::uint32_t face : {other.left, other.right})
      if (face != none && pierces(a_.vertex(one.low), a_.vertex(one.high), b_, face)) return true;
    for (const std::uint32_t face : {one.left, one.right})
      if (face != none && pierces(b_.vertex(other.low), b_.vertex(other.high), a_, face)) return true;
    return false;
  }

  /// Points that several features find at one place, and corners over several triangles of a plane: the first
  /// stays, corners over faces before all others.
  void leave_one_of_each() {
    const auto rank = [](const HardPoint<D>& point) {
      const std::uint32_t kinds = D == 2 ? 2 : 3, face = D == 2 ? 1 : 2;
      if (point.first_feature % kinds == face || point.second_feature % kinds == face) return 0;
      return D == 3 && point.first_feature % 3 == 1 && point.second_feature % 3 == 1 ? 1 : 2;
    };
    const auto in_order = [&](const HardPoint<D>& a, const HardPoint<D>& b) {
      return std::tuple(rank(a), a.first_feature, a.second_feature) <
             std::tuple(rank(b), b.first_feature, b.second_feature);
    };
    std::sort(points_.begin(), points_.end(), in_order);
    const double near = 1e-6 * size_;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const HardPoint<D>& point = points_[k];
      bool is_new = true;
      for (std::size_t m = 0; m < kept && is_new; ++m) {
        const HardPoint<D>& other = points_[m];
        const Vec<D> apart = point.place - other.place;
        is_new =
            !((point.first_feature == other.first_feature && point.second_feature == other.second_feature) ||
              (dot(apart, apart) <= near * near && dot(point.normal, other.normal) > 1 - slant));
      }
      if (is_new) points_[kept++] = point;
    }
    points_.resize(kept);
  }

  const Side<D>&a_, &b_;
  const double reach_, size_;
  std::vector<HardPoint<D>>& points_;
  HardPoint<D> buried_{{}, {}, std::numeric_limits<double>::infinity(), 0, 0};
};

}  // namespace

template <int D>
bool is_exposed(const Side<D>& side, std::uint32_t vertex, const Vec<D>& normal) {
  const Features<D>& features = *side.shape->features();
  for (const std::uint32_t face : features.around(vertex)) {
    const double towards = -dot(side.normal(face), normal);
    if ((features.is_closed() ? towards : std::abs(towards)) > facing) return true;
  }
  const Vec<D> place = side.vertex(vertex);
  for (const std::uint32_t other : features.neighbours(vertex)) {
    const Vec<D> way = side.vertex(other) - place;
    if (dot(way, normal) < -border * norm(way)) return false;
  }
  return true;
}

template <int D>
void find_feature_points(const Side<D>& first, const Side<D>& second, double reach, double size,
                         std::vector<HardPoint<D>>& points) {
  FeatureSearch<D>(first, second, reach, size, points).run();
}

template bool is_exposed<2>(const Side<2>&, std::uint32_t, const Vec2&);
template bool is_exposed<3>(const Side<3>&, std::uint32_t, const Vec3&);
template void find_feature_points<2>(const Side<2>&, const Side<2>&, double, double,
                                     std::vector<HardPoint<2>>&);
template void find_feature_points<3>(const Side<3>&, const Side<3>&, double, double,
                                     std::vector<HardPoint<3>>&);

}  // namespace scree::contact
