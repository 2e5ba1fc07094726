// A friction problem over bodies: each contact moves with the bodies it joins. Velocities of bodies are kept
// multiplied by a root of their mass matrix, so that an impulse changes them by its own row, and bodies that
// cannot turn are no special case.
#pragma once

#include <memory>

#include "scree/base/parallel.h"
#include "scree/solve/block_lu.h"
#include "scree/solve/colours.h"
#include "scree/solve/cone.h"

namespace scree::solve {

template <class Layout_>
class BodySystem {
 public:
  using Layout = Layout_;
  static constexpr int size = Layout::size;
  static constexpr int freedoms = Layout::dimension == 2 ? 3 : 6;
  using Vector = Vec<size>;
  using Motion = Vec<freedoms>;

  /// How a contact moves with one body: a row for each component.
  using Rows = std::array<Motion, static_cast<std::size_t>(size)>;
  struct Contact {
    std::uint32_t first, second;  // the latter beyond the bodies if it does not move
    Rows first_rows, second_rows;
    Vector free;  // velocity without impulses
    Cone<Layout> cone;
  };

  /// Contacts sorted, those of a pair of bodies next to each other.
  BodySystem(std::size_t body_count, std::vector<Contact> contacts);

  std::size_t count() const { return contacts_.size(); }
  const Cone<Layout>& cone(std::size_t contact) const { return contacts_[contact].cone; }
  const Block<size>& own(std::size_t contact) const { return own_[contact]; }
  const Vector& free(std::size_t contact) const { return contacts_[contact].free; }

  void set(std::span<const Vector> impulses) { gather(impulses, motions_); }
  Vector velocity(std::size_t contact) const { return contacts_[contact].free + caused(contact, motions_); }
  void push(std::size_t contact, const Vector& change);
  /// Visits every contact once. Large islands are taken colour by colour, and the pairs of a colour by
  /// several threads; which order that is depends on the island alone.
  template <class F>
  void sweep(F&& visit);

  void multiply(std::span<const Vector> impulses, std::span<Vector> velocities);
  /// x with (1 + G W) x = b, G being the slopes. False if there is none to rounding.
  bool solve_newton(std::span<const Slope<size>> slopes, std::span<const Vector> b, std::span<Vector> x);

  /// What impulses add to the motion of bodies, in the scaled form in which rows were given.
  void gather(std::span<const Vector> impulses, std::vector<Motion>& motions) const;

 private:
  static constexpr std::size_t least_coloured = 256;  // contacts
  static constexpr std::size_t grain = 64;

  struct Seat {
    std::uint32_t contact;
    bool is_second;
  };
  Vector caused(std::size_t contact, std::span<const Motion> motions) const;
  void list_seats();
  void group_pairs();
  void add_slope(const Slope<size>& slope, const Contact& contact);

  std::size_t body_count_;
  std::vector<Contact> contacts_;
  std::vector<Block<size>> own_;
  std::vector<std::size_t> seat_starts_, pair_starts_;
  std::vector<Seat> seats_;
  Colours colours_;
  std::vector<Motion> motions_, scratch_;
  std::unique_ptr<EliminationPattern> pattern_;
  std::unique_ptr<BlockLu<freedoms>> factor_;
};

template <class Layout>
template <class F>
void BodySystem<Layout>::sweep(F&& visit) {
  if (count() < least_coloured) {
    for (std::size_t c = 0; c < count(); ++c) visit(c);
    return;
  }
  const auto visit_pair = [&](std::size_t pair) {
    for (std::size_t c = pair_starts_[pair]; c < pair_starts_[pair + 1]; ++c) visit(c);
  };
  for (const std::vector<std::size_t>& pairs : colours_.pairs)
    parallel_for(pairs.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) visit_pair(pairs[k]);
    });
  for (const std::size_t pair : colours_.rest) visit_pair(pair);
}

extern template class BodySystem<PlaneLayout>;
extern template class BodySystem<RollingPlaneLayout>;
extern template class BodySystem<SpaceLayout>;
extern template class BodySystem<RollingSpaceLayout>;

}  // namespace scree::solve
