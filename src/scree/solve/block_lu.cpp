#include "scree/solve/block_lu.h"

#include <algorithm>
#include <set>

namespace scree::solve {
namespace {

/// The graph of what is left, with fill as it appears.
class Elimination {
 public:
  Elimination(std::size_t rows, std::span<const RowPair> pairs) : neighbours_(rows) {
    for (const auto& [a, b] : pairs) {
      if (a == b) continue;
      neighbours_[a].push_back(b);
      neighbours_[b].push_back(a);
    }
    for (Row row = 0; row < rows; ++row) {
      std::vector<Row>& list = neighbours_[row];
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      queue_.insert({list.size(), row});
    }
  }

  /// The row of least degree; its neighbours become neighbours of each other.
  std::pair<Row, std::vector<Row>> take() {
    const Row row = queue_.begin()->second;
    queue_.erase(queue_.begin());
    std::vector<Row> list = std::move(neighbours_[row]);
    for (const Row other : list) {
      std::vector<Row>& old = neighbours_[other];
      queue_.erase({old.size(), other});
      merged_.clear();
      std::set_union(old.begin(), old.end(), list.begin(), list.end(), std::back_inserter(merged_));
      old.clear();
      for (const Row kept : merged_)
        if (kept != row && kept != other) old.push_back(kept);
      queue_.insert({old.size(), other});
    }
    return {row, std::move(list)};
  }

 private:
  std::vector<std::vector<Row>> neighbours_;
  std::set<std::pair<std::size_t, Row>> queue_;
  std::vector<Row> merged_;
};

/// c -= a x transposed b.
template <int N>
void subtract_product(Block<N>& c, const Block<N>& a, const Block<N>& b) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = a.at[i][0] * b.at[j][0];
      for (int k = 1; k < N; ++k) sum += a.at[i][k] * b.at[j][k];
      c.at[i][j] -= sum;
    }
}

}  // namespace

EliminationPattern::EliminationPattern(std::size_t rows, std::span<const RowPair> pairs) : place_of_(rows) {
  Elimination elimination(rows, pairs);
  starts_.push_back(0);
  for (Row place = 0; place < rows; ++place) {
    auto [row, list] = elimination.take();
    place_of_[row] = place;
    column_rows_.insert(column_rows_.end(), list.begin(), list.end());
    starts_.push_back(column_rows_.size());
  }
  for (Row place = 0; place < rows; ++place) {
    const auto begin = column_rows_.begin() + static_cast<std::ptrdiff_t>(starts_[place]);
    const auto end = column_rows_.begin() + static_cast<std::ptrdiff_t>(starts_[place + 1]);
    for (auto row = begin; row != end; ++row) *row = place_of_[*row];
    std::sort(begin, end);
  }
  list_reaches();
}

void EliminationPattern::list_reaches() {
  const std::size_t count = rows();
  reach_starts_.assign(count + 1, 0);
  for (const Row row : column_rows_) ++reach_starts_[row + 1];
  for (std::size_t place = 0; place < count; ++place) reach_starts_[place + 1] += reach_starts_[place];
  reaches_.resize(column_rows_.size());
  std::vector<std::size_t> next(reach_starts_.begin(), reach_starts_.end() - 1);
  for (Row place = 0; place < count; ++place)
    for (std::size_t entry = starts_[place]; entry < starts_[place + 1]; ++entry)
      reaches_[next[column_rows_[entry]]++] = {place, entry};
}

template <int N>
BlockLu<N>::BlockLu(const EliminationPattern& pattern)
    : pattern_(pattern),
      diagonal_(pattern.rows()),
      below_(pattern.block_count()),
      right_(pattern.block_count()),
      ordered_(pattern.rows()),
      entry_of_(pattern.rows()) {}

template <int N>
void BlockLu<N>::clear() {
  for (auto* blocks : {&diagonal_, &below_, &right_}) std::fill(blocks->begin(), blocks->end(), Block<N>{});
}

template <int N>
void BlockLu<N>::add(Row row, Row column, const Block<N>& block) {
  const Row low = pattern_.place_of(row), left = pattern_.place_of(column);
  if (low == left) {
    add_to(diagonal_[low], block);
    return;
  }
  const Row first = std::min(low, left);
  const std::span<const Row> rows = pattern_.column(first);
  const auto found = std::lower_bound(rows.begin(), rows.end(), std::max(low, left));
  const std::size_t entry = pattern_.start(first) + static_cast<std::size_t>(found - rows.begin());
  if (low > left)
    add_to(below_[entry], block);
  else
    add_to(right_[entry], transpose(block));
}

template <int N>
bool BlockLu<N>::factorise() {
  for (Row place = 0; place < pattern_.rows(); ++place) {
    const std::span<const Row> rows = pattern_.column(place);
    const std::size_t start = pattern_.start(place);
    for (std::size_t k = 0; k < rows.size(); ++k) entry_of_[rows[k]] = start + k;
    for (const auto& [column, entry] : pattern_.reaching(place)) {
      subtract_product(diagonal_[place], below_[entry], right_[entry]);
      const std::size_t begin = pattern_.start(column);
      const std::span<const Row> others = pattern_.column(column);
      for (std::size_t k = entry + 1; k < begin + others.size(); ++k) {
        const std::size_t target = entry_of_[others[k - begin]];
        subtract_product(below_[target], below_[k], right_[entry]);
        subtract_product(right_[target], right_[k], below_[entry]);
      }
    }
    if (!invert(diagonal_[place])) return false;
    for (std::size_t k = 0; k < rows.size(); ++k)
      below_[start + k] = product(below_[start + k], diagonal_[place]);
  }
  return true;
}

template <int N>
void BlockLu<N>::solve(std::span<Vec<N>> x) {
  for (Row row = 0; row < pattern_.rows(); ++row) ordered_[pattern_.place_of(row)] = x[row];
  for (Row place = 0; place < pattern_.rows(); ++place) {
    std::size_t entry = pattern_.start(place);
    for (const Row row : pattern_.column(place)) ordered_[row] -= below_[entry++] * ordered_[place];
  }
  for (Row place = static_cast<Row>(pattern_.rows()); place-- > 0;) {
    std::size_t entry = pattern_.start(place);
    for (const Row row : pattern_.column(place))
      ordered_[place] -= transposed_times(right_[entry++], ordered_[row]);
    ordered_[place] = diagonal_[place] * ordered_[place];
  }
  for (Row row = 0; row < pattern_.rows(); ++row) x[row] = ordered_[pattern_.place_of(row)];
}

template class BlockLu<2>;
template class BlockLu<3>;
template class BlockLu<6>;

}  // namespace scree::solve
