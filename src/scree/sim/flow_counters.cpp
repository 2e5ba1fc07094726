#include "scree/sim/flow_counters.h"

#include <utility>

#include "scree/sim/build_world.h"

namespace scree::sim {
namespace {
constexpr const char* flow_words = "flow_counts";
constexpr std::size_t words_per_counter = 6;
}  // namespace

template <int D>
FlowCounters<D>::FlowCounters(const std::vector<scene::Measure>& measures, const MassQuantum& quantum)
    : quantum_(quantum), counters_(measures.size()) {
  for (std::size_t k = 0; k < measures.size(); ++k) {
    if (measures[k].kind != scene::Measure::Kind::flow) continue;
    counters_[k].is_flow = any_ = true;
    counters_[k].point = vec_of<D>(measures[k].plane.point);
    counters_[k].normal = vec_of<D>(measures[k].plane.normal);
  }
}

/// Of a body that a periodic box brought back while it went this way [m]: 1 if it has passed the plane
/// forward, -1 backward, 0 not at all.
template <int D>
int FlowCounters<D>::Counter::passes_on_way_back(const Vec<D>& from, const Vec<D>& to,
                                                 const Vec<D>& way) const {
  // The plane may lie at the face where the body left, or at the one where it came in again.
  if (is_beyond(from) == is_beyond(from + way) && is_beyond(to - way) == is_beyond(to)) return 0;
  return dot(way, normal) > 0 ? 1 : -1;
}

template <int D>
void FlowCounters<D>::look(const world::Bodies<D>& bodies, const PeriodicBox<D>& box, Id first) {
  if (!any_) return;
  if (box.any()) {
    last_places_.resize(bodies.next_id());
    for (Id id = first; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot)
        last_places_[id] = bodies.motion[slot].position;
  }
  for (Counter& counter : counters_) {
    if (!counter.is_flow) continue;
    counter.sides.resize(bodies.next_id());
    for (Id id = first; id < bodies.next_id(); ++id)
      if (const Slot slot = bodies.slot_of(id); slot != bodies.no_slot)
        counter.sides[id] = counter.is_beyond(bodies.motion[slot].position);
  }
}

template <int D>
void FlowCounters<D>::count(const world::Bodies<D>& bodies, const PeriodicBox<D>& box) {
  const bool may_wrap = box.any();
  for (Counter& counter : counters_) {
    if (!counter.is_flow) continue;
    for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
      const Motion<D>& motion = bodies.motion[slot];
      const char side = counter.is_beyond(motion.position);
      int passed = side - std::exchange(counter.sides[bodies.id[slot]], side);
      if (may_wrap) {
        const Vec<D>& before = last_places_[bodies.id[slot]];
        const Vec<D> apart = motion.position - before, way = box.nearest(apart);
        if (way != apart) passed = counter.passes_on_way_back(before, motion.position, way);
      }
      if (passed == 0) continue;
      (passed > 0 ? counter.forward : counter.backward) += 1;
      (passed > 0 ? counter.forward_mass : counter.backward_mass).add(quantum_.of(motion));
    }
  }
  if (!may_wrap) return;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    last_places_[bodies.id[slot]] = bodies.motion[slot].position;
}

template <int D>
Rows FlowCounters<D>::rows(std::size_t measure) const {
  const Counter& counter = counters_[measure];
  Rows rows;
  rows.columns = {"forward", "backward", "forward_mass", "backward_mass"};
  rows.add_row({static_cast<double>(counter.forward), static_cast<double>(counter.backward),
                counter.forward_mass.value(quantum_.kilograms),
                counter.backward_mass.value(quantum_.kilograms)});
  return rows;
}

template <int D>
void FlowCounters<D>::save(std::vector<Column>& columns) const {
  std::vector<std::uint64_t> words;
  for (const Counter& counter : counters_)
    words.insert(words.end(), {counter.forward, counter.backward, counter.forward_mass.low_word(),
                               counter.forward_mass.high_word(), counter.backward_mass.low_word(),
                               counter.backward_mass.high_word()});
  columns.push_back(Column::copy_of<std::uint64_t>(flow_words, words));
}

template <int D>
void FlowCounters<D>::load(std::span<const Column> columns) {
  const auto words = world::find_column(columns, flow_words, Element::u64, 1).values<std::uint64_t>();
  if (words.size() != words_per_counter * counters_.size())
    throw RunError("the checkpoint belongs to another scene: its measurements differ");
  for (std::size_t k = 0; k < counters_.size(); ++k) {
    const auto own = words.subspan(words_per_counter * k, words_per_counter);
    counters_[k].forward = own[0];
    counters_[k].backward = own[1];
    counters_[k].forward_mass = ExactSum::from_words(own[2], own[3]);
    counters_[k].backward_mass = ExactSum::from_words(own[4], own[5]);
  }
}

template <int D>
void FlowCounters<D>::hash(HashBytes& bytes) const {
  for (const Counter& counter : counters_)
    bytes.add(counter.forward)
        .add(counter.backward)
        .add(counter.forward_mass.low_word())
        .add(counter.forward_mass.high_word())
        .add(counter.backward_mass.low_word())
        .add(counter.backward_mass.high_word());
}

template class FlowCounters<2>;
template class FlowCounters<3>;

}  // namespace scree::sim
