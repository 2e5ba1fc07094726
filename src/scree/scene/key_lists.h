// The parts of the key table, one file per topic, joined in key_table.cpp.
#pragma once

#include "scree/scene/keys.h"

namespace scree::scene {

inline constexpr Range positive{0, Range::unlimited, true, false};
inline constexpr Range not_negative{0, Range::unlimited, false, false};

std::span<const KeyFacts> run_keys();
std::span<const KeyFacts> wall_keys();
std::span<const KeyFacts> polygon_keys();
std::span<const KeyFacts> mesh_keys();
std::span<const KeyFacts> size_keys();
std::span<const KeyFacts> stage_keys();
std::span<const KeyFacts> flow_keys();
std::span<const KeyFacts> measure_keys();
std::span<const KeyFacts> edit_keys();

}  // namespace scree::scene
