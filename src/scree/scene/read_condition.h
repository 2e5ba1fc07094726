// The language of `until`: comparisons of what a run measures, joined by `and` and `or`.
//
//   condition  = part { "or" part }
//   part       = factor { "and" factor }
//   factor     = "(" condition ")" | "settled(" number [ "," number ] ")" | quantity relation value
//   quantity   = time | stage_time | kinetic_energy | speed | contacts | count(REGION) | mass(REGION)
//   relation   = "<" | "<=" | ">" | ">="
//   value      = a number with or without a unit: 2 s, 0.5, 3 mJ
#pragma once

#include <optional>
#include <span>

#include "scree/scene/complaints.h"
#include "scree/scene/description.h"

namespace scree::scene {

/// The condition, or nothing after a complaint, which points at the character where the text goes wrong.
/// Values may speak of what [let] calls a number.
std::optional<Condition> read_condition(const Placed<std::string>& text, std::span<const Region> regions,
                                        Complaints& complaints, std::span<const NamedNumber> names = {});

/// The words that a condition may begin with, for docs and messages.
std::span<const std::string_view> condition_words();

}  // namespace scree::scene
