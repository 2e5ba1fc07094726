#include "scree/law/catalog.h"

#include <cstring>
#include <utility>

#include "scree/base/error.h"

namespace scree::law {

namespace {
/// Whether forces of contacts come with torques beside those of their arms.
template <class Law>
bool has_torque_of_its_own(const Law& law) {
  if constexpr (is_face_law<Law>)
    return true;
  else if constexpr (is_hard_law<Law>)
    return law.rolling_friction > 0 || law.torsion_friction > 0;
  else
    return law.rolling.friction > 0;
}

template <class Law>
bool lasts_by(const void* constants, double overlap, double reduced_radius) {
  Law law;
  std::memcpy(&law, constants, sizeof(law));
  return law.normal.lasts(overlap, reduced_radius);
}
}  // namespace

template <class Law>
Choice::Choice(int kind, const Law& law) : kind_(kind), rolls_(has_torque_of_its_own(law)) {
  static_assert(sizeof(Law) <= block_size && std::is_trivially_copyable_v<Law>);
  std::memcpy(block_.data(), &law, sizeof(Law));
  if constexpr (Law::reaches) lasts_ = lasts_by<Law>;
}

Remembers Choice::remembers(bool rolling) const { return catalog()[kind_].remembers(rolling); }

bool Choice::hertzian() const { return catalog()[kind_].hertzian; }

bool Choice::of_faces() const { return catalog()[kind_].of_faces; }
bool Choice::is_hard() const { return catalog()[kind_].is_hard; }
Hard Choice::as_hard() const {
  SCREE_ASSERT(is_hard());
  Hard law;
  std::memcpy(&law, constants(), sizeof(law));
  return law;
}
bool Choice::of_area() const { return catalog()[kind_].of_area; }
bool Choice::acts_on_line() const { return catalog()[kind_].acts_on_line; }

bool Choice::coheres() const { return catalog()[kind_].cohesion != nullptr; }
Cohesion Choice::cohesion(double reduced_radius) const {
  SCREE_ASSERT(coheres());
  return catalog()[kind_].cohesion(constants(), reduced_radius);
}

double Choice::flat_stiffness() const {
  SCREE_ASSERT(of_area());
  return catalog()[kind_].flat_stiffness(constants());
}

std::optional<Elastic> Choice::elastic(double reduced_mass, double reduced_radius) const {
  const auto of_law = catalog()[kind_].elastic;
  if (of_law == nullptr) return {};
  return of_law(constants(), reduced_mass, reduced_radius);
}

Choice Choice::undamped() const {
  Choice result = *this;
  if (const auto take = catalog()[kind_].take_dashpots) take(result.block_.data());
  return result;
}

double Choice::contact_time(double reduced_mass, double reduced_radius, double speed) const {
  return catalog()[kind_].contact_time(constants(), reduced_mass, reduced_radius, speed);
}

namespace {

template <int kind>
using LawOfKind = std::tuple_element_t<kind, AllLaws>;

template <int kind>
Choice make(const Numbers& numbers, const MaterialPair& pair, const PlaceOf& place_of) {
  using Law = LawOfKind<kind>;
  const Made<Law> made = Law::make(numbers, pair);
  if (!made.fault.empty())
    throw SceneError(place_of ? place_of(made.parameter) : Place{},
                     "law '" + std::string(Law::name) + "': " + made.fault);
  return Choice(kind, made.law);
}

template <int kind>
double contact_time(const void* constants, double reduced_mass, double reduced_radius, double speed) {
  LawOfKind<kind> law;
  std::memcpy(&law, constants, sizeof(law));
  return law.contact_time(reduced_mass, reduced_radius, speed);
}

template <int kind>
double flat_stiffness(const void* constants) {
  LawOfKind<kind> law;
  std::memcpy(&law, constants, sizeof(law));
  return law.normal.stiffness;
}
template <int kind>
constexpr auto flat_stiffness_of() -> double (*)(const void*) {
  if constexpr (LawOfKind<kind>::of_area)
    return flat_stiffness<kind>;
  else
    return nullptr;
}

template <int kind>
Cohesion cohesion(const void* constants, double reduced_radius) {
  LawOfKind<kind> law;
  std::memcpy(&law, constants, sizeof(law));
  return law.cohesion(reduced_radius);
}
template <int kind>
constexpr auto cohesion_of() -> Cohesion (*)(const void*, double) {
  if constexpr (LawOfKind<kind>::coheres)
    return cohesion<kind>;
  else
    return nullptr;
}

template <class Law>
inline constexpr bool has_springs = std::is_same_v<Law, Hooke> || std::is_same_v<Law, HertzMindlin>;

template <int kind>
Elastic elastic(const void* constants, double reduced_mass, double reduced_radius) {
  LawOfKind<kind> law;
  std::memcpy(&law, constants, sizeof(law));
  return elastic_of(law, reduced_mass, reduced_radius);
}
template <int kind>
constexpr auto elastic_of_kind() -> Elastic (*)(const void*, double, double) {
  if constexpr (has_springs<LawOfKind<kind>>)
    return elastic<kind>;
  else
    return nullptr;
}

template <int kind>
void take_dashpots(void* constants) {
  LawOfKind<kind> law;
  std::memcpy(&law, constants, sizeof(law));
  law.normal.damping_ratio = 0;
  law.tangential.damping_factor = 0;
  law.rolling.damping_ratio = 0;
  std::memcpy(constants, &law, sizeof(law));
}
template <int kind>
constexpr auto take_dashpots_of() -> void (*)(void*) {
  if constexpr (has_springs<LawOfKind<kind>>)
    return take_dashpots<kind>;
  else
    return nullptr;
}

template <class Law>
constexpr bool acts_on_line() {
  if constexpr (is_face_law<Law> || is_hard_law<Law>)
    return false;
  else
    return has_area_potential<Law>();
}

template <int kind>
Entry make_entry() {
  using Law = LawOfKind<kind>;
  return {Law::name,
          Law::summary,
          Law::source,
          Law::parameters(),
          Law::hertzian,
          Law::of_area,
          acts_on_line<Law>(),
          is_face_law<Law>,
          is_hard_law<Law>,
          Law::remembers,
          make<kind>,
          contact_time<kind>,
          flat_stiffness_of<kind>(),
          cohesion_of<kind>(),

          elastic_of_kind<kind>(),
          take_dashpots_of<kind>()};
}

constexpr int all_laws_count = std::tuple_size_v<AllLaws>;

template <int... kinds>
std::array<Entry, all_laws_count> make_entries(std::integer_sequence<int, kinds...>) {
  return {make_entry<kinds>()...};
}

}  // namespace

std::span<const Entry> catalog() {
  static const std::array<Entry, all_laws_count> entries =
      make_entries(std::make_integer_sequence<int, all_laws_count>());
  return entries;
}

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : catalog())
    if (entry.name == name) return &entry;
  return nullptr;
}

const Entry& hard_default() { return *find_entry(Hard::name); }
const Entry& face_default() { return *find_entry(HaloFaces::name); }
const Entry& polygon_default() { return *find_entry(OverlapDepth::name); }

}  // namespace scree::law
