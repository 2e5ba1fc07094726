#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "scree/base/text.h"
#include "scree/scene/description.h"
#include "scree/scene/files.h"
#include "scree/scene/load.h"
#include "scree/scene/sections.h"
#include "scree/scene/suggest.h"
#include "scree/scene/utf8.h"
#include "scree/scene/write_toml.h"

namespace scree::scene {
namespace {

using ReadTable = void (*)(Reading&, const Table&, const Place&, SceneDescription&);
using ReadNamed = void (*)(Reading&, const Table&, const Place&, const std::string&, SceneDescription&);

/// Reads the parts of a scene in the order in which they need each other.
class SceneReader {
 public:
  SceneReader(Reading& reading, const Table& root, const Place& start)
      : reading_(reading), root_(root), start_(start) {}

  SceneDescription read() {
    refuse_unknown_tables();
    read_single("let", read_names);
    read_single("scene", read_scene_table, true);
    read_single("domain", read_domain);
    if (const Table* materials = table_of_tables("material"))
      for (const Member& material : materials->members)
        if (material.value.as<Table>()) reading_.materials.insert(material.key);
    read_named("material", read_material);
    reading_.has_polygons = has_polygons();
    read_named("contact", read_contact);
    read_each("wall", read_wall);
    // Bodies take their halos from it.
    read_single("run", read_run);
    read_each("region", read_region);
    read_each("body", read_body);
    read_each("fill", read_fill);
    read_each("stage", read_stage);
    read_each("inlet", read_inlet);
    read_each("sink", read_sink);
    read_each("measure", read_measure);
    read_each("edit", read_edit);
    read_single("record", read_record);
    read_single("watch", read_watch);
    require_stage();
    // Tables have no order, so that of the file must not tell in anything that a run counts, hashes or saves.
    std::sort(scene_.materials.begin(), scene_.materials.end(),
              [](const Material& a, const Material& b) { return a.name < b.name; });
    return std::move(scene_);
  }

 private:
  const Value* find(std::string_view table) const {
    const Member* member = root_.find(table);
    return member ? &member->value : nullptr;
  }

  /// They have a law of their own, for contacts that name none.
  bool has_polygons() const {
    for (const std::string_view name : {"body", "fill", "inlet"}) {
      const Value* const all = find(name);
      const auto* const array = all ? all->as<Array>() : nullptr;
      if (!array) continue;
      for (const Value& item : array->items) {
        const auto* const table = item.as<Table>();
        const Member* const shape = table ? table->find("shape") : nullptr;
        const auto* const word = shape ? shape->value.as<std::string>() : nullptr;
        if (word && *word == "polygon") return true;
      }
    }
    return false;
  }

  void require_stage() {
    const Value* stages = find("stage");
    if (stages && !(stages->as<Array>() && stages->as<Array>()->items.empty())) return;
    reading_.complaints.add(stages ? stages->place : start_,
                            "a scene needs a [[stage]], as in duration = \"0.5 s\"");
  }

  void refuse_unknown_tables() {
    std::vector<std::string_view> known;
    for (const TableFacts& table : table_list())
      if (!table.name.empty() && table.name.find('.') == std::string_view::npos) known.push_back(table.name);
    for (const Member& member : root_.members) {
      if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
      complain_about_unknown(member, known);
    }
  }

  void complain_about_unknown(const Member& member, const std::vector<std::string_view>& known) {
    const auto* array = member.value.as<Array>();
    const bool table = member.value.as<Table>() || (array && array->holds_tables());
    std::string text = fmt::format("unknown {} {}", table ? "table" : "key", in_quotes(member.key));
    const std::string_view home = table ? "" : home_of(member.key);
    text += home.empty() ? suggestion(member.key, known)
                         : fmt::format(" before the first table; it belongs to {}", home);
    reading_.complaints.add(member.place, text);
  }

  void read_single(std::string_view name, ReadTable read, bool needed = false) {
    const Value* value = find(name);
    if (!value) {
      if (needed) read(reading_, Table{}, start_, scene_);
      return;
    }
    if (const auto* table = value->as<Table>()) return read(reading_, *table, value->place, scene_);
    reading_.complaints.add(value->place, fmt::format("'{}' must be a table: write [{}] once", name, name));
  }

  const Table* table_of_tables(std::string_view name) const {
    const Value* value = find(name);
    return value ? value->as<Table>() : nullptr;
  }

  void read_named(std::string_view name, ReadNamed read) {
    const std::string_view header = table_facts(name).header;
    if (const Value* value = find(name); value && !value->as<Table>())
      reading_.complaints.add(value->place, fmt::format("'{}' must be a table: write {}", name, header));
    const Table* all = table_of_tables(name);
    if (!all) return;
    for (const Member& member : all->members) {
      if (const auto* table = member.value.as<Table>())
        read(reading_, *table, member.value.place, member.key, scene_);
      else
        reading_.complaints.add(member.place, fmt::format("{} stands outside of a {}: write {} before it",
                                                          in_quotes(member.key), name, header));
    }
  }

  void read_each(std::string_view name, ReadTable read) {
    const Value* value = find(name);
    if (!value) return;
    const auto* array = value->as<Array>();
    if (!array) {
      reading_.complaints.add(value->place,
                              fmt::format("'{}' may come several times: write [[{}]]", name, name));
      return;
    }
    std::set<std::string, std::less<>> names;
    for (std::size_t k = 0; k < array->items.size(); ++k) {
      const Value& item = array->items[k];
      const auto* table = item.as<Table>();
      if (!table) {
        reading_.complaints.add(item.place, fmt::format("expected a [[{}]], got {}", name, describe(item)));
        continue;
      }
      read(reading_, *table, item.place, scene_);
      const Member* given = table->find("name");
      const auto* text = given ? given->value.as<std::string>() : nullptr;
      const std::string called = text ? *text : fmt::format("{} {}", name, k);
      if (!names.insert(called).second)
        reading_.complaints.add(text ? given->value.place : item.place,
                                fmt::format("another [[{}]] is called {} already", name, in_quotes(called)));
    }
  }

  Reading& reading_;
  const Table& root_;
  Place start_;
  SceneDescription scene_;
};

/// The text that is kept must not depend on what its file was called.
void name_after_file(Table& root, const std::string& file) {
  Member* const member = root.find("scene");
  auto* scene = member ? member->value.as<Table>() : nullptr;
  if (!scene || scene->find("name")) return;
  std::string stem = replace_what_is_not_utf8(std::filesystem::path(file).stem().string());
  if (stem.empty()) stem = "scene";
  scene->members.insert(scene->members.begin(), {"name", member->place, {std::move(stem), member->place}});
}

}  // namespace

SceneDescription read_scene_text(std::string_view text, const std::string& name, const Vocabulary& vocabulary,
                                 std::span<const Override> overrides, const FileReach& reach) {
  Complaints complaints;
  const auto file = std::make_shared<const std::string>(name);
  Table root = load_with_includes(text, file, complaints, reach);
  apply_overrides(root, overrides, complaints);
  check_sweep(root, complaints);
  return read_scene_tree(std::move(root), file, vocabulary, std::move(complaints), reach);
}

SceneDescription read_scene_tree(Table root, const std::shared_ptr<const std::string>& file,
                                 const Vocabulary& vocabulary, Complaints complaints,
                                 const FileReach& reach) {
  std::erase_if(root.members, [](const Member& member) { return member.key == "sweep"; });
  Reading reading{vocabulary, std::move(complaints), {}, {}, {}};
  embed_files(root, reading.complaints, reach);
  name_after_file(root, *file);
  SceneDescription scene = SceneReader(reading, root, Place{file, 1, 1}).read();
  reading.complaints.raise();
  scene.resolved_text = write_toml(root);
  return scene;
}

SceneDescription read_scene(const std::string& path, const Vocabulary& vocabulary,
                            std::span<const Override> overrides) {
  const FileText file = read_text_file(path, largest_scene, false);
  if (!file.fault.empty()) throw SceneError(Place{}, file.fault);
  return read_scene_text(file.text, path, vocabulary, overrides);
}

}  // namespace scree::scene
