// What sort and update tells beyond the pairs.
#pragma once

#include <cstddef>

#include "scree/search/contact_search.h"

namespace scree::search {

/// A search by sort and update can be cast to it.
template <int D>
class MendingSearch : public ContactSearch<D> {
 public:
  /// How many times all was made anew instead of mended, the first included.
  virtual std::size_t fresh_starts() const = 0;
};

}  // namespace scree::search
