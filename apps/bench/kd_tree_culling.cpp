#include "kd_tree_culling.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/search/bounds.h"
#include "scree/search/locational_code.h"

namespace scree::cli {

Culling cull(const search::Items<3>& items, bool splits) {
  using Space = search::CodeSpace<3>;
  struct Record {
    search::LocationalCode<3> code;
    std::uint32_t item;
  };
  Box<3> bounds = Box<3>::empty();
  for (std::size_t item = 0; item < items.count(); ++item) bounds.include(items.box(item));
  const Space space(bounds);
  std::vector<Record> records;
  Culling result;
  double nodes = 0;
  for (std::uint32_t item = 0; item < items.count(); ++item) {
    const auto box = space.numbers_of(bounds_of(items, item));
    if (splits) {
      for (const auto& part : Space::split(box))
        if (!part.is_copy) records.push_back({part.code, item});
    } else {
      records.push_back({Space::node_around(box), item});
    }
  }
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
    return a.code.key != b.code.key ? a.code.key < b.code.key : a.item < b.item;
  });
  for (std::size_t k = 0; k < records.size(); ++k) {
    nodes += static_cast<double>(records[k].code.volume());
    for (std::size_t j = k + 1; j < records.size() && records[k].code.holds(records[j].code.path()); ++j) {
      if (records[k].item == records[j].item) continue;
      ++result.selected;
      result.true_positives += items.overlap(records[k].item, records[j].item) ? 1 : 0;
    }
  }
  result.parts = records.size();
  // Volumes of nodes are counted in smallest nodes, of which the cube around the items has 2^57.
  double side = 0;
  for (int k = 0; k < 3; ++k) side = std::max(side, bounds.hi[k] - bounds.lo[k]);
  const double smallest = side * side * side / std::ldexp(1.0, search::LocationalCode<3>::most_bits);
  result.volume_ratio = nodes * smallest / (4.0 / 3 * 3.14159265358979 * static_cast<double>(items.count()));
  return result;
}

}  // namespace scree::cli
