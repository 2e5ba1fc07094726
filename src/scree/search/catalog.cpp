#include "scree/search/catalog.h"

#include "scree/search/methods.h"

namespace scree::search {
namespace {

constexpr Entry entries[] = {
    {"all_pairs", "compares every item with every other: the reference", "Perkins 1999, section 3.2",
     make_all_pairs<2>, make_all_pairs<3>},
    {"bounding_volume", "compares the bounding boxes of every two items", "Perkins 1999, section 3.2.2",
     make_bounding_volume<2>, make_bounding_volume<3>},
    {"spatial_sort", "low ends sorted along every axis; intersects ranges of neighbours",
     "Perkins 1999, section 4.1, method 2", make_spatial_sort<2>, make_spatial_sort<3>},
    {"spatial_sort_lists", "low ends sorted along every axis; intersects lists of neighbours",
     "Perkins 1999, section 4.1, method 1", make_spatial_sort_lists<2>, make_spatial_sort_lists<3>},
    {"spatial_sort_one_pass",
     "low ends sorted along every axis; half a range along one, whole ones along the rest",
     "Perkins 1999, section 4.1, method 3", make_spatial_sort_one_pass<2>, make_spatial_sort_one_pass<3>},
    {"hashing", "rows of cells, one at a time; clears all its lists for every row",
     "Perkins 1999, section 4.2", make_hashing<2>, make_hashing<3>},
    {"hashing2", "rows of cells, one at a time; clears what it used", "Perkins 1999, section 6",
     make_hashing2<2>, make_hashing2<3>},
    {"rtree", "a packed R-tree of Boost.Geometry, asked by every item", "Perkins 1999, section 4.3",
     make_rtree<2>, make_rtree<3>},
    {"dess", "both ends sorted along every axis (heap sort); compares ranks", "Perkins 1999, section 5.1",
     make_dess<2>, make_dess<3>},
    {"dess2", "the same with the lists of the last step mended (insertion sort)", "Perkins 1999, section 6",
     make_dess2<2>, make_dess2<3>},
    {"striped_dess", "sorted lists cut into stripes, walked along one axis", "Perkins 1999, section 5.2",
     make_striped_dess<2>, make_striped_dess<3>},
    {"dess_rtree", "an R-tree over the ranks of sorted ends", "Perkins 1999, section 7.1", make_dess_rtree<2>,
     make_dess_rtree<3>},
    {"sort_and_update", "sorted ends and a set of pairs, mended from step to step: cost follows what moved",
     "Schinner 1999, sections 3 and 5", make_sort_and_update<2>, make_sort_and_update<3>},
    {"kd_tree_1", "sorted Morton codes of a kd tree, items cut once along each axis; no memory of pairs",
     "Poirrier 2009", make_kd_tree_1<2>, make_kd_tree_1<3>},
    {"kd_tree_2", "the same; pairs that meet several times are taken out of a list",
     "Poirrier 2009, section 6", make_kd_tree_2<2>, make_kd_tree_2<3>},
    {"kd_tree_unsplit", "the same without cutting items: what cutting is good for",
     "Poirrier 2009, section 3", make_kd_tree_unsplit<2>, make_kd_tree_unsplit<3>},
    {"kd_tree_coherent", "always all parts of an item, so that the sorted codes are kept from step to step",
     "Poirrier 2009, section 7.1", make_kd_tree_coherent<2>, make_kd_tree_coherent<3>},
    {"linked_cell", "one grid of cells as large as the largest item; compares neighbouring cells",
     "Quentrec and Brot 1973; Ogarko and Luding 2012, section 2", make_linked_cell<2>, make_linked_cell<3>},
    {"hierarchical_grid", "one grid for each class of sizes, chosen by the paper's recipe; hashed cells",
     "Ogarko and Luding 2012", make_hierarchical_grid<2>, make_hierarchical_grid<3>},
    {"bvh", "Embree's tree of boxes, searched against itself", "Noble 2024, section 4.3", make_bvh<2>,
     make_bvh<3>},
    {"blocks", "one grid of some 16 items per block, compared eight at a time: any sizes", "scree 2026",
     make_blocks<2>, make_blocks<3>},
    {"rows", "rows of cells read in windows, eight items at a time: near-equal sizes, densely packed",
     "scree 2026", make_rows<2>, make_rows<3>},
    {"auto", "tries what the sizes and the density suggest and keeps the fastest (the default)", "scree 2026",
     make_automatic<2>, make_automatic<3>},
};

}  // namespace

std::span<const Entry> catalog() { return entries; }

const Entry* find_entry(std::string_view name) {
  for (const Entry& entry : entries)
    if (entry.name == name) return &entry;
  return nullptr;
}

}  // namespace scree::search
