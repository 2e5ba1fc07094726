#include "scree/solve/body_system.h"

namespace scree::solve {

template <class Layout>
BodySystem<Layout>::BodySystem(std::size_t body_count, std::vector<Contact> contacts)
    : body_count_(body_count),
      contacts_(std::move(contacts)),
      own_(contacts_.size()),
      motions_(body_count),
      scratch_(body_count) {
  for (std::size_t c = 0; c < count(); ++c)
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        double sum = dot(contacts_[c].first_rows[i], contacts_[c].first_rows[j]);
        if (contacts_[c].second < body_count_)
          sum += dot(contacts_[c].second_rows[i], contacts_[c].second_rows[j]);
        own_[c].at[i][j] = sum;
      }
  list_seats();
  if (count() >= least_coloured) group_pairs();
}

template <class Layout>
void BodySystem<Layout>::list_seats() {
  seat_starts_.assign(body_count_ + 1, 0);
  for (const Contact& contact : contacts_) {
    ++seat_starts_[contact.first + 1];
    if (contact.second < body_count_) ++seat_starts_[contact.second + 1];
  }
  for (std::size_t body = 0; body < body_count_; ++body) seat_starts_[body + 1] += seat_starts_[body];
  seats_.resize(seat_starts_[body_count_]);
  std::vector<std::size_t> next(seat_starts_.begin(), seat_starts_.end() - 1);
  for (std::uint32_t c = 0; c < count(); ++c) {
    seats_[next[contacts_[c].first]++] = {c, false};
    if (contacts_[c].second < body_count_) seats_[next[contacts_[c].second]++] = {c, true};
  }
}

template <class Layout>
void BodySystem<Layout>::group_pairs() {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t c = 0; c < count(); ++c) {
    const std::pair<std::uint32_t, std::uint32_t> pair{contacts_[c].first, contacts_[c].second};
    if (!pairs.empty() && pairs.back() == pair) continue;
    pairs.push_back(pair);
    pair_starts_.push_back(c);
  }
  pair_starts_.push_back(count());
  colours_ = colour_pairs(body_count_, pairs);
}

template <class Layout>
typename BodySystem<Layout>::Vector BodySystem<Layout>::caused(std::size_t contact,
                                                               std::span<const Motion> motions) const {
  const Contact& at = contacts_[contact];
  Vector velocity;
  for (std::size_t i = 0; i < size; ++i) {
    velocity[i] = dot(at.first_rows[i], motions[at.first]);
    if (at.second < body_count_) velocity[i] += dot(at.second_rows[i], motions[at.second]);
  }
  return velocity;
}

template <class Layout>
void BodySystem<Layout>::push(std::size_t contact, const Vector& change) {
  const Contact& at = contacts_[contact];
  for (std::size_t i = 0; i < size; ++i) {
    motions_[at.first] += change[i] * at.first_rows[i];
    if (at.second < body_count_) motions_[at.second] += change[i] * at.second_rows[i];
  }
}

template <class Layout>
void BodySystem<Layout>::gather(std::span<const Vector> impulses, std::vector<Motion>& motions) const {
  motions.resize(body_count_);
  parallel_for(body_count_, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t body = begin; body < end; ++body) {
      Motion sum;
      for (std::size_t k = seat_starts_[body]; k < seat_starts_[body + 1]; ++k) {
        const Contact& at = contacts_[seats_[k].contact];
        const Rows& rows = seats_[k].is_second ? at.second_rows : at.first_rows;
        const Vector& impulse = impulses[seats_[k].contact];
        for (std::size_t i = 0; i < size; ++i) sum += impulse[i] * rows[i];
      }
      motions[body] = sum;
    }
  });
}

template <class Layout>
void BodySystem<Layout>::multiply(std::span<const Vector> impulses, std::span<Vector> velocities) {
  gather(impulses, scratch_);
  parallel_for(count(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t c = begin; c < end; ++c) velocities[c] = caused(c, scratch_);
  });
}

template <class Layout>
void BodySystem<Layout>::add_slope(const Slope<size>& slope, const Contact& contact) {
  const bool is_pair = contact.second < body_count_;
  // Columns of rows: answer to a unit motion of each freedom of a body.
  const auto add = [&](Row row, const Rows& row_rows, Row column, const Rows& column_rows) {
    Block<freedoms> block;
    for (int f = 0; f < freedoms; ++f) {
      Vector velocity;
      for (std::size_t i = 0; i < size; ++i) velocity[i] = column_rows[i][f];
      const Vector impulse = slope.root * slope.respond(velocity);
      for (int g = 0; g < freedoms; ++g) {
        double sum = row_rows[0][g] * impulse[0];
        for (std::size_t i = 1; i < size; ++i) sum += row_rows[i][g] * impulse[i];
        block.at[g][f] = sum;
      }
    }
    factor_->add(row, column, block);
  };
  add(contact.first, contact.first_rows, contact.first, contact.first_rows);
  if (!is_pair) return;
  add(contact.first, contact.first_rows, contact.second, contact.second_rows);
  add(contact.second, contact.second_rows, contact.first, contact.first_rows);
  add(contact.second, contact.second_rows, contact.second, contact.second_rows);
}

// With J the rows, W = J J': y = J' x gives (1 + J' G J) y = J' b, then x = b - G J y. The matrix is over
// bodies.
template <class Layout>
bool BodySystem<Layout>::solve_newton(std::span<const Slope<size>> slopes, std::span<const Vector> b,
                                      std::span<Vector> x) {
  if (!pattern_) {
    std::vector<RowPair> pairs;
    for (const Contact& contact : contacts_)
      if (contact.second < body_count_) pairs.emplace_back(contact.first, contact.second);
    pattern_ = std::make_unique<EliminationPattern>(body_count_, pairs);
    factor_ = std::make_unique<BlockLu<freedoms>>(*pattern_);
  }
  factor_->clear();
  for (Row body = 0; body < body_count_; ++body) factor_->add(body, body, Block<freedoms>::diagonal(1));
  for (std::size_t c = 0; c < count(); ++c) add_slope(slopes[c], contacts_[c]);
  if (!factor_->factorise()) return false;
  gather(b, scratch_);
  factor_->solve(scratch_);
  for (std::size_t c = 0; c < count(); ++c)
    x[c] = b[c] - slopes[c].root * slopes[c].respond(caused(c, scratch_));
  return true;
}

template class BodySystem<PlaneLayout>;
template class BodySystem<RollingPlaneLayout>;
template class BodySystem<SpaceLayout>;
template class BodySystem<RollingSpaceLayout>;

}  // namespace scree::solve
