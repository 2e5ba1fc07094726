// The name of a contact: who touches whom, with which feature. Unique among the contacts of a state, free of
// storage order; memory is carried over by it. Which periodic copy is touched need not be told: boxes are so
// long that only the nearest one can be.
#pragma once

#include <compare>
#include <cstdint>

#include "scree/base/ids.h"

namespace scree::world {

struct ContactKey {
  Id first = 0;                      // always a body
  Id second = 0;                     // a body with a larger id, or a wall
  std::uint32_t first_feature = 0;   // the piece of a mesh that is touched now; else 0
  std::uint32_t second_feature = 0;  // facet of a wall, or patch of its mesh; 0 for bodies
  std::uint32_t ordinal = 0;         // which of several contacts of these two, kept while the contact lasts
  std::uint32_t parts = 0;           // of bodies that are made of parts: the first's, and the second's << 16

  static constexpr int words = 6;
  static constexpr std::uint32_t most_ordinals = 1u << 16;  // far more than bodies can have contacts
  // clang-tidy 14 takes the comparison with zero that this is made of for a pointer's.
  friend auto operator<=>(const ContactKey&, const ContactKey&) = default;  // NOLINT(modernize-use-nullptr)
};
static_assert(sizeof(ContactKey) == ContactKey::words * sizeof(std::uint32_t));

}  // namespace scree::world
