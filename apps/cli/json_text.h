// How results and errors are written with --json. Names of files and what users wrote may be no UTF-8; such
// bytes are replaced, since JSON has no other way.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace scree::cli {

/// With a line break at the end.
std::string json_text(const nlohmann::ordered_json& value);
void print_json(const nlohmann::ordered_json& value);

}  // namespace scree::cli
