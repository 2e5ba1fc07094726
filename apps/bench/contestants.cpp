#include "contestants.h"

#include <fmt/format.h>
#include <malloc.h>

#include <atomic>
#include <numeric>

#include "scree/base/error.h"
#include "scree/base/timer.h"

namespace scree::cli {
namespace {

class Counter final : public search::PairSink {
 public:
  void take(std::span<const search::Pair> pairs, const search::Image&) override { count += pairs.size(); }
  std::atomic<std::size_t> count{0};
};

std::size_t allocated_bytes() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

}  // namespace

template <int D>
std::size_t count_pairs(search::ContactSearch<D>& search, const search::Items<D>& items) {
  Counter counter;
  search.prepare(items);
  search.find_pairs(counter);
  return counter.count;
}

template <int D>
Contestant<D>::Contestant(std::string_view name, double patience) : name_(name), patience_(patience) {
  const search::Entry* const entry = search::find_entry(name);
  SCREE_ASSERT(entry != nullptr);
  search_ = search::make<D>(*entry);
}

template <int D>
std::size_t Contestant<D>::searched(const search::Items<D>& items) {
  const std::size_t allocated = allocated_bytes();
  const double begin = process_cpu_seconds();
  const std::size_t pairs = count_pairs(*search_, items);
  last_ = process_cpu_seconds() - begin;
  bytes_ += allocated_bytes() - allocated;
  return pairs;
}

template <int D>
void Contestant<D>::search_untimed(const search::Items<D>& items) {
  searched(items);
}

template <int D>
void Contestant<D>::search(const search::Items<D>& items, std::size_t expected_pairs) {
  if (!times_.empty() && last_ > patience_ && ++calls_ % 25 != 0) return;
  const std::size_t pairs = searched(items);
  times_.push_back(last_);
  if (pairs != expected_pairs)
    throw RunError(fmt::format("{} found {} pairs instead of {}", name_, pairs, expected_pairs));
}

template <int D>
double Contestant<D>::mean_seconds() const {
  if (times_.empty()) return 0;
  return std::accumulate(times_.begin(), times_.end(), 0.0) / static_cast<double>(times_.size());
}

template std::size_t count_pairs(search::ContactSearch<2>&, const search::Items<2>&);
template std::size_t count_pairs(search::ContactSearch<3>&, const search::Items<3>&);
template class Contestant<2>;
template class Contestant<3>;

}  // namespace scree::cli
