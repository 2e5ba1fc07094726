// What a simulation measures while it runs.
#include "scree/sim/simulation_of.h"

namespace scree::sim {
namespace {
using Kind = scene::Measure::Kind;
constexpr const char* flow_words = "flow_counts";
constexpr const char* recorded_contacts = "recorded_contacts";
}  // namespace

template <int D>
void SimulationOf<D>::prepare_measures(const scene::SceneDescription& scene) {
  measures_ = scene.measures;
  flows_.resize(measures_.size());
  for (const scene::Measure& measure : measures_) {
    has_flows_ |= measure.kind == Kind::flow;
    needs_contacts_ |= measure.kind == Kind::contacts || measure.kind == Kind::bulk ||
                       measure.kind == Kind::field || measure.kind == Kind::wall;
  }
}

template <int D>
bool SimulationOf<D>::is_beyond(const scene::Measure& measure, const Vec<D>& place) const {
  return dot(place - vec_of<D>(measure.plane.point), vec_of<D>(measure.plane.normal)) > 0;
}

template <int D>
int SimulationOf<D>::passes_on_way_back(const scene::Measure& measure, const Vec<D>& from, const Vec<D>& to,
                                        const Vec<D>& way) const {
  // The plane may lie at the face where the body left, or at the one where it came in again.
  if (is_beyond(measure, from) == is_beyond(measure, from + way) &&
      is_beyond(measure, to - way) == is_beyond(measure, to))
    return 0;
  return dot(way, vec_of<D>(measure.plane.normal)) > 0 ? 1 : -1;
}

template <int D>
void SimulationOf<D>::look_at_planes(Id first) {
  if (!has_flows_) return;
  const world::Bodies<D>& bodies = state_.bodies;
  if (state_.box.any()) {
    last_places_.resize(bodies.next_id());
    for (Id id = first; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot)
        last_places_[id] = bodies.motion[slot].position;
  }
  for (std::size_t k = 0; k < measures_.size(); ++k) {
    if (measures_[k].kind != Kind::flow) continue;
    flows_[k].sides.resize(bodies.next_id());
    for (Id id = first; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot)
        flows_[k].sides[id] = is_beyond(measures_[k], bodies.motion[slot].position);
  }
}

template <int D>
void SimulationOf<D>::count_flows() {
  const world::Bodies<D>& bodies = state_.bodies;
  const PeriodicBox<D>& box = state_.box;
  const bool may_wrap = box.any();
  for (std::size_t k = 0; k < measures_.size(); ++k) {
    if (measures_[k].kind != Kind::flow) continue;
    FlowCount& count = flows_[k];
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
      const Motion<D>& motion = bodies.motion[slot];
      const char side = is_beyond(measures_[k], motion.position);
      int passed = side - std::exchange(count.sides[bodies.id[slot]], side);
      if (may_wrap) {
        const Vec<D>& before = last_places_[bodies.id[slot]];
        const Vec<D> apart = motion.position - before, way = box.nearest(apart);
        if (way != apart) passed = passes_on_way_back(measures_[k], before, motion.position, way);
      }
      if (passed == 0) continue;
      (passed > 0 ? count.forward : count.backward) += 1;
      (passed > 0 ? count.forward_mass : count.backward_mass).add(mass_of(motion));
    }
  }
  if (!may_wrap) return;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    last_places_[bodies.id[slot]] = bodies.motion[slot].position;
}

template <int D>
Moment<D> SimulationOf<D>::moment() {
  Moment<D> moment;
  const world::Bodies<D>& bodies = state_.bodies;
  for_each_body([&](Id id, Slot slot) {
    if constexpr (D == 2) {
      if (bodies.is_polygon(slot))
        return moment.add(id, bodies.motion[slot], &bodies.polygon_of(slot), bodies.orientation[slot]);
    }
    moment.add(id, bodies.motion[slot]);
  });
  moment.contacts = forces().views();
  std::erase_if(moment.contacts, [&](const world::ContactView<D>& contact) {
    return moment.find(contact.key.first) == nullptr ||
           (!is_wall(contact.key.second) && moment.find(contact.key.second) == nullptr);
  });
  moment.wall_names = state_.walls.names;
  moment.body_names = names_;
  moment.energies = energies();
  moment.momentum = momentum().value;
  moment.angular_momentum = angular_momentum().value;
  moment.thickness = thickness_;
  moment.box = state_.box;
  return moment;
}

template <int D>
Rows SimulationOf<D>::flow_rows(const FlowCount& count) const {
  Rows rows;
  rows.columns = {"forward", "backward", "forward_mass", "backward_mass"};
  rows.add_row({static_cast<double>(count.forward), static_cast<double>(count.backward),
                count.forward_mass.value(mass_quantum_), count.backward_mass.value(mass_quantum_)});
  return rows;
}

template <int D>
record::Sample SimulationOf<D>::sample(std::size_t number) {
  const scene::Measure& one = measures_[number];
  Rows rows = one.kind == Kind::flow ? flow_rows(flows_[number]) : measure(one, moment());
  return {one.name, clock_.step, time(), std::move(rows.columns), std::move(rows.values)};
}

template <int D>
void SimulationOf<D>::save_measures(std::vector<Column>& columns) const {
  std::vector<std::uint64_t> words;
  for (const FlowCount& count : flows_)
    words.insert(words.end(), {count.forward, count.backward, count.forward_mass.low_word(),
                               count.forward_mass.high_word(), count.backward_mass.low_word(),
                               count.backward_mass.high_word()});
  columns.push_back(Column::copy_of<std::uint64_t>(flow_words, words));
}

template <int D>
void SimulationOf<D>::save_recorded_contacts(std::vector<Column>& columns) {
  if (!records_contacts_) return;
  using View = world::ContactView<D>;
  static_assert(std::is_trivially_copyable_v<View> &&
                std::has_unique_object_representations_v<world::ContactKey>);
  const std::vector<View> contacts = moment().contacts;
  Column column = Column::make<std::uint8_t>(recorded_contacts, contacts.size(), sizeof(View));
  if (!contacts.empty()) std::memcpy(column.bytes.data(), contacts.data(), column.bytes.size());
  columns.push_back(std::move(column));
}

template <int D>
void SimulationOf<D>::restore_recorded_contacts(const record::Checkpoint& checkpoint) {
  using View = world::ContactView<D>;
  world::ContactViews<D> contacts;
  for (const Column& column : checkpoint.columns) {
    // Earlier versions did not save them.
    if (column.name != recorded_contacts || column.width != sizeof(View)) continue;
    contacts.resize(column.rows);
    if (column.rows > 0)
      std::memcpy(static_cast<void*>(contacts.data()), column.bytes.data(), column.bytes.size());
  }
  stepper_->forces().set_kept_views(std::move(contacts));
}

template <int D>
void SimulationOf<D>::restore_measures(const record::Checkpoint& checkpoint) {
  const auto words =
      world::find_column(checkpoint.columns, flow_words, Element::u64, 1).values<std::uint64_t>();
  if (words.size() != 6 * flows_.size())
    throw RunError("the checkpoint belongs to another scene: its measurements differ");
  look_at_planes(0);
  for (std::size_t k = 0; k < flows_.size(); ++k) {
    flows_[k].forward = words[6 * k];
    flows_[k].backward = words[6 * k + 1];
    flows_[k].forward_mass = ExactSum::from_words(words[6 * k + 2], words[6 * k + 3]);
    flows_[k].backward_mass = ExactSum::from_words(words[6 * k + 4], words[6 * k + 5]);
  }
}

#define SCREE_INSTANTIATE_MEASURES(D)                                                                   \
  template void SimulationOf<D>::prepare_measures(const scene::SceneDescription&);                      \
  template bool SimulationOf<D>::is_beyond(const scene::Measure&, const Vec<D>&) const;                 \
  template int SimulationOf<D>::passes_on_way_back(const scene::Measure&, const Vec<D>&, const Vec<D>&, \
                                                   const Vec<D>&) const;                                \
  template void SimulationOf<D>::look_at_planes(Id);                                                    \
  template void SimulationOf<D>::count_flows();                                                         \
  template Moment<D> SimulationOf<D>::moment();                                                         \
  template Rows SimulationOf<D>::flow_rows(const FlowCount&) const;                                     \
  template record::Sample SimulationOf<D>::sample(std::size_t);                                         \
  template void SimulationOf<D>::save_measures(std::vector<Column>&) const;                             \
  template void SimulationOf<D>::save_recorded_contacts(std::vector<Column>&);                          \
  template void SimulationOf<D>::restore_recorded_contacts(const record::Checkpoint&);                  \
  template void SimulationOf<D>::restore_measures(const record::Checkpoint&)
SCREE_INSTANTIATE_MEASURES(2);
SCREE_INSTANTIATE_MEASURES(3);
#undef SCREE_INSTANTIATE_MEASURES

}  // namespace scree::sim
