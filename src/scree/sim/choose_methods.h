// Methods by the names that a scene or the command line gives them. SceneError says which names there are.
#pragma once

#include <string>

#include "scree/scene/description.h"
#include "scree/search/catalog.h"
#include "scree/step/stepper.h"

namespace scree::sim {

/// Empty: `auto`.
const search::Entry& choose_search(const std::string& wanted);
/// Empty: the best that this machine has.
const kernel::Target& choose_target(const std::string& wanted);
/// Empty: the first of the family.
const step::IntegratorEntry& choose_integrator(const std::string& wanted);
const step::StepperEntry& choose_stepper(const std::string& wanted);
/// Halos and tolerances of hard contacts.
step::HardSettings hard_settings(const scene::RunSettings& run);

}  // namespace scree::sim
