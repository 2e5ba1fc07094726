#include "scree/scene/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "scree/base/text.h"
#include "scree/scene/load.h"
#include "scree/scene/write_toml.h"

namespace scree::scene {
namespace {

constexpr std::size_t most_members = 10'000;

/// Keys that change together: one value each per row. Most axes have one key.
struct Axis {
  struct Column {
    std::string key;
    std::vector<Value> values;
  };
  std::vector<Column> columns;

  std::size_t rows() const { return columns.front().values.size(); }
};

/// A part of a path as --set reads it.
std::string quoted_part(const std::string& part) {
  return part.find_first_of(".= \t") == std::string::npos ? part : fmt::format("\"{}\"", part);
}

class AxisReader {
 public:
  explicit AxisReader(Complaints& complaints) : complaints_(complaints) {}

  void read(const Table& table) {
    for (const Member& member : table.members) {
      if (member.key != "rows") continue;
      if (const auto* rows = member.value.as<Table>())
        read_rows(*rows, member.value.place);
      else
        complaints_.add(
            member.value.place,
            "sweep: rows: expected a table, as in rows = { \"contact.default.friction\" = [0.1, 0.3], "
            "\"fill.0.count\" = [100, 200] }");
    }
    read_keys(table, "", [&](Axis::Column&& column) { axes_.push_back({{std::move(column)}}); });
  }
  std::vector<Axis> axes() && { return std::move(axes_); }

 private:
  void read_rows(const Table& table, const Place& place) {
    Axis axis;
    read_keys(table, "", [&](Axis::Column&& column) {
      if (!axis.columns.empty() && column.values.size() != axis.rows())
        complaints_.add(
            place, fmt::format("sweep: rows: {} has {} values, but {} has {}; they go together, one by one",
                               in_quotes(column.key), column.values.size(),
                               in_quotes(axis.columns.front().key), axis.rows()));
      else
        axis.columns.push_back(std::move(column));
    });
    if (!axis.columns.empty()) axes_.push_back(std::move(axis));
  }

  /// Keys may be written as "a.b" or as tables in tables.
  template <class Use>
  void read_keys(const Table& table, const std::string& path, const Use& use) {
    for (const Member& member : table.members) {
      if (path.empty() && member.key == "rows") continue;
      const std::string key = path.empty() ? member.key : path + '.' + quoted_part(member.key);
      if (const auto* inner = member.value.as<Table>()) {
        read_keys(*inner, path.empty() ? quoted_part(member.key) : key, use);
        continue;
      }
      const auto* values = member.value.as<Array>();
      if (!values || values->items.empty()) {
        complaints_.add(member.value.place,
                        fmt::format("sweep: {} needs a list of values, as in [0.1, 0.3, 0.5]; got {}",
                                    in_quotes(key), values ? "an empty one" : describe(member.value)));
        continue;
      }
      if (key.starts_with("sweep") || key.starts_with("include"))
        complaints_.add(member.place, fmt::format("sweep: {} cannot be swept", in_quotes(key)));
      use(Axis::Column{key, values->items});
    }
  }

  Complaints& complaints_;
  std::vector<Axis> axes_;
};

std::vector<Axis> read_axes(const Value& sweep, Complaints& complaints) {
  AxisReader reader(complaints);
  if (const auto* table = sweep.as<Table>())
    reader.read(*table);
  else
    complaints.add(sweep.place,
                   "'sweep' must be a table, as in sweep.\"contact.default.friction\" = [0.1, 0.3]");
  std::vector<Axis> axes = std::move(reader).axes();
  double count = 1;
  for (const Axis& axis : axes) count *= static_cast<double>(axis.rows());
  if (count > most_members)
    complaints.add(sweep.place, fmt::format("sweep: {:.0f} combinations; scree runs up to {} at once", count,
                                            most_members));
  return axes;
}

}  // namespace

void check_sweep(const Table& root, Complaints& complaints) {
  if (const Member* const member = root.find("sweep")) read_axes(member->value, complaints);
}

std::optional<Sweep> read_sweep_text(std::string_view text, const std::string& name,
                                     const Vocabulary& vocabulary, std::span<const Override> overrides,
                                     const std::function<void(const SceneDescription&)>& look) {
  Complaints complaints;
  const auto file = std::make_shared<const std::string>(name);
  Table root = load_with_includes(text, file, complaints);
  apply_overrides(root, overrides, complaints);
  const Member* const member = root.find("sweep");
  if (!member) return std::nullopt;
  const std::vector<Axis> axes = read_axes(member->value, complaints);
  complaints.raise();

  Sweep sweep;
  std::size_t count = 1;
  for (const Axis& axis : axes) {
    for (const Axis::Column& column : axis.columns) sweep.keys.push_back(column.key);
    sweep.lengths.push_back(axis.rows());
    count *= axis.rows();
  }
  for (std::size_t number = 0; number < count; ++number) {
    Table changed = root;
    SweepMember one;
    std::size_t rest = number, stride = count;
    for (const Axis& axis : axes) {
      stride /= axis.rows();
      for (const Axis::Column& column : axis.columns) {
        const Value& value = column.values[rest / stride];
        one.values.push_back(write_value(value));
        set_value(changed, column.key, value, complaints);
      }
      rest %= stride;
    }
    complaints.raise();
    SceneDescription scene = read_scene_tree(std::move(changed), file, vocabulary, complaints);
    sweep.has_seed = scene.seed.has_value();
    one.text = std::move(scene.resolved_text);
    if (look) look(scene);
    sweep.members.push_back(std::move(one));
  }
  return sweep;
}

}  // namespace scree::scene
