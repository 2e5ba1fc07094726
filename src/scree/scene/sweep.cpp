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

struct Axis {
  std::string key;
  Place place;
  std::vector<Value> values;
};

/// A part of a path as --set reads it.
std::string quoted_part(const std::string& part) {
  return part.find_first_of(".= \t") == std::string::npos ? part : fmt::format("\"{}\"", part);
}

class AxisReader {
 public:
  explicit AxisReader(Complaints& complaints) : complaints_(complaints) {}

  /// Keys may be written as "a.b" or as tables in tables.
  void read(const Table& table, const std::string& path) {
    for (const Member& member : table.members) {
      const std::string key = path.empty() ? member.key : path + '.' + quoted_part(member.key);
      if (const auto* inner = member.value.as<Table>()) {
        read(*inner, path.empty() ? quoted_part(member.key) : key);
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
      axes_.push_back({key, member.place, values->items});
    }
  }
  std::vector<Axis> axes() && { return std::move(axes_); }

 private:
  Complaints& complaints_;
  std::vector<Axis> axes_;
};

std::vector<Axis> read_axes(const Value& sweep, Complaints& complaints) {
  AxisReader reader(complaints);
  if (const auto* table = sweep.as<Table>())
    reader.read(*table, "");
  else
    complaints.add(sweep.place,
                   "'sweep' must be a table, as in sweep.\"contact.default.friction\" = [0.1, 0.3]");
  std::vector<Axis> axes = std::move(reader).axes();
  double count = 1;
  for (const Axis& axis : axes) count *= static_cast<double>(axis.values.size());
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
    sweep.keys.push_back(axis.key);
    sweep.lengths.push_back(axis.values.size());
    count *= axis.values.size();
  }
  for (std::size_t number = 0; number < count; ++number) {
    Table changed = root;
    SweepMember one;
    std::size_t rest = number, stride = count;
    for (const Axis& axis : axes) {
      stride /= axis.values.size();
      const Value& value = axis.values[rest / stride];
      rest %= stride;
      one.values.push_back(write_value(value));
      set_value(changed, axis.key, value, complaints);
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
