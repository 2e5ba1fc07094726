#include "scree/solve/matrix_system.h"

#include "scree/base/error.h"

namespace scree::solve {

template <class Layout>
MatrixSystem<Layout>::MatrixSystem(BlockRows<size> matrix, std::vector<Vector> free,
                                   std::vector<Cone<Layout>> cones)
    : matrix_(std::move(matrix)),
      free_(std::move(free)),
      impulses_(free_.size()),
      scratch_(free_.size()),
      cones_(std::move(cones)),
      own_(free_.size()) {
  SCREE_ASSERT(matrix_.starts.size() == count() + 1 && cones_.size() == count());
  for (std::size_t row = 0; row < count(); ++row)
    for (std::size_t k = matrix_.starts[row]; k < matrix_.starts[row + 1]; ++k)
      if (matrix_.columns[k] == row) own_[row] = matrix_.blocks[k];
}

template <class Layout>
typename MatrixSystem<Layout>::Vector MatrixSystem<Layout>::velocity(std::size_t contact) const {
  Vector sum = free_[contact];
  for (std::size_t k = matrix_.starts[contact]; k < matrix_.starts[contact + 1]; ++k)
    sum += matrix_.blocks[k] * impulses_[matrix_.columns[k]];
  return sum;
}

template <class Layout>
void MatrixSystem<Layout>::multiply(std::span<const Vector> impulses, std::span<Vector> velocities) const {
  for (std::size_t row = 0; row < count(); ++row) {
    Vector sum;
    for (std::size_t k = matrix_.starts[row]; k < matrix_.starts[row + 1]; ++k)
      sum += matrix_.blocks[k] * impulses[matrix_.columns[k]];
    velocities[row] = sum;
  }
}

// With R the roots and T = 1 + normal x tilt: (1 + R R' T W)^-1 = 1 - R (1 + R' T W R)^-1 R' T W. The matrix
// in the middle is well scaled, and symmetric and positive where nothing slides.
template <class Layout>
bool MatrixSystem<Layout>::solve_newton(std::span<const Slope<size>> slopes, std::span<const Vector> b,
                                        std::span<Vector> x) {
  if (!pattern_) {
    std::vector<RowPair> pairs;
    for (Row row = 0; row < count(); ++row)
      for (std::size_t k = matrix_.starts[row]; k < matrix_.starts[row + 1]; ++k)
        if (matrix_.columns[k] != row) pairs.emplace_back(row, matrix_.columns[k]);
    pattern_ = std::make_unique<EliminationPattern>(count(), pairs);
    factor_ = std::make_unique<BlockLu<size>>(*pattern_);
  }
  factor_->clear();
  for (Row row = 0; row < count(); ++row) {
    factor_->add(row, row, Block<size>::diagonal(1));
    for (std::size_t k = matrix_.starts[row]; k < matrix_.starts[row + 1]; ++k) {
      const Row column = matrix_.columns[k];
      Block<size> block = product(matrix_.blocks[k], slopes[column].root);
      for (int j = 0; j < size; ++j) {
        Vector line;
        for (int i = 0; i < size; ++i) line[i] = block.at[i][j];
        line = slopes[row].respond(line);
        for (int i = 0; i < size; ++i) block.at[i][j] = line[i];
      }
      factor_->add(row, column, block);
    }
  }
  if (!factor_->factorise()) return false;
  multiply(b, scratch_);
  for (std::size_t row = 0; row < count(); ++row) scratch_[row] = slopes[row].respond(scratch_[row]);
  factor_->solve(scratch_);
  for (std::size_t row = 0; row < count(); ++row) x[row] = b[row] - slopes[row].root * scratch_[row];
  return true;
}

template class MatrixSystem<PlaneLayout>;
template class MatrixSystem<SpaceLayout>;

}  // namespace scree::solve
