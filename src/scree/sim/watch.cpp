#include "scree/sim/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "scree/sim/quantity_text.h"

namespace scree::sim {
namespace {
/// An energy that grows by less than this, relative to the ledger's scale, is the ordinary error of an
/// integrator.
constexpr double energy_tolerance = 0.01;
/// A product of rounded numbers that is meant to equal its limit may miss it by an ulp or two.
constexpr double rounding = 1 + 1e-9;

/// "3 times"; close to the limit, where "1 times" would say nothing, "0.12 % more than".
std::string excess_text(double excess) {
  constexpr double close = 1.5;
  return excess < close ? percent_text(excess - 1) + " more than" : number_text(excess) + " times";
}

std::string moment_text(std::uint64_t step, double time) {
  return fmt::format("step {}, t = {}", step, quantity_text(time, "s"));
}
}  // namespace

Watch::Watch(const scene::WatchSettings& settings, Simulation& simulation)
    : settings_(settings),
      simulation_(simulation),
      next_overlap_(std::min({settings.overlap_warn, settings.overlap_strong, settings.overlap_stop})),
      next_warn_(settings.overlap_warn),
      next_strong_(settings.overlap_strong),
      next_energy_(energy_tolerance) {}

void Watch::warn(std::string text) {
  warnings_.push_back({simulation_.step(), simulation_.time(), std::move(text)});
}

void Watch::check_start() {
  const SceneFacts facts = simulation_.facts();
  judge_time_steps(facts.time_steps);
  for (const std::string& note : facts.notes) warn(note);
  if (facts.largest_overlap_at_start.ratio > next_overlap_)
    judge_overlap(facts.largest_overlap_at_start, Cause::start);
  largest_overlap_ = std::max(largest_overlap_, facts.largest_overlap_at_start.ratio);
}

void Watch::check_time_steps() { judge_time_steps(simulation_.facts().time_steps); }

void Watch::judge_time_steps(const std::vector<TimeStepAdvice>& time_steps) {
  TimeStepAdvice advice;
  double excess = 0;  // of the worst
  for (const TimeStepAdvice& one : time_steps) {
    if (!(one.limit > 0) || one.chosen / one.limit <= excess) continue;
    excess = one.chosen / one.limit;
    advice = one;
  }
  if (excess <= next_time_step_ * rounding) return;
  const std::string facts = fmt::format(
      "the time step of {}{} is {} what its criterion allows: {} ({})", quantity_text(advice.chosen, "s"),
      advice.stage.empty() ? "" : fmt::format(" in stage '{}'", advice.stage), excess_text(excess),
      quantity_text(advice.limit, "s"), advice.criterion);
  const std::string cure =
      fmt::format("Set time_step in [run] to \"auto\" or to at most {}.", limit_text(advice.limit));
  if (excess > settings_.time_step_stop * rounding)
    throw RunStopped(
        simulation_.step(), simulation_.time(),
        fmt::format(
            "{}. Contacts would be passed over or gain energy, so the run does not go on. {} To insist, set "
            "time_step_stop = \"never\" in [watch].",
            facts, cure));
  next_time_step_ = 2 * excess;
  warn(fmt::format("{}. Contacts may gain energy. {}", facts, cure));
}

void Watch::examine(const StepReport& report) {
  if (report.finite) {
    if (report.stopped)
      throw RunStopped(simulation_.step(), simulation_.time(), simulation_.faults().stop_reason);
    if (report.cuts > 0) judge_cuts(report.cuts);
    if (report.unsolved > 0) judge_solves(report);
    if (report.overlap_ratio > next_overlap_) judge_overlap(simulation_.largest_overlap(), Cause::motion);
    return;
  }
  const std::optional<Id> broken = simulation_.faults().broken;
  const std::string who = broken ? simulation_.describe(*broken, true) : std::string("some body");
  throw RunStopped(
      simulation_.step(), simulation_.time(),
      fmt::format(
          "the state of {} is not a finite number since {}. This happens when a force grew without "
          "bound: a time step that is too large, a stiffness or a mass that is wildly out of range, or "
          "two bodies with the same centre. Look at the last frames, and try half the time step.",
          who, moment_text(simulation_.step(), simulation_.time())));
}

void Watch::judge_cuts(std::uint64_t cuts) {
  cuts_ += cuts;
  if (cuts_ < next_cuts_) return;
  next_cuts_ = 10 * cuts_;
  warn(
      fmt::format("{} of {} steps could not be taken whole, and {} made in halves ({}): bodies came too "
                  "fast, or forces did "
                  "not agree. That is safe, but costs time: a shorter time_step in [run] may be faster.",
                  cuts_, simulation_.step(), cuts_ == 1 ? "was" : "were",
                  moment_text(simulation_.step(), simulation_.time())));
}

void Watch::judge_solves(const StepReport& report) {
  unsolved_ += report.unsolved;
  if (unsolved_ < next_unsolved_) return;
  next_unsolved_ = 10 * unsolved_;
  warn(fmt::format(
      "{} {} of hard contacts stayed above the tolerance ({}); the largest residual so far is {:.2g}, where "
      "{} "
      "touches {}. Bodies stay apart there, but forces are less exact: a larger solver_tolerance in [run] "
      "accepts that, a smaller time_step or less friction makes solves easier.",
      unsolved_, unsolved_ == 1 ? "solve" : "solves", moment_text(simulation_.step(), simulation_.time()),
      report.worst_residual, simulation_.describe(report.worst_first, false),
      simulation_.describe(report.worst_second, false)));
}

void Watch::judge_overlap(const Overlap& overlap, Cause cause) {
  const std::string text = overlap_text(overlap, cause);
  if (overlap.ratio > settings_.overlap_stop)
    throw RunStopped(simulation_.step(), simulation_.time(),
                     fmt::format("{} The limit is {} ([watch] overlap_stop).", text,
                                 percent_text(settings_.overlap_stop)));
  if (overlap.ratio > next_strong_) {
    next_strong_ = 2 * overlap.ratio;
    next_warn_ = std::numeric_limits<double>::infinity();
    warn("strong " + text);
  } else if (overlap.ratio > next_warn_) {
    next_warn_ = 2 * overlap.ratio;
    warn(text);
  }
  next_overlap_ = std::min({next_warn_, next_strong_, settings_.overlap_stop});
}

std::string Watch::overlap_text(const Overlap& overlap, Cause cause) const {
  const std::string facts = fmt::format(
      "overlap of {} of the smaller radius ({}) between {} and {} ({}):", percent_text(overlap.ratio),
      quantity_text(overlap.depth, "m"), simulation_.describe(overlap.first, true),
      simulation_.describe(overlap.second, true), moment_text(simulation_.step(), simulation_.time()));
  if (cause == Cause::start)
    return fmt::format(
        "{} the scene starts like this, and the bodies will be pushed apart with a jolt. Move them apart, "
        "or make them smaller.",
        facts);
  const TimeStepAdvice advice = simulation_.time_step();
  if (advice.limit > 0 && advice.chosen > advice.limit * rounding)
    return fmt::format(
        "{} the time step is {} what its criterion allows, so the contact is resolved too coarsely. Set "
        "time_step in [run] to at most {}.",
        facts, excess_text(advice.chosen / advice.limit), limit_text(advice.limit));
  // The depth of an impact falls with the square root of a linear stiffness, and more slowly for Hertz.
  constexpr double common = 0.01;
  const double target = settings_.overlap_warn > 0 ? std::min(settings_.overlap_warn, common) : common;
  return fmt::format(
      "{} the contact is too soft for the speed or the load. Make it stiffer (`young`, `stiffness`, `kn` "
      "or a shorter collision time; at least {:.0f} times for {}), or slow the bodies down.",
      facts, std::ceil(std::max(2.0, overlap.ratio / target * (overlap.ratio / target))),
      percent_text(target));
}

void Watch::check_energy(const Energies& energies) {
  const double scale = energies.scale();
  if (!(scale > 0)) return;
  const double growth = energies.residual() - energies.lost();
  const double excess = std::max(growth, std::abs(energies.residual())) / scale;
  if (!(excess > next_energy_)) return;
  next_energy_ = 2 * excess;
  const std::string moment = moment_text(simulation_.step(), simulation_.time());
  const bool is_missing = -energies.residual() >= excess * scale;
  if (!is_missing && -energies.model > energies.residual()) {
    if (simulation_.methods().stepper == "impulse") {
      warn(fmt::format(
          "bodies that were too near to each other were lifted apart, which took {} ({}), {} of the energy's "
          "scale. Place them half of their halos apart, or make [run] halo smaller.",
          quantity_text(-energies.model, "J"), moment_text(simulation_.step(), simulation_.time()),
          percent_text(excess)));
      return;
    }
    warn(fmt::format(
        "the energy has grown by {} of its scale without work being done ({}): the contact law has no "
        "potential and created {}. Use one that has ({}), or more damping.",
        percent_text(excess), moment, quantity_text(-energies.model, "J"),
        std::holds_alternative<const world::State<2>*>(simulation_.state())
            ? "hertz_mindlin; overlap_energy for polygons"
            : "hertz_mindlin"));
    return;
  }
  warn(fmt::format(
      "{} ({}): {}",
      is_missing ? fmt::format("{} of the energy's scale is missing from the ledger", percent_text(excess))
                 : fmt::format("the energy has grown by {} of its scale without work being done",
                               percent_text(excess)),
      moment, energy_cause(!is_missing)));
}

std::string Watch::energy_cause(bool gains) const {
  const std::string smaller_step = fmt::format("a smaller time step than {} (time_step in [run])",
                                               quantity_text(simulation_.time_step().chosen, "s"));
  const std::optional<EnergySource> source = simulation_.readings().energy_source(gains);
  if (!source)
    return fmt::format(
        "often contacts are resolved too coarsely. Try {}; where half the step does not at least halve this, "
        "the time step is not the cause.",
        smaller_step);
  const std::string facts = fmt::format(
      "in the next {} steps the contact between {} and {} {} the most, {}; with half the step, {}",
      source->steps, simulation_.describe(source->first, true), simulation_.describe(source->second, true),
      gains ? "makes" : "swallows", quantity_text(std::abs(source->work), "J"),
      quantity_text(std::abs(source->at_half_step), "J"));
  if (source->is_of_time_step)
    return fmt::format("{}. Contacts are resolved too coarsely: use {}.", facts, smaller_step);
  return fmt::format(
      "{}. So the time step is not the cause, and a smaller one will not help. Look at how these two lie: at "
      "corners, edges and ends of surfaces, and at what moves there.",
      facts);
}

void Watch::check_bodies() {
  if (told_of_lost_ && told_of_last_) return;
  const LostBodies lost = simulation_.faults().lost;
  const std::string moment = moment_text(simulation_.step(), simulation_.time());
  if (lost.count > 0 && !told_of_lost_) {
    told_of_lost_ = true;
    std::string where = simulation_.describe(lost.first, true);  // "body 5 at (0, 0, 1) m"
    where.insert(where.rfind(" at "), " is");
    warn(fmt::format(
        "{} left the scene ({}): {}, farther from all walls and from where bodies began than these are "
        "from each other, and nothing is in its way. Close the gap that it came through, or take out what "
        "leaves: give the domain bounds, or set a [[sink]].",
        lost.count == 1 ? "a body has" : fmt::format("{} bodies have", count_text(lost.count)), moment,
        where));
  }
  if (lost.all_are_gone && !told_of_last_) {
    told_of_last_ = true;
    warn(
        fmt::format("the last body is gone ({}), and none will come: nothing happens any more. End the stage "
                    "there, with until = \"count(all) < 1\".",
                    moment));
  }
}

namespace {
constexpr std::string_view levels_name = "watch/levels", warnings_name = "watch/warnings";
}

std::vector<Column> Watch::save() const {
  const double levels[] = {largest_overlap_,
                           next_overlap_,
                           next_warn_,
                           next_strong_,
                           next_energy_,
                           next_time_step_,
                           told_of_lost_ ? 1.0 : 0.0,
                           told_of_last_ ? 1.0 : 0.0,
                           static_cast<double>(cuts_),
                           static_cast<double>(next_cuts_),
                           static_cast<double>(unsolved_),
                           static_cast<double>(next_unsolved_)};
  nlohmann::json list = nlohmann::json::array();
  for (const Warning& warning : warnings_)
    list.push_back({{"step", warning.step}, {"time", warning.time}, {"text", warning.text}});
  const std::string text = list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::vector<Column> columns;
  columns.push_back(Column::copy_of<double>(std::string(levels_name), levels));
  columns.push_back(Column::copy_of<std::uint8_t>(
      std::string(warnings_name), {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  return columns;
}

void Watch::restore(const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    if (column.name == levels_name && column.rows >= 6) {
      const std::span<const double> levels = column.values<double>();
      largest_overlap_ = levels[0];
      next_overlap_ = levels[1];
      next_warn_ = levels[2];
      next_strong_ = levels[3];
      next_energy_ = levels[4];
      next_time_step_ = levels[5];
      told_of_lost_ = levels.size() > 6 && levels[6] != 0;  // earlier versions did not look
      told_of_last_ = levels.size() > 7 && levels[7] != 0;
      if (levels.size() > 11) {
        cuts_ = static_cast<std::uint64_t>(levels[8]);
        next_cuts_ = static_cast<std::uint64_t>(levels[9]);
        unsolved_ = static_cast<std::uint64_t>(levels[10]);
        next_unsolved_ = static_cast<std::uint64_t>(levels[11]);
      }
    } else if (column.name == warnings_name) {
      const std::span<const std::uint8_t> text = column.values<std::uint8_t>();
      warnings_.clear();
      for (const auto& entry : nlohmann::json::parse(text.begin(), text.end()))
        warnings_.push_back({entry.at("step"), entry.at("time"), entry.at("text")});
    }
  }
}

}  // namespace scree::sim
