// What the colour of a body tells: takes a frame's columns, gives one number or one class per body, and the
// legend.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/vec.h"
#include "scree/picture/legend.h"
#include "scree/record/run_store.h"
#include "scree/scene/description.h"

namespace scree::show {

enum class Colouring { automatic, speed, size, material, force, spin, layer, id };

struct ColouringFacts {
  Colouring colouring;
  std::string_view name;
  std::string_view summary;
};
std::span<const ColouringFacts> colourings();

/// By name; throws SceneError, saying what there is.
Colouring colouring_named(const std::string& name);

/// Where bodies stood in the first frame: what `layer` shows.
using StartHeights = std::map<std::uint32_t, double>;
StartHeights start_heights(const record::Frame& first, const Vec3& up);

/// The numbers of the bodies of a frame [SI]; not a number for a body without one. Not for materials.
std::vector<double> numbers_of(const record::Frame& frame, Colouring colouring, const StartHeights& heights);

/// What shows most: materials when there are several, else speed while bodies move, else sizes when they
/// differ, else layers.
Colouring choose_colouring(const record::Frame& frame, const scene::SceneDescription& scene);

/// Round numbers around almost all values; a few far ones do not stretch it.
picture::Range range_of(std::vector<double> numbers, Colouring colouring);

picture::Legend legend_of(Colouring colouring, const picture::Range& range, const record::Frame& frame,
                          const scene::SceneDescription& scene);

/// One colour per body of the frame.
std::vector<picture::Colour> colours_of(const record::Frame& frame, Colouring colouring,
                                        const picture::Range& range, const StartHeights& heights,
                                        const scene::SceneDescription& scene);

}  // namespace scree::show
