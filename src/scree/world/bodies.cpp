#include "scree/world/bodies.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "scree/base/parallel.h"

namespace scree::world {
namespace {

constexpr std::size_t grain = 4096;

template <class T>
using Number = std::conditional_t<std::is_same_v<T, std::uint32_t>, std::uint32_t, double>;

template <class T>
constexpr std::size_t numbers_in = sizeof(T) / sizeof(Number<T>);

}  // namespace

template <int D>
Id Bodies<D>::add(const Motion<D>& new_motion, std::uint32_t new_material) {
  SCREE_ASSERT(size() < most_bodies && next_id_ < wall_bit);
  id.push_back(next_id_);
  material.push_back(new_material);
  motion.push_back(new_motion);
  if (follows_orientations_) orientation.push_back({});
  load.push_back({});
  if (!derivatives.empty()) derivatives.push_back({});
  if (!shape.empty()) shape.push_back(0);
  if (may_sleep_) {
    if (awake_ == rest.size()) ++awake_;
    rest.push_back(0);
    anchor.push_back({new_motion.position, {}});
  }
  slot_of_id_.push_back(static_cast<Slot>(id.size() - 1));
  if (is_fixed(new_motion)) fixed_ids_.push_back(next_id_);
  return next_id_++;
}

template <int D>
Id Bodies<D>::add(const Motion<D>& new_motion, std::uint32_t new_material, std::uint32_t new_shape,
                  const Rotation<D>& new_orientation) {
  const Id id = add(new_motion, new_material);
  if (new_shape != 0) {
    SCREE_ASSERT(new_shape <= shape_count());
    shape.resize(size(), 0);
    shape.back() = new_shape;
    follow_orientations();
  }
  if (follows_orientations_) orientation.back() = new_orientation;
  return id;
}

template <int D>
void Bodies<D>::reorder(std::span<const Slot> old_slot) {
  visit_columns(*this, [&](const char*, auto& column) {
    if (column.empty()) return;
    std::remove_reference_t<decltype(column)> moved(old_slot.size());
    parallel_for(old_slot.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) moved[k] = column[old_slot[k]];
    });
    column.swap(moved);
  });
  index_slots();
}

template <int D>
std::vector<Slot> Bodies<D>::awake_first() const {
  std::vector<Slot> order(size());
  std::iota(order.begin(), order.end(), Slot{0});
  std::stable_partition(order.begin(), order.end(), [&](Slot slot) { return !is_asleep(slot); });
  return order;
}

template <int D>
void Bodies<D>::index_slots() {
  awake_ = static_cast<std::size_t>(std::find(rest.begin(), rest.end(), asleep) - rest.begin());
  slot_of_id_.assign(next_id_, no_slot);
  for (std::size_t slot = 0; slot < id.size(); ++slot) slot_of_id_[id[slot]] = static_cast<Slot>(slot);
}

template <int D>
void Bodies<D>::index_fixed() {
  fixed_ids_.clear();
  for (Id one = 0; one < next_id_; ++one)
    if (const Slot slot = slot_of(one); slot != no_slot && is_fixed(motion[slot])) fixed_ids_.push_back(one);
}

template <int D>
std::vector<Column> Bodies<D>::save() const {
  std::vector<Slot> order;
  order.reserve(size());
  for (const Slot slot : slot_of_id_)
    if (slot != no_slot) order.push_back(slot);

  std::vector<Column> columns;
  visit_columns(*this, [&](const char* name, const auto& column) {
    using T = typename std::remove_reference_t<decltype(column)>::value_type;
    Column saved = Column::make<Number<T>>(name, column.empty() ? 0 : order.size(), numbers_in<T>);
    for (std::size_t k = 0; k < saved.rows; ++k)
      std::memcpy(saved.bytes.data() + k * sizeof(T), &column[order[k]], sizeof(T));
    columns.push_back(std::move(saved));
  });
  return columns;
}

template <int D>
void Bodies<D>::load_columns(std::span<const Column> columns, Id next_id) {
  visit_columns(*this, [&](const char* name, auto& column) {
    using T = typename std::remove_reference_t<decltype(column)>::value_type;
    const Column& saved = find_column(columns, name, element_of<Number<T>>(), numbers_in<T>);
    column.resize(saved.rows);
    if (saved.rows > 0)
      std::memcpy(static_cast<void*>(column.data()), saved.bytes.data(), saved.bytes.size());
  });
  const std::size_t count = id.size();
  const bool fits =
      material.size() == count && motion.size() == count &&
      orientation.size() == (follows_orientations_ ? count : 0) && load.size() == count &&
      (derivatives.empty() || derivatives.size() == count) && (shape.empty() || shape.size() == count) &&
      rest.size() == (may_sleep_ ? count : 0) && anchor.size() == rest.size() &&
      std::all_of(shape.begin(), shape.end(), [&](std::uint32_t one) { return one <= shape_count(); }) &&
      std::all_of(id.begin(), id.end(), [&](Id one) { return one < next_id; });
  if (!fits) throw RunError("the checkpoint's columns of bodies do not fit together");
  next_id_ = next_id;
  index_slots();
  index_fixed();
  if (any_asleep()) reorder(awake_first());
}

const Column& find_column(std::span<const Column> columns, std::string_view name, Element element,
                          std::size_t width) {
  for (const Column& column : columns) {
    if (column.name != name) continue;
    if (column.element != element || column.width != width)
      throw RunError("the checkpoint's column '" + column.name +
                     "' has another type or width than this scree uses");
    return column;
  }
  throw RunError("the checkpoint has no column '" + std::string(name) + "'");
}

template class Bodies<2>;
template class Bodies<3>;

}  // namespace scree::world
