#include "scree/search/catalog.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <vector>

#include "scree/search/collect.h"

namespace scree::search {
namespace {

TEST(SearchCatalog, begins_with_the_reference) { EXPECT_EQ(catalog().front().name, "all_pairs"); }

TEST(SearchCatalog, finds_members_by_name_only) {
  for (const Entry& entry : catalog()) EXPECT_EQ(find_entry(entry.name), &entry);
  EXPECT_EQ(find_entry("no_such_method"), nullptr);
  EXPECT_EQ(find_entry(""), nullptr);
}

TEST(SearchCatalog, tells_people_what_each_member_does_and_where_it_comes_from) {
  std::set<std::string_view> names;
  for (const Entry& entry : catalog()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " stands there twice";
    EXPECT_FALSE(entry.summary.empty()) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
  }
}

// The reference of the whole family, against pairs counted on paper.
TEST(AllPairs, finds_the_pairs_of_a_small_scene) {
  const double discs[] = {0, 0, 1, 1.5, 0, 1, 3.5, 0, 1, 10, 0, 1, 1.5, 0.5, 0.1};
  const auto search = make<2>(*find_entry("all_pairs"));
  search->prepare(Items<2>::spheres(5, discs, discs + 2, 3));
  EXPECT_EQ(collect_sorted(*search), (std::vector<Pair>{{0, 1}, {1, 2}, {1, 4}}));
  std::vector<std::uint32_t> found;
  search->find_in_region({{2, -1}, {9, 1}}, found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{1, 2, 3}));
}

}  // namespace
}  // namespace scree::search
