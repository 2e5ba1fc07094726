// Edits of a scene as text: takes a change, written as in an [[edit]], gives it checked; writes journals and
// scenes that hold them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/scene/description.h"

namespace scree::scene {

/// Whether the edit brings polygons in, and which.
const std::optional<PolygonForm>* polygon_of(const Edit& edit);

/// Reads one change, written as in an [[edit]] but without `step`. `scene` says which materials, laws and
/// walls there are; `earlier` are the edits that were made before. Throws SceneError with every complaint.
Edit read_edit_text(std::string_view text, std::uint64_t step, const SceneDescription& scene,
                    std::span<const Edit> earlier, const Vocabulary& vocabulary);

/// [[edit]] tables, for a scene or a journal.
std::string write_edits(std::span<const Edit> edits);
/// Reads such tables again.
std::vector<Edit> read_edits_text(std::string_view text, const SceneDescription& scene,
                                  const Vocabulary& vocabulary);
/// The resolved text of a scene with these edits instead of its own.
std::string with_edits(const std::string& resolved_text, std::span<const Edit> edits);

}  // namespace scree::scene
