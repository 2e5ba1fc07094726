#include "scree/law/catalog.h"
#include "scree/search/catalog.h"
#include "scree/sim/simulation.h"
#include "scree/step/stepper.h"

namespace scree::sim {

scene::Vocabulary vocabulary() {
  scene::Vocabulary words;
  for (const law::Entry& entry : law::catalog()) words.laws.push_back({entry.name, entry.parameters});
  words.polygon_law = law::polygon_default().name;
  for (const search::Entry& entry : search::catalog()) words.searches.push_back(entry.name);
  for (const step::IntegratorEntry& entry : step::integrators()) words.integrators.push_back(entry.name);
  for (const step::StepperEntry& entry : step::steppers()) words.steppers.push_back(entry.name);
  return words;
}

}  // namespace scree::sim
