#include "scree/sim/stage_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/exact_accumulator.h"
#include "scree/sim/checkpoint_numbers.h"
#include "scree/sim/region.h"
#include "scree/step/accounts.h"

namespace scree::sim {
namespace {

using Quantity = scene::Condition::Quantity;
using Relation = scene::Condition::Relation;
constexpr std::uint64_t least_calm_looks = 10;
constexpr const char* calm_looks = "stage_calm_looks";

/// Calls visit(motion) for bodies that move, in any order: sums are exact.
template <int D, class Visit>
void for_each_free_body(const world::Bodies<D>& bodies, Visit&& visit) {
  for (const Motion<D>& motion : bodies.motion)
    if (!is_fixed(motion)) visit(motion);
}

template <int D>
double measure(const scene::Condition::Comparison& comparison, const Situation<D>& situation) {
  double sum = 0;
  const auto is_meant = [&](const Motion<D>& motion) {
    return !comparison.region || contains<D>(situation.regions[*comparison.region].shape, motion.position);
  };
  switch (comparison.quantity) {
    case Quantity::settled:
      return situation.awaits_bodies ? std::numeric_limits<double>::infinity()
                                     : unrest(situation, comparison.left_out);
    case Quantity::time:
      return situation.time;
    case Quantity::stage_time:
      return situation.stage_time;
    case Quantity::count:
      for_each_free_body(situation.bodies, [&](const Motion<D>& motion) { sum += is_meant(motion); });
      return sum;
    case Quantity::mass: {
      ExactAccumulator masses;
      for_each_free_body(situation.bodies, [&](const Motion<D>& motion) {
        if (is_meant(motion)) masses.add(1 / motion.inverse_mass);
      });
      return masses.value();
    }
    case Quantity::kinetic_energy:
      return situation.kinetic_energy();
    case Quantity::speed:
      for_each_free_body(situation.bodies,
                         [&](const Motion<D>& motion) { sum = std::max(sum, norm(motion.velocity)); });
      return sum;
    case Quantity::contacts:
      return static_cast<double>(situation.contact_count());
  }
  return sum;
}

bool compare(double value, Relation relation, double wanted) {
  switch (relation) {
    case Relation::below:
      return value < wanted;
    case Relation::at_most:
      return value <= wanted;
    case Relation::above:
      return value > wanted;
    case Relation::at_least:
      return value >= wanted;
  }
  return false;
}

template <int D>
std::uint64_t calm_looks_wanted(const Situation<D>& situation) {
  const double gravity = norm(situation.gravity);
  double radius = 0;
  for_each_free_body(situation.bodies,
                     [&](const Motion<D>& motion) { radius = std::max(radius, motion.radius); });
  if (gravity == 0) return least_calm_looks;
  const double looks = std::sqrt(4 * radius / gravity) / situation.check_interval;
  return std::max(least_calm_looks, static_cast<std::uint64_t>(std::min(std::ceil(looks), 1e15)));
}

/// The kinetic energy of all but the liveliest of the bodies.
template <int D>
double calm_energy(const Situation<D>& situation, double left_out) {
  std::vector<double> energies;
  for (std::size_t slot = 0; slot < situation.bodies.size(); ++slot)
    if (!is_fixed(situation.bodies.motion[slot]))
      energies.push_back(step::kinetic_energy(situation.bodies, static_cast<Slot>(slot)));
  const auto kept =
      energies.size() - static_cast<std::size_t>(left_out * static_cast<double>(energies.size()));
  std::nth_element(energies.begin(), energies.begin() + static_cast<std::ptrdiff_t>(kept), energies.end());
  ExactAccumulator sum;
  for (std::size_t k = 0; k < kept; ++k) sum.add(energies[k]);
  return sum.value();
}

std::string_view name_of(Quantity quantity) {
  constexpr std::string_view names[] = {"settled", "time",           "stage_time", "count",
                                        "mass",    "kinetic_energy", "speed",      "contacts"};
  return names[static_cast<std::size_t>(quantity)];
}
std::string_view name_of(Relation relation) {
  constexpr std::string_view names[] = {"below", "at most", "above", "at least"};
  return names[static_cast<std::size_t>(relation)];
}

}  // namespace

template <int D>
double unrest(const Situation<D>& situation, double left_out) {
  const double gravity = norm(situation.gravity),
               kinetic = left_out > 0 ? calm_energy(situation, left_out) : situation.kinetic_energy();
  ExactAccumulator falls;
  for_each_free_body(situation.bodies, [&](const Motion<D>& motion) {
    falls.add(gravity * 2 * motion.radius / motion.inverse_mass);
  });
  const double scale = situation.elastic_energy() + falls.value();
  if (kinetic == 0) return 0;
  return scale > 0 ? kinetic / scale : std::numeric_limits<double>::infinity();
}

template <int D>
bool StageCondition::look(const Situation<D>& situation) {
  std::vector<char> holds;  // by node
  for (const scene::Condition::Node& node : condition_.nodes) {
    switch (node.kind) {
      case scene::Condition::Node::Kind::both:
        holds.push_back(holds[node.first] && holds[node.second]);
        break;
      case scene::Condition::Node::Kind::either:
        holds.push_back(holds[node.first] || holds[node.second]);
        break;
      case scene::Condition::Node::Kind::comparison: {
        const scene::Condition::Comparison& comparison = condition_.comparisons[node.first];
        std::uint64_t& looks = calm_looks_[node.first];
        looks =
            compare(measure(comparison, situation), comparison.relation, comparison.value) ? looks + 1 : 0;
        const bool must_last = comparison.quantity == Quantity::settled;
        holds.push_back(looks >= (must_last ? calm_looks_wanted(situation) : 1));
      }
    }
  }
  return holds.back() != 0;
}

template <int D>
std::string StageCondition::tell(const Situation<D>& situation) const {
  std::string text;
  for (std::size_t k = 0; k < condition_.comparisons.size(); ++k) {
    const scene::Condition::Comparison& comparison = condition_.comparisons[k];
    if (!text.empty()) text += "; ";
    if (comparison.quantity == Quantity::settled && situation.awaits_bodies) {
      text += "no body has come that could settle";
      continue;
    }
    std::string name(name_of(comparison.quantity));
    if (comparison.quantity == Quantity::count || comparison.quantity == Quantity::mass)
      name += fmt::format("({})", comparison.region ? situation.regions[*comparison.region].name : "all");
    text += fmt::format("{} is {:.3g}, wanted {} {:.3g}", name, measure(comparison, situation),
                        name_of(comparison.relation), comparison.value);
    if (comparison.quantity == Quantity::settled && calm_looks_[k] > 0)
      text += fmt::format(" for {} looks in a row, which it has been for {}", calm_looks_wanted(situation),
                          calm_looks_[k]);
  }
  return text;
}

void StageCondition::save(std::vector<Column>& columns) const {
  columns.push_back(Column::copy_of<std::uint64_t>(calm_looks, calm_looks_));
}

void StageCondition::load(std::span<const Column> columns) {
  const auto looks = numbers<std::uint64_t>(columns, calm_looks, calm_looks_.size());
  calm_looks_.assign(looks.begin(), looks.end());
}

void StageCondition::hash(HashBytes& bytes) const {
  for (const std::uint64_t looks : calm_looks_) bytes.add(looks);
}

template double unrest(const Situation<2>&, double);
template double unrest(const Situation<3>&, double);
template bool StageCondition::look(const Situation<2>&);
template bool StageCondition::look(const Situation<3>&);
template std::string StageCondition::tell(const Situation<2>&) const;
template std::string StageCondition::tell(const Situation<3>&) const;

}  // namespace scree::sim
