// How the list of candidates is kept: built anew before a pair could be missed, narrowed to those that are
// near, with the skin that pays; and bodies are kept in an order of storage in which neighbours in space are
// near.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "scree/base/parallel.h"
#include "scree/base/parallel_sort.h"
#include "scree/base/random.h"
#include "scree/step/dynamics.h"

namespace scree::step {
namespace {

constexpr std::size_t grain = 2048;
/// Storage is sorted in space at every so many rebuilds: bodies wander slowly.
constexpr std::uint64_t rebuilds_per_reorder = 8;
/// How near bodies must be for steps to look at them, until the list is narrowed anew.
constexpr double share_of_skin = 0.15;
/// To order the list anew takes as long as several looks at it; with fewer before the next time, it is left
/// alone.
constexpr double fewest_looks = 4;

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

}  // namespace

template <int D>
search::Periods<D> Dynamics<D>::periods() const {
  search::Periods<D> periods;
  periods.length = box_.length;
  periods.origin = box_.origin;
  periods.is_sheared = box_.is_sheared;
  if (box_.is_sheared)
    periods.shear = {box_.shear.flow, box_.shear.gradient, box_.shear.offset[box_.shear.flow]};
  return periods;
}

template <int D>
void Dynamics<D>::begin_step() {
  const bool due = rebuilds_ == 0 || rebuilds_ - rebuilds_at_reorder_ >= rebuilds_per_reorder;
  if (!due && !settings_.shuffle_every_step) return;
  const PhaseTimes::Scope scope(phases_, phase_search_);
  const ContactRecords records = awake_contacts();
  reorder_storage();
  rebuild(records);
  rebuilds_at_reorder_ = rebuilds_;
}

template <int D>
double Dynamics<D>::farthest_since_build() const {
  std::vector<double> farthest(block_count(bodies_.awake(), grain), 0.0);
  for_each_block(bodies_.awake(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    double most = 0;
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Vec<D> way = bodies_.motion[slot].position - built_at_[slot];
      most = std::max(most, dot(way, way));
    }
    farthest[block] = most;
  });
  return farthest.empty() ? 0 : std::sqrt(*std::max_element(farthest.begin(), farthest.end()));
}

template <int D>
void Dynamics<D>::keep_list_valid() {
  const PhaseTimes::Scope scope(phases_, phase_search_);
  // Two bodies, or a body and a wall, may each use half of the skin. The sum of largest steps is a cheap
  // bound on the way of any body; the true way is measured only when the bound runs out.
  // In a sheared box, the copies of others have moved as well.
  const double allowed = 0.5 * (settings_.skin - shear_.path_since_mark());
  if (list_is_valid_ && !settings_.shuffle_every_step && drive_.farthest_since_mark() < allowed) {
    if (moved_ < allowed) return;
    moved_ = farthest_since_build();
    if (moved_ < allowed) return;
  }
  // A search can make nothing of an exploded state; whoever steps will notice at the end of the step.
  if (is_sound()) rebuild(awake_contacts());
}

template <int D>
void Dynamics<D>::keep_list_narrow() {
  const double path = coarse_.path(), step = path - looked_at_path_;
  looked_at_path_ = path;
  if (path < narrow_until_ || box_.is_sheared || !candidates_.can_be_narrowed()) return;
  constexpr double all = std::numeric_limits<double>::infinity();
  double margin = share_of_skin * settings_.skin;
  if (0.5 * margin < fewest_looks * step) margin = all;
  // A new list is as wide as can be.
  if (margin != all || narrow_until_ > narrow_from_) contacts_.narrow(bodies_, coarse_, candidates_, margin);
  narrow_until_ = path + 0.5 * margin;
}

template <int D>
void Dynamics<D>::choose_skin() {
  const double seconds = std::max(0.0, phases_.phases()[phase_contacts_].seconds - contact_seconds_);
  const double way = std::max(moved_ + 0.5 * shear_.path_since_mark(), drive_.farthest_since_mark());
  settings_.skin = skin_keeper_.next_skin(settings_.narrowest_skin, settings_.widest_skin, way,
                                          evaluations_since_rebuild_, seconds);
}

template <int D>
void Dynamics<D>::rebuild(const ContactRecords& records) {
  if (rebuilds_ > 0 && list_is_valid_ && chooses_skin()) choose_skin();
  const Stopwatch watch;
  if (box_.is_sheared) periodic_search_->set_periods(periods());
  candidates_.build(bodies_, walls_, interactions_, *search_, box_, settings_.skin, records.keys);
  contacts_.adopt(records, bodies_, candidates_);
  built_at_.resize(bodies_.size());
  if (box_.any()) wrapped_.resize(block_count(bodies_.size(), kernel::gathered_at_once));
  parallel_for(bodies_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) built_at_[slot] = bodies_.motion[slot].position;
  });
  const Survey survey = survey_bodies();
  const Box<D> reach = reach_of(survey);
  drive_.mark(reach);
  shear_.mark();
  coarse_.set_extent(reach);
  least_radius_ = survey.least_radius;
  moved_ = 0;
  narrow_from_ = narrow_until_ = coarse_.path();
  list_is_valid_ = true;
  evaluations_since_rebuild_ = 0;
  ++rebuilds_;
  contact_seconds_ = phases_.phases()[phase_contacts_].seconds;
  skin_keeper_.note_list(D, settings_.skin,
                         survey.sizes / static_cast<double>(std::max<std::size_t>(bodies_.size(), 1)),
                         candidates_.entry_count(), watch.seconds());
}

template <int D>
typename Dynamics<D>::Survey Dynamics<D>::survey_bodies() const {
  std::vector<Survey> of_block(block_count(bodies_.size(), grain));
  for_each_block(bodies_.size(), grain, [&](std::size_t block, std::size_t begin, std::size_t end) {
    Survey survey;
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Motion<D>& motion = bodies_.motion[slot];
      survey.places.include(Box<D>::around(motion.position, motion.radius));
      survey.sizes += 2 * motion.radius;
      survey.least_radius = std::min(survey.least_radius, motion.radius);
      survey.most_radius = std::max(survey.most_radius, motion.radius);
    }
    of_block[block] = survey;
  });
  Survey survey;
  for (const Survey& one : of_block) {
    survey.places.include(one.places);
    survey.sizes += one.sizes;
    survey.least_radius = std::min(survey.least_radius, one.least_radius);
    survey.most_radius = std::max(survey.most_radius, one.most_radius);
  }
  for (int k = 0; k < D && !survey.places.is_empty(); ++k) {
    survey.places.lo[k] -= settings_.skin;
    survey.places.hi[k] += settings_.skin;
  }
  return survey;
}

template <int D>
Box<D> Dynamics<D>::reach_of(const Survey& survey) const {
  Box<D> reach = survey.places;
  const double margin = survey.most_radius + settings_.skin;
  for (int k = 0; k < D && !reach.is_empty(); ++k) {
    if (!box_.is_periodic(k)) continue;
    reach.lo[k] = std::min(reach.lo[k], box_.origin[k] - margin);
    reach.hi[k] = std::max(reach.hi[k], box_.origin[k] + box_.length[k] + margin);
  }
  return reach;
}

template <int D>
void Dynamics<D>::reorder_storage() {
  if (bodies_.size() == 0) return;
  const Survey survey = survey_bodies();
  const MortonGrid<D> grid(survey.places, survey.sizes / static_cast<double>(bodies_.size()));
  struct Coded {
    std::uint64_t code;
    Id id;
    Slot slot;
  };
  std::vector<Coded> coded(bodies_.size());
  parallel_for(bodies_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t slot = begin; slot < end; ++slot) {
      const Id id = bodies_.id[slot];
      const std::uint64_t code = settings_.shuffle_every_step
                                     ? random_bits(rebuilds_, purpose("shuffle storage"), id)
                                     : grid.code(bodies_.motion[slot].position);
      coded[slot] = {code, id, static_cast<Slot>(slot)};
    }
  });
  const auto by_code = [](const Coded& a, const Coded& b) {
    return a.code != b.code ? a.code < b.code : a.id < b.id;
  };
  const auto first_asleep = coded.begin() + static_cast<std::ptrdiff_t>(bodies_.awake());
  parallel_sort(coded.begin(), first_asleep, by_code);
  parallel_sort(first_asleep, coded.end(), by_code);
  std::vector<Slot> old_slot(coded.size());
  for (std::size_t k = 0; k < coded.size(); ++k) old_slot[k] = coded[k].slot;
  bodies_.reorder(old_slot);
  search_->renumber(old_slot);
}

#define SCREE_INSTANTIATE_LIST(D)                           \
  template search::Periods<D> Dynamics<D>::periods() const; \
  template void Dynamics<D>::begin_step();                  \
  template void Dynamics<D>::keep_list_valid();             \
  template void Dynamics<D>::keep_list_narrow();            \
  template void Dynamics<D>::rebuild(const ContactRecords&)
SCREE_INSTANTIATE_LIST(2);
SCREE_INSTANTIATE_LIST(3);
#undef SCREE_INSTANTIATE_LIST

}  // namespace scree::step
