#include "scree/shape/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "scree/base/box.h"
#include "scree/shape/surrogate.h"

namespace scree::shape {
namespace {

/// The smallest float that is not below the value.
float rounded_up(double value) {
  auto result = static_cast<float>(value);
  if (result < value) result = std::nextafter(result, std::numeric_limits<float>::infinity());
  return result;
}

}  // namespace

TriangleTree::TriangleTree(std::span<const Vec3> vertices, std::span<const Corners> triangles)
    : triangle_count_(triangles.size()), corners_(triangles.begin(), triangles.end()) {
  if (triangles.empty()) throw std::invalid_argument("a mesh has no triangle");
  vertices_.reserve(vertices.size());
  for (const Vec3& vertex : vertices) {
    if (!is_finite(vertex)) throw std::invalid_argument("a vertex of a mesh is not finite");
    vertices_.push_back({vertex, 0});
  }
  std::vector<Item> items;
  items.reserve(triangles.size());
  double square = 0, edge_square = 0;
  for (std::uint32_t k = 0; k < triangles.size(); ++k) {
    Box<3> box = Box<3>::empty();
    for (int c = 0; c < 3; ++c) {
      if (triangles[k][c] >= vertices.size())
        throw std::invalid_argument("a triangle names a vertex that is not there");
      box.include(corner(k, c));
    }
    for (int c = 0; c < 3; ++c) {
      const Vec3 edge = corner(k, (c + 1) % 3) - corner(k, c);
      edge_square = std::max(edge_square, dot(edge, edge));
      square = std::max(square, dot(corner(k, c), corner(k, c)));
    }
    items.push_back({box.lo, box.hi, k});
  }
  constexpr double rounding = 1 + 1e-14;
  radius_ = rounding * std::sqrt(square);
  longest_edge_ = rounding * std::sqrt(edge_square);
  nodes_.emplace_back();
  std::int32_t root = build(items);
  set_child(0, 0, items, root);
  for (int slot = 1; slot < EightBoxes::width; ++slot) set_child(0, slot, {}, 0);
}

void TriangleTree::set_child(std::int32_t number, int slot, std::span<const Item> items, std::int32_t child) {
  EightBoxes& node = nodes_[static_cast<std::size_t>(number)];
  node.child[slot] = child;
  Box<3> box = Box<3>::empty();
  for (const Item& item : items) {
    box.include(item.low);
    box.include(item.high);
  }
  for (int k = 0; k < 3; ++k) {
    if (items.empty()) {
      node.centre[k][slot] = 0;
      node.half[k][slot] = EightBoxes::nothing;
      continue;
    }
    const auto centre = static_cast<float>(0.5 * (box.lo[k] + box.hi[k]));
    node.centre[k][slot] = centre;
    node.half[k][slot] = rounded_up(std::max(box.hi[k] - centre, centre - box.lo[k]));
  }
}

/// Halves at the median along the longest side, at multiples of a power of eight, so that all nodes but a few
/// near the root have eight children.
std::int32_t TriangleTree::build(std::span<Item> items) {
  const auto number = static_cast<std::int32_t>(nodes_.size());
  nodes_.emplace_back();
  std::size_t unit = 1;
  while (unit * EightBoxes::width < items.size()) unit *= EightBoxes::width;
  int slot = 0;
  const auto divide = [&](auto&& self, std::span<Item> part) -> void {
    const std::size_t units = (part.size() + unit - 1) / unit;
    if (units <= 1) {
      const std::int32_t child = unit == 1 ? ~static_cast<std::int32_t>(part[0].triangle) : build(part);
      set_child(number, slot++, part, child);
      return;
    }
    Box<3> middles = Box<3>::empty();
    for (const Item& item : part) middles.include(item.low + item.high);
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (middles.size()[k] > middles.size()[axis]) axis = k;
    const std::size_t cut = units / 2 * unit;
    // Numbers break ties, so that the tree is the same everywhere.
    std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(cut), part.end(),
                     [axis](const Item& a, const Item& b) {
                       const double left = a.low[axis] + a.high[axis], right = b.low[axis] + b.high[axis];
                       return left != right ? left < right : a.triangle < b.triangle;
                     });
    self(self, part.first(cut));
    self(self, part.subspan(cut));
  };
  divide(divide, items);
  for (; slot < EightBoxes::width; ++slot) set_child(number, slot, {}, 0);
  return number;
}

std::vector<std::uint32_t> TriangleTree::patch(std::int32_t number) const {
  std::vector<std::uint32_t> triangles;
  const auto visit = [&](auto&& self, std::int32_t at) -> void {
    const EightBoxes& node = nodes_[static_cast<std::size_t>(at)];
    for (int slot = 0; slot < EightBoxes::width; ++slot) {
      if (node.half[0][slot] < 0) continue;
      if (EightBoxes::is_triangle(node.child[slot]))
        triangles.push_back(static_cast<std::uint32_t>(~node.child[slot]));
      else
        self(self, node.child[slot]);
    }
  };
  visit(visit, number);
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

void TriangleTree::make_surrogates() {
  if (has_surrogates()) return;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t triangle : patch(static_cast<std::int32_t>(node)))
      numbers.insert(numbers.end(), corners_[triangle].begin(), corners_[triangle].end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::vector<Vec3> points;
    for (const std::uint32_t number : numbers) points.push_back(vertex(number));
    // The first node has one child, the root, and with it its patch.
    const Surrogate fitted =
        node == 1 ? Surrogate{{corner(surrogate(0), 0), corner(surrogate(0), 1), corner(surrogate(0), 2)},
                              surrogate_eps_[0]}
                  : fit_surrogate(std::move(points));
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const Vec3& corner : fitted.corner) vertices_.push_back({corner, 0});
    corners_.push_back({first, first + 1, first + 2});
    surrogate_eps_.push_back(fitted.eps);
    double perimeter = 0;
    for (int k = 0; k < 3; ++k) perimeter += norm(fitted.corner[(k + 1) % 3] - fitted.corner[k]);
    surrogate_size_.push_back(0.5 * perimeter + fitted.eps);
    largest_size_ = std::max(largest_size_, surrogate_size_.back());
  }
}

std::size_t TriangleTree::bytes() const {
  return vertices_.size() * sizeof(Row) + corners_.size() * sizeof(Corners) +
         nodes_.size() * sizeof(EightBoxes) +
         (surrogate_eps_.size() + surrogate_size_.size()) * sizeof(double);
}

}  // namespace scree::shape
