#include "scree/sim/facts.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scree/shape/round.h"
#include "scree/sim/in_id_order.h"
#include "scree/sim/overlaps.h"
#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {

template <int D>
void count_bodies(const FactsParts<D>& parts, SceneFacts& facts) {
  const world::Bodies<D>& bodies = parts.bodies;
  for (const Material& material : parts.materials) facts.materials.push_back({material.name, 0, 0});
  if (bodies.size() > 0) facts.least_radius = std::numeric_limits<double>::infinity();
  for_each_body(bodies, [&](Id, Slot slot) {
    const Motion<D>& motion = bodies.motion[slot];
    facts.least_radius = std::min(facts.least_radius, motion.radius);
    facts.most_radius = std::max(facts.most_radius, motion.radius);
    facts.fixed_bodies += is_fixed(motion);
    MaterialCount& count = facts.materials[bodies.material[slot]];
    const double density = parts.materials[bodies.material[slot]].density;
    double mass = shape::round_mass<D>(motion.radius, density, parts.thickness);
    if (bodies.is_polygon(slot))
      mass = density * parts.thickness * bodies.polygon_of(slot).area() * motion.radius * motion.radius;
    if (bodies.is_mesh(slot)) mass = bodies.mesh_of(slot).mass(density);
    ++count.bodies;
    count.mass += mass;
    facts.mass += mass;
  });
  std::erase_if(facts.materials, [](const MaterialCount& count) { return count.bodies == 0; });
}

/// Bodies that come by inlets, and how many bodies that makes over the steps.
template <int D>
void foretell_bodies(const FactsParts<D>& parts, SceneFacts& facts) {
  const std::vector<Inlet<D>>& inlets = parts.inflow.inlets();
  const std::uint64_t at_start = parts.bodies.size();
  std::vector<double> open(inlets.size());  // [s] so far
  double begin = 0, there = static_cast<double>(at_start);
  for (const StagePlan<D>& plan : parts.plans) {
    const double end = begin + plan.stage.duration.value;
    double more = static_cast<double>(at_start);
    for (std::size_t k = 0; k < inlets.size(); ++k) {
      if (inlets[k].works_in(plan.stage.name)) open[k] += inlets[k].open_between(begin, end);
      more += inlets[k].due_in(open[k]);
    }
    facts.steps += plan.most_steps;
    facts.body_steps += 0.5 * (there + more) * static_cast<double>(plan.most_steps);
    facts.settles |= norm(plan.gravity) > 0;
    there = more;
    begin = end;
  }
  facts.bodies_to_come = static_cast<std::uint64_t>(std::round(there)) - at_start;
}

/// The granular Bond number is the pull-off force over the weight of the lighter body.
std::string bond_text(const BondNote& bond, double gravity) {
  std::string text =
      fmt::format("{}: pulls off at {}", bond.pair, quantity_text(bond.cohesion.pull_off, "N"));
  if (gravity > 0 && bond.mass > 0)
    text += fmt::format(", granular Bond number {:.3g}", bond.cohesion.pull_off / (bond.mass * gravity));
  if (bond.cohesion.reach > 0)
    text += fmt::format(", lasts up to {} beyond touching", quantity_text(bond.cohesion.reach, "m"));
  return text;
}

}  // namespace

template <int D>
SceneFacts facts_of(const FactsParts<D>& parts) {
  SceneFacts facts;
  facts.bodies = parts.bodies.size();
  facts.walls = parts.walls.names.size();
  count_bodies(parts, facts);
  foretell_bodies(parts, facts);
  std::vector<Overlap> real;
  std::copy_if(parts.overlaps.begin(), parts.overlaps.end(), std::back_inserter(real),
               [](const Overlap& overlap) { return overlap.depth > 0; });
  facts.overlaps_at_start = real.size();
  facts.largest_overlap_at_start = largest_of(real);
  // Body columns, a list of some ten candidates with their references, three contacts with memory twice and
  // forces.
  const double per_body = sizeof(Motion<D>) + sizeof(Rotation<D>) + sizeof(world::Load<D>) + 40 + 10 * 16 +
                          3 * 8.0 * (2.0 * static_cast<double>(parts.memory_width) + 12);
  facts.memory_bytes = 3e7 + per_body * static_cast<double>(facts.bodies + facts.bodies_to_come);
  facts.pairs_left_at_default = parts.notes.rules.left_at_default;
  facts.laws_taken = parts.notes.rules.laws_taken;
  for (const BondNote& bond : parts.notes.rules.bonds)
    facts.bonds.push_back(bond_text(bond, parts.plans.strongest_gravity()));
  facts.corners = parts.notes.corners;
  facts.notes = parts.notes.notes;
  return facts;
}

template SceneFacts facts_of(const FactsParts<2>&);
template SceneFacts facts_of(const FactsParts<3>&);

}  // namespace scree::sim
