// The columns of a checkpoint that hold contacts, walls and ledgers: written from the state, and read back.
// What is read is checked; RunError says what does not fit.
#pragma once

#include "scree/step/stepper.h"

namespace scree::sim {

using step::ContactWidths;

/// Contacts in key order, so that the files of equal states are equal. `sleeping`: those of bodies that
/// sleep, which have forces.
void save_contacts(const world::ContactRecords& contacts, const world::ContactRecords& sleeping,
                   const ContactWidths& widths, std::vector<Column>& columns);
template <int D>
world::ContactRecords load_contacts(std::span<const Column> columns, const world::Bodies<D>& bodies,
                                    const world::Walls<D>& walls, const ContactWidths& widths);

template <int D>
void save_walls(const world::Walls<D>& walls, std::vector<Column>& columns);
/// As many as there are now.
template <int D>
std::vector<world::WallState<D>> load_walls(std::span<const Column> columns, const world::Walls<D>& walls);

template <int D>
struct SavedLedger {
  world::Ledger<D> ledger;
  double initial_energy = 0;  // [J]
};
template <int D>
void save_ledger(const world::Ledger<D>& ledger, double initial_energy, std::vector<Column>& columns);
template <int D>
SavedLedger<D> load_ledger(std::span<const Column> columns);

/// What acts from outside, after an edit: gravity and springs.
template <int D>
void save_outside(const world::State<D>& state, std::vector<Column>& columns);
/// Without such columns gravity stays as it is.
template <int D>
void load_outside(std::span<const Column> columns, world::State<D>& state);

void save_shear(const world::ShearState& shear, std::vector<Column>& columns);
world::ShearState load_shear(std::span<const Column> columns);

}  // namespace scree::sim
