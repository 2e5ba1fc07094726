#include "scree/step/explicit_stepper.h"
#include "scree/step/implicit_stepper.h"

namespace scree::step {
namespace {

const StepperEntry table[] = {
    {"explicit", "one common time step for all bodies, as long as the shortest contact allows",
     "Cundall and Strack 1979", make_explicit_stepper<2>, make_explicit_stepper<3>},
    {"implicit", "the forces at the end of a step make it: stiff discs and spheres take long steps",
     "this engine; Noble 2024, chapter 6", make_implicit_stepper<2>, make_implicit_stepper<3>},
};

}  // namespace

std::span<const StepperEntry> steppers() { return table; }

const StepperEntry* find_stepper(std::string_view name) {
  for (const StepperEntry& entry : table)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace scree::step
