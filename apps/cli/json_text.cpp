#include "json_text.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace scree::cli {

std::string json_text(const nlohmann::ordered_json& value) {
  const std::string text = value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
  // Of the control characters, JSON's own rules leave these as they are. They stand in strings only.
  std::string shown;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto code = static_cast<unsigned char>(text[k]);
    const auto next = k + 1 < text.size() ? static_cast<unsigned char>(text[k + 1]) : 0u;
    if (code == 0x7F)
      shown += "\\u007f";
    else if (code == 0xC2 && next < 0xA0)
      shown += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(text[++k])));
    else
      shown += text[k];
  }
  return shown;
}

void print_json(const nlohmann::ordered_json& value) { std::fputs(json_text(value).c_str(), stdout); }

}  // namespace scree::cli
