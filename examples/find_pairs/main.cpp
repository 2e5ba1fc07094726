// Which of these boxes overlap? Change the name of the method: the answer stays.
#include <cstdio>
#include <vector>

#include "scree/search/catalog.h"
#include "scree/search/collect.h"

int main() {
  const std::vector<scree::Box<2>> boxes{
      {{0, 0}, {2, 1}}, {{1, 0.5}, {3, 2}}, {{3, 2}, {4, 3}}, {{5, 0}, {6, 1}}};
  const auto search = scree::search::make<2>(*scree::search::find_entry("hierarchical_grid"));
  search->prepare(scree::search::Items<2>::boxes(boxes));
  for (const auto& [first, second] : scree::search::collect_sorted(*search))
    std::printf("%u meets %u\n", first, second);
}
