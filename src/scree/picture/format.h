// Files that pictures are kept in.
#pragma once

#include <optional>
#include <string_view>

namespace scree::picture {

enum class Format { png, svg, pdf };

/// By the end of a file's name (".png"); none for any other.
std::optional<Format> format_of_name(std::string_view file_name);

constexpr bool is_vector(Format format) { return format != Format::png; }

}  // namespace scree::picture
