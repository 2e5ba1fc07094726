#include "scree/sim/frame.h"

#include "scree/sim/in_id_order.h"

namespace scree::sim {
namespace {

/// A row per item: value_of(item) is a number, or something that is made of `width` doubles.
template <class Items, class ValueOf>
void add_column(const char* name, std::size_t width, const Items& items, ValueOf&& value_of,
                std::vector<Column>& columns) {
  using Value = std::remove_cvref_t<decltype(value_of(items[0]))>;
  using Number = std::conditional_t<std::is_integral_v<Value>, Value, double>;
  Column column = Column::make<Number>(name, items.size(), width);
  for (std::size_t k = 0; k < items.size(); ++k) {
    const Value value = value_of(items[k]);
    std::memcpy(column.bytes.data() + k * sizeof(Value), &value, sizeof(Value));
  }
  columns.push_back(std::move(column));
}

template <int D>
constexpr std::size_t spin_width = D == 2 ? 1 : 3;
template <int D>
constexpr std::size_t rotation_width = sizeof(Rotation<D>) / sizeof(double);

template <int D>
std::vector<Column> body_columns(const FrameParts<D>& parts) {
  const world::Bodies<D>& bodies = parts.bodies;
  std::vector<Slot> slots;
  slots.reserve(bodies.size());
  for_each_body(bodies, [&](Id, Slot slot) { slots.push_back(slot); });
  std::vector<Column> columns;
  const auto add = [&](const char* name, std::size_t width, auto&& value_of) {
    add_column(name, width, slots, value_of, columns);
  };
  add("id", 1, [&](Slot slot) { return bodies.id[slot]; });
  add("position", D, [&](Slot slot) { return bodies.motion[slot].position; });
  add("velocity", D, [&](Slot slot) { return bodies.motion[slot].velocity; });
  if (bodies.follows_orientations())
    add("orientation", rotation_width<D>, [&](Slot slot) { return bodies.orientation[slot]; });
  add("spin", spin_width<D>, [&](Slot slot) { return bodies.motion[slot].spin; });
  add("radius", 1, [&](Slot slot) { return bodies.motion[slot].radius; });
  add("material", 1, [&](Slot slot) { return bodies.material[slot]; });
  if (bodies.any_shaped()) add("shape", 1, [&](Slot slot) { return bodies.shape[slot]; });
  add("fixed", 1, [&](Slot slot) { return static_cast<std::uint8_t>(is_fixed(bodies.motion[slot])); });
  if (bodies.may_sleep())
    add("asleep", 1, [&](Slot slot) { return static_cast<std::uint8_t>(bodies.is_asleep(slot)); });
  add("force", D, [&](Slot slot) { return parts.load_on(slot).force; });
  add("torque", spin_width<D>, [&](Slot slot) { return parts.load_on(slot).torque; });
  return columns;
}

/// Where walls are and what they exert, for pictures and plots.
template <int D>
std::vector<Column> wall_columns(const world::Walls<D>& walls) {
  using State = world::WallState<D>;
  std::vector<Column> columns;
  const auto add = [&](const char* name, std::size_t width, auto&& value_of) {
    add_column(name, width, walls.states, value_of, columns);
  };
  add("offset", D, [](const State& wall) { return wall.pose.offset; });
  add("orientation", rotation_width<D>, [](const State& wall) { return wall.pose.rotation; });
  add("force", D, [](const State& wall) { return wall.force; });
  add("torque", spin_width<D>, [](const State& wall) { return wall.torque; });
  add("active", 1, [](const State& wall) { return wall.active; });
  return columns;
}

}  // namespace

template <int D>
std::vector<Column> contact_columns(const world::ContactViews<D>& contacts) {
  using Contact = world::ContactView<D>;
  std::vector<Column> columns;
  const auto add = [&](const char* name, std::size_t width, auto&& value_of) {
    add_column(name, width, contacts, value_of, columns);
  };
  add("first", 1, [](const Contact& contact) { return contact.key.first; });
  add("second", 1, [](const Contact& contact) { return contact.key.second; });
  add("point", D, [](const Contact& contact) { return contact.point; });
  add("branch", D, [](const Contact& contact) { return contact.branch; });
  add("force", D, [](const Contact& contact) { return contact.force; });
  add("overlap", 1, [](const Contact& contact) { return contact.overlap; });
  return columns;
}

template <int D>
record::Frame frame_of(const FrameParts<D>& parts) {
  record::Frame frame;
  frame.step = parts.step;
  frame.time = parts.time;
  frame.bodies = body_columns(parts);
  frame.walls = wall_columns(parts.walls);
  frame.totals = {{"residual", parts.energies.residual()},
                  {"bodies", static_cast<double>(parts.bodies.size())},
                  {"contacts", static_cast<double>(parts.contact_count)}};
  for (const auto& [name, value] : parts.energies.entries()) frame.totals[name] = value;
  if (parts.box.is_sheared)
    frame.totals[record::shear_offset_total] = parts.box.shear.offset[parts.box.shear.flow];
  return frame;
}

template record::Frame frame_of(const FrameParts<2>&);
template record::Frame frame_of(const FrameParts<3>&);
template std::vector<Column> contact_columns<2>(const world::ContactViews<2>&);
template std::vector<Column> contact_columns<3>(const world::ContactViews<3>&);

}  // namespace scree::sim
