#pragma once

#include "scree/step/stepper.h"

namespace scree::step {

template <int D>
std::unique_ptr<Stepper<D>> make_implicit_stepper(StepperParts<D> parts);

}  // namespace scree::step
