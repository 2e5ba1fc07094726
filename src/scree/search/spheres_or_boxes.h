// What methods share that keep one table of spheres and one of boxes, and fill the one that the items ask
// for.
#pragma once

#include "scree/search/checked_items.h"
#include "scree/search/contact_search.h"
#include "scree/search/structure.h"

namespace scree::search {

/// Tables have `build(items, ...)`, `find_pairs(sink)`, `find_in_region(region, found)` and `structure()`,
/// and are both made from the same arguments.
template <int D, class SphereTable, class BoxTable>
class SpheresOrBoxes : public ContactSearch<D>, public Structured<D> {
 public:
  void find_pairs(PairSink& sink) override {
    with_table([&](auto& table) { table.find_pairs(sink); });
  }
  void find_in_region(const Box<D>& region, std::vector<std::uint32_t>& found) override {
    check_region(region);
    if (region.is_empty()) return;
    with_table([&](auto& table) { table.find_in_region(region, found); });
  }
  std::vector<Part<D>> structure() const override {
    return are_spheres_ ? spheres_.structure() : boxes_.structure();
  }

 protected:
  template <class... Arguments>
  explicit SpheresOrBoxes(const Arguments&... arguments) : spheres_(arguments...), boxes_(arguments...) {}

  template <class... More>
  void build(const Items<D>& items, const More&... more) {
    are_spheres_ = items.are_spheres();
    with_table([&](auto& table) { table.build(items, more...); });
  }

 private:
  template <class Do>
  void with_table(Do&& act) {
    if (are_spheres_)
      act(spheres_);
    else
      act(boxes_);
  }

  bool are_spheres_ = true;
  SphereTable spheres_;
  BoxTable boxes_;
};

}  // namespace scree::search
