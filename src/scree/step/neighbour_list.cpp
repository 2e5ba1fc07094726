#include "scree/step/neighbour_list.h"

#include <algorithm>
#include <cmath>

#include "scree/base/parallel.h"
#include "scree/step/storage_order.h"

namespace scree::step {
namespace {

constexpr std::size_t grain = 2048;
/// Storage is sorted in space at every so many builds: bodies wander slowly.
constexpr std::uint64_t builds_per_reorder = 8;
/// How near bodies must be for steps to look at them, until the list is narrowed anew.
constexpr double share_of_skin = 0.15;
/// To order the list anew takes as long as several looks at it; with fewer before the next time, it is left
/// alone.
constexpr double fewest_looks = 4;

}  // namespace

template <int D>
NeighbourList<D>::NeighbourList(world::State<D>& state, std::unique_ptr<search::ContactSearch<D>> search,
                                const kernel::Kernels<D>& kernels, const Settings& settings)
    : state_(state),
      settings_(settings),
      search_(std::move(search)),
      coarse_(kernels, state.box),
      skin_(settings.skin) {
  if (!state.box.any()) return;
  auto periodic = std::make_unique<search::PeriodicSearch<D>>(std::move(search_), periods());
  periodic_search_ = periodic.get();
  search_ = std::move(periodic);
}

template <int D>
search::Periods<D> NeighbourList<D>::periods() const {
  const PeriodicBox<D>& box = state_.box;
  search::Periods<D> periods;
  periods.length = box.length;
  periods.origin = box.origin;
  periods.is_sheared = box.is_sheared;
  if (box.is_sheared) periods.shear = {box.shear.flow, box.shear.gradient, box.shear.offset[box.shear.flow]};
  return periods;
}

template <int D>
double NeighbourList<D>::farthest_since_build() const {
  const world::Bodies<D>& bodies = state_.bodies;
  std::vector<double> farthest(block_count(bodies.awake(), grain), 0.0);
  for_each_block(bodies.awake(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    double most = 0;
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Vec<D> way = bodies.motion[slot].position - built_at_[slot];
      most = std::max(most, dot(way, way));
    }
    farthest[block] = most;
  });
  return farthest.empty() ? 0 : std::sqrt(*std::max_element(farthest.begin(), farthest.end()));
}

template <int D>
bool NeighbourList<D>::is_used_up() {
  // Two bodies, or a body and a wall, may each use half of the skin. The sum of largest steps is a cheap
  // bound on the way of any body; the true way is measured only when the bound runs out.
  // In a sheared box, the copies of others have moved as well.
  const double allowed = 0.5 * (skin_ - shear_path_.follow(state_.shear));
  if (builds_ == 0 || settings_.shuffle_every_step) return true;
  if (wall_ways_.farthest_since_mark(state_.walls) >= allowed) return true;
  if (moved_ < allowed) return false;
  moved_ = farthest_since_build();
  return moved_ >= allowed;
}

template <int D>
bool NeighbourList<D>::reaches(double gap) {
  if (is_used_up()) return false;
  const auto left = [&] {
    return skin_ - 2 * std::max(moved_, wall_ways_.farthest_since_mark(state_.walls));
  };
  if (gap <= left()) return true;
  moved_ = farthest_since_build();
  return gap <= left();
}

template <int D>
std::optional<double> NeighbourList<D>::next_margin() {
  ++evaluations_;
  const double path = coarse_.path(), step = path - looked_at_path_;
  looked_at_path_ = path;
  if (path < narrow_until_ || state_.box.is_sheared || !candidates_.can_be_narrowed()) return {};
  constexpr double all = std::numeric_limits<double>::infinity();
  double margin = share_of_skin * skin_;
  if (0.5 * margin < fewest_looks * step) margin = all;
  // A new list is as wide as can be.
  const bool changes = margin != all || narrow_until_ > narrow_from_;
  narrow_until_ = path + 0.5 * margin;
  return changes ? std::optional(margin) : std::nullopt;
}

template <int D>
void NeighbourList<D>::choose_skin(double evaluation_seconds) {
  const double seconds = std::max(0.0, evaluation_seconds - evaluation_seconds_);
  const double way =
      std::max(moved_ + 0.5 * shear_path_.so_far(), wall_ways_.farthest_since_mark(state_.walls));
  skin_ = skin_keeper_.next_skin(settings_.narrowest_skin, settings_.widest_skin, way, evaluations_, seconds);
}

template <int D>
void NeighbourList<D>::build(const Interactions& interactions, std::span<const world::ContactKey> kept,
                             double evaluation_seconds) {
  const world::Bodies<D>& bodies = state_.bodies;
  if (builds_ > 0 && chooses_skin()) choose_skin(evaluation_seconds);
  if (state_.box.is_sheared) periodic_search_->set_periods(periods());
  candidates_.build(bodies, state_.walls, interactions, *search_, state_.box, skin_, kept);
  built_at_.resize(bodies.size());
  parallel_for(bodies.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) built_at_[slot] = bodies.motion[slot].position;
  });
  const BodyExtent all = measure_bodies();
  const Box<D> reach = reach_of(all);
  wall_ways_.mark(state_.walls, reach);
  shear_path_.mark(state_.shear);
  coarse_.set_extent(reach);
  least_radius_ = all.least_radius;
  mean_size_ = all.sizes / static_cast<double>(std::max<std::size_t>(bodies.size(), 1));
  moved_ = 0;
  narrow_from_ = narrow_until_ = coarse_.path();
  evaluations_ = 0;
  ++builds_;
  evaluation_seconds_ = evaluation_seconds;
}

template <int D>
void NeighbourList<D>::note_cost(double seconds) {
  skin_keeper_.note_list(D, skin_, mean_size_, candidates_.entry_count(), seconds);
}

template <int D>
typename NeighbourList<D>::BodyExtent NeighbourList<D>::measure_bodies() const {
  const world::Bodies<D>& bodies = state_.bodies;
  std::vector<BodyExtent> of_block(block_count(bodies.size(), grain));
  for_each_block(bodies.size(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    BodyExtent all;
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Motion<D>& motion = bodies.motion[slot];
      all.extent.include(Box<D>::around(motion.position, motion.radius));
      all.sizes += 2 * motion.radius;
      all.least_radius = std::min(all.least_radius, motion.radius);
      all.most_radius = std::max(all.most_radius, motion.radius);
    }
    of_block[block] = all;
  });
  BodyExtent all;
  for (const BodyExtent& one : of_block) {
    all.extent.include(one.extent);
    all.sizes += one.sizes;
    all.least_radius = std::min(all.least_radius, one.least_radius);
    all.most_radius = std::max(all.most_radius, one.most_radius);
  }
  for (int k = 0; k < D && !all.extent.is_empty(); ++k) {
    all.extent.lo[k] -= skin_;
    all.extent.hi[k] += skin_;
  }
  return all;
}

template <int D>
Box<D> NeighbourList<D>::reach_of(const BodyExtent& all) const {
  Box<D> reach = all.extent;
  const PeriodicBox<D>& box = state_.box;
  const double margin = all.most_radius + skin_;
  for (int k = 0; k < D && !reach.is_empty(); ++k) {
    if (!box.is_periodic(k)) continue;
    reach.lo[k] = std::min(reach.lo[k], box.origin[k] - margin);
    reach.hi[k] = std::max(reach.hi[k], box.origin[k] + box.length[k] + margin);
  }
  return reach;
}

template <int D>
double NeighbourList<D>::approach_ratio(double farthest, double dt) const {
  // Two bodies come nearer by twice the way of the farthest, unless one is a copy or a wall: those go by the
  // clock, and are granted twice their way since they may be faster by now.
  double way = 2 * farthest + 2 * dt * wall_ways_.most_speed(state_.walls);
  if (state_.box.is_sheared) way += 2 * dt * norm(state_.box.shear.velocity);
  return way / least_radius_;
}

template <int D>
bool NeighbourList<D>::order_is_due() const {
  return settings_.shuffle_every_step || builds_ == 0 || builds_ - builds_at_reorder_ >= builds_per_reorder;
}

template <int D>
void NeighbourList<D>::reorder_storage() {
  builds_at_reorder_ = builds_ + 1;  // the build that follows
  world::Bodies<D>& bodies = state_.bodies;
  if (bodies.size() == 0) return;
  std::vector<Slot> old_slot;
  if (settings_.shuffle_every_step) {
    old_slot = shuffled_order(bodies, builds_);
  } else {
    const BodyExtent all = measure_bodies();
    old_slot = order_in_space(bodies, all.extent, all.sizes / static_cast<double>(bodies.size()));
  }
  bodies.reorder(old_slot);
  search_->renumber(old_slot);
}

template class NeighbourList<2>;
template class NeighbourList<3>;

}  // namespace scree::step
