// What the tests of the scene reader share: words that scenes may use, and short ways to read and compare.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scree/scene/description.h"

namespace scree::scene {

/// Two laws, two searches, two integrators and a stepper, so that no test depends on what the catalogues
/// hold.
const Vocabulary& test_vocabulary();

/// A small complete scene in six lines; a test's own lines start at line 7.
inline constexpr std::string_view head_3d =
    "[scene]\ndimension = 3\n[[stage]]\nduration = 1\n[material.glass]\ndensity = 2500\n";
inline constexpr std::string_view head_2d =
    "[scene]\ndimension = 2\n[[stage]]\nduration = 1\n[material.glass]\ndensity = 2500\n";

SceneDescription read(std::string_view text, const std::vector<std::string>& overrides = {});

/// "7:1: unknown key ...", one for each complaint; empty when the scene is good.
std::vector<std::string> complaints_about(std::string_view text,
                                          const std::vector<std::string>& overrides = {});

/// Every value of the description, without places, as text that can be compared.
std::string values_of(const SceneDescription& scene);

}  // namespace scree::scene
