// A scene that stands for several: every combination of the values that [sweep] lists. Values that `rows`
// lists go together, one by one.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scree/scene/description.h"

namespace scree::scene {

struct SweepMember {
  std::vector<std::string> values;  ///< as TOML, one per key
  std::string text;                 ///< the whole scene, as SceneDescription::resolved_text
};

struct Sweep {
  std::vector<std::string> keys;  ///< as --set would name them
  std::vector<std::size_t>
      lengths;  ///< how many values each key has that changes on its own, or each group of rows
  std::vector<SweepMember> members;  ///< the last key changes fastest
  bool has_seed = false;             ///< the scene gives one
};

/// Nothing when the scene has no [sweep]. Every member is read and checked; throws SceneError for the first
/// that is wrong. `name` stands for the file, as in read_scene_text. `look` is called with every member, of
/// which only the text is kept.
std::optional<Sweep> read_sweep_text(std::string_view text, const std::string& name,
                                     const Vocabulary& vocabulary, std::span<const Override> overrides = {},
                                     const std::function<void(const SceneDescription&)>& look = {});

}  // namespace scree::scene
