// Scenes to begin with: each key with what it means, from the key table, and the keys that a scene leaves to
// their defaults as comments. So a template cannot tell what is not true any more.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scree/scene/description.h"

namespace scree::scene {

struct TemplateFacts {
  std::string_view name;
  std::string_view summary;  ///< one line, for people
};
std::span<const TemplateFacts> templates();

/// A scene that reads and runs as it is. The name must be one of `templates`. Without `all_keys`, only the
/// keys that the scene uses are written.
std::string template_text(std::string_view name, const Vocabulary& vocabulary, bool all_keys = true);

}  // namespace scree::scene
