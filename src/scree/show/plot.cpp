#include "scree/show/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "scree/base/error.h"
#include "scree/scene/suggest.h"
#include "scree/show/other_program.h"

namespace scree::show {
namespace {

constexpr ProgramFacts gnuplot{"gnuplot", "gnuplot-nox", "plots are made by"};

// The ledger of sim/, in the order in which people read it.
constexpr std::array<std::string_view, 10> energies{"kinetic",  "potential", "elastic", "damping",
                                                    "friction", "rolling",   "model",   "wall_work",
                                                    "removed",  "residual"};

struct Scaled {
  double factor;
  std::string label;
};
/// A prefix that leaves numbers between one and a thousand.
Scaled scaled(double largest, const std::string& unit) {
  struct Prefix {
    double factor;
    const char* text;
  };
  static constexpr Prefix prefixes[] = {{1e-12, "p"}, {1e-9, "n"}, {1e-6, "µ"}, {1e-3, "m"},
                                        {1, ""},      {1e3, "k"},  {1e6, "M"}};
  const Prefix* chosen = &prefixes[4];
  if (largest > 0) {
    chosen = &prefixes[0];
    for (const Prefix& prefix : prefixes)
      if (largest >= prefix.factor && !(unit == "s" && prefix.factor > 1)) chosen = &prefix;
  }
  return {chosen->factor, chosen->text + unit};
}

double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

std::string hex_of(const picture::Colour& colour) {
  const auto byte = [](double part) { return static_cast<int>(part * 255 + 0.5); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

/// In double quotes gnuplot reads escapes and markup; here a text stands for itself.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter == '\n' ? ' ' : letter;
  }
  return result + '"';
}

std::string terminal(picture::Format format, const picture::Size& size) {
  switch (format) {
    case picture::Format::svg:
      return fmt::format("set terminal svg noenhanced size {},{} font 'DejaVu Sans,13' background '#ffffff'",
                         size.width, size.height);
    case picture::Format::pdf:
      return fmt::format("set terminal pdfcairo noenhanced size {}in,{}in font 'DejaVu Sans,10'",
                         size.width / 120.0, size.height / 120.0);
    case picture::Format::png:
      break;
  }
  return fmt::format("set terminal pngcairo noenhanced size {},{} font 'DejaVu Sans,11'", size.width,
                     size.height);
}

}  // namespace

std::string unit_of_total(const std::string& name) {
  return std::find(energies.begin(), energies.end(), name) != energies.end() ? "J" : "";
}

Plot energy_plot(const record::RunReader& run) {
  Plot plot{"energies", "J", {}, {}};
  for (std::size_t k = 0; k < run.frame_count(); ++k) plot.times.push_back(run.frame_time(k));
  for (const std::string_view name : energies) {
    const auto found = run.totals().find(std::string(name));
    if (found != run.totals().end() && largest_of(found->second) > 0) {
      std::string label(name);
      std::replace(label.begin(), label.end(), '_', ' ');
      plot.curves.push_back({label, found->second});
    }
  }
  return plot;
}

Plot plot_of(const record::RunReader& run, std::span<const std::string> names) {
  Plot plot;
  for (std::size_t k = 0; k < run.frame_count(); ++k) plot.times.push_back(run.frame_time(k));
  std::vector<std::string_view> known;
  for (const auto& [name, values] : run.totals()) known.push_back(name);
  for (const std::string& name : names) {
    const auto found = run.totals().find(name);
    if (found == run.totals().end())
      throw SceneError(Place{},
                       fmt::format("this run has no column '{}'{}", name, scene::suggestion(name, known)));
    const std::string unit = unit_of_total(name);
    if (!plot.curves.empty() && unit != plot.unit)
      throw SceneError(Place{}, fmt::format("'{}' and '{}' are not of one kind; plot them apart",
                                            plot.curves.front().name, name));
    plot.unit = unit;
    plot.curves.push_back({name, found->second});
  }
  return plot;
}

std::vector<std::byte> draw_plot(const Plot& plot, picture::Format format, const picture::Size& size) {
  double largest = 0;
  for (const Curve& curve : plot.curves) largest = std::max(largest, largest_of(curve.values));
  const Scaled time = scaled(largest_of(plot.times), "s");
  const Scaled value = plot.unit.empty() ? Scaled{1, ""} : scaled(largest, plot.unit);
  std::string script =
      terminal(format, size) +
      "\nset encoding utf8\nset border 3 lc '#555555'\nset tics nomirror out textcolor '#222222'\n"
      "set grid lc '#dddddd' lt 1 lw 0.6\nset key outside right top Left reverse samplen 1.5\n";
  script += fmt::format("set xlabel {}\n", quoted(fmt::format("time [{}]", time.label)));
  const std::string what = !plot.title.empty()       ? plot.title
                           : plot.curves.size() == 1 ? plot.curves.front().name
                                                     : std::string("value");
  script += fmt::format("set ylabel {}\n",
                        quoted(value.label.empty() ? what : fmt::format("{} [{}]", what, value.label)));
  script += "set datafile missing '?'\nplot ";
  for (std::size_t k = 0; k < plot.curves.size(); ++k)
    script += fmt::format("{}'-' using 1:2 with {} lw 1.8 pt 7 ps 0.5 lc '{}' title {}", k > 0 ? ", " : "",
                          plot.times.size() > 2 ? "lines" : "linespoints",
                          hex_of(picture::distinct_colour(k)), quoted(plot.curves[k].name));
  script += '\n';
  for (const Curve& curve : plot.curves) {
    for (std::size_t k = 0; k < plot.times.size(); ++k)
      script += std::isfinite(curve.values[k])
                    ? fmt::format("{} {}\n", plot.times[k] / time.factor, curve.values[k] / value.factor)
                    : fmt::format("{} ?\n", plot.times[k] / time.factor);
    script += "e\n";
  }
  OtherProgram program(gnuplot, {"-"});
  program.write(script);
  return program.finish();
}

}  // namespace scree::show
