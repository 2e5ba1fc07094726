#include "scree/step/face_contacts.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "scree/contact/triangle_stream.h"

namespace scree::step {
namespace {

static_assert(sizeof(PatchRecord) == law::patch_memory_width * sizeof(double));

/// Lists of near faces are good until bodies have moved by so many halos against each other.
constexpr double halos_in_skin = 1.5;
/// Approaches slower than this share of the halo times the frequency of the contact count as that fast, and
/// so do those slower than what presses springs as far as they are pressed: the damping goes with the inverse
/// of the speed, and must stay below what explicit steps bear.
constexpr double least_approach = 0.01;
/// Where `depth` is not given: this share of the thinnest place.
constexpr double share_of_thinnest = 0.25;

Quanta quanta_of(double term, double per_quantum) {
  return per_quantum > 0 ? to_quanta(term * per_quantum, 1) : Quanta{};
}
void book(Quanta& sum, const Quanta& term) {
  sum.whole += term.whole;
  sum.parts += term.parts;
}

PatchRecord read_record(const double* memory) {
  PatchRecord record;
  std::memcpy(static_cast<void*>(&record), memory, sizeof(record));
  return record;
}

}  // namespace

contact::HaloNumbers FaceContacts::numbers_of(const FaceMeeting& meeting, double approach) const {
  const FaceSizes& first = meeting.first_sizes;
  const std::optional<FaceSizes>& second = meeting.second_sizes;
  contact::HaloNumbers numbers;
  const double equal = second ? std::min(first.equal, second->equal) : first.equal;
  const double thinnest = second ? std::min(first.thinnest, second->thinnest) : first.thinnest;
  numbers.stiffness = law_.stiffness_between(equal);
  numbers.halo = first.halo + (second ? second->halo : first.halo);
  numbers.depth = law_.depth > 0 ? law_.depth : share_of_thinnest * thinnest;
  numbers.damping = approach > 0 ? damping_at_one_ / approach : 0;
  return numbers;
}

void FaceContacts::begin(const law::HaloFaces& law) {
  if (law.restitution != law_.restitution || damping_at_one_ < 0)
    damping_at_one_ = contact::damping_for(law.restitution, 1);
  law_ = law;
  candidates_.clear();
  records_.clear();
  ordinals_.clear();
  earlier_rows_.clear();
}

void FaceContacts::add(const FaceMeeting& meeting, std::uint32_t entry, std::uint32_t list,
                       std::span<const RowContact> earlier, std::uint32_t first_row, const double* memory,
                       std::size_t memory_width) {
  Candidate candidate;
  candidate.meeting = meeting;
  candidate.entry = entry;
  candidate.list = list;
  candidate.first_record = static_cast<std::uint32_t>(records_.size());
  for (std::uint32_t k = 0; k < earlier.size(); ++k) {
    if (!earlier[k].touches) continue;
    records_.push_back(read_record(memory + k * memory_width));
    ordinals_.push_back(earlier[k].ordinal);
    earlier_rows_.push_back(first_row + k);
    candidate.approach = std::max(candidate.approach, records_.back().approach);
  }
  candidate.record_count = static_cast<std::uint32_t>(records_.size()) - candidate.first_record;
  candidate.numbers = numbers_of(meeting, candidate.approach);
  candidates_.push_back(candidate);
}

void FaceContacts::find_faces(const kernel::TriangleKernels& kernels) {
  if (!stream_) {
    stream_.emplace(kernels);
    makers_.emplace(kernels, contact::TreeDescent::boxes, contact::TriangleFilter::axes);
  }
  const auto pose_of = [](const Candidate& one) {
    return contact::relative_pose(one.meeting.first.pose, one.meeting.second.pose);
  };
  const auto reach_of = [](const Candidate& one) { return std::max(one.numbers.halo, one.numbers.depth); };
  const auto meets_plane = [](const Candidate& one) { return one.meeting.second.surface->is_plane(); };
  bool any_asked = false;
  for (const Candidate& one : candidates_) {
    if (meets_plane(one) || lists_[one.list].holds(pose_of(one))) continue;
    makers_->ask(lists_[one.list], one.meeting.first.surface->tree(), one.meeting.second.surface->tree(),
                 pose_of(one), reach_of(one), halos_in_skin * one.numbers.halo);
    any_asked = true;
  }
  if (any_asked) makers_->make();
  faces_.clear();
  stream_->clear();
  entries_.clear();
  in_stream_.clear();
  for (std::uint32_t k = 0; k < candidates_.size(); ++k) {
    const Candidate& one = candidates_[k];
    faces_.add(one.meeting.first, one.meeting.second, one.numbers);
    if (meets_plane(one)) continue;
    stream_->add(one.meeting.first.surface->tree(), one.meeting.second.surface->tree(), pose_of(one),
                 reach_of(one));
    lists_[one.list].select(pose_of(one), *stream_);
    in_stream_.push_back(k);
  }
  stream_->drop_by_axes();
  stream_->sort();
  std::size_t next = 0;
  for (std::uint32_t k = 0; k < candidates_.size(); ++k) {
    if (meets_plane(candidates_[k])) {
      contact::append_near_plane(candidates_[k].meeting.first, candidates_[k].meeting.second.pose,
                                 reach_of(candidates_[k]), k, entries_);
      continue;
    }
    for (; next < stream_->size() && in_stream_[stream_->entries()[next].bodies] == k; ++next) {
      entries_.push_back(stream_->entries()[next]);
      entries_.back().bodies = k;
    }
  }
  faces_.evaluate(entries_);
}

void FaceContacts::list_places(std::uint32_t candidate) {
  const std::span<const contact::Patch> patches = faces_.patches(candidate);
  const shape::HaloSurface& surface = *candidates_[candidate].meeting.first.surface;
  const double scale = candidates_[candidate].meeting.first.scale;
  places_.clear();
  for (const contact::Patch& patch : patches)
    for (const contact::ActingPair& pair : faces_.pairs(patch)) {
      Vec3 sum;
      for (const std::uint32_t corner : surface.faces()[pair.first].corner) sum += surface.vertices()[corner];
      places_.push_back((scale / 3) * sum);
    }
}

void FaceContacts::find(const kernel::TriangleKernels& kernels, ContactRows* rows) {
  find_faces(kernels);
  of_row_.clear();
  energy_ = 0;
  for (std::uint32_t k = 0; k < candidates_.size(); ++k) {
    Candidate& one = candidates_[k];
    const std::span<const contact::Patch> patches = faces_.patches(k);
    for (const contact::Patch& patch : patches) energy_ += patch.energy;
    list_places(k);
    const std::uint32_t first_pair = patches.empty() ? 0 : patches.front().first_pair;
    one.succession.trace(std::span(records_).subspan(one.first_record, one.record_count),
                         std::span(ordinals_).subspan(one.first_record, one.record_count), patches,
                         faces_.pairs().subspan(first_pair), first_pair, places_);
    one.row_begin = of_row_.size();
    for (const PatchSuccession::Row& row : one.succession.rows()) {
      const std::uint32_t earlier =
          row.earlier != 0 ? earlier_rows_[one.first_record + row.earlier - 1] + 1 : 0;
      of_row_.push_back({k, row.patch, row.earlier});
      if (rows != nullptr) rows->push_back({one.entry, row.ordinal, 0, earlier, row.patch >= 0});
    }
    one.row_end = of_row_.size();
  }
}

kernel::BatchSums FaceContacts::evaluate(const kernel::ContactBatch<3>& input) {
  kernel::BatchSums sums;
  contact::FrictionNumbers numbers;
  numbers.friction = law_.friction;
  numbers.torsion_friction = law_.torsion_friction;
  for (std::uint32_t k = 0; k < candidates_.size(); ++k) {
    const Candidate& one = candidates_[k];
    const std::span<const contact::Patch> patches = faces_.patches(k);
    numbers.damping_time = tangential_damping_time(one);
    contact::find_friction(one.succession.memory(), patches, faces_.pairs(k),
                           contact::patch_motion(one.meeting.first, one.meeting.second), input.dt, numbers,
                           friction_, memory_);
    const double smaller = one.meeting.second_sizes
                               ? std::min(one.meeting.first_sizes.outer, one.meeting.second_sizes->outer)
                               : one.meeting.first_sizes.outer;
    // Deeper than springs reach is a fault of the run, which stops where overlaps are watched.
    const double depth = contact::is_too_deep(faces_.contact(k), one.numbers.depth)
                             ? smaller
                             : std::max(0.0, faces_.contact(k).deepest);
    sums.overlap_ratio = std::max(sums.overlap_ratio, depth / smaller);
    for (std::size_t row = one.row_begin; row < one.row_end; ++row) write_row(input, row, one, sums);
  }
  return sums;
}

double FaceContacts::tangential_damping_time(const Candidate& candidate) const {
  // The dashpot of a spring with the patch's stiffness and the mass that moves, by the same restitution.
  if (law_.restitution >= 1) return 0;
  double stiffness = 0;
  for (const contact::Patch& patch :
       faces_.patches(static_cast<std::uint32_t>(&candidate - candidates_.data())))
    stiffness += patch.stiffness;
  const double lightness =
      candidate.meeting.first_sizes.inverse_mass +
      (candidate.meeting.second_sizes ? candidate.meeting.second_sizes->inverse_mass : 0);
  if (!(stiffness > 0) || !(lightness > 0)) return 0;
  constexpr double tangential_share = 2.0 / 7;
  return 2 * law::damping_ratio(law_.restitution) / std::sqrt(tangential_share * stiffness * lightness);
}

void FaceContacts::write_row(const kernel::ContactBatch<3>& input, std::size_t row,
                             const Candidate& candidate, kernel::BatchSums& sums) const {
  const RowOf& of = of_row_[row];
  double* const force = input.force + row * input.force_width;
  double* const memory = input.memory_after + row * input.memory_width;
  std::fill_n(force, input.force_width, 0.0);
  std::fill_n(memory, input.memory_width, 0.0);
  const double power_before = of.earlier != 0 ? records_[candidate.first_record + of.earlier - 1].power : 0;
  PatchRecord record;
  if (of.patch >= 0) {
    const contact::Patch& patch = faces_.patches(of.candidate)[static_cast<std::size_t>(of.patch)];
    const contact::PatchFriction& friction = friction_[static_cast<std::size_t>(of.patch)];
    const contact::PatchMemory& kept = memory_.patches[static_cast<std::size_t>(of.patch)];
    const Vec3 on_second = patch.force + friction.force, turning = patch.torque + friction.torque;
    const bool wall = !candidate.meeting.second_sizes;
    const Vec3 between = candidate.meeting.second.pose.offset - candidate.meeting.first.pose.offset;
    // Two torques that have nothing to do with each other: their mean, and half their difference.
    const Vec3 first_torque = -turning, second_torque = turning - cross(between, on_second);
    const Vec3 common = wall ? first_torque : 0.5 * (first_torque + second_torque);
    const Vec3 apart = wall ? Vec3{} : 0.5 * (first_torque - second_torque);
    for (int k = 0; k < 3; ++k) {
      force[k] = -on_second[k];
      force[4 + k] = common[k];
      force[8 + k] = apart[k];
    }
    force[3] = force[7] = 1;
    record.spring = kept.spring;
    record.torsion = kept.torsion;
    record.normal = kept.normal;
    record.stiffness = kept.stiffness;
    record.radius = kept.radius;
    record.point = rotate(inverse(candidate.meeting.first.pose.rotation), patch.point);
    record.approach =
        std::max({candidate.approach, patch.closing_speed, slowest_approach(of.candidate, patch)});
    record.power = patch.power + friction.viscous_power;
    book(sums.friction, quanta_of(friction.slip_loss, input.per_quantum));
  }
  book(sums.damping, quanta_of(0.5 * input.dt * (power_before + record.power), input.per_quantum));
  std::memcpy(memory, &record, sizeof(record));
}

double FaceContacts::slowest_approach(std::uint32_t number, const contact::Patch& patch) const {
  const Candidate& candidate = candidates_[number];
  const double lightness =
      candidate.meeting.first_sizes.inverse_mass +
      (candidate.meeting.second_sizes ? candidate.meeting.second_sizes->inverse_mass : 0);
  double energy = 0;
  for (const contact::Patch& one : faces_.patches(number)) energy += one.energy;
  return std::max(least_approach * candidate.numbers.halo * std::sqrt(patch.stiffness * lightness),
                  std::sqrt(2 * energy * lightness));
}

double FaceContacts::spring_energy(const double* memory) {
  const PatchRecord record = read_record(memory);
  contact::PatchMemory kept;
  kept.spring = record.spring;
  kept.torsion = record.torsion;
  kept.stiffness = record.stiffness;
  kept.radius = record.radius;
  return kept.energy();
}

ContactGeometry<3> FaceContacts::geometry(std::size_t row) const {
  ContactGeometry<3> result;
  const RowOf& of = of_row_[row];
  if (of.patch < 0) return result;
  const Candidate& candidate = candidates_[of.candidate];
  const contact::Patch& patch = faces_.patches(of.candidate)[static_cast<std::size_t>(of.patch)];
  const Vec3 first = candidate.meeting.first.pose.offset;
  result.point = first + patch.point;
  result.branch = candidate.meeting.second_sizes ? candidate.meeting.second.pose.offset - first : patch.point;
  result.overlap = patch.stiffness > 0 ? patch.normal_force / patch.stiffness : 0;
  return result;
}

}  // namespace scree::step
