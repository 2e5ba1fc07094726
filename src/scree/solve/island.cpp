#include "scree/solve/island.h"

#include <algorithm>
#include <numeric>

#include "scree/base/error.h"
#include "scree/solve/body_system.h"

namespace scree::solve {
namespace {

/// Lower triangle whose product with its transpose is a matrix that may be singular.
Block<1> root_of(double inverse_inertia) {
  Block<1> root;
  root.at[0][0] = std::sqrt(inverse_inertia);
  return root;
}
Block<3> root_of(const Symmetric3& a) {
  Block<3> root;
  const double entries[3][3] = {{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}};
  for (int j = 0; j < 3; ++j) {
    double pivot = entries[j][j];
    for (int k = 0; k < j; ++k) pivot -= root.at[j][k] * root.at[j][k];
    if (!(pivot > 0)) continue;
    root.at[j][j] = std::sqrt(pivot);
    for (int i = j + 1; i < 3; ++i) {
      double sum = entries[i][j];
      for (int k = 0; k < j; ++k) sum -= root.at[i][k] * root.at[j][k];
      root.at[i][j] = sum / root.at[j][j];
    }
  }
  return root;
}

Vec<1> listed(double spin) { return {spin}; }
Vec3 listed(const Vec3& spin) { return spin; }
double as_spin(const Vec<1>& list) { return list[0]; }
Vec3 as_spin(const Vec3& list) { return list; }

/// Normal and tangents.
std::array<Vec2, 2> axes_of(const Vec2& normal) { return {normal, Vec2{-normal[1], normal[0]}}; }
std::array<Vec3, 3> axes_of(const Vec3& normal) {
  int least = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(normal[k]) < std::abs(normal[least])) least = k;
  Vec3 axis;
  axis[least] = 1;
  Vec3 tangent = cross(normal, axis);
  tangent = tangent / norm(tangent);
  return {normal, tangent, cross(normal, tangent)};
}

/// Turning about each component's axis: torsion about the normal, rolling about tangents; in the plane
/// rolling alone.
std::array<double, 1> turning_axes(const std::array<Vec2, 2>& /*axes*/) { return {1.0}; }
std::array<Vec3, 3> turning_axes(const std::array<Vec3, 3>& axes) { return axes; }

/// Writes an island as a system of rows, in the order of ids and keys, and reads impulses back.
template <class Layout>
class Assembly {
 public:
  static constexpr int D = Layout::dimension;
  static constexpr int turns = D == 2 ? 1 : 3;
  using System = BodySystem<Layout>;
  using Vector = typename System::Vector;
  using Motion = typename System::Motion;

  explicit Assembly(const Island<D>& island) : island_(island) {
    sort();
    for (const IslandBody<D>& body : island.bodies) roots_.push_back(root_of(body.inverse_inertia));
    for (const std::size_t given : contact_order_) add(island.contacts[given]);
  }

  Solution<D> solve(double tolerance, const Effort& effort) {
    System system(island_.bodies.size(), contacts_);
    const ChainResult<Vector> found = run_chain(system, std::span<const Vector>(starts_), tolerance, effort);
    return read(system, found, tolerance);
  }

 private:
  void sort();
  void add(const IslandContact<D>& contact);
  Vec<D> point_velocity(const IslandContact<D>& contact) const;
  Spin<D> relative_spin(const IslandContact<D>& contact) const;
  Motion scaled_row(std::uint32_t body, const Vec<D>& along, const Vec<turns>& about) const;
  Solution<D> read(const System& system, const ChainResult<Vector>& found, double tolerance) const;

  const Island<D>& island_;
  std::vector<std::size_t> contact_order_;  // given place of each contact, in order
  std::vector<std::uint32_t> body_place_;   // place in order of each body, as given
  std::vector<Block<turns>> roots_;         // of inverse inertia, bodies as given
  std::vector<typename System::Contact> contacts_;
  std::vector<double> lengths_;  // [m] that make impulses of moments
  std::vector<Vector> starts_;
};

template <class Layout>
void Assembly<Layout>::sort() {
  const auto& bodies = island_.bodies;
  std::vector<std::uint32_t> order(bodies.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return bodies[a].id < bodies[b].id; });
  body_place_.resize(bodies.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) body_place_[order[place]] = place;
  const auto& contacts = island_.contacts;
  contact_order_.resize(contacts.size());
  std::iota(contact_order_.begin(), contact_order_.end(), std::size_t{0});
  std::sort(contact_order_.begin(), contact_order_.end(),
            [&](auto a, auto b) { return contacts[a].key < contacts[b].key; });
}

/// Of the first against the second.
template <class Layout>
auto Assembly<Layout>::point_velocity(const IslandContact<D>& contact) const -> Vec<D> {
  const IslandBody<D>& first = island_.bodies[contact.first];
  const Vec<D> velocity = first.velocity + cross(first.spin, contact.arm_first);
  if (contact.second == no_body) return velocity - contact.wall_velocity;
  const IslandBody<D>& second = island_.bodies[contact.second];
  return velocity - (second.velocity + cross(second.spin, contact.arm_second));
}

template <class Layout>
auto Assembly<Layout>::relative_spin(const IslandContact<D>& contact) const -> Spin<D> {
  const Spin<D> first = island_.bodies[contact.first].spin;
  return contact.second == no_body ? first : first - island_.bodies[contact.second].spin;
}

template <class Layout>
typename Assembly<Layout>::Motion Assembly<Layout>::scaled_row(std::uint32_t body, const Vec<D>& along,
                                                               const Vec<turns>& about) const {
  Motion row;
  const double root = std::sqrt(island_.bodies[body].inverse_mass);
  for (int k = 0; k < D; ++k) row[k] = root * along[k];
  const Vec<turns> turned = transposed_times(roots_[body], about);
  for (int k = 0; k < turns; ++k) row[D + k] = turned[k];
  return row;
}

template <class Layout>
void Assembly<Layout>::add(const IslandContact<D>& contact) {
  SCREE_ASSERT(contact.first < island_.bodies.size());
  const bool is_pair = contact.second != no_body;
  const auto axes = axes_of(contact.normal);
  typename System::Contact made;
  made.first = body_place_[contact.first];
  made.second = is_pair ? body_place_[contact.second] : no_body;
  made.cone.bounds[0] = contact.friction;
  const Vec<D> velocity = point_velocity(contact);
  Vector start;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    made.first_rows[i] = scaled_row(contact.first, axes[i], listed(cross(contact.arm_first, axes[i])));
    if (is_pair)
      made.second_rows[i] = -scaled_row(contact.second, axes[i], listed(cross(contact.arm_second, axes[i])));
    made.free[i] = dot(velocity, axes[i]);
    start[i] = dot(contact.impulse, axes[i]);
  }
  made.free[0] -= contact.least_speed;
  double length = 1;
  if constexpr (Layout::size > D) {
    const auto about = turning_axes(axes);
    double slipping = 0, turning = 0;
    for (std::size_t i = 1; i < axes.size(); ++i) {
      slipping += dot(made.first_rows[i], made.first_rows[i]);
      if (is_pair) slipping += dot(made.second_rows[i], made.second_rows[i]);
    }
    for (std::size_t i = 0; i < about.size(); ++i) {
      const std::size_t row = D + i;
      made.first_rows[row] = scaled_row(contact.first, {}, listed(about[i]));
      if (is_pair) made.second_rows[row] = -scaled_row(contact.second, {}, listed(about[i]));
      turning +=
          dot(made.first_rows[row], made.first_rows[row]) + dot(made.second_rows[row], made.second_rows[row]);
    }
    if (turning > 0)
      length = std::sqrt(slipping / static_cast<double>(axes.size() - 1) /
                         (turning / static_cast<double>(about.size())));
    for (std::size_t i = 0; i < about.size(); ++i) {
      made.first_rows[D + i] *= length;
      made.second_rows[D + i] *= length;
      made.free[D + i] = length * dot(relative_spin(contact), about[i]);
      start[D + i] = dot(contact.moment, about[i]) / length;
    }
    if constexpr (D == 3) made.cone.bounds[1] = contact.torsion / length;
    made.cone.bounds[made.cone.part_count - 1] = contact.rolling / length;
  }
  contacts_.push_back(made);
  lengths_.push_back(length);
  starts_.push_back(start);
}

template <class Layout>
auto Assembly<Layout>::read(const System& system, const ChainResult<Vector>& found, double tolerance) const
    -> Solution<D> {
  Solution<D> solution;
  solution.impulses.resize(contact_order_.size());
  solution.moments.resize(contact_order_.size());
  for (std::size_t c = 0; c < contact_order_.size(); ++c) {
    const std::size_t given = contact_order_[c];
    const auto axes = axes_of(island_.contacts[given].normal);
    for (std::size_t i = 0; i < axes.size(); ++i) solution.impulses[given] += found.impulses[c][i] * axes[i];
    if constexpr (Layout::size > D) {
      const auto about = turning_axes(axes);
      for (std::size_t i = 0; i < about.size(); ++i)
        solution.moments[given] += (lengths_[c] * found.impulses[c][D + i]) * about[i];
    }
  }
  std::vector<Motion> motions;
  system.gather(found.impulses, motions);
  for (std::size_t b = 0; b < island_.bodies.size(); ++b) {
    const IslandBody<D>& body = island_.bodies[b];
    const Motion& motion = motions[body_place_[b]];
    Vec<D> push;
    Vec<turns> turn;
    for (int k = 0; k < D; ++k) push[k] = std::sqrt(body.inverse_mass) * motion[k];
    for (int k = 0; k < turns; ++k) turn[k] = motion[D + k];
    solution.velocities.push_back(body.velocity + push);
    solution.spins.push_back(body.spin + as_spin(roots_[b] * turn));
  }
  solution.residual = found.residual.value;
  if (!contact_order_.empty()) solution.worst = contact_order_[found.residual.worst];
  solution.is_solved = found.residual.value <= tolerance;
  solution.stage = found.stage;
  solution.work = found.work;
  return solution;
}

}  // namespace

template <int D>
Solution<D> solve_island(const Island<D>& island, double tolerance, const Effort& effort) {
  using Plain = std::conditional_t<D == 2, PlaneLayout, SpaceLayout>;
  using Rolling = std::conditional_t<D == 2, RollingPlaneLayout, RollingSpaceLayout>;
  const bool rolls = std::any_of(island.contacts.begin(), island.contacts.end(),
                                 [](const auto& c) { return c.rolling > 0 || c.torsion > 0; });
  if (rolls) return Assembly<Rolling>(island).solve(tolerance, effort);
  return Assembly<Plain>(island).solve(tolerance, effort);
}

template Solution<2> solve_island<2>(const Island<2>&, double, const Effort&);
template Solution<3> solve_island<3>(const Island<3>&, double, const Effort&);

}  // namespace scree::solve
