#include "apps/lab/server/still.h"

#include <cmath>

#include "scree/world/state.h"

namespace scree::lab {
namespace {

constexpr std::uint16_t no_material = 0xffff;

std::uint16_t narrowed(std::uint32_t number) {
  return number < no_material ? static_cast<std::uint16_t>(number) : no_material;
}

template <int D>
std::vector<Slot> slots_in_id_order(const world::Bodies<D>& bodies) {
  std::vector<Slot> slots;
  slots.reserve(bodies.size());
  for (Id id = 0; id < bodies.next_id(); ++id)
    if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot) slots.push_back(slot);
  return slots;
}

template <int D>
Roster roster_of(const world::Bodies<D>& bodies, const std::vector<Slot>& slots) {
  Roster roster;
  roster.dimension = D;
  roster.polygons = bodies.polygons;
  for (const Slot slot : slots) {
    roster.ids.push_back(bodies.id[slot]);
    roster.radii.push_back(static_cast<float>(bodies.motion[slot].radius));
    roster.materials.push_back(narrowed(bodies.material[slot]));
    roster.shapes.push_back(bodies.any_shaped() ? narrowed(bodies.shape[slot]) : std::uint16_t{0});
    roster.fixed.push_back(is_fixed(bodies.motion[slot]) ? 1 : 0);
  }
  return roster;
}

void add_turn(const Rotation<2>& rotation, std::vector<float>& turns) {
  turns.push_back(static_cast<float>(std::atan2(rotation.s, rotation.c)));
}
void add_turn(const Rotation<3>& rotation, std::vector<float>& turns) {
  for (const double part : {rotation.w, rotation.x, rotation.y, rotation.z})
    turns.push_back(static_cast<float>(part));
}

void set_rotation(const Rotation<2>& rotation, double* quaternion) {
  const double half = 0.5 * std::atan2(rotation.s, rotation.c);
  quaternion[0] = std::cos(half);
  quaternion[3] = std::sin(half);
}
void set_rotation(const Rotation<3>& rotation, double* quaternion) {
  quaternion[0] = rotation.w;
  quaternion[1] = rotation.x;
  quaternion[2] = rotation.y;
  quaternion[3] = rotation.z;
}

float size_of_spin(double spin) { return static_cast<float>(spin); }
float size_of_spin(const Vec3& spin) { return static_cast<float>(norm(spin)); }

template <int D>
WallStill still_of_wall(const world::WallState<D>& wall) {
  WallStill still;
  for (int k = 0; k < D; ++k) {
    still.offset[k] = wall.pose.offset[k];
    still.force[k] = static_cast<float>(wall.force[k]);
  }
  set_rotation(wall.pose.rotation, still.rotation);
  still.flags = (wall.active != 0 ? 1u : 0u) | (wall.motion.rests() ? 0u : 2u);
  return still;
}

template <int D>
std::shared_ptr<Still> make_still(const world::State<D>& state, const std::shared_ptr<const Roster>& last) {
  const world::Bodies<D>& bodies = state.bodies;
  const std::vector<Slot> slots = slots_in_id_order(bodies);
  auto still = std::make_shared<Still>();
  still->dimension = D;
  Roster roster = roster_of(bodies, slots);
  if (last && roster.shows_the_same_as(*last)) {
    still->roster = last;
  } else {
    roster.number = last ? last->number + 1 : 1;
    still->roster = std::make_shared<const Roster>(std::move(roster));
  }
  for (const Slot slot : slots) {
    const Motion<D>& motion = bodies.motion[slot];
    for (int k = 0; k < D; ++k) still->places.push_back(motion.position[k]);
    for (int k = 0; k < D; ++k) still->velocities.push_back(static_cast<float>(motion.velocity[k]));
    if (bodies.follows_orientations()) add_turn(bodies.orientation[slot], still->turns);
    still->spins.push_back(size_of_spin(motion.spin));
    const Vec<D> force = world::load_on(state, slot).force;
    for (int k = 0; k < D; ++k) still->forces.push_back(static_cast<float>(force[k]));
    if (bodies.may_sleep()) still->asleep.push_back(bodies.is_asleep(slot) ? 1 : 0);
  }
  for (const world::WallState<D>& wall : state.walls.states) still->walls.push_back(still_of_wall(wall));
  return still;
}

float size_of(const std::vector<float>& vectors, const Still& still, std::size_t body) {
  double square = 0;
  for (int k = 0; k < still.dimension; ++k) {
    const double part =
        vectors[body * static_cast<std::size_t>(still.dimension) + static_cast<std::size_t>(k)];
    square += part * part;
  }
  return static_cast<float>(std::sqrt(square));
}

template <class Values>
std::size_t bytes_in(const Values& values) {
  return values.capacity() * sizeof(values[0]);
}

}  // namespace

bool Roster::shows_the_same_as(const Roster& other) const {
  return dimension == other.dimension && ids == other.ids && fixed == other.fixed &&
         materials == other.materials && shapes == other.shapes && radii == other.radii &&
         polygons == other.polygons;
}

std::size_t Still::bytes() const {
  return sizeof(Still) + bytes_in(places) + bytes_in(turns) + bytes_in(velocities) + bytes_in(spins) +
         bytes_in(forces) + bytes_in(asleep) + bytes_in(walls);
}

std::shared_ptr<const Still> still_of(sim::Simulation& simulation,
                                      const std::shared_ptr<const Roster>& last) {
  const std::shared_ptr<Still> still =
      std::visit([&](const auto* state) { return make_still(*state, last); }, simulation.state());
  still->step = simulation.step();
  still->time = simulation.time();
  return still;
}

const std::vector<std::string>& colour_columns() {
  static const std::vector<std::string> names = {"speed", "velocity_x", "velocity_y", "velocity_z", "spin",
                                                 "force", "radius",     "material",   "id",         "asleep"};
  return names;
}

std::vector<float> colour_values(const Still& still, const std::string& column) {
  const std::size_t count = still.size();
  std::vector<float> values;
  values.reserve(count);
  const auto fill = [&](auto&& value_of) {
    for (std::size_t k = 0; k < count; ++k) values.push_back(static_cast<float>(value_of(k)));
  };
  const auto width = static_cast<std::size_t>(still.dimension);
  if (column == "speed") fill([&](std::size_t k) { return size_of(still.velocities, still, k); });
  for (std::size_t axis = 0; axis < width; ++axis)
    if (column == std::string("velocity_") + "xyz"[axis])
      fill([&](std::size_t k) { return still.velocities[k * width + axis]; });
  if (column == "spin") values = still.spins;
  if (column == "force") fill([&](std::size_t k) { return size_of(still.forces, still, k); });
  if (column == "radius") values = still.roster->radii;
  if (column == "material") fill([&](std::size_t k) { return still.roster->materials[k]; });
  if (column == "id") fill([&](std::size_t k) { return still.roster->ids[k]; });
  if (column == "asleep") fill([&](std::size_t k) { return still.asleep.empty() ? 0 : still.asleep[k]; });
  return values;
}

}  // namespace scree::lab
