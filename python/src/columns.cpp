#include "columns.h"

#include <algorithm>
#include <cstring>

#include "scree/sim/in_id_order.h"
#include "scree/world/state.h"

namespace py = pybind11;

namespace scree::python {
namespace {

py::dtype dtype_of(Element element) {
  switch (element) {
    case Element::f64:
      return py::dtype::of<double>();
    case Element::f32:
      return py::dtype::of<float>();
    case Element::i64:
      return py::dtype::of<std::int64_t>();
    case Element::u64:
      return py::dtype::of<std::uint64_t>();
    case Element::i32:
      return py::dtype::of<std::int32_t>();
    case Element::u32:
      return py::dtype::of<std::uint32_t>();
    case Element::u8:
      return py::dtype::of<std::uint8_t>();
  }
  throw InternalError("an element without a type", __FILE__, __LINE__);
}

std::vector<py::ssize_t> shape_of(std::size_t rows, std::size_t width) {
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(rows)};
  if (width > 1) shape.push_back(static_cast<py::ssize_t>(width));
  return shape;
}

void make_read_only(const py::array& array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

template <int D>
std::vector<Field> fields_in(const world::Bodies<D>& bodies) {
  std::vector<Field> fields;
  const auto add = [&](const char* name, const auto& column, auto number, std::size_t width,
                       std::size_t offset) {
    using Record = typename std::remove_cvref_t<decltype(column)>::value_type;
    fields.push_back({name, reinterpret_cast<const std::byte*>(column.data()) + offset, sizeof(Record), width,
                      element_of<decltype(number)>()});
  };
  constexpr std::size_t spin_width = D == 2 ? 1 : 3;
  using Motion = Motion<D>;
  using Load = world::Load<D>;
  add("ids", bodies.id, Id{}, 1, 0);
  add("positions", bodies.motion, double{}, D, offsetof(Motion, position));
  add("velocities", bodies.motion, double{}, D, offsetof(Motion, velocity));
  add("spins", bodies.motion, double{}, spin_width, offsetof(Motion, spin));
  add("radii", bodies.motion, double{}, 1, offsetof(Motion, radius));
  add("inverse_masses", bodies.motion, double{}, 1, offsetof(Motion, inverse_mass));
  add("inverse_inertias", bodies.motion, double{}, 1, offsetof(Motion, inverse_inertia));
  add("materials", bodies.material, std::uint32_t{}, 1, 0);
  add("forces", bodies.load, double{}, D, offsetof(Load, force));
  add("torques", bodies.load, double{}, spin_width, offsetof(Load, torque));
  if (bodies.follows_orientations())
    add("orientations", bodies.orientation, double{}, sizeof(Rotation<D>) / sizeof(double), 0);
  if (bodies.any_shaped()) add("shapes", bodies.shape, std::uint32_t{}, 1, 0);
  return fields;
}

Field field_named(const sim::StateView& state, const std::string& name) {
  const std::vector<Field> fields = fields_of(state);
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& one) { return one.name == name; });
  if (found != fields.end()) return *found;
  std::string known;
  for (const Field& one : fields) known += (known.empty() ? "" : ", ") + one.name;
  throw py::key_error("bodies of this simulation have no '" + name + "'; they have " + known);
}

/// What sleeping bodies press on fixed ones is kept apart from the loads.
template <int D>
void add_sleepers(const world::State<D>& state, const std::vector<Slot>& slots, const std::string& name,
                  double* rows) {
  const bool wants_force = name == "forces";
  if (state.sleepers.on_fixed.empty() || !(wants_force || name == "torques")) return;
  for (std::size_t row = 0; row < slots.size(); ++row) {
    const auto found = state.sleepers.on_fixed.find(state.bodies.id[slots[row]]);
    if (found == state.sleepers.on_fixed.end()) continue;
    const auto load = world::load_on(state, slots[row]);
    if (wants_force)
      std::memcpy(rows + row * D, &load.force, sizeof(load.force));
    else
      std::memcpy(rows + row * sizeof(load.torque) / sizeof(double), &load.torque, sizeof(load.torque));
  }
}

}  // namespace

std::vector<Field> fields_of(const sim::StateView& state) {
  return std::visit([](const auto* known) { return fields_in(known->bodies); }, state);
}

std::size_t body_count(const sim::StateView& state) {
  return std::visit([](const auto* known) { return known->bodies.size(); }, state);
}

py::array in_id_order(const sim::StateView& state, const std::string& name) {
  const Field field = field_named(state, name);
  py::array array(dtype_of(field.element), shape_of(body_count(state), field.width));
  auto* const rows = static_cast<std::byte*>(array.mutable_data());
  const std::size_t row_bytes = field.width * size_of(field.element);
  std::visit(
      [&](const auto* known) {
        std::vector<Slot> slots;
        slots.reserve(known->bodies.size());
        sim::for_each_body(known->bodies, [&](Id, Slot slot) { slots.push_back(slot); });
        for (std::size_t row = 0; row < slots.size(); ++row)
          std::memcpy(rows + row * row_bytes, field.first + slots[row] * field.stride, row_bytes);
        add_sleepers(*known, slots, name, reinterpret_cast<double*>(rows));
      },
      state);
  make_read_only(array);
  return array;
}

py::array in_storage_order(const sim::StateView& state, const std::string& name,
                           const std::shared_ptr<Block>& block) {
  const Field field = field_named(state, name);
  const py::capsule keeper(new std::shared_ptr<Block>(block),
                           [](void* kept) { delete static_cast<std::shared_ptr<Block>*>(kept); });
  std::vector<py::ssize_t> strides{static_cast<py::ssize_t>(field.stride)};
  if (field.width > 1) strides.push_back(static_cast<py::ssize_t>(size_of(field.element)));
  py::array view(dtype_of(field.element), shape_of(body_count(state), field.width), strides, field.first,
                 keeper);
  make_read_only(view);
  return view;
}

py::array array_of(const Column& column) {
  py::array array(dtype_of(column.element), shape_of(column.rows, column.width));
  if (!column.bytes.empty()) std::memcpy(array.mutable_data(), column.bytes.data(), column.bytes.size());
  make_read_only(array);
  return array;
}

py::dict dict_of(const std::vector<Column>& columns) {
  py::dict dict;
  for (const Column& column : columns) dict[py::str(column.name)] = array_of(column);
  return dict;
}

}  // namespace scree::python
