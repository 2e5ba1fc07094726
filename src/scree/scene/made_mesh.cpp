#include "scree/scene/made_mesh.h"

#include <fmt/format.h>

#include "scree/base/text.h"
#include "scree/scene/suggest.h"

namespace scree::scene {

std::vector<std::string> maker_names() {
  std::vector<std::string> names;
  for (const shape::MeshMaker& maker : shape::mesh_makers()) names.emplace_back(maker.name);
  return names;
}

std::string maker_help() {
  std::string text;
  for (const shape::MeshMaker& maker : shape::mesh_makers()) {
    text += fmt::format("  {:12}", maker.name);
    for (const Parameter& parameter : maker.parameters)
      text += fmt::format(" {}={}", parameter.name, parameter.fallback.value_or(0));
    text += '\n';
  }
  return text;
}

MadeShape make_shape(std::string_view name, std::span<const std::string> settings, std::uint64_t seed,
                     std::uint64_t number) {
  MadeShape made;
  const auto refuse = [&made](std::string text) {
    made.fault = std::move(text);
    return made;
  };
  const shape::MeshMaker* const maker = shape::find_maker(name);
  if (maker == nullptr) {
    const std::vector<std::string> names = maker_names();
    const std::vector<std::string_view> views(names.begin(), names.end());
    return refuse(fmt::format("there is no shape {}{}", in_quotes(name), suggestion(name, views)));
  }
  std::vector<double> numbers;
  std::vector<std::string_view> keys;
  for (const Parameter& parameter : maker->parameters) {
    numbers.push_back(parameter.fallback.value_or(0));
    keys.push_back(parameter.name);
  }
  for (const std::string& setting : settings) {
    const std::size_t sign = setting.find('=');
    const std::string_view key = std::string_view(setting).substr(0, sign);
    std::size_t at = 0;
    while (at < keys.size() && keys[at] != key) ++at;
    if (sign == std::string::npos || at == keys.size())
      return refuse(sign == std::string::npos
                        ? fmt::format("expected key=value, got {}", in_quotes(setting))
                        : fmt::format("a {} has no {}{}", name, in_quotes(key), suggestion(key, keys)));
    const Quantity value =
        parse_quantity(std::string_view(setting).substr(sign + 1), maker->parameters[at].kind);
    if (!value.fault.empty()) return refuse(fmt::format("{}: {}", key, value.fault));
    numbers[at] = value.value;
  }
  made.title = name;
  for (std::size_t k = 0; k < keys.size(); ++k) made.title += fmt::format(" {}={}", keys[k], numbers[k]);
  shape::MadeMesh mesh = shape::make_mesh(*maker, numbers, seed, number);
  made.mesh = std::move(mesh.mesh);
  made.fault = std::move(mesh.fault);
  return made;
}

}  // namespace scree::scene
