#include "scree/sim/measurement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scree/base/math.h"
#include "scree/scene/region_shape.h"
#include "scree/sim/build_world.h"
#include "scree/sim/copies.h"
#include "scree/sim/region.h"

namespace scree::sim {
namespace {

using Kind = scene::Measure::Kind;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

template <int D>
bool is_in(const scene::Measure& measure, const Vec<D>& point) {
  return !measure.region || contains<D>(*measure.region, point);
}

template <int D>
double mass_of(const Motion<D>& motion) {
  return is_fixed(motion) ? 0 : 1 / motion.inverse_mass;
}

/// The mean flow of bodies in a sheared box, of which the velocity's gradient is no fluctuation. It is fitted
/// to the bodies rather than taken from the faces, since a flow that has just begun or changed is not even
/// yet. Elsewhere, and with too few bodies to fit to, the mean flow has no gradient.
template <int D>
class MeanFlow {
 public:
  /// Of the bodies for which is_counted(k).
  template <class IsCounted>
  MeanFlow(const Moment<D>& moment, const IsCounted& is_counted)
      : flow_(moment.box.shear.flow), gradient_(moment.box.shear.gradient) {
    if (!moment.box.is_sheared) return;
    double mass = 0, heights = 0, speeds = 0, squares = 0, products = 0;
    std::size_t count = 0;
    const auto for_each = [&](auto&& use) {
      for (std::size_t k = 0; k < moment.bodies.size(); ++k)
        if (const Motion<D>& motion = moment.bodies[k]; !is_fixed(motion) && is_counted(k))
          use(mass_of(motion), motion.position[gradient_], motion.velocity[flow_]);
    };
    for_each([&](double weight, double height, double speed) {
      mass += weight;
      heights += weight * height;
      speeds += weight * speed;
      ++count;
    });
    if (count < 3) return;
    for_each([&](double weight, double height, double speed) {
      squares += weight * (height - heights / mass) * (height - heights / mass);
      products += weight * (height - heights / mass) * (speed - speeds / mass);
    });
    if (squares > 0) slope_ = products / squares;
  }
  /// What is left of a body's velocity without the gradient [m/s].
  Vec<D> without_gradient(const Motion<D>& motion) const {
    Vec<D> velocity = motion.velocity;
    velocity[flow_] -= slope_ * motion.position[gradient_];
    return velocity;
  }

 private:
  int flow_, gradient_;
  double slope_ = 0;  // [1/s]
};

void append(std::vector<double>& row, double number) { row.push_back(number); }
template <int D>
void append(std::vector<double>& row, const Vec<D>& vector) {
  for (int k = 0; k < D; ++k) row.push_back(vector[k]);
}

template <int D>
void add_spin_columns(std::vector<std::string>& columns, const std::string& name) {
  if constexpr (D == 2)
    columns.push_back(name);
  else
    add_vector_columns<3>(columns, name);
}

Rows measure_energies(const Energies& energies) {
  Rows rows;
  for (const auto& [name, value] : energies.entries()) {
    rows.columns.emplace_back(name);
    rows.values.push_back(value);
  }
  rows.columns.emplace_back("residual");
  rows.values.push_back(energies.residual());
  return rows;
}

template <int D>
Rows measure_momentum(const Moment<D>& moment) {
  Rows rows;
  add_vector_columns<D>(rows.columns, "momentum");
  add_spin_columns<D>(rows.columns, "angular_momentum");
  rows.values = moment.momentum;
  rows.values.insert(rows.values.end(), moment.angular_momentum.begin(), moment.angular_momentum.end());
  return rows;
}

template <int D>
Rows measure_contacts(const Moment<D>& moment) {
  double pairs = 0, walls = 0, ends = 0, deepest = 0, overlaps = 0, forces = 0;
  for (const world::ContactView<D>& contact : moment.contacts) {
    const bool with_wall = is_wall(contact.key.second);
    (with_wall ? walls : pairs) += 1;
    ends += with_wall ? 1 : 2;
    deepest = std::max(deepest, contact.overlap);
    overlaps += contact.overlap;
    forces += norm(contact.force);
  }
  const double count = pairs + walls, bodies = static_cast<double>(moment.bodies.size());
  Rows rows;
  rows.columns = {"contacts", "wall_contacts", "coordination", "mean_overlap", "most_overlap", "mean_force"};
  rows.add_row({count, walls, bodies > 0 ? ends / bodies : 0, count > 0 ? overlaps / count : 0, deepest,
                count > 0 ? forces / count : 0});
  return rows;
}

/// Calls visit(solid) for a body and those of its copies that reach over a periodic face.
template <int D, class Visit>
void for_each_reaching(const PeriodicBox<D>& box, Solid<D> solid, Visit&& visit) {
  constexpr double anywhere = std::numeric_limits<double>::infinity();
  Box<D> inside;
  for (int k = 0; k < D; ++k) {
    inside.lo[k] = -anywhere;
    inside.hi[k] = anywhere;
  }
  for_each_copy(box, Vec<D>(solid.centre), grown(within_faces(box, inside), solid.radius),
                [&](const Vec<D>& place, const Vec<D>&) {
                  solid.centre = place;
                  visit(std::as_const(solid));
                });
}

template <int D>
Rows measure_bulk(const scene::Measure& measure, const Moment<D>& moment) {
  const scene::RegionShape& region = *measure.region;
  const double volume = scene::volume_of<D>(region), depth = D == 2 ? moment.thickness : 1.0;
  double filled = 0, bodies = 0, mass = 0, ends = 0;
  Vec<D> momentum;
  std::vector<char> inside(moment.bodies.size(), 0);
  for (std::size_t k = 0; k < moment.bodies.size(); ++k) {
    const Motion<D>& motion = moment.bodies[k];
    for_each_reaching(moment.box, moment.solids[k],
                      [&](const Solid<D>& solid) { filled += volume_inside(region, solid); });
    inside[k] = contains<D>(region, motion.position);
    if (!inside[k]) continue;
    bodies += 1;
    mass += mass_of(motion);
    momentum += mass_of(motion) * motion.velocity;
  }
  const Vec<D> velocity = mass > 0 ? momentum / mass : Vec<D>{};
  const MeanFlow<D> flow(moment, [&](std::size_t k) { return inside[k] != 0; });
  Vec<D> common;
  for (std::size_t k = 0; k < moment.bodies.size(); ++k)
    if (inside[k] && mass > 0)
      common += (mass_of(moment.bodies[k]) / mass) * flow.without_gradient(moment.bodies[k]);
  Tensor<D> stress;
  double fluctuation = 0;
  for (std::size_t k = 0; k < moment.bodies.size(); ++k) {
    if (!inside[k]) continue;
    const Vec<D> relative = flow.without_gradient(moment.bodies[k]) - common;
    stress.add(mass_of(moment.bodies[k]), relative, relative);
    fluctuation += mass_of(moment.bodies[k]) * dot(relative, relative);
  }
  const auto is_inside = [&](Id id) {
    const auto found = std::lower_bound(moment.ids.begin(), moment.ids.end(), id);
    return found != moment.ids.end() && *found == id &&
           inside[static_cast<std::size_t>(found - moment.ids.begin())];
  };
  for (const world::ContactView<D>& contact : moment.contacts) {
    ends += is_inside(contact.key.first);
    if (!is_wall(contact.key.second)) ends += is_inside(contact.key.second);
    const Vec<D> point = contact.point + moment.box.way_back(contact.point);
    if (contains<D>(region, point)) stress.add(-1, contact.force, contact.branch);
  }
  Rows rows;
  rows.columns = {"packing_fraction", "bodies", "mass", "coordination"};
  std::vector<double> row{filled / volume, bodies, mass, bodies > 0 ? ends / bodies : 0};
  add_vector_columns<D>(rows.columns, "velocity");
  append(row, velocity);
  rows.columns.insert(rows.columns.end(), {"temperature", "pressure"});
  row.push_back(mass > 0 ? fluctuation / (D * mass) : 0);
  double trace = 0;
  for (int k = 0; k < D; ++k) trace += stress.entry[k][k];
  row.push_back(trace / (D * volume * depth));
  add_tensor_columns<D>(rows.columns, "stress");
  for (const auto& line : stress.entry)
    for (const double entry : line) row.push_back(entry / (volume * depth));
  rows.values = row;
  return rows;
}

template <int D>
Rows measure_profile(const scene::Measure& measure, const Moment<D>& moment) {
  const auto& box = std::get<scene::BoxRegion>(*measure.region);
  const int axis = measure.axis;
  const auto at = static_cast<std::size_t>(axis);
  const double width = (box.hi[at] - box.lo[at]) / static_cast<double>(measure.bins);
  const double slice = scene::volume_of<D>(*measure.region) / static_cast<double>(measure.bins);
  struct Slice {
    double filled = 0, bodies = 0, mass = 0, squares = 0, radii = 0;
    Vec<D> momentum, momentum_without_gradient;
  };
  std::vector<Slice> slices(measure.bins);
  const MeanFlow<D> flow(
      moment, [&](std::size_t k) { return contains<D>(*measure.region, moment.bodies[k].position); });
  const auto clamp_bin = [&](double h) {
    return static_cast<std::size_t>(
        std::clamp(std::floor(h / width), 0.0, static_cast<double>(measure.bins - 1)));
  };
  const auto fill_slices = [&](const Solid<D>& solid) {
    const double height = solid.centre[axis] - box.lo[at];
    for (std::size_t bin = clamp_bin(height - solid.radius); bin <= clamp_bin(height + solid.radius); ++bin) {
      scene::BoxRegion one = box;
      one.lo[at] = box.lo[at] + static_cast<double>(bin) * width;
      one.hi[at] = box.lo[at] + static_cast<double>(bin + 1) * width;
      slices[bin].filled += volume_inside<D>(one, solid);
    }
  };
  for (std::size_t k = 0; k < moment.bodies.size(); ++k) {
    const Motion<D>& motion = moment.bodies[k];
    for_each_reaching(moment.box, moment.solids[k], fill_slices);
    if (!contains<D>(*measure.region, motion.position)) continue;
    Slice& home = slices[clamp_bin(motion.position[axis] - box.lo[at])];
    home.bodies += 1;
    home.mass += mass_of(motion);
    home.momentum += mass_of(motion) * motion.velocity;
    const Vec<D> left = flow.without_gradient(motion);
    home.momentum_without_gradient += mass_of(motion) * left;
    home.squares += mass_of(motion) * dot(left, left);
    home.radii += motion.radius;
  }
  Rows rows;
  rows.columns = {"position", "packing_fraction", "bodies", "mean_radius"};
  add_vector_columns<D>(rows.columns, "velocity");
  rows.columns.push_back("temperature");
  for (std::size_t bin = 0; bin < slices.size(); ++bin) {
    const Slice& one = slices[bin];
    const Vec<D> velocity = one.mass > 0 ? one.momentum / one.mass : Vec<D>{},
                 common = one.mass > 0 ? one.momentum_without_gradient / one.mass : Vec<D>{};
    const double mean_square = one.mass > 0 ? one.squares / one.mass : 0;
    rows.add_row({box.lo[at] + (static_cast<double>(bin) + 0.5) * width, one.filled / slice, one.bodies,
                  one.bodies > 0 ? one.radii / one.bodies : nothing});
    append(rows.values, velocity);
    rows.values.push_back(std::max(0.0, mean_square - dot(common, common)) / D);
  }
  return rows;
}

template <int D>
Rows measure_wall(const scene::Measure& measure, const Moment<D>& moment) {
  const auto found = std::find(moment.wall_names.begin(), moment.wall_names.end(), measure.wall);
  const Id wall = wall_id(static_cast<std::uint32_t>(found - moment.wall_names.begin()));
  Vec<D> force;
  Spin<D> torque{};
  double contacts = 0;
  for (const world::ContactView<D>& contact : moment.contacts) {
    if (contact.key.second != wall) continue;
    force -= contact.force;
    torque -= cross(contact.point, contact.force);
    contacts += 1;
  }
  Rows rows;
  add_vector_columns<D>(rows.columns, "force");
  add_spin_columns<D>(rows.columns, "torque");
  rows.columns.push_back("contacts");
  append(rows.values, force);
  append(rows.values, torque);
  rows.values.push_back(contacts);
  return rows;
}

/// Of a polygon; discs are not followed as they turn.
template <int D>
double angle_of(const Solid<D>& solid) {
  return solid.polygon == nullptr ? nothing : math::atan2(solid.orientation.s, solid.orientation.c);
}

template <int D>
Rows measure_bodies(const scene::Measure& measure, const Moment<D>& moment) {
  Rows rows;
  rows.columns = {"id"};
  add_vector_columns<D>(rows.columns, "position");
  add_vector_columns<D>(rows.columns, "velocity");
  add_spin_columns<D>(rows.columns, "spin");
  if (D == 2) rows.columns.emplace_back("angle");
  for (const std::string& name : measure.bodies) {
    const auto found = std::find(moment.body_names.begin(), moment.body_names.end(), name);
    const auto id = static_cast<Id>(found - moment.body_names.begin());
    const Motion<D>* const motion = moment.find(id);
    rows.values.push_back(id);
    if (motion == nullptr) {
      rows.values.insert(rows.values.end(), rows.columns.size() - 1, nothing);
      continue;
    }
    append(rows.values, motion->position);
    append(rows.values, motion->velocity);
    append(rows.values, motion->spin);
    if (D == 2)
      rows.values.push_back(angle_of(moment.solids[static_cast<std::size_t>(motion - moment.bodies.data())]));
  }
  return rows;
}

template <int D>
Rows measure_segregation(const scene::Measure& measure, const Moment<D>& moment) {
  std::vector<const Solid<D>*> bodies;
  std::vector<double> radii;
  for (const Solid<D>& solid : moment.solids)
    if (is_in<D>(measure, solid.centre)) {
      bodies.push_back(&solid);
      radii.push_back(solid.radius);
    }
  std::sort(radii.begin(), radii.end());
  const double middle = radii.empty() ? 0 : 0.5 * (radii.front() + radii.back());
  double volume[2] = {0, 0}, height[2] = {0, 0}, squares = 0;
  for (const Solid<D>* solid : bodies) {
    const bool is_large = solid->radius > middle;
    const double one = volume_of(*solid), at = solid->centre[measure.axis];
    volume[is_large] += one;
    height[is_large] += one * at;
    squares += one * at * at;
  }
  const double all = volume[0] + volume[1], mean = all > 0 ? (height[0] + height[1]) / all : nothing;
  const double small = volume[0] > 0 ? height[0] / volume[0] : nothing;
  const double large = volume[1] > 0 ? height[1] / volume[1] : nothing;
  const double spread = all > 0 ? std::sqrt(std::max(0.0, squares / all - mean * mean)) : nothing;
  Rows rows;
  rows.columns = {"small_height", "large_height", "index"};
  rows.add_row({small, large, spread > 0 ? (large - small) / (2 * spread) : nothing});
  return rows;
}

}  // namespace

template <int D>
void Moment<D>::add(Id id, const Motion<D>& motion, std::uint32_t material,
                    const shape::RigidPolygon* polygon, const Rotation<2>& orientation) {
  ids.push_back(id);
  materials.push_back(material);
  bodies.push_back(motion);
  solids.push_back({motion.position, motion.radius, polygon, orientation});
}

template <int D>
const Motion<D>* Moment<D>::find(Id id) const {
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  return found != ids.end() && *found == id ? &bodies[static_cast<std::size_t>(found - ids.begin())]
                                            : nullptr;
}

template <int D>
void add_vector_columns(std::vector<std::string>& columns, const std::string& name) {
  for (int k = 0; k < D; ++k) columns.push_back(name + '_' + "xyz"[k]);
}

template <int D>
void add_tensor_columns(std::vector<std::string>& columns, const std::string& name) {
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j) columns.push_back(name + '_' + "xyz"[i] + "xyz"[j]);
}

template <int D>
Rows measure(const scene::Measure& measure, const Moment<D>& moment) {
  switch (measure.kind) {
    case Kind::energies:
      return measure_energies(moment.energies);
    case Kind::momentum:
      return measure_momentum(moment);
    case Kind::contacts:
      return measure_contacts(moment);
    case Kind::bulk:
      return measure_bulk(measure, moment);
    case Kind::field:
      return measure_field(measure, moment);
    case Kind::profile:
      return measure_profile(measure, moment);
    case Kind::wall:
      return measure_wall(measure, moment);
    case Kind::bodies:
      return measure_bodies(measure, moment);
    case Kind::segregation:
      return measure_segregation(measure, moment);
    case Kind::mixing:
      return measure_mixing(measure, moment);
    case Kind::slope:
      return measure_slope(measure, moment);
    case Kind::front:
      return measure_front(measure, moment);
    case Kind::orientation:
      return measure_orientation(measure, moment);
    case Kind::flow:
      break;
  }
  return {};
}

template struct Moment<2>;
template struct Moment<3>;
template void add_vector_columns<2>(std::vector<std::string>&, const std::string&);
template void add_vector_columns<3>(std::vector<std::string>&, const std::string&);
template void add_tensor_columns<2>(std::vector<std::string>&, const std::string&);
template void add_tensor_columns<3>(std::vector<std::string>&, const std::string&);
template Rows measure(const scene::Measure&, const Moment<2>&);
template Rows measure(const scene::Measure&, const Moment<3>&);

}  // namespace scree::sim
