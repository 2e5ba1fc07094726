#include "scree/step/wall_points.h"

#include "scree/base/parallel.h"
#include "scree/contact/sphere_wall.h"

namespace scree::step {
namespace {
constexpr std::size_t entries_per_task = 1024;
}  // namespace

template <int D>
void WallPoints<D>::locate(const Motion<D>* motion, const Candidates<D>& candidates,
                           const world::Walls<D>& walls) {
  first_entry_ = candidates.first_wall_entry();
  points_.resize(candidates.entry_count() - first_entry_);
  parallel_for(points_.size(), entries_per_task, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t entry = first_entry_ + k;
      points_[k] =
          contact::meet(walls.facets[candidates.second()[entry]], motion[candidates.first()[entry]].position);
    }
  });
}

template class WallPoints<2>;
template class WallPoints<3>;

}  // namespace scree::step
