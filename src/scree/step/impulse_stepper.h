// Maker of the stepper with impulses, for the catalogue.
#pragma once

#include "scree/step/stepper.h"

namespace scree::step {

template <int D>
std::unique_ptr<Stepper<D>> make_impulse_stepper(StepperParts<D> parts);

}  // namespace scree::step
