#include "scree/search/fit_blocks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree::search {
namespace {

constexpr std::size_t most_samples = 512;
constexpr double items_per_block = 16;
constexpr double most_entries = 6;   // of an item, on average
constexpr double least_size = 4096;  // of a block [units]

}  // namespace

template <int D>
BlockFit<D> fit_blocks(const Items<D>& items, const Survey<D>& survey) {
  BlockFit<D> fit;
  fit.items = items.count();
  if (fit.items == 0) return fit;
  const std::size_t samples = std::min(fit.items, most_samples);
  std::array<double, most_samples> sample;
  std::array<double, D> width, mean;
  double widest = 0;
  for (int axis = 0; axis < D; ++axis) {
    mean[axis] = 0;
    for (std::size_t k = 0; k < samples; ++k) {
      const std::size_t item = k * (fit.items - 1) / std::max<std::size_t>(samples - 1, 1);
      const Box<D> box = items.box(item);
      sample[k] = items.centre(item)[axis];
      mean[axis] += (box.hi[axis] - box.lo[axis]) / static_cast<double>(samples);
    }
    // Nearly all items lie here; the few others are moved to the edge and still found.
    const auto begin = sample.begin(), end = begin + static_cast<std::ptrdiff_t>(samples);
    const auto skipped = static_cast<std::ptrdiff_t>(samples / 100);
    std::nth_element(begin, begin + skipped, end);
    const double low = sample[static_cast<std::size_t>(skipped)];
    std::nth_element(begin, end - 1 - skipped, end);
    const double high = *(end - 1 - skipped);
    const double beyond = 0.5 * (high - low) + mean[axis];
    const double lo = std::max(survey.bounds.lo[axis], low - beyond);
    const double hi = std::min(survey.bounds.hi[axis], high + beyond);
    const double margin = 0.01 * (hi - lo);  // for what moves outwards before the next fit
    fit.origin[axis] = lo - margin;
    width[axis] = hi - lo + 2 * margin;
    widest = std::max(widest, width[axis]);
  }
  if (!(widest > shortest)) return fit;  // every pair is then left to the definition
  fit.units_per_length = last_unit / widest;
  for (int axis = 0; axis < D; ++axis) {
    fit.width[axis] = width[axis] * fit.units_per_length;
    fit.mean_size[axis] = mean[axis] * fit.units_per_length;
  }
  return fit;
}

template <int D>
BlockGrid BlockFit<D>::grid(double coarsening) const {
  BlockGrid grid;
  // The largest size that gives as many blocks as wanted, over the axes that are wider than a block.
  double size = least_size;
  const double wanted = std::max(1.0, static_cast<double>(items) / items_per_block);
  std::array<bool, D> is_cut;
  is_cut.fill(true);
  for (int round = 0; round < D; ++round) {
    double volume = 1;
    int axes = 0;
    for (int axis = 0; axis < D; ++axis)
      if (is_cut[axis]) {
        volume *= width[axis] / last_unit;
        ++axes;
      }
    if (axes == 0) break;
    const double share = volume / wanted;
    const double root = axes == 1 ? share : axes == 2 ? std::sqrt(share) : std::cbrt(share);
    size = std::max(root * last_unit, least_size);
    bool is_changed = false;
    for (int axis = 0; axis < D; ++axis)
      if (is_cut[axis] && width[axis] < size) {
        is_cut[axis] = false;
        is_changed = true;
      }
    if (!is_changed) break;
  }
  const auto entries = [&] {
    double product = 1;
    for (int axis = 0; axis < D; ++axis)
      if (is_cut[axis]) product *= 1 + std::min(mean_size[axis], width[axis]) / size;
    return product;
  };
  size *= coarsening;
  while (entries() > most_entries && size < last_unit) size *= 1.25;

  double largest = 0;
  for (int axis = 0; axis < D; ++axis) {
    const double parts = is_cut[axis] ? std::max(1.0, std::floor(width[axis] / size)) : 1.0;
    // A hair wider than needed, so that the last place falls into the last block before it is made to.
    const double part = std::max(1.0, width[axis] * (1 + 1e-6) / parts);
    grid.count[axis] = static_cast<std::uint32_t>(parts);
    grid.last[axis] = static_cast<float>(parts - 1);
    grid.size[axis] = static_cast<float>(part);
    grid.per_block[axis] = static_cast<float>(1 / part);
    largest = std::max(largest, part);
  }
  grid.hit_more = 1 + hit_more_per_size * static_cast<float>(largest);
  return grid;
}

template <int D>
std::vector<Part<D>> blocks_of(const BlockFit<D>& fit, const BlockGrid& grid, const Items<D>& items) {
  std::vector<Part<D>> parts;
  if (!(fit.units_per_length > 0)) return parts;
  for (std::size_t item = 0; item < items.count(); ++item) {
    const Vec<D> centre = items.centre(item);
    Part<D> part{{}, PartKind::block, 0};
    for (int axis = 0; axis < D; ++axis) {
      const double size = static_cast<double>(grid.size[axis]);
      const double units = (centre[axis] - fit.origin[axis]) * fit.units_per_length;
      const double number = std::clamp(std::floor(units / size), 0.0, static_cast<double>(grid.last[axis]));
      part.box.lo[axis] = fit.origin[axis] + number * size / fit.units_per_length;
      part.box.hi[axis] = fit.origin[axis] + (number + 1) * size / fit.units_per_length;
    }
    parts.push_back(part);
  }
  remove_repeated(parts);
  return parts;
}

template std::vector<Part<2>> blocks_of(const BlockFit<2>&, const BlockGrid&, const Items<2>&);
template std::vector<Part<3>> blocks_of(const BlockFit<3>&, const BlockGrid&, const Items<3>&);
template struct BlockFit<2>;
template struct BlockFit<3>;
template BlockFit<2> fit_blocks(const Items<2>&, const Survey<2>&);
template BlockFit<3> fit_blocks(const Items<3>&, const Survey<3>&);

}  // namespace scree::search
