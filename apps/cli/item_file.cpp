#include "item_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

#include "scree/base/error.h"
#include "scree/scene/files.h"
#include "scree/search/checked_items.h"

namespace scree::cli {
namespace {
constexpr std::size_t most_complaints = 50;
constexpr std::size_t most_items = 0x7fff'fffe;
/// More than any table has; what comes after them is not looked at: a file of commas is no table.
constexpr std::size_t most_columns = 10'000;
constexpr std::string_view accepted =
    "expected x,y,r or x,y,z,r or the lower and upper corners of boxes (lo_x,lo_y[,lo_z],hi_x,...)";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

struct Cell {
  std::string_view text;
  int column;  // in the line, counted from 1
};

void split(std::string_view line, std::vector<Cell>& cells) {
  cells.clear();
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    cells.push_back({trimmed(line.substr(begin, end - begin)), static_cast<int>(begin) + 1});
    if (end == line.size() || cells.size() > most_columns) return;
    begin = end + 1;
  }
}

/// Infinite if it is too large, zero or next to it if it is too small.
std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || fault == std::errc::invalid_argument) return std::nullopt;
  // from_chars does not say on which side a number is out of range.
  if (fault == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
  return value;
}

/// Names begin with a letter, and so may "nan": what only looks like a number is a bad number, not a name.
bool is_name(std::string_view text) { return !number_of(text) && text.find_first_of("+-.0123456789") != 0; }

/// "Lo_X", "x_lo", "xmin" and "min_x" all become "lo x".
std::string plain_name(std::string_view name) {
  std::string word;
  for (const char letter : name)
    if (letter != '_' && letter != ' ' && letter != '"')
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (word == "radius") return "r";
  for (const auto& [long_end, short_end] :
       {std::pair{"min", "lo"}, {"max", "hi"}, {"lo", "lo"}, {"hi", "hi"}}) {
    const std::string end = long_end;
    for (const char axis : {'x', 'y', 'z'})
      if (word == axis + end || word == end + axis) return fmt::format("{} {}", short_end, axis);
  }
  return word;
}

struct Layout {
  int dimension = 0;  // 0: not understood
  bool boxes = false;
  std::vector<std::size_t> columns;  // where each value of a row stands in the line
  std::size_t width = 0;             // of every line, in columns
};

std::vector<std::string> wanted_names(int dimension, bool boxes) {
  const std::vector<std::string> axes =
      dimension == 2 ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"x", "y", "z"};
  std::vector<std::string> names;
  names.reserve(2 * axes.size());
  for (const std::string& axis : axes) names.push_back(boxes ? "lo " + axis : axis);
  if (!boxes) names.emplace_back("r");
  for (const std::string& axis : axes)
    if (boxes) names.push_back("hi " + axis);
  return names;
}

Layout layout_of_header(const std::vector<Cell>& cells) {
  std::vector<std::string> names;
  names.reserve(cells.size());
  for (const Cell& cell : cells) names.push_back(plain_name(cell.text));
  for (const bool boxes : {false, true})
    for (const int dimension : {3, 2}) {
      Layout layout{dimension, boxes, {}, cells.size()};
      for (const std::string& name : wanted_names(dimension, boxes)) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) layout.columns.push_back(static_cast<std::size_t>(found - names.begin()));
      }
      if (layout.columns.size() == wanted_names(dimension, boxes).size()) return layout;
    }
  return {};
}

/// The second of two columns that are both asked for by their name.
const Cell* repeated_name(const std::vector<Cell>& cells, const Layout& layout) {
  for (const std::size_t column : layout.columns)
    for (std::size_t later = column + 1; later < cells.size(); ++later)
      if (plain_name(cells[later].text) == plain_name(cells[column].text)) return &cells[later];
  return nullptr;
}

Layout layout_of_width(std::size_t width) {
  Layout layout;
  if (width == 3) layout = {2, false, {}, width};
  if (width == 4) layout = {3, false, {}, width};
  if (width == 6) layout = {3, true, {}, width};
  for (std::size_t k = 0; k < width; ++k) layout.columns.push_back(k);
  return layout;
}

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(std::make_shared<const std::string>(path)) {}

  ItemTable read(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    for (std::size_t begin = 0; begin < text.size() && complaints_.size() < most_complaints;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      take_line(text.substr(begin, end - begin));
      begin = end + 1;
    }
    if (!complaints_.empty()) throw SceneError(complaints_);
    if (layout_.dimension == 0)
      throw SceneError(Place{file_}, fmt::format("there are no items in it; {}", accepted));
    if (table_.count() > most_items)
      throw SceneError(Place{file_}, "there are more items than can be numbered");
    return std::move(table_);
  }

 private:
  void take_line(std::string_view line) {
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#') return;
    split(line, cells_);
    if (cells_.size() > most_columns)
      throw SceneError(Place{file_, line_, 1},
                       fmt::format("more than {} columns; {}", most_columns, accepted));
    if (layout_.dimension != 0) {
      take_item();
      return;
    }
    const bool is_header = is_name(cells_.front().text);
    layout_ = is_header ? layout_of_header(cells_) : layout_of_width(cells_.size());
    if (layout_.dimension == 0) throw SceneError(Place{file_, line_, 1}, std::string(accepted));
    if (const Cell* const twice = is_header ? repeated_name(cells_, layout_) : nullptr)
      throw SceneError(Place{file_, line_, twice->column},
                       fmt::format("there is a column '{}' already", twice->text));
    table_.dimension = layout_.dimension;
    table_.boxes = layout_.boxes;
    if (!is_header) take_item();
  }

  void take_item() {
    if (cells_.size() != layout_.width) {
      complain(1, fmt::format("{} columns, expected {}", cells_.size(), layout_.width));
      return;
    }
    std::vector<double> row;
    for (const std::size_t column : layout_.columns) {
      const Cell& cell = cells_[column];
      const std::optional<double> value = number_of(cell.text);
      if (!value || !std::isfinite(*value)) {
        complain(cell.column, fmt::format("expected a finite number, got '{}'", cell.text));
        return;
      }
      row.push_back(*value);
    }
    if (!layout_.boxes && row.back() < 0)
      complain(cells_[layout_.columns.back()].column, "a radius must not be negative");
    const std::size_t half = row.size() / 2;
    for (std::size_t axis = 0; layout_.boxes && axis < half; ++axis)
      if (row[axis] > row[axis + half])
        complain(1, fmt::format("the lower corner is above the upper one along {}", "xyz"[axis]));
    if (reaches_too_far(row)) complain(1, fmt::format("reaches further out than {:g}", search::furthest));
    table_.values.insert(table_.values.end(), row.begin(), row.end());
  }

  /// As the search would say, but that knows no lines.
  bool reaches_too_far(const std::vector<double>& row) const {
    const double radius = layout_.boxes ? 0 : row.back();
    const std::size_t places = layout_.boxes ? row.size() : row.size() - 1;
    return std::any_of(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(places), [&](double place) {
      return place - radius < -search::furthest || place + radius > search::furthest;
    });
  }

  void complain(int column, std::string message) {
    complaints_.push_back({Place{file_, line_, column}, std::move(message)});
  }

  std::shared_ptr<const std::string> file_;
  int line_ = 0;
  Layout layout_;
  ItemTable table_;
  std::vector<Cell> cells_;
  std::vector<Complaint> complaints_;
};
}  // namespace

ItemTable read_items(const std::string& path) {
  const scene::FileText file = scene::read_text_file(path, std::numeric_limits<std::uintmax_t>::max(), false);
  if (!file.fault.empty()) throw SceneError(Place{}, file.fault);
  return Reader(path).read(file.text);
}

}  // namespace scree::cli
