// Contact memory between its records in storage and lanes. Compiled per target.
#pragma once

#include "scree/kernel/contact_frame.h"

namespace scree::kernel::SCREE_KERNEL_TARGET {

/// The numbers of a memory in the order of storage; the same walk loads and stores.
template <law::Remembers what, int D, class Memory, class Visit>
void visit_numbers(Memory& memory, Visit&& visit) {
  for (int k = 0; k < D; ++k) visit(memory.spring[k]);
  visit(memory.stiffness);
  for (int k = 0; k < D; ++k) visit(memory.tangential_force[k]);
  visit(memory.damping_force);
  if constexpr (what.velocity) visit(memory.normal_velocity);
  if constexpr (what.area && D == 2) {
    visit(memory.elastic_force);
    visit(memory.turn_torque[0]);
  }
  if constexpr (what.bond) {
    visit(memory.elastic_force);
    visit(memory.overlap);
  }
  // Last, so that rolling friction may begin or end during a contact.
  if constexpr (what.rolling) {
    for (int k = 0; k < law::spin_size<D>; ++k) visit(memory.roll_spring[k]);
    visit(memory.roll_stiffness);
    for (int k = 0; k < law::spin_size<D>; ++k) visit(memory.roll_torque[k]);
  }
}

template <law::Remembers what, int D>
law::Memory<Lanes, D> load_memory(const double* records, std::size_t width, const std::uint32_t* index) {
  constexpr int numbers = law::memory_width<D>(what);
  Lanes value[numbers];
  for (int row = 0; row < numbers; row += 4) {
    const double* record[lane_count];
    for (int k = 0; k < lane_count; ++k) record[k] = records + index[k] * width + row;
    load_rows(record, value + row);
  }
  auto memory = law::Memory<Lanes, D>::zero();
  int next = 0;
  visit_numbers<what, D>(memory, [&](Lanes& number) { number = value[next++]; });
  return memory;
}

template <law::Remembers what, int D>
void store_memory(const law::Memory<Lanes, D>& memory, double* records, std::size_t width) {
  constexpr int numbers = law::memory_width<D>(what);
  Lanes value[numbers];
  for (Lanes& number : value) number = Lanes(0.0);
  int next = 0;
  visit_numbers<what, D>(memory, [&](const Lanes& number) { value[next++] = number; });
  for (int row = 0; row < numbers; row += 4) store_rows(value + row, records + row, width);
  // Records are as wide as the widest law of the scene; the rest is kept zero, since memory is hashed and
  // saved.
  const Lanes nothing[4] = {Lanes(0.0), Lanes(0.0), Lanes(0.0), Lanes(0.0)};
  for (std::size_t row = numbers; row < width; row += 4) store_rows(nothing, records + row, width);
}

/// All numbers where the mask holds, zero elsewhere.
template <law::Remembers what, int D>
law::Memory<Lanes, D> kept_where(const LaneMask& mask, law::Memory<Lanes, D> memory) {
  visit_numbers<what, D>(memory, [&](Lanes& number) { number = select(mask, number, Lanes(0.0)); });
  return memory;
}

}  // namespace scree::kernel::SCREE_KERNEL_TARGET
