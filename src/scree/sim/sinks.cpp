#include "scree/sim/sinks.h"

#include <cmath>
#include <limits>

#include "scree/base/parallel.h"
#include "scree/sim/region.h"

namespace scree::sim {
namespace {
constexpr std::size_t grain = 4096;
constexpr const char* outflow_words = "outflow";
}  // namespace

template <int D>
Sinks<D>::Sinks(const std::vector<scene::Sink>& sinks, Box<D> domain, const PeriodicBox<D>& box,
                const MassQuantum& quantum)
    : sinks_(sinks), domain_(domain), quantum_(quantum), outflows_(sinks.size() + 1) {
  for (int k = 0; k < D; ++k) {
    if (box.is_periodic(k)) {
      domain_.lo[k] = -std::numeric_limits<double>::infinity();
      domain_.hi[k] = std::numeric_limits<double>::infinity();
    }
    has_bounds_ |= std::isfinite(domain_.lo[k]) || std::isfinite(domain_.hi[k]);
  }
}

template <int D>
int Sinks<D>::sink_at(const Motion<D>& motion) const {
  if (!is_sound(motion)) return -1;
  if (!is_fixed(motion))
    for (std::size_t k = 0; k < sinks_.size(); ++k)
      if (contains<D>(sinks_[k].shape, motion.position)) return static_cast<int>(k);
  return has_bounds_ && !domain_.contains(motion.position) ? static_cast<int>(sinks_.size()) : -1;
}

template <int D>
std::vector<Slot> Sinks<D>::take(const world::Bodies<D>& bodies) {
  std::vector<std::vector<Slot>> found(block_count(bodies.size(), grain));
  for_each_block(bodies.size(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      if (sink_at(bodies.motion[slot]) >= 0) found[block].push_back(static_cast<Slot>(slot));
  });
  std::vector<Slot> slots;
  for (const std::vector<Slot>& some : found) slots.insert(slots.end(), some.begin(), some.end());
  for (const Slot slot : slots) {
    const Motion<D>& motion = bodies.motion[slot];
    Outflow& outflow = outflows_[static_cast<std::size_t>(sink_at(motion))];
    outflow.bodies += !is_fixed(motion);
    outflow.mass.add(quantum_.of(motion));
  }
  return slots;
}

template <int D>
std::vector<FlowEntry> Sinks<D>::entries() const {
  std::vector<FlowEntry> entries;
  for (std::size_t k = 0; k < outflows_.size(); ++k)
    if (k < sinks_.size() || has_bounds_)
      entries.push_back({FlowEntry::Kind::sink, k < sinks_.size() ? sinks_[k].name : "domain",
                         outflows_[k].bodies, outflows_[k].mass});
  return entries;
}

template <int D>
void Sinks<D>::save(std::vector<Column>& columns) const {
  std::vector<std::uint64_t> words;
  for (const Outflow& outflow : outflows_)
    words.insert(words.end(), {outflow.bodies, outflow.mass.low_word(), outflow.mass.high_word()});
  columns.push_back(Column::copy_of<std::uint64_t>(outflow_words, words));
}

template <int D>
void Sinks<D>::load(std::span<const Column> columns) {
  const auto words = world::find_column(columns, outflow_words, Element::u64, 1).values<std::uint64_t>();
  if (words.size() != 3 * outflows_.size())
    throw RunError("the checkpoint belongs to another scene: its sinks differ");
  for (std::size_t k = 0; k < outflows_.size(); ++k)
    outflows_[k] = {words[3 * k], ExactSum::from_words(words[3 * k + 1], words[3 * k + 2])};
}

template <int D>
void Sinks<D>::hash(HashBytes& bytes) const {
  for (const Outflow& outflow : outflows_)
    bytes.add(outflow.bodies).add(outflow.mass.low_word()).add(outflow.mass.high_word());
}

template class Sinks<2>;
template class Sinks<3>;

}  // namespace scree::sim
