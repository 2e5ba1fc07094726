// Keeps toml++ 3.3 from what it cannot take, found by fuzzing:
// - it frees nested tables by recursion and does not limit dotted keys, so a long one exhausts the stack;
// - where it looks for the end of a word, some characters outside ASCII lead it into undefined behaviour.
// They are handed
//   to it as characters of a plane for private use, and changed back in what it returns.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace scree::scene {

/// The text to parse instead; lines and columns stay. The text must be UTF-8. Throws SceneError where a key
/// has too many parts, and where a character stands that TOML does not allow there.
std::string guarded(std::string_view text, const std::shared_ptr<const std::string>& file);

/// What was written, from a key or text that came out of guarded text.
std::string unguarded(std::string_view text);

}  // namespace scree::scene
