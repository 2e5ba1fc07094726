// Words for messages to people.
#pragma once

#include <string>
#include <string_view>

namespace scree {

/// Fit for one line of a message: control characters become '?', long text is cut.
std::string one_line(std::string_view text);
/// The same, 'in quotes'.
std::string in_quotes(std::string_view text);

/// As it is, but for what a terminal would obey or could not show: control characters (lines and tabs stay)
/// and bytes that are not UTF-8 become "\x1b" and the like.
std::string printable(std::string_view text);

/// "a length", "an angle".
std::string with_article(std::string_view noun);

}  // namespace scree
