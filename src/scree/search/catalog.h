// The family of search methods: one line per member in catalog.cpp.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "scree/search/contact_search.h"

namespace scree::search {

struct Entry {
  std::string_view name;
  std::string_view summary;  ///< one line, for people
  std::string_view source;   ///< author and year
  std::unique_ptr<ContactSearch<2>> (*make_2d)();
  std::unique_ptr<ContactSearch<3>> (*make_3d)();
};

/// The first member is the slow, obvious one that the others are tested against.
std::span<const Entry> catalog();
/// Null if there is no such member.
const Entry* find_entry(std::string_view name);

template <int D>
std::unique_ptr<ContactSearch<D>> make(const Entry& entry) {
  if constexpr (D == 2)
    return entry.make_2d();
  else
    return entry.make_3d();
}

}  // namespace scree::search
