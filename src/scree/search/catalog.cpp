#include "scree/search/catalog.h"

#include "scree/search/methods.h"

namespace scree::search {
namespace {

constexpr Entry entries[] = {
    {"all_pairs", "compares every item with every other: the reference", "Perkins 1999, section 3.2",
     make_all_pairs<2>, make_all_pairs<3>},
    {"linked_cell", "one grid of cells as large as the largest item; compares neighbouring cells",
     "Quentrec and Brot 1973; Ogarko and Luding 2012, section 2", make_linked_cell<2>, make_linked_cell<3>},
};

}  // namespace

std::span<const Entry> catalog() { return entries; }

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace scree::search
