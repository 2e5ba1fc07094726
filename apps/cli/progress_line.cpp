#include "progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/sim/quantity_text.h"
#include "terminal.h"

namespace scree::cli {
namespace {
constexpr double first_plain_line = 2, least_gap = 5, most_gap = 60;  // [s] of wall clock

struct Field {
  int rank;  // the highest is left out first
  std::string text;
};
}  // namespace

std::string progress_text(const sim::Progress& progress, const std::string& whose_overlap, int width) {
  using sim::quantity_text;
  const double share = progress.target > 0 ? std::min(1.0, progress.time / progress.target) : 1;
  std::vector<Field> fields = {
      {0, fmt::format("{:5.1f} %", std::floor(1000 * share) / 10)},
      {1, fmt::format("t {} of {}", quantity_text(progress.time, "s"), quantity_text(progress.target, "s"))},
      {8, fmt::format("dt {}", quantity_text(progress.time_step, "s"))},
      {4, sim::count_text(progress.bodies, "body") +
              (progress.removed > 0 ? fmt::format(", {} out", sim::count_text(progress.removed)) : "") +
              (progress.asleep > 0 ? fmt::format(", {} asleep", sim::count_text(progress.asleep)) : "")},
      {5, sim::count_text(progress.contacts, "contact")},
      {6, fmt::format("residual {:.1e}", progress.residual)},
      {7, progress.overlap.ratio > 0
              ? fmt::format("overlap {:.2g} % {}", 100 * progress.overlap.ratio, whose_overlap)
              : std::string("no overlap")},
      {3, sim::amount_text(progress.particle_steps_per_second, "particle-steps/s")},
      {2, sim::clock_text(progress.seconds_left) + " left"},
  };
  const auto join = [&] {
    std::string line;
    for (const Field& field : fields) line += (line.empty() ? "" : "  ") + field.text;
    return line;
  };
  std::string line = join();
  while (static_cast<int>(line.size()) > width && fields.size() > 1) {
    fields.erase(std::max_element(fields.begin(), fields.end(),
                                  [](const Field& a, const Field& b) { return a.rank < b.rank; }));
    line = join();
  }
  return line.substr(0, static_cast<std::size_t>(std::max(0, width)));
}

ProgressLine::ProgressLine(std::FILE* stream, bool quiet)
    : stream_(stream), quiet_(quiet), in_place_(is_terminal(stream)), next_plain_line_(first_plain_line) {}

void ProgressLine::progressed(const sim::Progress& progress, const sim::Simulation& simulation) {
  if (quiet_) return;
  if (!in_place_ && progress.wall_seconds < next_plain_line_) return;
  const std::string whose =
      progress.overlap.ratio > 0 ? simulation.describe(progress.overlap.first) : std::string();
  if (in_place_) {
    // The last column stays free: a terminal wraps when it is filled.
    const std::string line = progress_text(progress, whose, width_of(stream_) - 1);
    say_in_place(stream_, line);
    shown_ = true;
  } else {
    say(stream_, progress_text(progress, whose, 1000) + '\n');
    next_plain_line_ = progress.wall_seconds + std::clamp(progress.wall_seconds / 10, least_gap, most_gap);
  }
}

void ProgressLine::warned(const sim::Warning& warning) {
  clear();
  say(stream_, "warning: " + wrapped(warning.text, 9, width_of(stream_)) + '\n');
}

void ProgressLine::clear() {
  if (!shown_) return;
  say_in_place(stream_, "");
  shown_ = false;
}

}  // namespace scree::cli
