#include "scree/sim/choose_methods.h"

namespace scree::sim {

const search::Entry& choose_search(const std::string& wanted) {
  const std::string name = wanted.empty() ? "auto" : wanted;
  const search::Entry* const entry = search::find_entry(name);
  if (entry == nullptr)
    throw SceneError({}, "there is no search method '" + name + "'; see 'scree list search'");
  return *entry;
}

const kernel::Target& choose_target(const std::string& wanted) {
  if (wanted.empty()) return kernel::best_target();
  const kernel::Target* const target = kernel::find_target(wanted);
  if (target == nullptr)
    throw SceneError({}, "this machine has no CPU target '" + wanted + "'; see 'scree list cpu'");
  return *target;
}

const step::IntegratorEntry& choose_integrator(const std::string& wanted) {
  const step::IntegratorEntry* const entry =
      wanted.empty() ? &step::integrators().front() : step::find_integrator(wanted);
  if (entry == nullptr)
    throw SceneError({}, "there is no integrator '" + wanted + "'; see 'scree list integrators'");
  return *entry;
}

const step::StepperEntry& choose_stepper(const std::string& wanted) {
  const step::StepperEntry* const entry =
      wanted.empty() ? &step::steppers().front() : step::find_stepper(wanted);
  if (entry == nullptr)
    throw SceneError({}, "there is no stepper '" + wanted + "'; see 'scree list steppers'");
  return *entry;
}

step::HardSettings hard_settings(const scene::RunSettings& run) {
  step::HardSettings settings;
  settings.halo_share = run.halo.relative;
  settings.halo_length = run.halo.length.value_or(0);
  if (run.solver_tolerance) settings.solver_tolerance = run.solver_tolerance->value;
  if (run.contact_tolerance) settings.contact_tolerance = run.contact_tolerance->value;
  return settings;
}

}  // namespace scree::sim
