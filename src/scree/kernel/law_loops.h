// The loops of a law over a batch of contacts. Compiled per target and instantiated for every law of
// law/laws.h.
#pragma once

#include "scree/base/exact_sum.h"
#include "scree/kernel/bonds.h"
#include "scree/kernel/kernels.h"
#include "scree/kernel/memory_rows.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

enum class Partner { body, wall, given };

template <class Law, bool rolling, Partner partner, int D>
auto frame_at(const ContactBatch<D>& batch, std::size_t at, Lanes& overlap_ratio) {
  constexpr FrameNeeds needs{Law::arm,
                             Law::of_area,
                             rolling || Law::of_area || Law::of_radius,
                             rolling || Law::of_area,
                             law::has_area_potential<Law>(),
                             Law::reaches};
  if constexpr (partner == Partner::body)
    return pair_frame<needs, D>(batch, at, overlap_ratio);
  else if constexpr (partner == Partner::wall)
    return wall_frame<needs, D>(batch, at, overlap_ratio);
  else
    return given_frame(batch, at, overlap_ratio);
}

/// A contact that existed at the last commit goes on beyond touching, if its law says so.
template <class Law, Partner partner, int D, class AnyFrame>
void take_bonds(const Law& law, const ContactBatch<D>& batch, std::size_t at, AnyFrame& frame) {
  if constexpr (Law::reaches && partner != Partner::given) {
    double existed[lane_count];
    for (int k = 0; k < lane_count; ++k) existed[k] = batch.memory_index[at + k] != 0 ? 1 : 0;
    const LaneMask known = Lanes(hn::LoadU(Tag(), existed)) > Lanes(0.0);
    frame.touches =
        frame.touches | (known & law.normal.lasts(frame.contact.overlap, frame.contact.reduced_radius));
  }
}

/// The contact of a frame as laws see it. Round bodies meet with their centres on the normal, which need not
/// go through memory.
template <Partner partner, class AnyFrame>
auto contact_of(const AnyFrame& frame) {
  auto contact = frame.contact;
  if constexpr (partner != Partner::given) contact.impact_mass = contact.reduced_mass;
  return contact;
}

/// Running sums of the losses of a batch.
template <bool rolling>
struct LossSums {
  explicit LossSums(double per_quantum) : per_quantum_(per_quantum), most_(most_quanta) {}

  /// Of so many contacts, if there are not enough for all lanes.
  void add(law::Losses<Lanes> losses, std::size_t count) {
    if (count < lane_count) {
      const LaneMask counted = first_lanes(count);
      const Lanes zero(0.0);
      losses.damping = select(counted, losses.damping, zero);
      losses.friction = select(counted, losses.friction, zero);
      losses.rolling = select(counted, losses.rolling, zero);
      losses.model = select(counted, losses.model, zero);
    }
    damping_.add(losses.damping, per_quantum_, most_);
    friction_.add(losses.friction, per_quantum_, most_);
    if constexpr (rolling) rolling_.add(losses.rolling, per_quantum_, most_);
    model_.add(losses.model, per_quantum_, most_);
  }
  BatchSums sums() const {
    return {damping_.value(), friction_.value(), rolling_.value(), model_.value(), 0};
  }

 private:
  Lanes per_quantum_, most_;
  QuantaSum damping_, friction_, rolling_, model_;
};

template <bool rolling, int D>
void store_force(const Frame<D>& frame, const law::Response<Lanes, D>& response, double* record,
                 std::size_t width) {
  const LaneVector<D> force = response.normal_force * frame.contact.normal + response.tangential_force;
  const LaneSpin<D> torque = cross(response.tangential_force, frame.contact.normal);
  if constexpr (D == 2) {
    const Lanes row[4] = {force[0], force[1], frame.arm_first * torque[0] + response.roll_torque[0],
                          frame.arm_second * torque[0] - response.roll_torque[0]};
    store_rows(row, record, width);
  } else {
    const Lanes upper[4] = {force[0], force[1], force[2], frame.arm_first};
    const Lanes lower[4] = {torque[0], torque[1], torque[2], frame.arm_second};
    store_rows(upper, record, width);
    store_rows(lower, record + 4, width);
    if (width > 8) {
      const Lanes roll[4] = {response.roll_torque[0], response.roll_torque[1], response.roll_torque[2],
                             Lanes(0.0)};
      store_rows(roll, record + 8, width);
    }
  }
}

/// What contacts need lies anywhere, and a miss costs more than a law. Bodies and memory come in order on
/// the whole, but with gaps, which the hardware does not follow.
template <int D>
void fetch_contacts(const ContactBatch<D>& batch, std::size_t at) {
  if (at + lane_count > batch.count) return;
  const auto fetch_body = [&](BodyOffset body) {
    const double* const record = reinterpret_cast<const double*>(batch.motion) + body;
    __builtin_prefetch(record);
    __builtin_prefetch(record + doubles_per_body<D> - 1);
  };
  for (int k = 0; k < lane_count; ++k) {
    fetch_body(batch.first[at + k]);
    fetch_body(batch.second[at + k]);
    __builtin_prefetch(batch.memory_before + batch.memory_index[at + k] * batch.memory_width);
  }
}

template <bool rolling, int D>
void store_force(const GivenFrame& frame, const law::Response<Lanes, 2>& response, double* record,
                 std::size_t width) {
  const LaneVector<2> force = response.normal_force * frame.contact.normal + response.tangential_force;
  const Lanes row[4] = {force[0], force[1], cross(frame.lever_first, force)[0] + response.roll_torque[0],
                        Lanes(0.0) - cross(frame.lever_second, force)[0] - response.roll_torque[0]};
  store_rows(row, record, width);
}

/// Geometry first, then the law, for some contacts at a time: two short loops keep more contacts in flight
/// than a long one, whose roots and quotients wait for each other.
inline constexpr int frames_at_once = 8;
// What the next frames need comes while the laws of these are evaluated.
inline constexpr std::size_t fetched_ahead = frames_at_once * lane_count;
static_assert(written_at_once % lane_count == 0);

template <class Law, bool rolling, Partner partner, int D>
SCREE_KERNEL_FLATTEN BatchSums evaluate(const ContactBatch<D>& given) {
  const ContactBatch<D> batch = given;  // see lanes.h
  const Law law = constants_of<Law>(batch.law);
  const Lanes dt(batch.dt), zero(0.0);
  LossSums<rolling> losses(batch.per_quantum);
  const bool has_mean = batch.mean_motion != nullptr;  // the copy above is not to leave this function
  Lanes worst(0.0), overlap_ratio;
  decltype(frame_at<Law, rolling, partner>(batch, 0, worst)) frames[frames_at_once];
  for (std::size_t begin = 0; begin < batch.count; begin += frames_at_once * lane_count) {
    int made = 0;
    for (std::size_t at = begin; made < frames_at_once && at < batch.count; at += lane_count, ++made) {
      if (partner != Partner::wall && batch.fetches_ahead) fetch_contacts(batch, at + fetched_ahead);
      frames[made] = frame_at<Law, rolling, partner>(batch, at, overlap_ratio);
      take_bonds<Law, partner>(law, batch, at, frames[made]);
      worst = larger(overlap_ratio, worst);
    }
    for (int k = 0; k < made; ++k) {
      const std::size_t at = begin + static_cast<std::size_t>(k) * lane_count;
      const auto& frame = frames[k];
      const law::Contact<Lanes, D> contact = contact_of<partner>(frame);
      const law::Memory<Lanes, D> before = load_memory<Law::remembers(rolling), D>(
          batch.memory_before, batch.memory_width, batch.memory_index + at);
      law::Way<Lanes, D> way = law::way_of<rolling, Lanes, D>(contact, dt);
      way.is_mean = !has_mean && batch.dt > 0;
      if (has_mean) [[unlikely]] {
        const law::Way<Lanes, D> lead = lead_of_mean<rolling, partner == Partner::body, D>(given, at, frame);
        way.slip = way.slip + lead.slip;
        if constexpr (rolling) way.roll = way.roll + lead.roll;
      }
      law::Response<Lanes, D> response = law.template respond<rolling, Lanes, D>(contact, way, before);
      // A contact that has just ended is evaluated once more: no force, but its last half step is accounted
      // for.
      response.normal_force = select(frame.touches, response.normal_force, zero);
      response.tangential_force = select(frame.touches, response.tangential_force, LaneVector<D>::zero());
      response.roll_torque = select(frame.touches, response.roll_torque, LaneSpin<D>::zero());
      response.memory = kept_where<Law::remembers(rolling), D>(frame.touches, response.memory);
      if (batch.per_quantum != 0) {
        losses.add(law.template account<rolling, Lanes, D>(contact, before, response.memory,
                                                           response.slides | !frame.touches,
                                                           response.yields | !frame.touches, dt),
                   batch.count - at);
      }
      store_force<rolling, D>(frame, response, batch.force + at * batch.force_width, batch.force_width);
      store_memory<Law::remembers(rolling), D>(response.memory, batch.memory_after + at * batch.memory_width,
                                               batch.memory_width);
    }
  }
  BatchSums sums = losses.sums();
  sums.overlap_ratio = largest_of(worst);
  return sums;
}

/// Consecutive record numbers, for memory_after.
inline void consecutive(std::size_t at, std::size_t count, std::uint32_t* index) {
  for (int k = 0; k < lane_count; ++k)
    index[k] = static_cast<std::uint32_t>(at + k < count ? at + k : count - 1);
}

template <class Law, bool rolling, Partner partner, int D>
SCREE_KERNEL_FLATTEN BatchSums account(const ContactBatch<D>& batch) {
  const Law law = constants_of<Law>(batch.law);
  const Lanes dt(batch.dt);
  Lanes no_matter;
  LossSums<rolling> losses(batch.per_quantum);
  for (std::size_t at = 0; at < batch.count; at += lane_count) {
    const auto frame = frame_at<Law, rolling, partner>(batch, at, no_matter);
    const law::Memory<Lanes, D> before = load_memory<Law::remembers(rolling), D>(
        batch.memory_before, batch.memory_width, batch.memory_index + at);
    std::uint32_t index[lane_count];
    consecutive(at, batch.count, index);
    const law::Memory<Lanes, D> after =
        load_memory<Law::remembers(rolling), D>(batch.memory_after, batch.memory_width, index);
    losses.add(law.template account<rolling, Lanes, D>(contact_of<partner>(frame), before, after, dt),
               batch.count - at);
  }
  return losses.sums();
}

template <class Law, bool rolling, Partner partner, int D>
SCREE_KERNEL_FLATTEN Quanta stored(const ContactBatch<D>& batch) {
  const Law law = constants_of<Law>(batch.law);
  const Lanes per_quantum(batch.per_quantum), most(most_quanta), zero(0.0);
  Lanes no_matter;
  QuantaSum sum;
  for (std::size_t at = 0; at < batch.count; at += lane_count) {
    auto frame = frame_at<Law, rolling, partner>(batch, at, no_matter);
    take_bonds<Law, partner>(law, batch, at, frame);
    std::uint32_t index[lane_count];
    consecutive(at, batch.count, index);
    const law::Memory<Lanes, D> memory =
        load_memory<Law::remembers(rolling), D>(batch.memory_after, batch.memory_width, index);
    const LaneMask counted =
        first_lanes(batch.count - at < lane_count ? batch.count - at : lane_count) & frame.touches;
    sum.add(select(counted, law.template stored_energy<rolling, Lanes, D>(contact_of<partner>(frame), memory),
                   zero),
            per_quantum, most);
  }
  return sum.value();
}

template <class Law, bool rolling, Partner partner, int D>
ContactLoops<D> contact_loops() {
  return {evaluate<Law, rolling, partner, D>, account<Law, rolling, partner, D>,
          stored<Law, rolling, partner, D>};
}

template <class Law, bool rolling, int D>
LawKernels<D> law_kernels() {
  LawKernels<D> kernels;
  kernels.pairs = contact_loops<Law, rolling, Partner::body, D>();
  kernels.walls = contact_loops<Law, rolling, Partner::wall, D>();
  if constexpr (Law::reaches) kernels.keep_bonds = keep_bonds<Law, D>;
  if constexpr (D == 2) kernels.given = contact_loops<Law, rolling, Partner::given, 2>();
  return kernels;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
