#include "scree/law/catalog.h"

#include <cstring>
#include <utility>

#include "scree/base/error.h"

namespace scree::law {

template <class Law>
Choice::Choice(int kind, const Law& law) : kind_(kind), rolls_(law.rolling.friction > 0) {
  static_assert(sizeof(Law) <= block_size && std::is_trivially_copyable_v<Law>);
  std::memcpy(block_.data(), &law, sizeof(Law));
}

Remembers Choice::remembers(bool rolling) const { return catalog()[kind_].remembers(rolling); }

bool Choice::hertzian() const { return catalog()[kind_].hertzian; }

bool Choice::of_area() const { return catalog()[kind_].of_area; }
bool Choice::acts_on_line() const { return catalog()[kind_].acts_on_line; }

double Choice::flat_stiffness() const {
  SCREE_ASSERT(of_area());
  return catalog()[kind_].flat_stiffness(constants());
}

double Choice::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  return catalog()[kind_].contact_time(constants(), reduced_mass, reduced_radius, speed);
}

namespace {

template <int kind>
Choice make(const Numbers& numbers, const MaterialPair& pair, const PlaceOf& place_of) {
  using Law = std::tuple_element_t<kind, Laws>;
  const Made<Law> made = Law::make(numbers, pair);
  if (!made.fault.empty())
    throw SceneError(place_of ? place_of(made.parameter) : Place{},
                     "law '" + std::string(Law::name) + "': " + made.fault);
  return Choice(kind, made.law);
}

template <int kind>
double contact_time(const void* constants, double reduced_mass, double reduced_radius, double speed) {
  std::tuple_element_t<kind, Laws> law;
  std::memcpy(&law, constants, sizeof(law));
  return law.contact_time(reduced_mass, reduced_radius, speed);
}

template <int kind>
double flat_stiffness(const void* constants) {
  std::tuple_element_t<kind, Laws> law;
  std::memcpy(&law, constants, sizeof(law));
  return law.normal.stiffness;
}
template <int kind>
constexpr auto flat_stiffness_of() -> double (*)(const void*) {
  if constexpr (std::tuple_element_t<kind, Laws>::of_area)
    return flat_stiffness<kind>;
  else
    return nullptr;
}

template <int... kinds>
std::array<Entry, law_count> make_entries(std::integer_sequence<int, kinds...>) {
  return {Entry{std::tuple_element_t<kinds, Laws>::name, std::tuple_element_t<kinds, Laws>::summary,
                std::tuple_element_t<kinds, Laws>::source, std::tuple_element_t<kinds, Laws>::parameters(),
                std::tuple_element_t<kinds, Laws>::hertzian, std::tuple_element_t<kinds, Laws>::of_area,
                has_area_potential<std::tuple_element_t<kinds, Laws>>(),
                std::tuple_element_t<kinds, Laws>::remembers, make<kinds>, contact_time<kinds>,
                flat_stiffness_of<kinds>()}...};
}

}  // namespace

std::span<const Entry> catalog() {
  static const std::array<Entry, law_count> entries =
      make_entries(std::make_integer_sequence<int, law_count>());
  return entries;
}

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : catalog())
    if (entry.name == name) return &entry;
  return nullptr;
}

const Entry& polygon_default() { return *find_entry(OverlapDepth::name); }

}  // namespace scree::law
