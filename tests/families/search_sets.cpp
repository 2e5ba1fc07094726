#include "tests/families/search_sets.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "scree/base/random.h"

namespace scree::tests {
namespace {

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : seed_(seed) {}
  double in(double from, double to) {
    return from + (to - from) * random_uniform(seed_, purpose("tests.search_sets"), next_++);
  }
  template <int D>
  Vec<D> point(double side) {
    Vec<D> result;
    for (int k = 0; k < D; ++k) result[k] = in(0, side);
    return result;
  }

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

template <int D>
ItemSet<D> moved(ItemSet<D> set, std::string name, double distance) {
  set.name = std::move(name);
  for (auto& sphere : set.spheres)
    for (int k = 0; k < D; ++k) sphere.centre[k] += k == 1 ? -distance : distance;
  return set;
}

template <int D>
ItemSet<D> scaled(ItemSet<D> set, std::string name, double factor) {
  set.name = std::move(name);
  for (auto& sphere : set.spheres) {
    sphere.centre *= factor;
    sphere.radius *= factor;
  }
  return set;
}

template <int D>
ItemSet<D> identical(std::string name, std::size_t count, double radius) {
  return {std::move(name), std::vector<search::Sphere<D>>(count, {Vec<D>{0.3, -0.7}, radius})};
}

// A cubic lattice: ties on every axis.
template <int D>
ItemSet<D> lattice(std::string name, double spacing, double radius) {
  ItemSet<D> set{std::move(name), {}};
  const int side = D == 2 ? 22 : 8;
  for (int z = 0; z < (D == 2 ? 1 : side); ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        Vec<D> centre{x * spacing, y * spacing};
        if constexpr (D == 3) centre[2] = z * spacing;
        set.spheres.push_back({centre, radius});
      }
  return set;
}

template <int D>
ItemSet<D> size_ratio(std::string name, double ratio, std::size_t count) {
  Numbers numbers(count + 17);
  ItemSet<D> set{std::move(name), {}};
  for (std::size_t item = 0; item < count; ++item)
    set.spheres.push_back({numbers.point<D>(10), std::pow(ratio, -numbers.in(0, 1))});
  return set;
}

template <int D>
ItemSet<D> giant_among_dwarfs() {
  ItemSet<D> set = random_set<D>("one giant among dwarfs", 500, 1, 1e-6, 1e-3, 5);
  Vec<D> middle;
  for (int k = 0; k < D; ++k) middle[k] = 0.5;
  set.spheres[250] = {middle, 0.4};
  return set;
}

// Points along a direction, neighbours overlapping, the other axes nearly or exactly flat.
template <int D>
ItemSet<D> along(std::string name, const Vec<D>& direction, double jitter) {
  Numbers numbers(23);
  ItemSet<D> set{std::move(name), {}};
  for (int item = 0; item < 500; ++item) {
    Vec<D> centre = numbers.in(0, 150) * direction;
    for (int k = 0; k < D; ++k) centre[k] += numbers.in(-jitter, jitter);
    set.spheres.push_back({centre, numbers.in(0.2, 0.4)});
  }
  return set;
}

// Tight groups with nothing in between: a grid fitted to the whole is crowded where the items are.
template <int D>
ItemSet<D> clusters(std::string name, int groups, double apart, double group_side, double radius) {
  Numbers numbers(31);
  ItemSet<D> set{std::move(name), {}};
  for (int group = 0; group < groups; ++group) {
    const Vec<D> corner = numbers.point<D>(apart);
    for (int item = 0; item < 600 / groups; ++item)
      set.spheres.push_back({corner + numbers.point<D>(group_side), radius * numbers.in(0.5, 1)});
  }
  return set;
}

template <int D>
ItemSet<D> with_outliers() {
  ItemSet<D> set = random_set<D>("a box of items and two far outliers", 500, 8, 0.2, 0.4, 6);
  for (int k = 0; k < D; ++k) set.spheres[10].centre[k] = 1e13;
  for (int k = 0; k < D; ++k) set.spheres[20].centre[k] = -1e15;
  return set;
}

template <int D>
ItemSet<D> points_with_twins() {
  ItemSet<D> set = random_set<D>("points, some of them twice", 500, 1, 0, 0, 7);
  for (std::size_t item = 0; item + 3 < set.spheres.size(); item += 3)
    set.spheres[item + 2] = set.spheres[item];
  return set;
}

// Neighbours whose distance is the sum of the radii, give or take the last bits.
template <int D>
ItemSet<D> nearly_touching(std::string name, double side, double radius) {
  Numbers numbers(41);
  ItemSet<D> set{std::move(name), {}};
  for (int pair = 0; pair < 200; ++pair) {
    Vec<D> direction = numbers.point<D>(1);
    direction = direction / norm(direction);
    const Vec<D> centre = numbers.point<D>(side);
    const double a = radius * numbers.in(0.1, 1), b = radius * numbers.in(0.1, 1);
    set.spheres.push_back({centre, a});
    set.spheres.push_back({centre + (a + b) * direction, b});
  }
  return set;
}

// A grid must not take the largest item for a little smaller than it is.
template <int D>
ItemSet<D> touching_along_an_axis() {
  Numbers numbers(43);
  ItemSet<D> set{"equal items that touch along an axis", {}};
  for (int pair = 0; pair < 300; ++pair) {
    const Vec<D> centre =
        numbers.point<D>(D == 2 ? 15 : 4);  // dense, so that cells are no larger than needed
    Vec<D> step;
    step[static_cast<std::size_t>(pair % D)] = 0.5;
    set.spheres.push_back({centre, 0.25});
    set.spheres.push_back({centre + step, 0.25});
  }
  return set;
}

}  // namespace

template <int D>
std::vector<Box<D>> ItemSet<D>::boxes() const {
  constexpr double share[] = {1, 0.5, 0.75, 1.5};
  std::vector<Box<D>> result;
  for (std::size_t item = 0; item < spheres.size(); ++item) {
    Box<D> box;
    for (int k = 0; k < D; ++k) {
      const double half = spheres[item].radius * share[(item + static_cast<std::size_t>(k)) % 4];
      box.lo[k] = spheres[item].centre[k] - half;
      box.hi[k] = spheres[item].centre[k] + half;
    }
    result.push_back(box);
  }
  return result;
}

template <int D>
ItemSet<D> random_set(std::string name, std::size_t count, double side, double least_radius,
                      double most_radius, std::uint64_t seed) {
  Numbers numbers(seed);
  ItemSet<D> set{std::move(name), {}};
  for (std::size_t item = 0; item < count; ++item) {
    const Vec<D> centre = numbers.point<D>(side);
    set.spheres.push_back({centre, numbers.in(least_radius, most_radius)});
  }
  return set;
}

template <int D>
std::vector<ItemSet<D>> hard_sets() {
  const double crowd =
      D == 2 ? 25 : 9;  // side of a box in which 500 items of radius 0.5 are about as dense as poured
  Vec<D> x_axis{1, 0}, y_axis{0, 1}, diagonal;
  Vec<D> last_axis;
  last_axis[D - 1] = 1;
  for (int k = 0; k < D; ++k) diagonal[k] = 1;
  std::vector<ItemSet<D>> sets{
      {"none", {}},
      {"one", {{Vec<D>{3, 4}, 0.5}}},
      {"one point", {{Vec<D>{3, 4}, 0}}},
      identical<D>("two equal", 2, 0.25),
      identical<D>("two equal points", 2, 0),
      identical<D>("1,000 identical", 1000, 0.25),
      identical<D>("300 identical points", 300, 0),
      lattice<D>("lattice, apart", 1, 0.4),
      lattice<D>("lattice, touching", 1, 0.5),
      lattice<D>("lattice, touching at numbers that round", 0.1, 0.05),
      lattice<D>("lattice, overlapping diagonally", 1, 0.75),
      lattice<D>("lattice of points", 1, 0),
      nearly_touching<D>("pairs that touch to the last bit", 100, 0.1),
      touching_along_an_axis<D>(),
      points_with_twins<D>(),
      random_set<D>("sparse", 600, 150, 0.3, 0.5, 1),
      random_set<D>("as dense as poured", 500, crowd, 0.45, 0.5, 2),
      random_set<D>("far denser than poured", 300, 2, 0.3, 0.5, 3),
      size_ratio<D>("size ratio 30", 30, 500),
      size_ratio<D>("size ratio 1e6", 1e6, 500),
      giant_among_dwarfs<D>(),
      along<D>("thin column", last_axis, 0.3),
      along<D>("line along x", x_axis, 0),
      along<D>("line along y", y_axis, 0),
      along<D>("line along the diagonal", diagonal, 0),
      clusters<D>("clusters", 4, 1000, 5, 0.5),
      clusters<D>("tight clusters far apart", 3, 1e12, 1, 0.05),
      clusters<D>("one cluster of a million sizes", 1, 1, 1, 1e-6),
      with_outliers<D>(),
  };
  const ItemSet<D> dense = random_set<D>("", 400, crowd, 0.4, 0.5, 4);
  sets.push_back(moved(dense, "at 1e8 from the origin", 1e8));
  sets.push_back(moved(scaled(dense, "", 1e-6), "tiny items at 1e8 from the origin", 1e8));
  sets.push_back(scaled(dense, "kilometres of light", 1e140));
  sets.push_back(scaled(dense, "smaller than anything", 1e-140));
  // Squares of lengths lose bits below 1e-146 and are zero below 1e-162, where any two spheres overlap.
  for (const int power : {-150, -152, -155, -158, -160, -162, -165, -200}) {
    const double scale = std::pow(10.0, power);
    sets.push_back(scaled(dense, fmt::format("squares underflow, scale 1e{}", power), scale));
    sets.push_back(nearly_touching<D>(fmt::format("touching where squares underflow, scale 1e{}", power),
                                      scale, 1e-161));
  }
  sets.push_back(scaled(dense, "next to underflow", std::numeric_limits<double>::min()));
  return sets;
}

template struct ItemSet<2>;
template struct ItemSet<3>;
template std::vector<ItemSet<2>> hard_sets();
template std::vector<ItemSet<3>> hard_sets();
template ItemSet<2> random_set(std::string, std::size_t, double, double, double, std::uint64_t);
template ItemSet<3> random_set(std::string, std::size_t, double, double, double, std::uint64_t);

}  // namespace scree::tests
