// The family of contact laws as a table, and a law chosen by name with its numbers.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>

#include "scree/base/error.h"
#include "scree/law/elastic.h"
#include "scree/law/hard_law.h"
#include "scree/law/laws.h"

namespace scree::law {

/// A law with its constants, as a plain block that can be handed to the kernel of its kind.
class Choice {
 public:
  template <class Law>
  Choice(int kind, const Law& law);

  int kind() const { return kind_; }
  bool rolls() const { return rolls_; }
  Remembers remembers(bool rolling) const;
  bool hertzian() const;
  /// Whether its contacts pull.
  bool coheres() const;
  Cohesion cohesion(double reduced_radius) const;
  /// Whether contacts that exist may go on beyond touching; `lasts` tells up to which (negative) overlap.
  bool reaches() const { return lasts_ != nullptr; }
  bool lasts(double overlap, double reduced_radius) const {
    return lasts_(constants(), overlap, reduced_radius);
  }
  /// Whether it acts between the faces of triangulated bodies, and only there.
  bool of_faces() const;
  /// Whether it bounds impulses rather than giving forces: for steppers that solve for them, and only there.
  bool is_hard() const;
  /// Its numbers, if it is.
  Hard as_hard() const;
  /// Whether it is a function of the overlap's area: in the plane only.
  bool of_area() const;
  /// Whether the force acts where a potential of the area wants it, rather than at the centroid of the
  /// overlap.
  bool acts_on_line() const;
  /// [N/m] of the widest flat contact with a law of the area.
  double flat_stiffness() const;
  /// The law as springs with a potential, for a contact of these bodies; none if it is not made of such.
  std::optional<Elastic> elastic(double reduced_mass, double reduced_radius) const;
  /// The same law without its dashpots; itself if `elastic` gives none.
  Choice undamped() const;
  const void* constants() const { return block_.data(); }
  double contact_time(double reduced_mass, double reduced_radius, double speed) const;

 private:
  static constexpr std::size_t block_size = 128;
  int kind_;
  bool rolls_;
  bool (*lasts_)(const void* constants, double overlap, double reduced_radius) = nullptr;
  alignas(8) std::array<std::byte, block_size> block_{};
};

/// Where a scene gives a parameter; for an empty name, or one that it does not give, where it names the law.
using PlaceOf = std::function<Place(std::string_view parameter)>;

struct Entry {
  std::string_view name, summary, source;
  std::span<const Parameter> parameters;
  bool hertzian, of_area, acts_on_line, of_faces, is_hard;
  Remembers (*remembers)(bool rolling);
  /// Throws SceneError at the place of what is wrong when the numbers do not make a law.
  Choice (*make)(const Numbers& numbers, const MaterialPair& pair, const PlaceOf& place_of);
  double (*contact_time)(const void* constants, double reduced_mass, double reduced_radius, double speed);
  double (*flat_stiffness)(const void* constants);                     // null unless of the area
  Cohesion (*cohesion)(const void* constants, double reduced_radius);  // null unless its contacts pull
  // Null unless the law is made of springs with a potential.
  Elastic (*elastic)(const void* constants, double reduced_mass, double reduced_radius);
  void (*take_dashpots)(void* constants);
};

/// Indexed by kind: entry k belongs to the k-th of `AllLaws`; the first of them are `Laws`.
std::span<const Entry> catalog();
const Entry* find_entry(std::string_view name);
/// The law of contacts that name none, in scenes with polygons.
const Entry& polygon_default();
/// The same for triangulated bodies.
const Entry& face_default();
/// The same where a stepper takes hard contacts.
const Entry& hard_default();

}  // namespace scree::law
