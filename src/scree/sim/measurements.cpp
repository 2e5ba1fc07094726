#include "scree/sim/measurements.h"

#include "scree/sim/in_id_order.h"

namespace scree::sim {
namespace {
constexpr const char* recorded_contacts = "recorded_contacts";

bool looks_at_contacts(const scene::Measure& measure) {
  using Kind = scene::Measure::Kind;
  return measure.kind == Kind::contacts || measure.kind == Kind::bulk || measure.kind == Kind::field ||
         measure.kind == Kind::wall;
}
}  // namespace

template <int D>
Measurements<D>::Measurements(const std::vector<scene::Measure>& measures, bool records_contacts)
    : measures_(measures),
      records_contacts_(records_contacts),
      want_contacts_(records_contacts || std::any_of(measures.begin(), measures.end(), looks_at_contacts)) {}

template <int D>
void Measurements<D>::save(const world::ContactViews<D>& contacts, std::vector<Column>& columns) const {
  if (!records_contacts_) return;
  using View = world::ContactView<D>;
  static_assert(std::is_trivially_copyable_v<View> &&
                std::has_unique_object_representations_v<world::ContactKey>);
  Column column = Column::make<std::uint8_t>(recorded_contacts, contacts.size(), sizeof(View));
  if (!contacts.empty()) std::memcpy(column.bytes.data(), contacts.data(), column.bytes.size());
  columns.push_back(std::move(column));
}

template <int D>
world::ContactViews<D> Measurements<D>::load(std::span<const Column> columns) const {
  using View = world::ContactView<D>;
  world::ContactViews<D> contacts;
  for (const Column& column : columns) {
    // Earlier versions did not save them.
    if (column.name != recorded_contacts || column.width != sizeof(View)) continue;
    contacts.resize(column.rows);
    if (column.rows > 0)
      std::memcpy(static_cast<void*>(contacts.data()), column.bytes.data(), column.bytes.size());
  }
  return contacts;
}

template <int D>
Moment<D> moment_of(const world::Bodies<D>& bodies, world::ContactViews<D> contacts) {
  Moment<D> moment;
  for_each_body(bodies, [&](Id id, Slot slot) {
    if constexpr (D == 2) {
      if (bodies.is_polygon(slot))
        return moment.add(id, bodies.motion[slot], bodies.material[slot], &bodies.polygon_of(slot),
                          bodies.orientation[slot]);
    }
    moment.add(id, bodies.motion[slot], bodies.material[slot]);
  });
  moment.contacts = std::move(contacts);
  std::erase_if(moment.contacts, [&](const world::ContactView<D>& contact) {
    return moment.find(contact.key.first) == nullptr ||
           (!is_wall(contact.key.second) && moment.find(contact.key.second) == nullptr);
  });
  return moment;
}

template class Measurements<2>;
template class Measurements<3>;
template Moment<2> moment_of(const world::Bodies<2>&, world::ContactViews<2>);
template Moment<3> moment_of(const world::Bodies<3>&, world::ContactViews<3>);

}  // namespace scree::sim
