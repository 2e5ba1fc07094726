// A friction problem given by its matrix: velocities of contacts = matrix x impulses + free velocities. For
// stored problems that tell nothing of bodies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "scree/solve/block_lu.h"
#include "scree/solve/cone.h"

namespace scree::solve {

/// The matrix by rows of blocks, each row sorted by column and with its diagonal block.
template <int N>
struct BlockRows {
  std::vector<std::size_t> starts;  // count of rows + 1
  std::vector<Row> columns;
  std::vector<Block<N>> blocks;
};

template <class Layout_>
class MatrixSystem {
 public:
  using Layout = Layout_;
  static constexpr int size = Layout::size;
  using Vector = Vec<size>;

  MatrixSystem(BlockRows<size> matrix, std::vector<Vector> free, std::vector<Cone<Layout>> cones);

  std::size_t count() const { return free_.size(); }
  const Cone<Layout>& cone(std::size_t contact) const { return cones_[contact]; }
  const Block<size>& own(std::size_t contact) const { return own_[contact]; }
  const Vector& free(std::size_t contact) const { return free_[contact]; }

  /// From here on impulses are these.
  void set(std::span<const Vector> impulses) { impulses_.assign(impulses.begin(), impulses.end()); }
  Vector velocity(std::size_t contact) const;
  void push(std::size_t contact, const Vector& change) { impulses_[contact] += change; }
  template <class F>
  void sweep(F&& visit) {
    for (std::size_t contact = 0; contact < count(); ++contact) visit(contact);
  }

  /// Velocities that impulses cause.
  void multiply(std::span<const Vector> impulses, std::span<Vector> velocities) const;

  /// x with (1 + G W) x = b, W being the matrix and G the slopes. False if there is none to rounding.
  bool solve_newton(std::span<const Slope<size>> slopes, std::span<const Vector> b, std::span<Vector> x);

 private:
  BlockRows<size> matrix_;
  std::vector<Vector> free_, impulses_, scratch_;
  std::vector<Cone<Layout>> cones_;
  std::vector<Block<size>> own_;
  std::unique_ptr<EliminationPattern> pattern_;
  std::unique_ptr<BlockLu<size>> factor_;
};

extern template class MatrixSystem<PlaneLayout>;
extern template class MatrixSystem<SpaceLayout>;

}  // namespace scree::solve
