// A scene as one tree: the file, what it includes, the overrides of the command line, and the csv files that
// it names.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "scree/scene/complaints.h"
#include "scree/scene/description.h"
#include "scree/scene/tree.h"

namespace scree::scene {

/// Parses the text and lays it over what it includes. Every file is read once, however often it is included.
/// Throws SceneError where an included file cannot be read, is not TOML or includes itself.
Table load_with_includes(std::string_view text, const std::shared_ptr<const std::string>& file,
                         Complaints& complaints, const FileReach& reach = {});

/// Puts the value of each override where its path points, making tables on the way. Whether the keys exist is
/// left to the reader, which checks them like any other.
void apply_overrides(Table& root, std::span<const Override> overrides, Complaints& complaints);

/// Puts one value, which keeps its place, where a path written as in --set points.
void set_value(Table& root, std::string_view path, const Value& value, Complaints& complaints);

/// Complains about a [sweep] that lists no values.
void check_sweep(const Table& root, Complaints& complaints);

/// Reads the tree of a scene; what it says about [sweep] is left out. Throws SceneError with all complaints,
/// those that were there already among them.
SceneDescription read_scene_tree(Table root, const std::shared_ptr<const std::string>& file,
                                 const Vocabulary& vocabulary, Complaints complaints,
                                 const FileReach& reach = {});

/// Gives every fill, distribution of sizes and wall that names a file what is in it: rows of csv files as the
/// key `rows`, meshes as `vertices` and `triangles`.
void embed_files(Table& root, Complaints& complaints, const FileReach& reach = {});

}  // namespace scree::scene
