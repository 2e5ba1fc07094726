#include "scree/show/colouring.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "scree/base/error.h"
#include "scree/scene/suggest.h"
#include "scree/show/frame_columns.h"

namespace scree::show {
namespace {

constexpr ColouringFacts table[] = {
    {Colouring::automatic, "auto", "what shows most: materials, speed, sizes or layers"},
    {Colouring::speed, "speed", "how fast a body moves"},
    {Colouring::size, "size", "the diameter"},
    {Colouring::material, "material", "what a body is made of"},
    {Colouring::force, "force", "the sum of the contact forces on a body, without gravity"},
    {Colouring::spin, "spin", "how fast a body turns"},
    {Colouring::layer, "layer", "how high a body was in the first frame: shows mixing"},
    {Colouring::id, "id", "the number of a body"},
};

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct Measure {
  std::string_view title, unit;
};
Measure measure_of(Colouring colouring) {
  switch (colouring) {
    case Colouring::speed:
      return {"speed", "m/s"};
    case Colouring::size:
      return {"diameter", "m"};
    case Colouring::force:
      return {"contact force", "N"};
    case Colouring::spin:
      return {"spin", "rad/s"};
    case Colouring::layer:
      return {"start height", "m"};
    default:
      return {"body", ""};
  }
}

/// A material that is named after a colour has that colour.
picture::Colour material_colour(const scene::SceneDescription& scene, std::size_t number) {
  struct Named {
    std::string_view name;
    picture::Colour colour;
  };
  static constexpr Named names[] = {{"red", {0.80, 0.25, 0.22}},       {"orange", {0.902, 0.624, 0.000}},
                                    {"yellow", {0.941, 0.894, 0.259}}, {"green", {0.000, 0.620, 0.451}},
                                    {"blue", {0.000, 0.447, 0.698}},   {"purple", {0.56, 0.38, 0.65}},
                                    {"brown", {0.55, 0.38, 0.25}},     {"black", {0.18, 0.18, 0.20}},
                                    {"grey", {0.55, 0.56, 0.58}},      {"white", {0.95, 0.95, 0.95}}};
  if (number < scene.materials.size())
    for (const Named& named : names)
      if (scene.materials[number].name == named.name) return named.colour;
  return picture::distinct_colour(number);
}

/// The value that this share of all does not exceed.
double quantile(std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

std::span<const ColouringFacts> colourings() { return table; }

Colouring colouring_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const ColouringFacts& facts : table) {
    if (facts.name == name) return facts.colouring;
    names.push_back(facts.name);
  }
  throw SceneError(Place{std::make_shared<const std::string>("--colour")},
                   fmt::format("there is no colouring '{}'{}", name, scene::suggestion(name, names)));
}

StartHeights start_heights(const record::Frame& first, const Vec3& up) {
  StartHeights heights;
  const std::vector<Vec3> positions = vectors_of(first, "position");
  const std::vector<double> ids = scalars_of(first, "id");
  for (std::size_t k = 0; k < ids.size(); ++k)
    heights[static_cast<std::uint32_t>(ids[k])] = dot(positions[k], up);
  return heights;
}

std::vector<double> numbers_of(const record::Frame& frame, Colouring colouring, const StartHeights& heights) {
  const auto lengths = [&](const char* column) {
    std::vector<double> numbers;
    for (const Vec3& vector : vectors_of(frame, column)) numbers.push_back(norm(vector));
    return numbers;
  };
  std::vector<double> numbers;
  switch (colouring) {
    case Colouring::speed:
      return lengths("velocity");
    case Colouring::force:
      return lengths("force");
    case Colouring::spin:
      return lengths("spin");
    case Colouring::size:
      for (const double radius : scalars_of(frame, "radius")) numbers.push_back(2 * radius);
      return numbers;
    case Colouring::layer:
      for (const double id : scalars_of(frame, "id")) {
        const auto found = heights.find(static_cast<std::uint32_t>(id));
        numbers.push_back(found == heights.end() ? no_number : found->second);
      }
      return numbers;
    default:
      return scalars_of(frame, "id");
  }
}

Colouring choose_colouring(const record::Frame& frame, const scene::SceneDescription& scene) {
  const std::vector<double> fixed = scalars_of(frame, "fixed"), materials = scalars_of(frame, "material"),
                            radii = scalars_of(frame, "radius");
  const std::vector<Vec3> velocities = vectors_of(frame, "velocity");
  std::set<double> kinds;
  double least = 1e300, most = 0, speeds = 0;
  std::size_t free = 0;
  for (std::size_t k = 0; k < fixed.size(); ++k) {
    if (fixed[k] != 0) continue;
    kinds.insert(materials[k]);
    least = std::min(least, radii[k]);
    most = std::max(most, radii[k]);
    speeds += norm(velocities[k]);
    ++free;
  }
  if (kinds.size() > 1) return Colouring::material;
  // A body is at rest when it would take long to move by its own size, compared with a fall over that size.
  const Vec3 gravity{scene.gravity[0], scene.gravity[1], scene.gravity[2]};
  const double slow = 0.05 * std::sqrt(norm(gravity) * most);
  if (free > 0 && speeds / static_cast<double>(free) > slow) return Colouring::speed;
  return most > 1.02 * least ? Colouring::size : Colouring::layer;
}

picture::Range range_of(std::vector<double> numbers, Colouring colouring) {
  numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](double x) { return !std::isfinite(x); }),
                numbers.end());
  if (numbers.empty()) return {0, 1};
  std::sort(numbers.begin(), numbers.end());
  picture::Range range{numbers.front(), numbers.back()};
  const bool from_zero =
      colouring == Colouring::speed || colouring == Colouring::force || colouring == Colouring::spin;
  if (from_zero) range.least = 0;
  // Among many bodies a stray one may be fast; a large one, or one of few, is meant to be seen.
  constexpr std::size_t many = 200;
  if (from_zero && numbers.size() >= many)
    if (const double usual = quantile(numbers, 0.995); range.most > 1.5 * usual && usual > 0)
      range.most = usual;
  if (from_zero && !(range.most > 0)) return {0, 1};
  return colouring == Colouring::id ? range : picture::rounded(range);
}

picture::Legend legend_of(Colouring colouring, const picture::Range& range, const record::Frame& frame,
                          const scene::SceneDescription& scene) {
  if (colouring != Colouring::material) {
    const Measure measure = measure_of(colouring);
    return picture::scale_legend(measure.title, measure.unit, measure.unit != "rad/s", range);
  }
  picture::Legend legend;
  legend.title = "material";
  std::set<std::size_t> shown;
  for (const double number : scalars_of(frame, "material")) shown.insert(static_cast<std::size_t>(number));
  for (const std::size_t number : shown)
    if (number < scene.materials.size())
      legend.entries.push_back({scene.materials[number].name, material_colour(scene, number)});
  return legend;
}

std::vector<picture::Colour> colours_of(const record::Frame& frame, Colouring colouring,
                                        const picture::Range& range, const StartHeights& heights,
                                        const scene::SceneDescription& scene) {
  const std::vector<double> fixed = scalars_of(frame, "fixed");
  const bool classes = colouring == Colouring::material;
  const std::vector<double> numbers =
      classes ? scalars_of(frame, "material") : numbers_of(frame, colouring, heights);
  std::vector<picture::Colour> colours;
  colours.reserve(numbers.size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (fixed[k] != 0 || !std::isfinite(numbers[k]))
      colours.push_back(picture::neutral_colour);
    else if (classes)
      colours.push_back(material_colour(scene, static_cast<std::size_t>(numbers[k])));
    else
      colours.push_back(picture::map_colour(range.fraction(numbers[k])));
  }
  return colours;
}

}  // namespace scree::show
