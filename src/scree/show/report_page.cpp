#include "scree/show/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "scree/base/error.h"
#include "scree/record/atomic_file.h"
#include "scree/record/mark.h"
#include "scree/record/run_folder.h"
#include "scree/show/plot.h"
#include "scree/show/run_pictures.h"
#include "scree/sim/quantity_text.h"
#include "scree/sim/summary.h"

namespace scree::show {
namespace {

using nlohmann::ordered_json;
using sim::quantity_text;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (letter == '&')
      result += "&amp;";
    else if (letter == '<')
      result += "&lt;";
    else if (letter == '>')
      result += "&gt;";
    else if (letter == '"')
      result += "&quot;";
    else
      result += letter;
  }
  return result;
}

/// Bytes as letters, for pictures inside the page (RFC 4648).
std::string base64(std::span<const std::byte> bytes) {
  static constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t group = 0;
    for (std::size_t part = 0; part < 3; ++part)
      group = group << 8 | (k + part < bytes.size() ? std::to_integer<std::uint32_t>(bytes[k + part]) : 0U);
    for (std::size_t part = 0; part < 4; ++part)
      text += k + part <= bytes.size() ? letters[group >> (18 - 6 * part) & 63U] : '=';
  }
  return text;
}

std::string image_tag(std::span<const std::byte> bytes, std::string_view type, std::string_view words) {
  return fmt::format("<img src=\"data:{};base64,{}\" alt=\"{}\">", type, base64(bytes), escaped(words));
}

/// What `make` gives, or the sentence that says why there is nothing.
template <class Make>
std::string figure(Make&& make, std::string_view words) {
  try {
    return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", make(), escaped(words));
  } catch (const std::exception& error) {
    return fmt::format("<p class=\"missing\">No picture here: {}</p>\n", escaped(error.what()));
  }
}

std::vector<std::byte> last_picture(const record::RunReader& run) {
  const std::size_t last = run.frame_count() - 1;
  return RunPictures(run, {last}, {}).file(last, picture::Format::png);
}

class FactTable {
 public:
  void add(std::string_view name, const std::string& value) {
    if (!value.empty())
      rows_ += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(name), escaped(value));
  }
  std::string text() const { return "<table>\n" + rows_ + "</table>\n"; }

 private:
  std::string rows_;
};

std::string summary_table(const record::RunReader& run, const ordered_json& summary) {
  FactTable facts;
  const record::Provenance& provenance = run.provenance();
  facts.add("state", run.completed() ? "finished" : "not finished");
  if (run.frame_count() > 0)
    facts.add("frames",
              fmt::format("{}, t = {} to {}", run.frame_count(), quantity_text(run.frame_time(0), "s"),
                          quantity_text(run.frame_time(run.frame_count() - 1), "s")));
  if (summary.is_object()) {
    const auto number = [&](const char* key) { return summary.value(key, 0.0); };
    facts.add("bodies",
              fmt::format("{}, {} removed", sim::count_text(summary.value("bodies", std::uint64_t{0})),
                          sim::count_text(summary.value("removed", std::uint64_t{0}))));
    facts.add("contacts", sim::count_text(summary.value("contacts", std::uint64_t{0})));
    facts.add("steps", fmt::format("{} of {}", sim::count_text(summary.value("steps", std::uint64_t{0})),
                                   quantity_text(number("time_step"), "s")));
    facts.add("largest overlap", sim::percent_text(number("largest_overlap")) + " of a radius");
    facts.add("energy residual",
              fmt::format("{} ({:.1e} of its scale)", quantity_text(number("residual"), "J"),
                          number("relative_residual")));
    facts.add("took", fmt::format("{} on {} thread{}, {}", sim::duration_text(number("wall_seconds")),
                                  summary.value("threads", 1), summary.value("threads", 1) == 1 ? "" : "s",
                                  sim::amount_text(number("particle_steps_per_second"), "particle-steps/s")));
    facts.add("state hash", summary.value("state_hash", std::string()));
  }
  facts.add("begun", fmt::format("{} by scree {}", provenance.started, provenance.version));
  facts.add("command", provenance.command_line);
  facts.add("seed", fmt::format("{}", provenance.seed));
  for (const auto& [name, value] : provenance.settings) facts.add(name, value);
  return facts.text();
}

std::string warnings_text(const ordered_json& summary) {
  const ordered_json warnings =
      summary.is_object() ? summary.value("warnings", ordered_json::array()) : ordered_json::array();
  if (warnings.empty()) return "<p>None.</p>\n";
  std::string text = "<ul>\n";
  for (const ordered_json& warning : warnings)
    text += fmt::format("<li>{}</li>\n",
                        escaped(warning.is_string() ? warning.get<std::string>() : warning.dump()));
  return text + "</ul>\n";
}

constexpr std::string_view style =
    "body{font:16px/1.5 system-ui,'DejaVu Sans',sans-serif;color:#24272b;max-width:60rem;margin:2rem "
    "auto;padding:0 1rem}"
    "h1{font-weight:600;margin-bottom:0}h2{font-weight:600;margin-top:2.2rem;border-bottom:1px solid #d9dce0}"
    "figure{margin:1rem 0}img{max-width:100%;height:auto;display:block;margin:auto}"
    "figcaption{color:#5b6068;font-size:.9rem;text-align:center}"
    "table{border-collapse:collapse}th{text-align:left;font-weight:500;color:#5b6068;padding:.15rem 1.5rem "
    ".15rem 0;"
    "vertical-align:top;white-space:nowrap}td{padding:.15rem 0;overflow-wrap:anywhere}"
    "pre{background:#f6f7f8;padding:1rem;overflow-x:auto;font-size:.85rem;line-height:1.4}"
    ".missing{color:#8a5a00;white-space:pre-line}";

/// Columns of one unit make one plot; more curves than can be told apart are left to `scree plot`.
std::string measure_figures(const record::RunReader& run, const std::string& name,
                            const record::MeasureTable& table) {
  constexpr std::size_t most_curves = 8;
  if (table.rows != 1 || table.times.size() < 2)
    return fmt::format("<p>{}: {} of {} columns in {}.</p>\n", escaped(name),
                       sim::count_text(table.times.size(), "sample"), table.columns.size(),
                       record::measure_name(name));
  std::vector<std::pair<std::string, std::vector<std::string>>> by_unit;
  for (const std::string& column : table.columns) {
    const std::string unit = unit_of_column(column);
    auto found =
        std::find_if(by_unit.begin(), by_unit.end(), [&](const auto& group) { return group.first == unit; });
    if (found == by_unit.end()) found = by_unit.insert(by_unit.end(), {unit, {}});
    if (found->second.size() < most_curves) found->second.push_back(name + '.' + column);
  }
  std::string text;
  for (const auto& group : by_unit)
    text += figure(
        [&] {
          return image_tag(draw_plot(plot_of(run, group.second), picture::Format::svg), "image/svg+xml",
                           name);
        },
        fmt::format("{}{}.", name, group.first.empty() ? "" : fmt::format(" [{}]", group.first)));
  return text;
}

/// The picture may be given, when it has just been drawn.
std::string page_of(const record::RunReader& run, const std::vector<std::byte>* drawn) {
  const ordered_json summary = ordered_json::parse(sim::checked_summary(run.summary()));
  const std::string name = run.provenance().scene_name;
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<!-- {2} -->\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
      "name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</"
      "h1>\n",
      escaped(name), style, record::mark);
  if (run.frame_count() > 0) {
    const std::string when =
        fmt::format("The last frame, t = {}.", quantity_text(run.frame_time(run.frame_count() - 1), "s"));
    page += figure(
        [&] {
          return image_tag(drawn != nullptr ? *drawn : last_picture(run), "image/png", "the last frame");
        },
        when);
  }
  page += "<h2>Warnings</h2>\n" + warnings_text(summary);
  page += "<h2>Summary</h2>\n" + summary_table(run, summary);
  page += "<h2>Curves</h2>\n";
  if (run.frame_count() > 1) {
    page += figure(
        [&] {
          return image_tag(draw_plot(energy_plot(run), picture::Format::svg), "image/svg+xml", "energies");
        },
        "Energies. The residual is what the ledger misses.");
    for (const char* total : {"contacts", "bodies"}) {
      const auto found = run.totals().find(total);
      if (found == run.totals().end()) continue;
      const std::string names[] = {total};
      page += figure(
          [&] {
            return image_tag(draw_plot(plot_of(run, names), picture::Format::svg), "image/svg+xml", total);
          },
          fmt::format("Number of {}.", total));
    }
  } else {
    page += "<p>One frame makes no curve: ask for more with [record] frames.</p>\n";
  }
  if (!run.measures().empty()) page += "<h2>Measurements</h2>\n";
  for (const auto& [name, table] : run.measures()) page += measure_figures(run, name, table);
  page +=
      fmt::format("<h2>Scene</h2>\n<pre>{}</pre>\n</body>\n</html>\n", escaped(run.provenance().scene_text));
  return page;
}

}  // namespace

std::string report_page(const record::RunReader& run) { return page_of(run, nullptr); }

std::vector<std::string> leave_pictures(const std::filesystem::path& folder) {
  std::vector<std::string> notes;
  const auto attempt = [&](std::string_view name, auto&& make) {
    try {
      make();
    } catch (const std::exception& error) {
      notes.push_back(fmt::format("no {}: {}", name, error.what()));
    }
  };
  attempt("pictures", [&] {
    const record::RunReader run(folder);
    if (run.frame_count() == 0) return;
    std::vector<std::byte> picture;
    attempt(record::picture_name, [&] {
      picture = last_picture(run);
      record::write_atomically(folder / record::picture_name, record::marked(picture));
    });
    if (run.frame_count() > 1)
      attempt(record::plot_name, [&] {
        record::write_atomically(folder / record::plot_name,
                                 record::marked(draw_plot(energy_plot(run), picture::Format::svg)));
      });
    attempt(record::report_name, [&] {
      record::write_atomically(folder / record::report_name,
                               page_of(run, picture.empty() ? nullptr : &picture));
    });
  });
  return notes;
}

}  // namespace scree::show
