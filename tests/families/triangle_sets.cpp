#include "tests/families/triangle_sets.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/random.h"

namespace scree {
namespace {

using Number = long double;
struct Point {
  Number x, y, z;
  friend Point operator+(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Point operator*(Number f, const Point& a) { return {f * a.x, f * a.y, f * a.z}; }
};
Number dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Point cross(const Point& a, const Point& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Number unit(Number value) { return std::clamp(value, Number(0), Number(1)); }

Number point_to_segment(const Point& p, const Point& a, const Point& b) {
  const Point edge = b - a;
  const Number length = dot(edge, edge);
  const Point apart = p - a - (length > 0 ? unit(dot(p - a, edge) / length) : 0) * edge;
  return dot(apart, apart);
}
Number segment_to_segment(const Point& a, const Point& b, const Point& c, const Point& d) {
  Number best = std::min({point_to_segment(a, c, d), point_to_segment(b, c, d), point_to_segment(c, a, b),
                          point_to_segment(d, a, b)});
  const Point u = b - a, v = d - c, w = a - c;
  const Number uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), divisor = uu * vv - uv * uv;
  if (divisor > 0) {
    const Number s = (uv * dot(v, w) - vv * dot(u, w)) / divisor,
                 t = (uu * dot(v, w) - uv * dot(u, w)) / divisor;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
      const Point apart = w + s * u - t * v;
      best = std::min(best, dot(apart, apart));
    }
  }
  return best;
}
/// Of the point's foot on the plane, if that is inside.
Number point_to_face(const Point& p, const Point* t) {
  const Point u = t[1] - t[0], v = t[2] - t[0], w = p - t[0], n = cross(u, v);
  const Number area = dot(n, n);
  if (!(area > 0)) return std::numeric_limits<Number>::infinity();
  const Number s = dot(cross(w, v), n) / area, r = dot(cross(u, w), n) / area;
  if (s < 0 || r < 0 || s + r > 1) return std::numeric_limits<Number>::infinity();
  const Point apart = w - s * u - r * v;
  return dot(apart, apart);
}
bool goes_through(const Point& a, const Point& b, const Point* t) {
  const Point n = cross(t[1] - t[0], t[2] - t[0]);
  const Number above = dot(a - t[0], n), below = dot(b - t[0], n);
  if ((above > 0) == (below > 0) || above == below) return false;
  const Point place = a + (above / (above - below)) * (b - a);
  return std::isfinite(point_to_face(place, t));
}

constexpr const char* kinds[] = {"apart",    "near the reach", "at the reach", "needles", "parallel",
                                 "coplanar", "touching",       "crossing",     "sizes",   "far away"};

class Maker {
 public:
  Maker(std::size_t kind, std::uint64_t index) : kind_(kind), index_(index) {}

  HardPair make() {
    HardPair pair;
    pair.reach = 0.02;
    Triangle& a = pair.first;
    Triangle& b = pair.second;
    a = any_triangle();
    b = any_triangle();
    const std::string name = kinds[kind_];
    if (name == "apart") {
      move(b, number() * any_direction());
    } else if (name == "near the reach" || name == "at the reach") {
      set_apart(a, b, name == "at the reach" ? 0.02 * (1 + 2e-7 * between(-1, 1)) : 0.02 * between(0.5, 1.5));
    } else if (name == "needles") {
      const double width = number() < 0.5 ? 1e-6 : 1e-3;
      for (Triangle* const one : {&a, &b})
        (*one)[2] = (*one)[0] + number() * ((*one)[1] - (*one)[0]) + width * any_direction();
      if (number() < 0.5) set_apart(a, b, 0.04 * number());
    } else if (name == "parallel") {
      const Vec3 normal = normal_of(a);
      b = a;
      for (Vec3& corner : b) corner += 0.06 * number() * normal;
      const Vec3 along = a[1] - a[0];
      for (Vec3& corner : b) corner += between(-1.2, 1.2) * along;
    } else if (name == "coplanar") {
      for (Vec3& corner : b) corner = a[0] + between(-2, 2) * (a[1] - a[0]) + between(-2, 2) * (a[2] - a[0]);
      if (number() < 0.3) {  // on a lattice, where ties are exact
        for (Triangle* const one : {&a, &b})
          for (Vec3& corner : *one)
            corner = {std::floor(4 * corner[0]) / 4, std::floor(4 * corner[1]) / 4, 0};
        move(b, {0.25 * std::floor(between(-3, 3)), 0.25, 0});
      }
    } else if (name == "touching") {
      b[0] = a[0];
      if (number() < 0.3) b[1] = a[1];
      if (number() < 0.3) b[0] = 0.5 * (a[1] + a[2]);
      if (number() < 0.1) b[2] = a[2];
    } else if (name == "crossing") {
      const Vec3 inside = (a[0] + a[1] + a[2]) / 3.0;
      move(b, inside - (b[0] + b[1] + b[2]) / 3.0 + 0.6 * number() * any_direction());
    } else if (name == "sizes") {
      const double ratio = std::exp(between(-9, 0));
      const Vec3 place = a[0] + number() * (a[1] - a[0]) + number() * (a[2] - a[0]);
      for (Vec3& corner : b) corner = place + ratio * corner;
      set_apart(a, b, pair.reach * between(0.5, 1.5));
      const double size = std::exp(between(-20, 14));
      for (Triangle* const one : {&a, &b})
        for (Vec3& corner : *one) corner *= size;
      pair.reach *= size;
    } else {
      set_apart(a, b, 0.02 * between(0.5, 1.5));
      const Vec3 place = 1e5 * any_direction();
      move(a, place);
      move(b, place);
    }
    return pair;
  }

 private:
  double number() { return random_uniform(11, purpose("test.triangles") + kind_, 64 * index_ + drawn_++); }
  double between(double low, double high) { return low + (high - low) * number(); }
  Vec3 any_direction() {
    const Vec3 v{between(-1, 1) + 1e-9, between(-1, 1), between(-1, 1)};
    return v / norm(v);
  }
  Triangle any_triangle() {
    Triangle t;
    for (Vec3& corner : t) corner = {between(-0.5, 0.5), between(-0.5, 0.5), between(-0.5, 0.5)};
    return t;
  }
  static Vec3 normal_of(const Triangle& t) {
    const Vec3 n = scree::cross(t[1] - t[0], t[2] - t[0]);
    return norm(n) > 0 ? n / norm(n) : Vec3{0, 0, 1};
  }
  static void move(Triangle& t, const Vec3& way) {
    for (Vec3& corner : t) corner += way;
  }
  /// Moves b so that the distance is about `apart`: from far away along a line, never past it.
  void set_apart(const Triangle& a, Triangle& b, double apart) {
    const Vec3 way = any_direction();
    move(b, 4.0 * way);
    for (int k = 0; k < 30; ++k) {
      const double too_far = reference_distance(a, b) - apart;
      if (too_far <= 1e-8 * apart) break;
      move(b, -too_far * way);
    }
  }

  std::size_t kind_;
  std::uint64_t index_, drawn_ = 0;
};

}  // namespace

std::vector<std::string> hard_pair_kinds() { return {std::begin(kinds), std::end(kinds)}; }

HardPair hard_pair(std::size_t kind, std::uint64_t index) { return Maker(kind, index).make(); }

double reference_distance(const Triangle& first, const Triangle& second) {
  Point a[3], b[3];
  for (std::size_t k = 0; k < 3; ++k) {
    a[k] = {first[k][0], first[k][1], first[k][2]};
    b[k] = {second[k][0], second[k][1], second[k][2]};
  }
  Number best = std::numeric_limits<Number>::infinity();
  for (int i = 0; i < 3; ++i) {
    best = std::min({best, point_to_face(a[i], b), point_to_face(b[i], a)});
    for (int j = 0; j < 3; ++j)
      best = std::min(best, segment_to_segment(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    if (goes_through(a[i], a[(i + 1) % 3], b) || goes_through(b[i], b[(i + 1) % 3], a)) best = 0;
  }
  return static_cast<double>(std::sqrt(best));
}

}  // namespace scree
