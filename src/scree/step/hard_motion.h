// Steps of a world of hard bodies: takes the state, laws and a search, moves all bodies to the same time.
// Every step finds the islands, advances each for itself (hard_island.h), and looks whether bodies of
// different islands would meet on the way: then their islands are joined and advanced again.
#pragma once

#include <memory>
#include <vector>

#include "scree/base/timer.h"
#include "scree/contact/time_of_impact.h"
#include "scree/step/hard_island.h"
#include "scree/step/hard_pairs.h"

namespace scree::step {

template <int D>
class HardMotion {
 public:
  HardMotion(world::State<D>& state, const Interactions& interactions,
             std::unique_ptr<search::ContactSearch<D>> search, const Settings& settings);

  /// A step of dt from `begin` on [s]: moves bodies and walls, books energy and momentum. False if the state
  /// is not one of numbers any more.
  [[nodiscard]] bool make_step(double begin, double dt);

  /// Shapes, walls, laws or bodies are others than before; their contacts are kept where both sides are
  /// still there.
  void renew(const Interactions& interactions);
  void renew() { renew(scene_.interactions()); }
  void renumber(std::span<const Slot> old_slot) { pairs_.renumber(old_slot); }

  const HardMemory<D>& memory() const { return memory_; }
  void set_memory(std::vector<HardContactRecord<D>> records);
  /// Of the last step, in key order.
  const std::vector<SeenHardContact<D>>& contacts() const { return contacts_; }
  void forget_contacts() { contacts_.clear(); }
  /// Contacts as they lie now.
  std::vector<SeenHardContact<D>> touching();

  /// Since the start.
  const SolveCounts& counts() const { return counts_; }
  void set_counts(const SolveCounts& counts) { counts_ = counts; }
  /// How deep the most overlapping pair was at the last step, over the smaller radius.
  double overlap_ratio() const { return overlap_ratio_; }

  const Settings& settings() const { return settings_; }
  const HardPairs<D>& pairs() const { return pairs_; }
  PhaseTimes& phases() { return phases_; }

 private:
  struct Islands {
    std::vector<Slot> members;              // by island, in the order of ids
    std::vector<std::size_t> first_member;  // by island, and the end
    std::vector<HardPair<D>> pairs;         // by island
    std::vector<std::size_t> first_pair;
    std::vector<std::uint32_t> island_of;  // by slot; none for what stands

    std::size_t size() const { return first_member.empty() ? 0 : first_member.size() - 1; }
  };
  static constexpr std::uint32_t none = 0xffff'ffffu;

  void expect_ways(double dt);
  double wall_way(double dt) const;
  void list_pairs(double dt);
  void look_at_pairs(double dt, const std::vector<char>& which);
  PairMotion<D> motion_of(const HardPair<D>& pair) const;
  Islands find_islands() const;
  void advance_islands(double dt, const Islands& islands, const Islands& before,
                       const std::vector<char>& dirty);
  /// Bodies of different islands that meet: marked by slot. False if there are none.
  bool find_meetings(double dt, const Islands& islands, std::vector<char>& dirty);
  bool meet(double dt, const HardPair<D>& pair, const IslandWay<D>& first, std::size_t first_mover,
            const IslandWay<D>& second, std::size_t second_mover);
  void commit(double begin, double dt, const Islands& islands);
  void book_outside(double begin, double dt);
  void wrap();

  world::State<D>& state_;
  Settings settings_;
  HardScene<D> scene_;
  HardPairs<D> pairs_;
  HardMemory<D> memory_;
  std::vector<SeenHardContact<D>> contacts_;
  SolveCounts counts_;
  double overlap_ratio_ = 0;
  std::vector<double> ways_;   // [m] by slot: how far bodies are expected to go in the step
  std::vector<double> extra_;  // [m] by slot: farther than they move now
  std::vector<char> joins_;    // by pair
  std::vector<double> gaps_;   // [m] by pair: at least so far apart when the step begins
  std::vector<IslandWay<D>> island_ways_;
  PhaseTimes phases_;
  std::size_t phase_search_, phase_contacts_, phase_solve_, phase_check_;
};

extern template class HardMotion<2>;
extern template class HardMotion<3>;

}  // namespace scree::step
