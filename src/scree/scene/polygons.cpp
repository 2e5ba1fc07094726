#include "scree/scene/polygons.h"
#include "scree/scene/edit.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/math.h"
#include "scree/base/random.h"
#include "scree/base/rotation.h"
#include "scree/scene/read_size.h"
#include "scree/shape/round.h"

namespace scree::scene {
namespace {

using shape::ConvexPolygon;

using shape::RigidPolygon;

constexpr std::string_view kinds[] = {"corners", "regular", "box",   "stone",
                                      "ellipse", "outline", "parts", "gear"};
constexpr std::string_view kinds_of_parts[] = {"corners", "regular", "box"};

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

std::vector<Vec2> points_of(const std::vector<Coordinates>& corners) {
  std::vector<Vec2> points;
  for (const Coordinates& corner : corners) points.push_back({corner[0], corner[1]});
  return points;
}

/// What is wrong with one of a list of corners.
std::string fault_text(const std::vector<Coordinates>& corners, const ConvexPolygon::Fault& fault) {
  std::string where;
  if (fault.corner < corners.size())
    where = fmt::format(" ({:.6g} m, {:.6g} m)", corners[fault.corner][0], corners[fault.corner][1]);
  return fmt::format("corner {}{} {}", fault.corner + 1, where, fault.text);
}

/// The polygon, or where it is wrong and how.
struct Attempt {
  std::optional<RigidPolygon> polygon;
  Place place;
  std::string text;
};

Attempt attempt_parts(const PolygonForm& form) {
  std::vector<ConvexPolygon> parts;
  for (std::size_t k = 0; k < form.parts.size(); ++k) {
    const PolygonForm::Part& part = form.parts[k];
    ConvexPolygon::Made made = ConvexPolygon::make(points_of(part.corners));
    if (made.polygon.empty())
      return {{}, part.place, fmt::format("part {}: {}", k + 1, fault_text(part.corners, made.fault))};
    parts.push_back(std::move(made.polygon[0]));
  }
  RigidPolygon::Made made = RigidPolygon::make(std::move(parts));
  if (made.polygon.empty())
    return {{},
            form.parts[made.fault.corner].place,
            fmt::format("part {} {}", made.fault.corner + 1, made.fault.text)};
  return {std::move(made.polygon[0]), {}, {}};
}

/// Of forms that say how large the polygon is.
Attempt attempt(const PolygonForm& form) {
  if (form.kind == PolygonForm::Kind::box) return {ConvexPolygon::box(form.width, form.height), {}, {}};
  if (form.kind == PolygonForm::Kind::parts) return attempt_parts(form);
  if (form.kind == PolygonForm::Kind::outline) {
    RigidPolygon::Made made = RigidPolygon::from_outline(points_of(form.corners));
    if (!made.polygon.empty()) return {std::move(made.polygon[0]), {}, {}};
    return {{}, form.place, fault_text(form.corners, made.fault)};
  }
  ConvexPolygon::Made made = ConvexPolygon::make(points_of(form.corners), form.hull);
  if (!made.polygon.empty()) return {std::move(made.polygon[0]), {}, {}};
  return {{},
          form.place,
          fault_text(form.corners, made.fault) +
              (form.hull ? "" : "; hull = true takes the convex hull, outline = [...] any ring")};
}

double between(const std::array<double, 2>& span, std::uint64_t seed, std::uint64_t what,
               std::uint64_t number) {
  return span[0] + (span[1] - span[0]) * random_uniform(seed, what, number);
}

RigidPolygon unit_polygon(const PolygonForm& form, std::uint64_t seed, std::uint64_t number) {
  const double elongation = between(form.elongation, seed, purpose("polygon.elongation"), number);
  switch (form.kind) {
    case PolygonForm::Kind::corners:
    case PolygonForm::Kind::box:
    case PolygonForm::Kind::outline:
    case PolygonForm::Kind::parts:
      return attempt(form).polygon.value().unit();
    case PolygonForm::Kind::gear:
      return RigidPolygon::gear(form.count, form.tooth).unit();
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

bool are_equal(const RigidPolygon& a, const RigidPolygon& b) {
  if (a.parts().size() != b.parts().size()) return false;
  for (std::size_t part = 0; part < a.parts().size(); ++part) {
    const ConvexPolygon &one = a.parts()[part].polygon, &other = b.parts()[part].polygon;
    if (one.size() != other.size() || a.parts()[part].offset != b.parts()[part].offset) return false;
    for (std::size_t k = 0; k < one.size(); ++k)
      if (one[k].point != other[k].point) return false;
  }
  return true;
}

/// Number of a shape in the library, which it joins if it is new.
std::uint32_t number_in(std::vector<RigidPolygon>& shapes, RigidPolygon shape) {
  const auto found = std::find_if(shapes.begin(), shapes.end(),
                                  [&](const RigidPolygon& one) { return are_equal(one, shape); });
  const auto number = static_cast<std::uint32_t>(found - shapes.begin());
  if (found == shapes.end()) shapes.push_back(std::move(shape));
  return number;
}

bool is_random(const PolygonForm& form) {
  return form.kind == PolygonForm::Kind::stone ||
         (form.kind == PolygonForm::Kind::ellipse && form.elongation[0] < form.elongation[1]);
}

/// Where a part's corners are in the body's frame, or nothing after a complaint.
std::optional<std::vector<Coordinates>> read_part(const TableReader& reader) {
  const std::string_view kind = reader.one_of(kinds_of_parts);
  if (kind.empty()) return std::nullopt;
  if (kind != "regular") reader.refuse("radius", "goes with regular parts only");
  std::vector<Coordinates> own;
  if (kind == "corners") {
    const auto corners = reader.points("corners");
    if (!corners) return std::nullopt;
    own = *corners;
  } else if (kind == "box") {
    const auto size = reader.vector("box");
    if (!size) return std::nullopt;
    const double x = 0.5 * (*size)[0], y = 0.5 * (*size)[1];
    own = {{-x, -y, 0}, {x, -y, 0}, {x, y, 0}, {-x, y, 0}};
  } else {
    const auto count = reader.whole_number("regular");
    const auto radius = reader.quantity("radius");
    if (!reader.has("radius")) reader.complain("regular", "a regular part needs its 'radius'");
    if (!count || !radius) return std::nullopt;
    const ConvexPolygon polygon = ConvexPolygon::regular(count->value).scaled(radius->value);
    for (std::size_t k = 0; k < polygon.size(); ++k)
      own.push_back({polygon[k].point[0], polygon[k].point[1], 0});
  }
  const Coordinates place = reader.vector("position").value_or(Coordinates{});
  const auto angle = reader.quantity("angle");
  if (angle)
    for (Coordinates& corner : own) {
      const Vec2 turned = rotate(rotation_by(angle->value), Vec2{corner[0], corner[1]});
      corner = {turned[0], turned[1], 0};
    }
  for (Coordinates& corner : own)
    for (std::size_t axis = 0; axis < 2; ++axis) corner[axis] += place[axis];
  return own;
}

bool read_parts(Reading& reading, const TableReader& owner, PolygonForm& form) {
  const Array* const parts = owner.find("parts")->as<Array>();
  const std::string example = fmt::format("parts = {}", key_facts("body.polygon", "parts").example);
  if (parts == nullptr || !parts->holds_tables()) {
    owner.complain("parts", "parts: expected a list of tables, as in " + example);
    return false;
  }
  if (parts->items.size() > RigidPolygon::most_parts) {
    owner.complain("parts", fmt::format("parts: at most {} are possible", RigidPolygon::most_parts));
    return false;
  }
  bool are_sound = true;
  for (std::size_t k = 0; k < parts->items.size(); ++k) {
    const Value& item = parts->items[k];
    const TableReader reader(reading, "body.polygon.part", *item.as<Table>(), item.place,
                             fmt::format("part {}", k + 1));
    if (auto corners = read_part(reader))
      form.parts.push_back({std::move(*corners), item.place});
    else
      are_sound = false;
  }
  return are_sound;
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
  if (kind != "gear") reader->refuse("tooth", "goes with gears only");
  form.tooth = reader->quantity_or_fallback("tooth");
  if (kind == "corners" || kind == "outline") {
    const auto corners = reader->points(kind);
    if (!corners) return std::nullopt;
    form.corners = *corners;
    form.place = reader->place(kind);
  } else if (kind == "parts") {
    if (!read_parts(reading, *reader, form)) return std::nullopt;
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
  switch (form.kind) {
    case PolygonForm::Kind::corners:
    case PolygonForm::Kind::box:
    case PolygonForm::Kind::outline:
    case PolygonForm::Kind::parts:
      return true;
    default:
      return false;
  }
}

std::optional<RigidPolygon> own_polygon(Reading& reading, const PolygonForm& form, const std::string& owner) {
  Attempt made = attempt(form);
  if (!made.polygon)
    reading.complaints.add(made.place, fmt::format("the polygon of '{}': {}", owner, made.text));
  return std::move(made.polygon);
}

std::optional<SizeDistribution> read_sizes_of(Reading& reading, const TableReader& reader,
                                              const std::optional<PolygonForm>& form) {
  if (!form || !has_own_size(*form) || reader.has("radius") || reader.has("diameter"))
    return read_sizes(reading, reader);
  const auto polygon = own_polygon(reading, *form, reader.title());
  if (!polygon) return std::nullopt;
  return SizeDistribution{SizeDistribution::Form::fixed, polygon->radius(), polygon->radius()};
}

std::optional<double> read_angle(const TableReader& reader, bool is_polygon) {
  const auto angle = reader.quantity("angle");
  if (!is_polygon) reader.refuse("angle", "turns polygons only");
  return angle ? std::optional(angle->value) : std::nullopt;
}

std::uint32_t PolygonLibrary::of_filled(std::size_t fill, std::uint64_t number, std::uint64_t seed) const {
  const Range& range = of_fill[fill];
  if (range.count == 0) return 0;
  const std::uint64_t own_seed = random_bits(seed, purpose("fill"), fill);
  return range.first + 1 +
         static_cast<std::uint32_t>(random_bits(own_seed, purpose("fill.variant"), number) % range.count);
}

double share_of_circle(const PolygonForm& form, std::uint64_t own_seed) {
  const std::uint64_t variants = is_random(form) ? form.variants : 1;
  double area = 0;
  for (std::uint64_t number = 0; number < variants; ++number)
    area += unit_polygon(form, own_seed, number).area();
  return area / (shape::round_measure<2>(1) * static_cast<double>(variants));
}

PolygonLibrary::Range add_polygons(const PolygonForm& form, std::uint64_t own_seed,
                                   std::vector<RigidPolygon>& shapes) {
  if (!is_random(form)) return {number_in(shapes, unit_polygon(form, own_seed, 0)), 1};
  const PolygonLibrary::Range range{static_cast<std::uint32_t>(shapes.size()),
                                    static_cast<std::uint32_t>(form.variants)};
  for (std::uint64_t number = 0; number < form.variants; ++number)
    shapes.push_back(unit_polygon(form, own_seed, number));
  return range;
}

PolygonLibrary make_polygons(const SceneDescription& scene, std::uint64_t seed) {
  PolygonLibrary library;
  for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
    const std::optional<PolygonForm>& form = scene.bodies[k].polygon;
    const std::uint64_t own_seed = random_bits(seed, purpose("body"), k);
    library.of_body.push_back(form ? number_in(library.shapes, unit_polygon(*form, own_seed, 0)) + 1 : 0);
  }
  const auto range_of = [&](const std::optional<PolygonForm>& form, std::uint64_t own_seed) {
    return form ? add_polygons(*form, own_seed, library.shapes) : PolygonLibrary::Range{};
  };
  for (std::size_t k = 0; k < scene.fills.size(); ++k)
    library.of_fill.push_back(range_of(scene.fills[k].polygon, random_bits(seed, purpose("fill"), k)));
  for (std::size_t k = 0; k < scene.inlets.size(); ++k)
    library.of_inlet.push_back(range_of(scene.inlets[k].polygon, random_bits(seed, purpose("inlet"), k)));
  return library;
}

std::vector<Outline> outlines_of(const SceneDescription& scene, std::uint64_t seed) {
  std::vector<Outline> outlines;
  std::vector<RigidPolygon> shapes = make_polygons(scene, seed).shapes;
  for (std::size_t number = 0; number < scene.edits.size(); ++number)
    if (const std::optional<PolygonForm>* form = polygon_of(scene.edits[number]); form && *form)
      add_polygons(**form, random_bits(seed, purpose("edit"), number), shapes);
  for (const RigidPolygon& shape : shapes) {
    Outline outline;
    for (const RigidPolygon::Part& part : shape.parts()) {
      outline.parts.emplace_back();
      for (std::size_t k = 0; k < part.polygon.size(); ++k)
        outline.parts.back().push_back(part.offset + part.polygon[k].point);
    }
    outline.rim = shape.rim();
    outlines.push_back(std::move(outline));
  }
  return outlines;
}

double angle_of_filled(const Fill& fill, std::size_t fill_index, std::uint64_t number, std::uint64_t seed) {
  if (fill.angle) return *fill.angle;
  const std::uint64_t own_seed = random_bits(seed, purpose("fill"), fill_index);
  return 2 * math::pi * random_uniform(own_seed, purpose("fill.angle"), number);
}

}  // namespace scree::scene
