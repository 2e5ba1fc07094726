// TOML text -> tree. The only place that knows toml++.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scree/scene/tree.h"

namespace scree::scene {

/// Throws SceneError at the first place where the text is not UTF-8 or not TOML. Nesting is limited, so that
/// no text can exhaust the stack.
Table parse_toml(std::string_view text, const std::shared_ptr<const std::string>& file);

}  // namespace scree::scene
