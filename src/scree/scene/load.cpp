#include "scree/scene/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "scree/base/text.h"
#include "scree/scene/files.h"
#include "scree/scene/mesh_file.h"
#include "scree/scene/parse_toml.h"
#include "scree/scene/utf8.h"

namespace scree::scene {
namespace {

namespace fs = std::filesystem;
using File = std::shared_ptr<const std::string>;

/// Relative to the file that says it; to the current folder when the command line says it.
fs::path resolve(const std::string& written, const Place& place) {
  const bool from_file = place.file && place.line > 0;
  return from_file ? fs::path(*place.file).parent_path() / written : fs::path(written);
}

fs::path identity_of(const fs::path& path) {
  std::error_code fault;
  const fs::path canonical = fs::weakly_canonical(path, fault);
  return fault ? path.lexically_normal() : canonical;
}

/// Why the scene may not read this file; empty if it may.
std::string refusal_of(const fs::path& path, const FileReach& reach) {
  if (reach.kind == FileReach::Kind::anywhere) return {};
  if (reach.kind == FileReach::Kind::nowhere)
    return fmt::format("{} is another file, and this scene may read none", in_quotes(path.string()));
  const fs::path folder = identity_of(reach.folder.empty() ? "." : reach.folder), file = identity_of(path);
  const auto [end, at] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  if (end == folder.end() && at != file.end()) return {};
  return fmt::format("{} lies outside of the scene's folder, and this scene may read only what is in it",
                     in_quotes(path.string()));
}

class Loader {
 public:
  Loader(Complaints& complaints, const FileReach& reach) : complaints_(complaints), reach_(reach) {}

  Table load(std::string_view text, const File& file) {
    complaints_.know(file);
    open_.push_back(identity_of(*file));
    seen_.insert(open_.back());
    Table own = parse_toml(text, file);
    const auto include = std::find_if(own.members.begin(), own.members.end(),
                                      [](const Member& member) { return member.key == "include"; });
    Table result;
    if (include != own.members.end()) {
      const Value value = std::move(include->value);
      own.members.erase(include);
      for (const Value* one : names_in(value)) load_included(*one, result);
    }
    merge(result, std::move(own));
    open_.pop_back();
    return result;
  }

 private:
  std::vector<const Value*> names_in(const Value& value) {
    std::vector<const Value*> names;
    const auto accept = [&](const Value& one) {
      const auto* text = one.as<std::string>();
      if (text && !text->empty())
        names.push_back(&one);
      else
        complaints_.add(one.place,
                        fmt::format("include: expected the name of a file, got {}", describe(one)));
    };
    if (const auto* array = value.as<Array>())
      for (const Value& one : array->items) accept(one);
    else
      accept(value);
    return names;
  }

  void load_included(const Value& name, Table& result) {
    constexpr std::size_t deepest = 32;
    const fs::path path = resolve(std::get<std::string>(name.data), name.place);
    const fs::path identity = identity_of(path);
    if (std::find(open_.begin(), open_.end(), identity) != open_.end())
      throw SceneError(name.place, fmt::format("include: {} includes itself", in_quotes(path.string())));
    if (open_.size() > deepest) throw SceneError(name.place, "include: files are nested too deep");
    if (seen_.count(identity)) return;
    if (const std::string refusal = refusal_of(path, reach_); !refusal.empty())
      throw SceneError(name.place, "include: " + refusal);
    const FileText file = read_text_file(path, largest_scene, true);
    if (!file.fault.empty()) throw SceneError(name.place, "include: " + file.fault);
    merge(result, load(file.text, std::make_shared<const std::string>(path.string())));
  }

  Complaints& complaints_;
  const FileReach& reach_;
  std::vector<fs::path> open_;
  std::set<fs::path> seen_;
};

/// The content of the file that a key names; nothing when the key is absent, after a complaint when the file
/// is.
struct NamedFile {
  fs::path path;
  Place place;  // of the key's value
  std::string text;
};

std::optional<NamedFile> read_named(const Table& table, std::string_view key, Complaints& complaints,
                                    const FileReach& reach) {
  const Member* const member = table.find(key);
  const auto* name = member ? member->value.as<std::string>() : nullptr;
  if (!name || name->empty()) return std::nullopt;
  NamedFile file{resolve(*name, member->value.place), member->value.place, {}};
  FileText read{{}, refusal_of(file.path, reach)};
  if (read.fault.empty()) read = read_text_file(file.path, largest_csv, true);
  if (read.fault.empty() && read.text.empty()) read.fault = in_quotes(file.path.string()) + " is empty";
  if (!read.fault.empty()) {
    complaints.add(file.place, fmt::format("{}: {}", key, read.fault));
    return std::nullopt;
  }
  file.text = std::move(read.text);
  return file;
}

void embed_rows(Table& table, std::string_view key, Complaints& complaints, const FileReach& reach) {
  if (table.find("rows")) return;
  std::optional<NamedFile> file = read_named(table, key, complaints, reach);
  if (!file) return;
  try {
    require_utf8(file->text, std::make_shared<const std::string>(file->path.string()));
  } catch (const SceneError& error) {
    for (const Complaint& complaint : error.complaints) complaints.add(complaint.place, complaint.message);
    return;
  }
  table.members.push_back({"rows", file->place, {std::move(file->text), file->place}});
}

/// `key` names the file in the table of a wall, or in the table `mesh` of a body.
void embed_mesh(Table& wall, std::string_view key, Complaints& complaints, const FileReach& reach) {
  if (wall.find("vertices") || wall.find("triangles")) return;
  const std::optional<NamedFile> file = read_named(wall, key, complaints, reach);
  if (!file) return;
  const MeshFile mesh = read_mesh_file(file->text, file->path.filename().string());
  if (!mesh.fault.empty()) {
    const std::string name = in_quotes(file->path.string());
    complaints.add(file->place, mesh.line > 0
                                    ? fmt::format("mesh: {}, line {}: {}", name, mesh.line, mesh.fault)
                                    : fmt::format("mesh: {}: {}", name, mesh.fault));
    return;
  }
  const shape::MeshData<3> welded = shape::weld(mesh.mesh);
  wall.members.push_back({"vertices", file->place, {vertex_list(welded), file->place}});
  wall.members.push_back({"triangles", file->place, {triangle_list(welded), file->place}});
}

template <class Embed>
void for_each_table(Table& root, std::string_view name, Embed&& embed) {
  Member* const member = root.find(name);
  auto* array = member ? member->value.as<Array>() : nullptr;
  if (!array) return;
  for (Value& item : array->items)
    if (auto* table = item.as<Table>()) embed(*table);
}

}  // namespace

Table load_with_includes(std::string_view text, const std::shared_ptr<const std::string>& file,
                         Complaints& complaints, const FileReach& reach) {
  return Loader(complaints, reach).load(text, file);
}

void embed_files(Table& root, Complaints& complaints, const FileReach& reach) {
  for (const std::string_view name : {"fill", "inlet"})
    for_each_table(root, name, [&](Table& source) {
      if (name == "fill") embed_rows(source, "file", complaints, reach);
      for (const std::string_view key : {"radius", "diameter"})
        if (Member* const sizes = source.find(key))
          if (auto* distribution = sizes->value.as<Table>())
            embed_rows(*distribution, "file", complaints, reach);
    });
  for (const std::string_view name : {"body", "fill", "inlet"})
    for_each_table(root, name, [&](Table& owner) {
      if (Member* const mesh = owner.find("mesh"))
        if (auto* form = mesh->value.as<Table>()) embed_mesh(*form, "file", complaints, reach);
    });
  for_each_table(root, "wall", [&](Table& wall) {
    embed_rows(wall, "chain", complaints, reach);
    embed_mesh(wall, "mesh", complaints, reach);
  });
}

}  // namespace scree::scene
