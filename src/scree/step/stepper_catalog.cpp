#include "scree/step/explicit_stepper.h"
#include "scree/step/implicit_stepper.h"
#include "scree/step/impulse_stepper.h"

namespace scree::step {
namespace {

const StepperEntry table[] = {
    {"explicit", "one common time step for all bodies, as long as the shortest contact allows",
     "Cundall and Strack 1979", TakenLaws::forces, make_explicit_stepper<2>, make_explicit_stepper<3>},
    {"implicit", "the forces at the end of a step make it: stiff discs and spheres take long steps",
     "this engine; Noble 2024, chapter 6", TakenLaws::springs, make_implicit_stepper<2>,
     make_implicit_stepper<3>},
    {"impulse", "hard contacts: bodies never overlap, impulses obey Coulomb's law; long steps for all bodies",
     "Moreau 1988; Stewart and Trinkle 1996", TakenLaws::hard, make_impulse_stepper<2>,
     make_impulse_stepper<3>},
};

}  // namespace

bool takes(const StepperEntry& stepper, const law::Entry& law) {
  if (law.is_hard || stepper.laws == TakenLaws::hard) return law.is_hard && stepper.laws == TakenLaws::hard;
  return stepper.laws == TakenLaws::forces || law.elastic != nullptr;
}

std::span<const StepperEntry> steppers() { return table; }

const StepperEntry* find_stepper(std::string_view name) {
  for (const StepperEntry& entry : table)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace scree::step
