#include "json_text.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace scree::cli {

std::string json_text(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

void print_json(const nlohmann::ordered_json& value) { std::fputs(json_text(value).c_str(), stdout); }

}  // namespace scree::cli
