// Sparse LU factors of matrices made of small square blocks whose pattern, though not their values, is
// symmetric: friction that follows the slip makes them so.
//
// Left-looking, one block column and row after the other; rows are exchanged inside a diagonal block only.
// Blocks are eliminated by least degree, ties by the lowest row: a function of the pattern alone, so the bits
// are too. Cost: that of the fill, which is small for
// graphs of touching bodies in the plane and grows faster in space (n^2 for n bodies in a cube).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scree/solve/small_block.h"

namespace scree::solve {

using Row = std::uint32_t;
using RowPair = std::pair<Row, Row>;

/// Where fill appears when rows are eliminated; found once for many matrices of the same pattern.
class EliminationPattern {
 public:
  /// Pairs beside the diagonal, in any order, repeated or not.
  EliminationPattern(std::size_t rows, std::span<const RowPair> pairs);

  std::size_t rows() const { return place_of_.size(); }
  std::size_t block_count() const { return column_rows_.size(); }
  /// When a row is eliminated.
  Row place_of(Row row) const { return place_of_[row]; }
  /// Rows below the diagonal of a column, by place, ascending.
  std::span<const Row> column(Row place) const {
    return std::span(column_rows_).subspan(starts_[place], starts_[place + 1] - starts_[place]);
  }
  std::size_t start(Row place) const { return starts_[place]; }
  /// Columns that reach into the row of a place, with where: their entry for that row.
  struct Reach {
    Row column;
    std::size_t entry;
  };
  std::span<const Reach> reaching(Row place) const {
    return std::span(reaches_).subspan(reach_starts_[place], reach_starts_[place + 1] - reach_starts_[place]);
  }

 private:
  void list_reaches();

  std::vector<Row> place_of_, column_rows_;
  std::vector<std::size_t> starts_, reach_starts_;
  std::vector<Reach> reaches_;
};

template <int N>
class BlockLu {
 public:
  explicit BlockLu(const EliminationPattern& pattern);

  void clear();
  void add(Row row, Row column, const Block<N>& block);
  /// False if a diagonal block cannot be inverted; the factors cannot be used then.
  bool factorise();
  /// In place.
  void solve(std::span<Vec<N>> x);

 private:
  const EliminationPattern& pattern_;
  std::vector<Block<N>> diagonal_;       // inverted by `factorise`
  std::vector<Block<N>> below_, right_;  // right of the diagonal: transposed, so that both are walked alike
  std::vector<Vec<N>> ordered_;
  std::vector<std::size_t> entry_of_;  // scratch of one column
};

extern template class BlockLu<2>;
extern template class BlockLu<3>;
extern template class BlockLu<6>;

}  // namespace scree::solve
