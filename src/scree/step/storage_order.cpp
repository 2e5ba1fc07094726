#include "scree/step/storage_order.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/base/parallel_sort.h"
#include "scree/base/random.h"

namespace scree::step {
namespace {

constexpr std::size_t grain = 2048;

/// Puts the bits of a number D apart.
template <int D>
std::uint64_t spread(std::uint64_t number) {
  if constexpr (D == 2) {
    number = (number | number << 16) & 0x0000'ffff'0000'ffff;
    number = (number | number << 8) & 0x00ff'00ff'00ff'00ff;
    number = (number | number << 4) & 0x0f0f'0f0f'0f0f'0f0f;
    number = (number | number << 2) & 0x3333'3333'3333'3333;
    return (number | number << 1) & 0x5555'5555'5555'5555;
  } else {
    number = (number | number << 32) & 0x001f'0000'0000'ffff;
    number = (number | number << 16) & 0x001f'0000'ff00'00ff;
    number = (number | number << 8) & 0x100f'00f0'0f00'f00f;
    number = (number | number << 4) & 0x10c3'0c30'c30c'30c3;
    return (number | number << 2) & 0x1249'2492'4924'9249;
  }
}

/// Numbers places so that near in space is near in code: bits of the three (two) cell numbers, interleaved.
template <int D>
class MortonGrid {
 public:
  /// Cells of at most this size. Each axis has a power of two of them, so that half of the codes are one side
  /// of a plane through the middle: threads that take a half each then have few neighbours in common.
  MortonGrid(const Box<D>& places, double cell) : origin_(places.lo) {
    int levels = 0;
    for (int axis = 0; axis < D; ++axis) {
      const double extent = places.hi[axis] - places.lo[axis];
      double cells = 1;
      int halvings = 0;
      for (; cells * cell < extent && cells < most + 1; ++halvings) cells *= 2;
      cells_per_length_[axis] = cells / extent;
      if (halvings >= levels) {
        levels = halvings;
        halved_axis_ = axis;
        half_ = static_cast<std::uint64_t>(cells / 2);
      }
    }
  }
  std::uint64_t code(const Vec<D>& position) const {
    std::uint64_t code = 0;
    for (int axis = 0; axis < D; ++axis) {
      const double scaled = (position[axis] - origin_[axis]) * cells_per_length_[axis];
      // What is no number, in a state that has exploded, goes to cell 0.
      auto cell = static_cast<std::uint64_t>(scaled > 0 ? std::min(scaled, most) : 0);
      // The far half is the mirror image of the near one: threads that start at both beginnings come by the
      // plane between them at the same places at the same time.
      if (axis == halved_axis_ && (cell & half_) != 0) cell ^= half_ - 1;
      code |= spread<D>(cell) << axis;
    }
    return code;
  }

 private:
  static constexpr double most = static_cast<double>((std::uint64_t{1} << (D == 2 ? 31 : 21)) - 1);
  Vec<D> origin_, cells_per_length_;
  int halved_axis_ = 0;  // by the first bit of the code
  std::uint64_t half_ = 0;
};

/// Bodies that are awake stay in front of those that sleep.
template <int D, class CodeOf>
std::vector<Slot> order_by(const world::Bodies<D>& bodies, const CodeOf& code_of) {
  struct Coded {
    std::uint64_t code;
    Id id;
    Slot slot;
  };
  std::vector<Coded> coded(bodies.size());
  parallel_for(bodies.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot)
      coded[slot] = {code_of(slot), bodies.id[slot], static_cast<Slot>(slot)};
  });
  const auto by_code = [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  };
  const auto first_asleep = coded.begin() + static_cast<std::ptrdiff_t>(bodies.awake());
  parallel_sort(coded.begin(), first_asleep, by_code);
  parallel_sort(first_asleep, coded.end(), by_code);
  std::vector<Slot> old_slot(coded.size());
  for (std::size_t k = 0; k < coded.size(); ++k) old_slot[k] = coded[k].slot;
  return old_slot;
}

}  // namespace

template <int D>
std::vector<Slot> order_in_space(const world::Bodies<D>& bodies, const Box<D>& extent, double cell) {
  const MortonGrid<D> grid(extent, cell);
  return order_by(bodies, [&](std::size_t slot) { return grid.code(bodies.motion[slot].position); });
}

template <int D>
std::vector<Slot> shuffled_order(const world::Bodies<D>& bodies, std::uint64_t seed) {
  return order_by(bodies, [&](std::size_t slot) {
    return random_bits(seed, purpose("shuffle storage"), bodies.id[slot]);
  });
}

template std::vector<Slot> order_in_space(const world::Bodies<2>&, const Box<2>&, double);
template std::vector<Slot> order_in_space(const world::Bodies<3>&, const Box<3>&, double);
template std::vector<Slot> shuffled_order(const world::Bodies<2>&, std::uint64_t);
template std::vector<Slot> shuffled_order(const world::Bodies<3>&, std::uint64_t);

}  // namespace scree::step
