#include "scree/scene/polygons.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/math.h"
#include "scree/base/random.h"

namespace scree::scene {
namespace {

using shape::ConvexPolygon;

constexpr std::string_view kinds[] = {"corners", "regular", "box", "stone", "ellipse"};

/// A number, or [least, most].
std::optional<std::array<double, 2>> read_span(Reading& reading, const TableReader& reader,
                                               std::string_view key) {
  const Value* const value = reader.find(key);
  if (value == nullptr) return std::nullopt;
  const KeyFacts& facts = key_facts("body.polygon", key);
  const auto* const array = value->as<Array>();
  if (array == nullptr) {
    const auto number = read_number(reading, *value, key, facts.kind, facts.range);
    if (!number) return std::nullopt;
    return std::array{*number, *number};
  }
  if (array->items.size() != 2) {
    reader.complain(
        key, fmt::format("{}: expected a number or [least, most], as in {} = {}", key, key, facts.example));
    return std::nullopt;
  }
  const auto least = read_number(reading, array->items[0], key, facts.kind, facts.range);
  const auto most = read_number(reading, array->items[1], key, facts.kind, facts.range);
  if (!least || !most) return std::nullopt;
  if (*least > *most) {
    reader.complain(key, fmt::format("{}: the smaller number comes first", key));
    return std::nullopt;
  }
  return std::array{*least, *most};
}

ConvexPolygon::Made from_corners(const PolygonForm& form) {
  std::vector<Vec2> corners;
  for (const Coordinates& corner : form.corners) corners.push_back({corner[0], corner[1]});
  return ConvexPolygon::make(corners, form.hull);
}

double between(const std::array<double, 2>& span, std::uint64_t seed, std::uint64_t what,
               std::uint64_t number) {
  return span[0] + (span[1] - span[0]) * random_uniform(seed, what, number);
}

ConvexPolygon unit_polygon(const PolygonForm& form, std::uint64_t seed, std::uint64_t number) {
  const double elongation = between(form.elongation, seed, purpose("polygon.elongation"), number);
  switch (form.kind) {
    case PolygonForm::Kind::corners:
      return from_corners(form).polygon.at(0).unit();
    case PolygonForm::Kind::box:
      return ConvexPolygon::box(form.width, form.height).unit();
    case PolygonForm::Kind::stone:
      return ConvexPolygon::stone(form.count, elongation,
                                  between(form.angularity, seed, purpose("polygon.angularity"), number), seed,
                                  number)
          .unit();
    case PolygonForm::Kind::ellipse:
      return ConvexPolygon::ellipse(form.count, elongation).unit();
    case PolygonForm::Kind::regular:
      break;
  }
  return ConvexPolygon::regular(form.count).unit();
}

bool are_equal(const ConvexPolygon& a, const ConvexPolygon& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k].point != b[k].point) return false;
  return true;
}

/// Number of a shape in the library, which it joins if it is new.
std::uint32_t number_in(std::vector<ConvexPolygon>& shapes, ConvexPolygon shape) {
  const auto found = std::find_if(shapes.begin(), shapes.end(),
                                  [&](const ConvexPolygon& one) { return are_equal(one, shape); });
  const auto number = static_cast<std::uint32_t>(found - shapes.begin());
  if (found == shapes.end()) shapes.push_back(std::move(shape));
  return number;
}

bool is_random(const PolygonForm& form) {
  return form.kind == PolygonForm::Kind::stone ||
         (form.kind == PolygonForm::Kind::ellipse && form.elongation[0] < form.elongation[1]);
}

}  // namespace

std::optional<PolygonForm> read_polygon(Reading& reading, const TableReader& owner, bool is_wanted) {
  if (!is_wanted) {
    owner.refuse("polygon", "goes with shape = \"polygon\" only");
    return std::nullopt;
  }
  if (!owner.has("polygon")) {
    reading.complaints.add(owner.place(), fmt::format("{} needs 'polygon' to say what it looks like, as in "
                                                      "polygon = {{ regular = 6 }}",
                                                      owner.title()));
    return std::nullopt;
  }
  const auto reader = owner.table("polygon", "body.polygon");
  if (!reader) return std::nullopt;
  PolygonForm form;
  form.place = reader->place();
  const std::string_view kind = reader->one_of(kinds);
  if (kind.empty()) return std::nullopt;
  form.kind = static_cast<PolygonForm::Kind>(std::find(std::begin(kinds), std::end(kinds), kind) - kinds);
  const bool is_stone = kind == "stone", is_ellipse = kind == "ellipse";
  if (kind != "corners") reader->refuse("hull", "is taken of corners only");
  if (!is_stone) reader->refuse("angularity", "goes with stones only");
  if (!is_stone && !is_ellipse)
    for (const std::string_view key : {"elongation", "variants"})
      reader->refuse(key, "goes with stones and ellipses only");
  form.hull = reader->flag("hull").value_or(false);
  if (kind == "corners") {
    const auto corners = reader->points("corners");
    if (!corners) return std::nullopt;
    form.corners = *corners;
    form.place = reader->place("corners");
  } else if (kind == "box") {
    const auto size = reader->vector("box");
    if (!size) return std::nullopt;
    form.width = (*size)[0];
    form.height = (*size)[1];
  } else if (const auto count = reader->whole_number(kind)) {
    form.count = count->value;
  } else {
    return std::nullopt;
  }
  if (const auto span = read_span(reading, *reader, "elongation")) form.elongation = *span;
  if (const auto span = read_span(reading, *reader, "angularity")) form.angularity = *span;
  if (const auto variants = reader->whole_number("variants")) form.variants = variants->value;
  return form;
}

bool has_own_size(const PolygonForm& form) {
  return form.kind == PolygonForm::Kind::corners || form.kind == PolygonForm::Kind::box;
}

std::optional<ConvexPolygon> own_polygon(Reading& reading, const PolygonForm& form,
                                         const std::string& owner) {
  if (form.kind == PolygonForm::Kind::box) return ConvexPolygon::box(form.width, form.height);
  ConvexPolygon::Made made = from_corners(form);
  if (!made.polygon.empty()) return made.polygon[0];
  std::string where;
  if (made.fault.corner < form.corners.size()) {
    const Coordinates& corner = form.corners[made.fault.corner];
    where = fmt::format(" ({:.6g} m, {:.6g} m)", corner[0], corner[1]);
  }
  reading.complaints.add(
      form.place, fmt::format("the polygon of '{}': corner {}{} {}{}", owner, made.fault.corner + 1, where,
                              made.fault.text, form.hull ? "" : "; hull = true takes the convex hull"));
  return std::nullopt;
}

std::uint32_t PolygonLibrary::of_filled(std::size_t fill, std::uint64_t number, std::uint64_t seed) const {
  const Stretch& stretch = of_fill[fill];
  if (stretch.count == 0) return 0;
  const std::uint64_t own_seed = random_bits(seed, purpose("fill"), fill);
  return stretch.first + 1 +
         static_cast<std::uint32_t>(random_bits(own_seed, purpose("fill.variant"), number) % stretch.count);
}

PolygonLibrary make_polygons(const SceneDescription& scene, std::uint64_t seed) {
  PolygonLibrary library;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const std::optional<PolygonForm>& form = scene.bodies[k].polygon;
    const std::uint64_t own_seed = random_bits(seed, purpose("body"), k);
    library.of_body.push_back(form ? number_in(library.shapes, unit_polygon(*form, own_seed, 0)) + 1 : 0);
  }
  for (std::size_t k = 0; k < scene.fills.size(); ++k) {
    PolygonLibrary::Stretch stretch;
    if (const std::optional<PolygonForm>& form = scene.fills[k].polygon) {
      const std::uint64_t own_seed = random_bits(seed, purpose("fill"), k);
      if (is_random(*form)) {
        stretch.first = static_cast<std::uint32_t>(library.shapes.size());
        stretch.count = static_cast<std::uint32_t>(form->variants);
        for (std::uint64_t number = 0; number < form->variants; ++number)
          library.shapes.push_back(unit_polygon(*form, own_seed, number));
      } else {
        stretch = {number_in(library.shapes, unit_polygon(*form, own_seed, 0)), 1};
      }
    }
    library.of_fill.push_back(stretch);
  }
  return library;
}

std::vector<std::vector<Vec2>> outlines_of(const SceneDescription& scene, std::uint64_t seed) {
  std::vector<std::vector<Vec2>> outlines;
  for (const ConvexPolygon& shape : make_polygons(scene, seed).shapes) {
    outlines.emplace_back();
    for (std::size_t k = 0; k < shape.size(); ++k) outlines.back().push_back(shape[k].point);
  }
  return outlines;
}

double angle_of_filled(const Fill& fill, std::size_t fill_index, std::uint64_t number, std::uint64_t seed) {
  if (fill.angle) return *fill.angle;
  const std::uint64_t own_seed = random_bits(seed, purpose("fill"), fill_index);
  return 2 * math::pi * random_uniform(own_seed, purpose("fill.angle"), number);
}

}  // namespace scree::scene
