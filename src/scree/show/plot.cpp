#include "scree/show/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/record/run_folder.h"
#include "scree/scene/suggest.h"
#include "scree/show/other_program.h"
#include "scree/sim/simulation.h"

namespace scree::show {
namespace {

constexpr ProgramFacts gnuplot{"gnuplot", "gnuplot-nox", "plots are made by"};

/// The ledger of sim/, and what it misses.
std::vector<std::string> energy_names() {
  std::vector<std::string> names;
  for (const auto& [name, value] : sim::Energies().entries()) names.emplace_back(name);
  names.emplace_back("residual");
  return names;
}

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

/// Of the curve with this number: where colours repeat, dashes and points of another shape tell curves apart.
std::string style_of(std::size_t curve) {
  constexpr int points[] = {7, 5, 9};  // gnuplot's disc, square and triangle
  const std::size_t round = curve / picture::distinct_colours % std::size(points);
  return fmt::format("pt {} dt {} lc '{}'", points[round], round + 1,
                     hex_of(picture::distinct_colour(curve)));
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

const std::vector<double>& times_of(const Plot& plot, const Curve& curve) {
  return curve.times.empty() ? plot.times : curve.times;
}

std::vector<std::byte> drawn(const std::string& script) {
  OtherProgram program(gnuplot, {"-"});
  program.write(script);
  return program.finish();
}

/// The last dot divides a measurement's name from its column's.
Curve measured_curve(const record::RunReader& run, const std::string& name) {
  const std::size_t dot = name.rfind('.');
  const auto table =
      dot == std::string::npos ? run.measures().end() : run.measures().find(name.substr(0, dot));
  std::vector<std::string> columns;
  for (const auto& [total, values] : run.totals()) columns.push_back(total);
  for (const auto& [measure, known] : run.measures())
    for (const std::string& column : known.columns) columns.push_back(fmt::format("{}.{}", measure, column));
  const std::vector<std::string_view> choices(columns.begin(), columns.end());
  std::size_t column = 0;
  if (table != run.measures().end())
    while (column < table->second.columns.size() && table->second.columns[column] != name.substr(dot + 1))
      ++column;
  if (table == run.measures().end() || column == table->second.columns.size())
    throw SceneError(Place{},
                     fmt::format("this run has no column '{}'{}", name, scene::suggestion(name, choices)));
  const record::MeasureTable& measured = table->second;
  if (measured.rows != 1)
    throw SceneError(Place{}, fmt::format("'{}' has {} values at a time, which no curve over time can show; "
                                          "they are in {}",
                                          name, measured.rows, record::measure_name(table->first)));
  Curve curve{name, {}, measured.times};
  for (std::size_t sample = 0; sample < measured.times.size(); ++sample)
    curve.values.push_back(measured.values[sample * measured.columns.size() + column]);
  return curve;
}

Curve curve_of(const record::RunReader& run, const std::string& name) {
  const auto found = run.totals().find(name);
  return found == run.totals().end() ? measured_curve(run, name) : Curve{name, found->second, {}};
}

/// What both kinds of plots begin with.
std::string preamble(picture::Format format, const picture::Size& size) {
  return terminal(format, size) +
         "\nset encoding utf8\nset border 3 lc '#555555'\nset tics nomirror out textcolor '#222222'\n"
         "set grid lc '#dddddd' lt 1 lw 0.6\nset key outside right top Left reverse samplen 1.5\n";
}

}  // namespace

std::string unit_of_column(const std::string& name) {
  const std::string column = name.substr(name.rfind('.') + 1);
  const std::vector<std::string> energies = energy_names();
  if (std::find(energies.begin(), energies.end(), column) != energies.end()) return "J";
  static constexpr std::pair<std::string_view, std::string_view> units[] = {
      {"position", "m"},     {"velocity", "m/s"},    {"spin", "rad/s"},       {"force", "N"},
      {"mean_force", "N"},   {"torque", "N m"},      {"stress", "Pa"},        {"pressure", "Pa"},
      {"mass", "kg"},        {"forward_mass", "kg"}, {"backward_mass", "kg"}, {"density", "kg/m3"},
      {"mean_overlap", "m"}, {"most_overlap", "m"},  {"mean_radius", "m"},    {"momentum", "kg m/s"},
      {"front", "m"},        {"back", "m"},          {"farthest", "m"},       {"middle", "m"},
      {"deviation", "m"},    {"angle", "rad"},       {"small_height", "m"},   {"large_height", "m"}};
  for (const auto& [word, unit] : units)
    if (column == word ||
        (column.starts_with(word) && column.size() - word.size() <= 3 && column[word.size()] == '_'))
      return std::string(unit);
  return "";
}

Plot energy_plot(const record::RunReader& run) {
  Plot plot{"energies", "J", {}, {}};
  for (std::size_t k = 0; k < run.frame_count(); ++k) plot.times.push_back(run.frame_time(k));
  for (const std::string& name : energy_names()) {
    const auto found = run.totals().find(name);
    if (found != run.totals().end() && largest_of(found->second) > 0) {
      std::string label = name;
      std::replace(label.begin(), label.end(), '_', ' ');
      plot.curves.push_back({label, found->second});
    }
  }
  return plot;
}

Plot plot_of(const record::RunReader& run, std::span<const std::string> names) {
  Plot plot;
  for (std::size_t k = 0; k < run.frame_count(); ++k) plot.times.push_back(run.frame_time(k));
  for (const std::string& name : names) {
    const std::string unit = unit_of_column(name);
    if (!plot.curves.empty() && unit != plot.unit)
      throw SceneError(Place{}, fmt::format("'{}' and '{}' are not of one kind; plot them apart",
                                            plot.curves.front().name, name));
    plot.unit = unit;
    plot.curves.push_back(curve_of(run, name));
  }
  return plot;
}

std::vector<std::byte> draw_plot(const Plot& plot, picture::Format format, const picture::Size& size) {
  double largest = 0;
  double end = 0;
  for (const Curve& curve : plot.curves) {
    largest = std::max(largest, largest_of(curve.values));
    end = std::max(end, largest_of(times_of(plot, curve)));
  }
  const Scaled time = scaled(end, "s");
  const bool takes_prefix = !plot.unit.empty() && !plot.unit.starts_with("kg") && plot.unit != "rad/s";
  const Scaled value = takes_prefix ? scaled(largest, plot.unit) : Scaled{1, plot.unit};
  std::string script = preamble(format, size);
  script += fmt::format("set xlabel {}\n", quoted(fmt::format("time [{}]", time.label)));
  const std::string what = !plot.title.empty()       ? plot.title
                           : plot.curves.size() == 1 ? plot.curves.front().name
                                                     : std::string("value");
  script += fmt::format("set ylabel {}\n",
                        quoted(value.label.empty() ? what : fmt::format("{} [{}]", what, value.label)));
  script += "set datafile missing '?'\nplot ";
  for (std::size_t k = 0; k < plot.curves.size(); ++k)
    script += fmt::format("{}'-' using 1:2 with {} lw 1.8 ps 0.5 {} title {}", k > 0 ? ", " : "",
                          times_of(plot, plot.curves[k]).size() > 2 ? "lines" : "linespoints", style_of(k),
                          quoted(plot.curves[k].name));
  script += '\n';
  for (const Curve& curve : plot.curves) {
    const std::vector<double>& times = times_of(plot, curve);
    for (std::size_t k = 0; k < times.size(); ++k)
      script += std::isfinite(curve.values[k])
                    ? fmt::format("{} {}\n", times[k] / time.factor, curve.values[k] / value.factor)
                    : fmt::format("{} ?\n", times[k] / time.factor);
    script += "e\n";
  }
  return drawn(script);
}

std::vector<std::byte> draw_plot(const LogPlot& plot, picture::Format format, const picture::Size& size) {
  std::string script = preamble(format, size) + "set logscale xy\nset format '%g'\n";
  script += fmt::format("set title {}\nset xlabel {}\nset ylabel {}\n", quoted(plot.title),
                        quoted(plot.x_label), quoted(plot.y_label));
  std::string lines, data;
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    std::string points;
    for (const Vec2& point : plot.curves[k].points)
      if (point[0] > 0 && point[1] > 0) points += fmt::format("{} {}\n", point[0], point[1]);
    if (points.empty()) continue;
    lines += fmt::format("{}'-' using 1:2 with linespoints lw 1.6 ps 0.6 {} title {}",
                         lines.empty() ? "" : ", ", style_of(k), quoted(plot.curves[k].name));
    data += points + "e\n";
  }
  if (lines.empty()) lines = "[1:10] [1:10] NaN notitle";
  return drawn(script + "plot " + lines + '\n' + data);
}

}  // namespace scree::show
