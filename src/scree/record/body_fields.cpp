#include "scree/record/body_fields.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace scree::record {
namespace {

struct KnownField {
  std::string_view column;
  std::size_t width;
  std::array<std::string_view, 4> components;
};

constexpr std::array known_fields{
    KnownField{"position", 2, {"x", "y"}},      KnownField{"position", 3, {"x", "y", "z"}},
    KnownField{"velocity", 2, {"vx", "vy"}},    KnownField{"velocity", 3, {"vx", "vy", "vz"}},
    KnownField{"orientation", 2, {"angle"}},    KnownField{"orientation", 4, {"qw", "qx", "qy", "qz"}},
    KnownField{"spin", 3, {"wx", "wy", "wz"}},  KnownField{"force", 2, {"fx", "fy"}},
    KnownField{"force", 3, {"fx", "fy", "fz"}}, KnownField{"torque", 3, {"tx", "ty", "tz"}},
};

constexpr std::array<std::string_view, 7> first_fields{"id",   "position", "velocity", "orientation",
                                                       "spin", "radius",   "material"};

std::size_t rank(const Field& field) {
  return static_cast<std::size_t>(std::find(first_fields.begin(), first_fields.end(), field.column) -
                                  first_fields.begin());
}

}  // namespace

Field field_of(const std::string& column, std::size_t width) {
  Field field{column, width, {}};
  for (const KnownField& known : known_fields)
    if (known.column == column && known.width == width) {
      for (const std::string_view component : known.components)
        if (!component.empty()) field.components.emplace_back(component);
      return field;
    }
  if (width == 1) field.components.push_back(column);
  for (std::size_t k = 0; width > 1 && k < width; ++k)
    field.components.push_back(column + '_' + std::to_string(k));
  return field;
}

bool is_as_known(const std::string& column, Element element, std::size_t width) {
  if (width == 0) return false;
  for (const auto& [name, whole] :
       {std::pair("id", true), {"material", true}, {"shape", true}, {"radius", false}})
    if (column == name) return width == 1 && element == (whole ? Element::u32 : Element::f64);
  bool is_known = false;
  for (const KnownField& known : known_fields) {
    if (known.column != column) continue;
    if (known.width == width) return element == Element::f64;
    is_known = true;
  }
  // A spin or torque in the plane is one number.
  return !is_known || (width == 1 && element == Element::f64 && (column == "spin" || column == "torque"));
}

void FieldList::include(const std::vector<Column>& columns) {
  for (const Column& column : columns) {
    const auto there = std::find_if(fields_.begin(), fields_.end(),
                                    [&](const Field& field) { return field.column == column.name; });
    if (there == fields_.end())
      fields_.push_back(field_of(column.name, column.width));
    else if (there->width < column.width)
      *there = field_of(column.name, column.width);
  }
}

std::vector<Field> FieldList::ordered() const {
  std::vector<Field> fields = fields_;
  std::stable_sort(fields.begin(), fields.end(),
                   [](const Field& a, const Field& b) { return rank(a) < rank(b); });
  return fields;
}

const Column* find_column(const std::vector<Column>& columns, const std::string& name) {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

double angle_of(double cosine, double sine) { return std::atan2(sine, cosine); }

}  // namespace scree::record
