#include "scree/step/hard_pairs.h"

#include <algorithm>
#include <mutex>

#include "scree/base/parallel.h"
#include "scree/step/wall_candidates.h"

namespace scree::step {
namespace {

/// How much wider than the ways at hand a list is made, and at least, over the body's own size: a list should
/// last for many steps.
constexpr double spare = 3, least_margin = 0.1;

template <int D>
search::Periods<D> periods_of(const PeriodicBox<D>& box) {
  search::Periods<D> periods;
  periods.length = box.length;
  periods.origin = box.origin;
  return periods;
}

class Gathered final : public search::PairSink {
 public:
  void take(std::span<const search::Pair> pairs, const search::Image&) override {
    const std::lock_guard lock(mutex_);
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  std::vector<search::Pair> all;

 private:
  std::mutex mutex_;
};

}  // namespace

template <int D>
HardPairs<D>::HardPairs(const world::State<D>& state, const HardScene<D>& scene,
                        std::unique_ptr<search::ContactSearch<D>> search)
    : state_(state), scene_(scene), search_(std::move(search)) {
  if (state.box.any())
    search_ = std::make_unique<search::PeriodicSearch<D>>(std::move(search_), periods_of(state.box));
}

template <int D>
bool HardPairs<D>::holds(std::span<const double> ways, double wall_way) const {
  const world::Bodies<D>& bodies = state_.bodies;
  if (!is_known_ || built_at_.size() != bodies.size()) return false;
  const double by_walls = wall_way + wall_ways_.farthest_since_mark(state_.walls);
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
    const double way = norm(bodies.motion[slot].position - built_at_[slot]) + ways[slot];
    if (way > margins_[slot] || way + by_walls > wall_margin_) return false;
  }
  return true;
}

template <int D>
void HardPairs<D>::build(std::span<const double> ways, double wall_way) {
  const world::Bodies<D>& bodies = state_.bodies;
  margins_.resize(bodies.size());
  built_at_.resize(bodies.size());
  double widest = 0;
  Box<D> extent = Box<D>::empty();
  for (std::size_t slot = 0; slot < bodies.size(); ++slot) {
    const Motion<D>& motion = bodies.motion[slot];
    built_at_[slot] = motion.position;
    margins_[slot] = is_fixed(motion) ? 0 : std::max(spare * ways[slot], least_margin * motion.radius);
    widest = std::max(widest, margins_[slot]);
    extent.include(Box<D>::around(motion.position, motion.radius + margins_[slot]));
  }
  wall_margin_ = widest + spare * wall_way;
  wall_ways_.mark(state_.walls, extent);
  pairs_.clear();
  find_bodies();
  find_walls(wall_margin_);
  const auto order = [&](const HardPair<D>& a, const HardPair<D>& b) {
    const auto rank = [&](const HardPair<D>& pair) {
      const std::uint64_t second = pair.is_with_wall() ? wall_bit | pair.facet : bodies.id[pair.second];
      return std::uint64_t{bodies.id[pair.first]} << 32 | second;
    };
    return rank(a) < rank(b);
  };
  std::sort(pairs_.begin(), pairs_.end(), order);
  is_known_ = true;
  ++builds_;
}

template <int D>
void HardPairs<D>::find_bodies() {
  const world::Bodies<D>& bodies = state_.bodies;
  std::vector<search::Sphere<D>> spheres(bodies.size());
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    spheres[slot] = {bodies.motion[slot].position, scene_.extent(static_cast<Slot>(slot)) +
                                                       scene_.halo(static_cast<Slot>(slot)) + margins_[slot]};
  search_->prepare(search::Items<D>::spheres(spheres));
  Gathered found;
  search_->find_pairs(found);
  for (const search::Pair& pair : found.all) {
    HardPair<D> made{pair.first, pair.second};
    if (is_fixed(bodies.motion[made.first]) && is_fixed(bodies.motion[made.second])) continue;
    if (bodies.id[made.first] > bodies.id[made.second]) std::swap(made.first, made.second);
    made.interaction =
        scene_.interactions().between(bodies.material[made.first], bodies.material[made.second]);
    pairs_.push_back(made);
  }
}

template <int D>
void HardPairs<D>::find_walls(double skin) {
  const world::Bodies<D>& bodies = state_.bodies;
  double halo = 0;
  for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    halo = std::max(halo, scene_.halo(static_cast<Slot>(slot)));
  for (const WallCandidate& row :
       find_wall_candidates(bodies, state_.walls, state_.box, skin + 2 * halo, {}).rows) {
    if (is_fixed(bodies.motion[row.body])) continue;
    const world::Facet<D>& facet = state_.walls.facets[row.facet];
    HardPair<D> made{row.body, HardPair<D>::no_slot, row.facet};
    // A patch stands for its whole mesh.
    if (state_.walls.meshes[facet.wall]) made.facet = state_.walls.first_facet[facet.wall];
    if (!scene_.is_looked_at(made.facet)) continue;
    if (!pairs_.empty() && pairs_.back().is_with_wall() && pairs_.back().first == made.first &&
        pairs_.back().facet == made.facet)
      continue;
    made.interaction = scene_.interactions().between(bodies.material[row.body], facet.material);
    pairs_.push_back(made);
  }
}

template class HardPairs<2>;
template class HardPairs<3>;

}  // namespace scree::step
