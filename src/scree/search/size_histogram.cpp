#include "scree/search/size_histogram.h"

#include <algorithm>
#include <bit>

#include "scree/base/parallel.h"

namespace scree::search {
namespace {

constexpr std::size_t class_count = 64 * 40 + 1;

/// Exponent and first six bits of the fraction: one more for each class.
std::uint64_t class_of(double size) { return std::bit_cast<std::uint64_t>(size) >> 46; }

}  // namespace

template <int D>
std::vector<SizeClass> size_histogram(const Items<D>& items, const Vec<D>& largest) {
  double most = largest[0];
  for (int k = 1; k < D; ++k) most = std::max(most, largest[k]);
  const std::uint64_t top = class_of(most);

  std::vector<std::vector<SizeClass>> counted(static_cast<std::size_t>(threads()));
  parallel_for(items.count(), 8192, [&](std::size_t begin, std::size_t end) {
    auto& mine = counted[static_cast<std::size_t>(worker_index())];
    mine.resize(class_count, {0, 0});
    for (std::size_t item = begin; item < end; ++item) {
      const double size = size_of(items, item);
      SizeClass& sizes = mine[std::min<std::uint64_t>(top - class_of(size), class_count - 1)];
      sizes.size = std::max(sizes.size, size);
      ++sizes.count;
    }
  });

  std::vector<SizeClass> result;
  for (std::size_t k = class_count; k-- > 0;) {
    SizeClass sum{0, 0};
    for (const auto& part : counted)
      if (!part.empty()) sum = {std::max(sum.size, part[k].size), sum.count + part[k].count};
    if (sum.count > 0) result.push_back(sum);
  }
  return result;
}

template std::vector<SizeClass> size_histogram(const Items<2>&, const Vec<2>&);
template std::vector<SizeClass> size_histogram(const Items<3>&, const Vec<3>&);

}  // namespace scree::search
