// The makers of all methods, one per file; catalog.cpp lists them.
#pragma once

#include <memory>

#include "scree/search/contact_search.h"

namespace scree::search {

template <int D>
std::unique_ptr<ContactSearch<D>> make_all_pairs();
template <int D>
std::unique_ptr<ContactSearch<D>> make_bounding_volume();
template <int D>
std::unique_ptr<ContactSearch<D>> make_spatial_sort();
template <int D>
std::unique_ptr<ContactSearch<D>> make_spatial_sort_lists();
template <int D>
std::unique_ptr<ContactSearch<D>> make_spatial_sort_one_pass();
template <int D>
std::unique_ptr<ContactSearch<D>> make_hashing();
template <int D>
std::unique_ptr<ContactSearch<D>> make_hashing2();
template <int D>
std::unique_ptr<ContactSearch<D>> make_rtree();
template <int D>
std::unique_ptr<ContactSearch<D>> make_dess();
template <int D>
std::unique_ptr<ContactSearch<D>> make_dess2();
template <int D>
std::unique_ptr<ContactSearch<D>> make_striped_dess();
template <int D>
std::unique_ptr<ContactSearch<D>> make_dess_rtree();
template <int D>
std::unique_ptr<ContactSearch<D>> make_linked_cell();
template <int D>
std::unique_ptr<ContactSearch<D>> make_hierarchical_grid();
template <int D>
std::unique_ptr<ContactSearch<D>> make_bvh();
template <int D>
std::unique_ptr<ContactSearch<D>> make_sort_and_update();
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_1();
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_2();
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_unsplit();
template <int D>
std::unique_ptr<ContactSearch<D>> make_kd_tree_coherent();

template <int D>
std::unique_ptr<ContactSearch<D>> make_blocks();

template <int D>
std::unique_ptr<ContactSearch<D>> make_rows();
template <int D>
std::unique_ptr<ContactSearch<D>> make_automatic();

}  // namespace scree::search
