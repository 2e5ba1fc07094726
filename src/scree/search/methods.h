// The makers of all methods, one per file; catalog.cpp lists them.
#pragma once

#include <memory>

#include "scree/search/contact_search.h"

namespace scree::search {

template <int D>
std::unique_ptr<ContactSearch<D>> make_all_pairs();
template <int D>
std::unique_ptr<ContactSearch<D>> make_linked_cell();

}  // namespace scree::search
