// Candidates decided by coarse places first: the answer is that of the double test, however little is between
// touching and not, and wherever bodies are.
#include <gtest/gtest.h>

#include <cmath>

#include "scree/base/random.h"
#include "scree/step/coarse_places.h"

namespace scree::step {
namespace {

constexpr std::size_t pairs = 4000;

/// In which the bodies are, as a share of it, and of what shape.
struct Setting {
  const char* name;
  double spread, smallest;
  bool periodic = false, sheared = false;
};
constexpr Setting settings[] = {
    {"an open space", 10, 0.3},
    {"a vast one", 1e6, 0.3},
    {"two bodies in a crowd of large ones", 10, 1e-4},
    {"a periodic box", 10, 0.3, true},
    {"a cluster at the face of a vast periodic box", 1e4, 1e-3, true},
    {"a sheared box", 10, 0.3, true, true},
};

template <int D>
void compare(const Setting& setting) {
  PeriodicBox<D> box{};
  for (int k = 0; k < D && setting.periodic; ++k) box.repeat(k, 0, setting.spread);
  if (setting.sheared) {
    box.shear_along(0, 1, 0);
    box.shear.offset[0] = 0.3 * setting.spread;
  }
  const auto random = [&](std::uint64_t pair, std::uint64_t number) {
    return random_uniform(11, pair, number);
  };
  world::Bodies<D> bodies;
  Box<D> extent = Box<D>::empty();
  std::vector<Slot> first, second;
  for (std::uint64_t pair = 0; pair < pairs; ++pair) {
    Motion<D> a, b;
    a.radius = setting.smallest * (1 + random(pair, 0));
    b.radius = setting.smallest * (1 + random(pair, 1));
    Vec<D> way;
    for (int k = 0; k < D; ++k) {
      // Half of the places are at a face, where the other is often beyond.
      a.position[k] =
          pair % 2 == 0 ? setting.spread * random(pair, 2 + k) : setting.smallest * random(pair, 2 + k);
      way[k] = random(pair, 5 + k) - 0.5;
    }
    // From touching by more than a float can miss to by the last bit of a double.
    const double gap = (pair % 3 == 0 ? -1 : 1) * std::ldexp(1.0, -static_cast<int>(pair % 53));
    b.position = a.position + (a.radius + b.radius) * (1 + gap) / norm(way) * way;
    b.position += box.way_back(b.position);
    for (const Motion<D>* motion : {&a, &b}) {
      extent.include(Box<D>::around(motion->position, motion->radius));
      bodies.add(*motion, 0);
    }
    first.push_back(static_cast<Slot>(2 * pair));
    second.push_back(static_cast<Slot>(2 * pair + 1));
  }
  for (const kernel::Target& target : kernel::targets()) {
    if (!target.is_supported()) continue;
    CoarsePlaces<D> coarse(target.kernels<D>(), box);
    coarse.set_extent(extent);
    coarse.bring_up_to_date(bodies);
    std::vector<kernel::ContactGroup> earlier((pairs + 7) / 8), now = earlier;
    kernel::CandidateBatch batch;
    batch.first = first.data();
    batch.second = second.data();
    batch.count = pairs;
    batch.earlier = earlier.data();
    batch.now = now.data();
    target.kernels<D>().find_touching(coarse.search(bodies, box.any() ? &box : nullptr), batch);
    std::size_t touching = 0, wrong = 0;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const Motion<D>&a = bodies.motion[2 * pair], &b = bodies.motion[2 * pair + 1];
      const Vec<D> apart = box.any() ? box.nearest(a.position - b.position) : a.position - b.position;
      const bool expected = dot(apart, apart) < (a.radius + b.radius) * (a.radius + b.radius);
      touching += expected;
      wrong += ((now[pair / 8].touches >> (pair % 8) & 1) != 0) != expected;
    }
    EXPECT_EQ(wrong, 0u) << setting.name << ", " << target.name;
    EXPECT_GT(touching, pairs / 5) << setting.name;
    EXPECT_LT(touching, 4 * pairs / 5) << setting.name;
  }
}

TEST(CoarsePlaces, never_decide_against_the_places_themselves_in_2d) {
  for (const Setting& setting : settings) compare<2>(setting);
}
TEST(CoarsePlaces, never_decide_against_the_places_themselves_in_3d) {
  for (const Setting& setting : settings) compare<3>(setting);
}

}  // namespace
}  // namespace scree::step
