#include "scree/scene/csv_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "scree/base/text.h"
#include "scree/scene/complaints.h"
#include "scree/scene/suggest.h"

namespace scree::scene {
namespace {

enum class Role { position, radius, diameter, velocity, spin, material, fixed, frame, shape, passed_over };

struct Column {
  std::string_view name;
  Role role;
  int axis;
  std::string_view unit;
  int only_in = 0;  // dimension; 0: both
};

constexpr Column known_columns[] = {
    {"x", Role::position, 0, "m"},
    {"y", Role::position, 1, "m"},
    {"z", Role::position, 2, "m", 3},
    {"radius", Role::radius, 0, "m"},
    {"diameter", Role::diameter, 0, "m"},
    {"vx", Role::velocity, 0, "m/s"},
    {"vy", Role::velocity, 1, "m/s"},
    {"vz", Role::velocity, 2, "m/s", 3},
    {"spin", Role::spin, 0, "rad/s", 2},
    {"wx", Role::spin, 0, "rad/s", 3},
    {"wy", Role::spin, 1, "rad/s", 3},
    {"wz", Role::spin, 2, "rad/s", 3},
    {"material", Role::material, 0, ""},
    {"fixed", Role::fixed, 0, "0 or 1"},
    // What scree export writes besides.
    {"frame", Role::frame, 0, ""},
    {"shape", Role::shape, 0, ""},
    {"time", Role::passed_over, 0, ""},
    {"id", Role::passed_over, 0, ""},
    {"angle", Role::passed_over, 0, ""},
    {"qw", Role::passed_over, 0, ""},
    {"qx", Role::passed_over, 0, ""},
    {"qy", Role::passed_over, 0, ""},
    {"qz", Role::passed_over, 0, ""},
    {"fx", Role::passed_over, 0, ""},
    {"fy", Role::passed_over, 0, ""},
    {"fz", Role::passed_over, 0, ""},
    {"torque", Role::passed_over, 0, ""},
    {"tx", Role::passed_over, 0, ""},
    {"ty", Role::passed_over, 0, ""},
    {"tz", Role::passed_over, 0, ""},
};

const Column* find_column(std::string_view name) {
  const auto found = std::find_if(std::begin(known_columns), std::end(known_columns),
                                  [&](const Column& column) { return column.name == name; });
  return found == std::end(known_columns) ? nullptr : found;
}

/// One value of a line, without the blanks and quotes around it.
struct Field {
  std::string_view text;
  std::size_t column;  // of its first byte, from 1
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// More values than any line has. What comes after them is not looked at: a file of commas is no table.
constexpr std::size_t most_fields = 1000;

std::string count_text(std::size_t fields) {
  return fields > most_fields ? fmt::format("more than {}", most_fields) : fmt::format("{}", fields);
}

/// Splits at commas. Quotes may surround a value, as spreadsheets write them; commas inside do not split.
void split(std::string_view line, std::vector<Field>& fields) {
  fields.clear();
  std::size_t begin = 0;
  while (true) {
    std::size_t end = std::min(line.find(',', begin), line.size());
    const std::size_t first = line.find_first_not_of(" \t", begin);
    if (first < end && line[first] == '"') {
      const std::size_t closing = std::min(line.find('"', first + 1), line.size());
      end = std::min(line.find(',', closing), line.size());
    }
    std::string_view text = trimmed(line.substr(begin, end - begin));
    const std::size_t column = text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data());
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
    fields.push_back({text, column + 1});
    if (end == line.size() || fields.size() > most_fields) return;
    begin = end + 1;
  }
}

/// Nothing when the text is no number; infinite when it is beyond what a double holds.
std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
  return fault == std::errc{} ? value : HUGE_VAL;
}

/// So many bodies that all overlap each other are a mistake.
constexpr std::size_t largest_crowd = 100;

template <int D>
class CsvReader {
 public:
  CsvReader(const Fill& fill, std::span<const Material> materials) : fill_(fill), materials_(materials) {
    for (int k = 0; k < D; ++k) blank_.velocity[k] = fill.velocity[k];
    blank_.material = fill.material.value;
    blank_.fixed = fill.fixed;
  }

  std::vector<NewBody<D>> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    bodies_.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      take_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (complaint_count_ == 0 && bodies_.empty())
      complain(1, columns_.empty() ? "there are no lines; expected " + wanted()
                                   : "there are no bodies below the header");
    complaints_.raise();
    refuse_piles();
    complaints_.raise();
    return std::move(bodies_);
  }

 private:
  static std::string wanted() {
    return D == 2 ? "x,y and radius or diameter, optionally vx,vy, spin, material"
                  : "x,y,z and radius or diameter, optionally vx,vy,vz, wx,wy,wz, material";
  }

  /// Overlaps are the run's business, but a pile of bodies at one place has contacts by the square of their
  /// number: it would take all memory before a message could be given.
  void refuse_piles() {
    std::vector<const NewBody<D>*> sorted;
    for (const NewBody<D>& body : bodies_) sorted.push_back(&body);
    const auto place_and_line = [](const NewBody<D>* body) {
      std::array<double, D> place;
      for (int k = 0; k < D; ++k) place[static_cast<std::size_t>(k)] = body->position[k];
      return std::pair(place, body->line);
    };
    std::sort(sorted.begin(), sorted.end(), [&](const NewBody<D>* a, const NewBody<D>* b) {
      return place_and_line(a) < place_and_line(b);
    });
    const NewBody<D>* twin = nullptr;  // the first, by lines, whose centre was taken
    std::uint32_t taken_by = 0;
    for (std::size_t k = 1; k < sorted.size(); ++k)
      if (sorted[k]->position == sorted[k - 1]->position && (!twin || sorted[k]->line < twin->line)) {
        twin = sorted[k];
        taken_by = sorted[k - 1]->line;
      }
    if (twin) {
      line_ = twin->line;
      return complain(1, fmt::format("the body has the same centre as that of line {}", taken_by));
    }
    // Bodies of a like size whose centres share a cell of half their size or less overlap, each with each.
    std::vector<std::pair<std::array<double, D + 1>, std::uint32_t>> cells;
    for (const NewBody<D>& body : bodies_) {
      const int octave = std::ilogb(body.radius);
      std::array<double, D + 1> cell{static_cast<double>(octave)};
      for (int k = 0; k < D; ++k)
        cell[static_cast<std::size_t>(k) + 1] = std::floor(std::ldexp(body.position[k], -octave));
      cells.emplace_back(cell, body.line);
    }
    std::sort(cells.begin(), cells.end());
    for (std::size_t first = 0; first + largest_crowd < cells.size(); ++first) {
      if (cells[first].first != cells[first + largest_crowd].first) continue;
      line_ = cells[first + 1].second;
      return complain(
          1, fmt::format("more than {} bodies lie within a radius of each other here; the first two are "
                         "this one and that of line {}",
                         largest_crowd, cells[first].second));
    }
  }

  void complain(std::size_t column, std::string message) {
    ++complaint_count_;
    if (!fill_.file) message = fmt::format("rows, line {}: {}", line_, message);
    complaints_.add(csv_place(fill_, line_, column), std::move(message));
  }

  void take_line(std::string_view line) {
    ++line_;
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#' || is_unreadable_) return;
    split(line, fields_);
    if (!columns_.empty()) return take_body(content);
    const bool has_header = !parse_number(fields_.front().text);
    is_unreadable_ = has_header ? !take_header() : !take_columns_by_position(content);
    if (!has_header && !is_unreadable_) take_body(content);
  }

  /// False when the columns are not clear, so that no further line has a meaning.
  bool take_header() {
    if (fields_.size() > most_fields) {
      complain(1, fmt::format("expected {}, got {} columns", wanted(), count_text(fields_.size())));
      return false;
    }
    for (const Field& field : fields_) {
      const Column* const column = find_column(field.text);
      if (!column) {
        std::vector<std::string_view> names;
        for (const Column& known : known_columns)
          if (known.only_in == 0 || known.only_in == D) names.push_back(known.name);
        complain(field.column,
                 fmt::format("unknown column {}{}", in_quotes(field.text), suggestion(field.text, names)));
      } else if (column->only_in != 0 && column->only_in != D) {
        complain(field.column, fmt::format("the column '{}' is for dimension = {} only; expected {}",
                                           column->name, column->only_in, wanted()));
      } else if (has(column)) {
        complain(field.column, fmt::format("the column '{}' is there twice", column->name));
      }
      columns_.push_back(column);
    }
    require_all_of(Role::position, true);
    require_all_of(Role::velocity, false);
    require_all_of(Role::spin, false);
    const bool has_radius = has(find_column("radius")), has_diameter = has(find_column("diameter"));
    if (has_radius && has_diameter) complain(1, "give either the column 'radius' or 'diameter', not both");
    if (!has_radius && !has_diameter)
      complain(1, "the column 'radius' or 'diameter' is missing; expected " + wanted());
    return complaint_count_ == 0;
  }

  bool has(const Column* column) const {
    return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
  }

  /// Columns that belong together come together.
  void require_all_of(Role role, bool needed) {
    std::vector<std::string_view> missing;
    for (const Column& column : known_columns) {
      if (column.role != role || (column.only_in != 0 && column.only_in != D)) continue;
      if (has(&column))
        needed = true;
      else
        missing.push_back(column.name);
    }
    if (!needed) return;
    for (const std::string_view name : missing)
      complain(1, fmt::format("the column '{}' is missing; expected {}", name, wanted()));
  }

  bool take_columns_by_position(std::string_view content) {
    for (const Column& column : known_columns)
      if (column.role == Role::position || column.role == Role::radius || column.role == Role::velocity)
        if (column.only_in == 0 || column.only_in == D) columns_.push_back(&column);
    if (fields_.size() == D + 1) columns_.resize(D + 1);
    if (fields_.size() == columns_.size()) return true;
    complain(1, fmt::format("without a header, lines have {} or {} values ({}), got {}: {}", D + 1, 2 * D + 1,
                            D == 2 ? "x,y,radius[,vx,vy]" : "x,y,z,radius[,vx,vy,vz]",
                            count_text(fields_.size()), in_quotes(content)));
    return false;
  }

  void take_body(std::string_view content) {
    if (fields_.size() != columns_.size()) {
      std::string names;
      for (const Column* column : columns_) names += (names.empty() ? "" : ",") + std::string(column->name);
      return complain(1, fmt::format("expected {} values ({}), got {}: {}", columns_.size(), names,
                                     count_text(fields_.size()), in_quotes(content)));
    }
    const std::size_t complaints_before = complaint_count_;
    leave_earlier_frames();
    NewBody<D>& body = bodies_.emplace_back(blank_);
    body.line = line_;
    for (std::size_t number = 0; number < fields_.size(); ++number)
      take_field(*columns_[number], fields_[number], body);
    if (body.fixed) {
      body.velocity = {};
      body.spin = {};
    }
    if (complaint_count_ > complaints_before) bodies_.pop_back();
  }

  /// Of a table with several frames the last counts, which comes last.
  void leave_earlier_frames() {
    for (std::size_t number = 0; number < fields_.size(); ++number)
      if (columns_[number]->role == Role::frame && fields_[number].text != frame_) {
        frame_ = fields_[number].text;
        bodies_.clear();
      }
  }

  void take_field(const Column& column, const Field& field, NewBody<D>& body) {
    if (column.role == Role::frame || column.role == Role::passed_over) return;
    if (column.role == Role::material) return take_material(field, body);
    if (column.role == Role::shape) {
      if (field.text != "0") complain(field.column, "polygons cannot come from a table, only round bodies");
      return;
    }
    const std::optional<double> number = parse_number(field.text);
    if (!number)
      return complain(field.column,
                      field.text.empty()
                          ? fmt::format("{}: expected a number in {}, got nothing", column.name, column.unit)
                          : fmt::format("{}: expected a plain number in {}, got {}", column.name, column.unit,
                                        in_quotes(field.text)));
    if (!std::isfinite(*number))
      return complain(field.column, fmt::format("{}: expected a finite number in {}, got {}", column.name,
                                                column.unit, in_quotes(field.text)));
    switch (column.role) {
      case Role::position:
        body.position[column.axis] = *number;
        break;
      case Role::velocity:
        body.velocity[column.axis] = *number;
        break;
      case Role::spin:
        if constexpr (D == 2)
          body.spin = *number;
        else
          body.spin[column.axis] = *number;
        break;
      case Role::radius:
      case Role::diameter:
        body.radius = column.role == Role::radius ? *number : *number / 2;
        if (!(body.radius > 0))
          complain(field.column,
                   fmt::format("{} must be positive, got {}", column.name, in_quotes(field.text)));
        break;
      case Role::fixed:
        body.fixed = body.fixed || *number != 0;
        break;
      case Role::material:
      case Role::frame:
      case Role::shape:
      case Role::passed_over:
        break;
    }
  }

  void take_material(const Field& field, NewBody<D>& body) {
    if (field.text.empty()) return;
    body.material = field.text;
    for (const Material& material : materials_)
      if (material.name == field.text) return;
    // Exports say the number of the material in the scene.
    std::size_t number = 0;
    const char* const end = field.text.data() + field.text.size();
    if (const auto [rest, fault] = std::from_chars(field.text.data(), end, number);
        fault == std::errc{} && rest == end && number < materials_.size()) {
      body.material = materials_[number].name;
      return;
    }
    std::vector<std::string_view> names;
    for (const Material& material : materials_) names.push_back(material.name);
    complain(field.column,
             fmt::format("there is no material {}{}", in_quotes(field.text), suggestion(field.text, names)));
  }

  const Fill& fill_;
  std::span<const Material> materials_;
  NewBody<D> blank_;
  Complaints complaints_;
  std::size_t complaint_count_ = 0;
  bool is_unreadable_ = false;
  std::uint32_t line_ = 0;
  std::vector<const Column*> columns_;
  std::vector<Field> fields_;
  std::string_view frame_;  // of the bodies
  std::vector<NewBody<D>> bodies_;
};

}  // namespace

Place csv_place(const Fill& fill, std::uint32_t line, std::size_t column) {
  if (!fill.file) return fill.rows->place;
  const Place& said = fill.file->place;
  const std::filesystem::path folder =
      said.file && said.line > 0 ? std::filesystem::path(*said.file).parent_path() : std::filesystem::path();
  return {std::make_shared<const std::string>((folder / fill.file->value).string()), static_cast<int>(line),
          static_cast<int>(column)};
}

template <int D>
std::vector<NewBody<D>> read_csv_bodies(const Fill& fill, std::span<const Material> materials) {
  SCREE_ASSERT(fill.rows.has_value());
  return CsvReader<D>(fill, materials).read(fill.rows->value);
}

template std::vector<NewBody<2>> read_csv_bodies(const Fill&, std::span<const Material>);
template std::vector<NewBody<3>> read_csv_bodies(const Fill&, std::span<const Material>);

}  // namespace scree::scene
