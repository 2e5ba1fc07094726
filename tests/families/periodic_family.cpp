// Every member of the search catalogue inside a periodic box, against all images of all pairs. Places are
// multiples of 1/64, so that moving by a length of the box is exact and no rounding blurs what is right.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/base/random.h"
#include "scree/search/catalog.h"
#include "scree/search/periodic.h"
#include "tests/families/search_sets.h"

namespace scree::search {
namespace {

using tests::ItemSet;

struct Contact {
  std::uint32_t first, second;
  std::array<int, 3> image;
  friend bool operator==(const Contact&, const Contact&) = default;
  friend bool operator<(const Contact& a, const Contact& b) {
    return std::tie(a.first, a.second, a.image) < std::tie(b.first, b.second, b.image);
  }
};

class ContactCollector final : public PairSink {
 public:
  void take(std::span<const Pair> pairs, const Image& image) override {
    const std::lock_guard lock(mutex_);
    for (const Pair& pair : pairs) found.push_back({pair.first, pair.second, {image[0], image[1], image[2]}});
  }
  std::vector<Contact> found;

 private:
  std::mutex mutex_;
};

template <int D>
std::vector<Contact> contacts(ContactSearch<D>& search) {
  ContactCollector collector;
  search.find_pairs(collector);
  std::sort(collector.found.begin(), collector.found.end());
  return collector.found;
}

template <int D>
ItemSet<D> dyadic_set(std::size_t count, double side, int most_radius, std::uint64_t seed) {
  std::uint64_t draw = 0;
  const auto number = [&](double from, double to) {
    return std::round(64 * (from + (to - from) * random_uniform(seed, purpose("tests.periodic"), draw++))) /
           64;
  };
  ItemSet<D> set;
  for (std::size_t item = 0; item < count; ++item) {
    Sphere<D> sphere;
    for (int k = 0; k < D; ++k) sphere.centre[k] = number(0, side);
    sphere.radius = number(0, most_radius / 8.0);
    set.spheres.push_back(sphere);
  }
  return set;
}

template <int D>
std::array<int, 3> widest_images(const Periods<D>& periods, int most) {
  std::array<int, 3> widest{};
  for (int k = 0; k < D; ++k) widest[k] = periods.is_periodic(k) ? most : 0;
  if (periods.is_sheared) widest[periods.shear.flow_axis] = 2 * most;
  return widest;
}

/// Looks at every image of every pair up to `most` lengths away.
template <int D>
std::vector<Contact> contacts_by_definition(const Items<D>& items, const Periods<D>& periods, int most) {
  std::vector<Contact> result;
  const std::array<int, 3> widest = widest_images(periods, most);
  std::array<int, 3> image;
  for (image[2] = -widest[2]; image[2] <= widest[2]; ++image[2])
    for (image[1] = -widest[1]; image[1] <= widest[1]; ++image[1])
      for (image[0] = -widest[0]; image[0] <= widest[0]; ++image[0]) {
        const Vec<D> shift = periods.shift(image);
        for (std::uint32_t a = 0; a < items.count(); ++a)
          for (std::uint32_t b = a + 1; b < items.count(); ++b) {
            bool meets = false;
            if (items.are_spheres()) {
              Sphere<D> moved = items.sphere(b);
              moved.centre += shift;
              meets = overlap(items.sphere(a), moved);
            } else {
              Box<D> moved = items.box(b);
              moved.lo += shift;
              moved.hi += shift;
              meets = overlap(items.box(a), moved);
            }
            if (meets) result.push_back({a, b, image});
          }
      }
  std::sort(result.begin(), result.end());
  return result;
}

/// The same for every member, and slow: worked out once.
template <int D>
const std::vector<Contact>& wanted_contacts(const std::string& name, const Items<D>& items,
                                            const Periods<D>& periods, int most) {
  static std::map<std::string, std::vector<Contact>> known;
  const auto [place, is_new] = known.try_emplace(name);
  if (is_new) place->second = contacts_by_definition(items, periods, most);
  return place->second;
}

template <int D>
struct Case {
  std::string name;
  Periods<D> periods;
};

template <int D>
std::vector<Case<D>> cases() {
  Periods<D> all, one, sheared;
  for (int k = 0; k < D; ++k) {
    all.length[k] = 4.5 + 0.5 * k;
    all.origin[k] = -1.25 + k;
  }
  one.length[D - 1] = 4;
  one.length[0] = std::numeric_limits<double>::infinity();
  one.origin[0] = std::numeric_limits<double>::quiet_NaN();  // ignored along an open axis
  sheared = all;
  sheared.is_sheared = true;
  sheared.shear = {0, D - 1, 1.375};
  Periods<D> sheared_back = sheared;
  sheared_back.shear = {D - 1, 0, -all.length[D - 1]};
  Periods<D> sheared_far = sheared;
  sheared_far.shear.offset = all.length[0] - 0.125;
  return {{"open", {}},
          {"all axes", all},
          {"one axis", one},
          {"sheared", sheared},
          {"sheared the other way, by a whole length", sheared_back},
          {"sheared by almost a length", sheared_far}};
}

class PeriodicFamily : public ::testing::TestWithParam<std::string_view> {
 protected:
  template <int D>
  PeriodicSearch<D> member(const Periods<D>& periods = {}) const {
    return PeriodicSearch<D>(make<D>(*find_entry(GetParam())), periods);
  }

  template <int D>
  void expect_exact_pairs(double side, int most_images) const {
    auto used = member<D>();
    const ItemSet<D> set = dyadic_set<D>(150, side, 8, 3);
    const std::vector<Box<D>> boxes = set.boxes();
    for (const Case<D>& some : cases<D>()) {
      used.set_periods(some.periods);
      for (const Items<D>& items : {set.as_spheres(0.125), Items<D>::boxes(boxes)}) {
        const std::string name = some.name + (items.are_spheres() ? ", spheres" : ", boxes") +
                                 ", images to " + std::to_string(most_images);
        const std::vector<Contact>& wanted = wanted_contacts(name, items, some.periods, most_images);
        ASSERT_FALSE(wanted.empty());
        for (const int count : {1, 3}) {
          const ThreadLimit limit(count);
          used.prepare(items);
          EXPECT_EQ(contacts<D>(used), wanted) << D << "D, " << name;
        }
      }
    }
  }

  template <int D>
  void expect_exact_while_the_box_is_sheared() const;
  template <int D>
  void expect_exact_regions() const;
};

TEST_P(PeriodicFamily, finds_every_image_of_every_pair_in_the_plane) { expect_exact_pairs<2>(4, 2); }
TEST_P(PeriodicFamily, finds_every_image_of_every_pair_in_space) { expect_exact_pairs<3>(4, 2); }
TEST_P(PeriodicFamily, finds_pairs_of_items_that_lie_outside_the_box) { expect_exact_pairs<2>(14, 5); }

// The box shears and breathes, items move over its faces, are reordered, come and go.
template <int D>
void PeriodicFamily::expect_exact_while_the_box_is_sheared() const {
  ItemSet<D> set = dyadic_set<D>(90, 4, 5, 21);
  auto search = member<D>();
  for (int step = 0; step < 16; ++step) {
    Periods<D> periods;
    for (int k = 0; k < D; ++k) periods.length[k] = 4 + (step % 3) / 64.0;
    periods.is_sheared = true;
    periods.shear = {0, 1, ((step * 23) % 200 - 100) / 64.0};
    std::vector<std::uint32_t> old_index(set.spheres.size());
    std::iota(old_index.begin(), old_index.end(), 0u);
    if (step % 4 == 1) std::reverse(old_index.begin(), old_index.end());
    if (step % 5 == 3) std::erase_if(old_index, [](std::uint32_t item) { return item % 9 == 4; });
    if (step % 5 == 4) old_index.insert(old_index.begin() + 7, 6, ContactSearch<D>::none);
    const ItemSet<D> fresh = dyadic_set<D>(old_index.size(), 4, 5, 100 + static_cast<std::uint64_t>(step));
    std::vector<Sphere<D>> now;
    for (std::size_t item = 0; item < old_index.size(); ++item) {
      Sphere<D> sphere = fresh.spheres[item];
      if (old_index[item] != ContactSearch<D>::none) {
        sphere = set.spheres[old_index[item]];
        for (int k = 0; k < D; ++k)
          sphere.centre[k] += std::round(8 * (fresh.spheres[item].centre[k] - 2)) / 64;
      }
      now.push_back(sphere);
    }
    set.spheres = std::move(now);
    if (step % 4 == 1 || step % 5 >= 3) search.renumber(old_index);
    search.set_periods(periods);
    search.prepare(set.as_spheres());
    const std::string name = "step " + std::to_string(step);
    ASSERT_EQ(contacts<D>(search), wanted_contacts(name, set.as_spheres(), periods, 3)) << name;
  }
}
TEST_P(PeriodicFamily, stays_exact_while_the_box_is_sheared_and_items_come_and_go) {
  expect_exact_while_the_box_is_sheared<2>();
  expect_exact_while_the_box_is_sheared<3>();
}

template <int D>
void PeriodicFamily::expect_exact_regions() const {
  const ItemSet<D> set = dyadic_set<D>(150, 4, 8, 5);
  for (const Case<D>& some : cases<D>()) {
    auto search = member<D>(some.periods);
    search.prepare(set.as_spheres());
    for (int number = 0; number < 12; ++number) {
      Box<D> region;
      for (int k = 0; k < D; ++k) {
        region.lo[k] = some.periods.origin[k] - 0.5 + ((number * (7 + 3 * k)) % 9) / 2.0;
        if (!(std::abs(region.lo[k]) < 100)) region.lo[k] = number / 4.0;
        region.hi[k] = region.lo[k] + (number % 4) / 4.0;
      }
      std::vector<std::uint32_t> found{1000}, wanted{1000};
      search.find_in_region(region, found);
      for (std::uint32_t item = 0; item < set.spheres.size(); ++item) {
        bool meets = false;
        const std::array<int, 3> widest = widest_images(some.periods, 3);
        std::array<int, 3> image;
        for (image[2] = -widest[2]; image[2] <= widest[2]; ++image[2])
          for (image[1] = -widest[1]; image[1] <= widest[1]; ++image[1])
            for (image[0] = -widest[0]; image[0] <= widest[0]; ++image[0]) {
              Sphere<D> moved = set.spheres[item];
              moved.centre += some.periods.shift(image);
              meets = meets || overlap(moved, region);
            }
        if (meets) wanted.push_back(item);
      }
      EXPECT_EQ(found, wanted) << D << "D, " << some.name << ", region " << number;
    }
  }
}
TEST_P(PeriodicFamily, finds_the_items_of_a_region_over_the_faces) {
  expect_exact_regions<2>();
  expect_exact_regions<3>();
}

TEST_P(PeriodicFamily, refuses_a_box_in_which_an_item_would_meet_itself) {
  ItemSet<2> set = dyadic_set<2>(20, 4, 4, 7);
  set.spheres[13].radius = 2.25;
  Periods<2> periods;
  periods.length = {8, 5};
  auto search = member<2>(periods);
  EXPECT_NO_THROW(search.prepare(set.as_spheres(0.2)));
  try {
    search.prepare(set.as_spheres(0.25));
    ADD_FAILURE() << "accepted";
  } catch (const SceneError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("along y"), std::string::npos) << message;
    EXPECT_NE(message.find("item 13"), std::string::npos) << message;
  }
  set.spheres[4].centre[0] = 8 * 61 + 1;
  EXPECT_THROW(search.prepare(set.as_spheres()), SceneError);
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const Entry& entry : catalog()) result.push_back(entry.name);
  return result;
}
INSTANTIATE_TEST_SUITE_P(Catalog, PeriodicFamily, ::testing::ValuesIn(names()),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace scree::search
