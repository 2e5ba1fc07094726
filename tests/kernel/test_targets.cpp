// Every CPU target must give the bits of the scalar one, for every law, and the scalar one those of the law
// itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "scree/base/exact_sum.h"
#include "tests/kernel/heap.h"

namespace scree::kernel {
namespace {

struct Output {
  AlignedVector<double> force, memory;
  BatchSums sums, accounted;
  Quanta stored;

  bool same_bits(const Output& other) const {
    return std::memcmp(force.data(), other.force.data(), force.size() * sizeof(double)) == 0 &&
           std::memcmp(memory.data(), other.memory.data(), memory.size() * sizeof(double)) == 0 &&
           sums.damping == other.sums.damping && sums.friction == other.sums.friction &&
           sums.rolling == other.sums.rolling && sums.model == other.sums.model &&
           sums.overlap_ratio == other.sums.overlap_ratio && accounted.damping == other.accounted.damping &&
           accounted.friction == other.accounted.friction && stored == other.stored;
  }
};

/// Leaves the records of contacts. Those that were written with the last mean nothing, but must not go on.
void keep_records(AlignedVector<double>& records, std::size_t width, std::size_t count) {
  const std::size_t written = (count + written_at_once - 1) / written_at_once * written_at_once;
  for (std::size_t k = written * width; k < records.size(); ++k) EXPECT_EQ(records[k], -1.0);
  records.resize(count * width);
}

template <int D>
Output run(const Target& target, const Fixture<D>& fixture, const law::Choice& law, bool wall,
           std::size_t count) {
  const LawKernels<D>& kernels = target.kernels<D>().laws[law.kind()][law.rolls()];
  Output output;
  const auto width = static_cast<std::size_t>(force_width<D>(law.rolls()));
  output.force.assign((contacts + 8) * width, -1.0);
  output.memory.assign((contacts + 8) * fixture.memory_width, -1.0);
  ContactBatch<D> batch;
  batch.law = law.constants();
  batch.motion = fixture.motion.data();
  AlignedVector<BodyOffset> first, second;
  for (std::size_t k = 0; k < count + 8; ++k) {
    first.push_back(fixture.first[std::min(k, count - 1)] * doubles_per_body<D>);
    second.push_back(fixture.second[std::min(k, count - 1)] * doubles_per_body<D>);
  }
  batch.first = first.data();
  batch.second = second.data();
  batch.surface = fixture.surface.data();
  batch.count = count;
  batch.dt = 1e-4;
  batch.memory_before = fixture.memory.data();
  batch.memory_index = fixture.index.data();
  batch.memory_after = output.memory.data();
  batch.memory_width = fixture.memory_width;
  batch.force = output.force.data();
  batch.force_width = width;
  batch.per_quantum = 1 / quantum_for(1.0);
  const ContactLoops<D>& loops = wall ? kernels.walls : kernels.pairs;
  output.sums = loops.evaluate(batch);
  output.accounted = loops.account(batch);
  output.stored = loops.stored(batch);
  keep_records(output.force, width, count);
  keep_records(output.memory, fixture.memory_width, count);
  return output;
}

template <int D>
void compare_targets() {
  for (int kind = 0; kind < law::law_count; ++kind)
    for (const bool rolls : {false, true})
      for (const bool wall : {false, true})
        for (const std::size_t count : {std::size_t{1}, std::size_t{3}, contacts}) {
          const law::Choice law = law_of(kind, rolls);
          const Fixture<D> fixture(law);
          const Output expected = run<D>(targets().front(), fixture, law, wall, count);
          EXPECT_NE(expected.force[0], -1.0);
          EXPECT_EQ(expected.sums.damping, expected.accounted.damping)
              << "fused and separate accounting differ";
          for (const Target& target : targets()) {
            if (!target.is_supported()) continue;
            EXPECT_TRUE(run<D>(target, fixture, law, wall, count).same_bits(expected))
                << target.name << ' ' << law::catalog()[static_cast<std::size_t>(kind)].name << " rolls "
                << rolls << " wall " << wall << " count " << count << " dimension " << D;
          }
        }
}

TEST(Targets, agree_to_the_last_bit_in_2d) { compare_targets<2>(); }
TEST(Targets, agree_to_the_last_bit_in_3d) { compare_targets<3>(); }

template <int D>
void compare_touching() {
  const Fixture<D> fixture(law_of(0, false));
  for (const Target& target : targets()) {
    if (!target.is_supported()) continue;
    std::vector<ContactGroup> earlier((contacts + 7) / 8), now = earlier;
    earlier[1].touches = 0xff;
    CandidateBatch batch;
    batch.first = fixture.first.data();
    batch.second = fixture.second.data();
    batch.count = contacts;
    batch.earlier = earlier.data();
    batch.now = now.data();
    std::vector<Coarse> coarse(fixture.motion.size());
    target.kernels<D>().coarsen(fixture.motion.data(), coarse.size(), coarse_scale<D>(), coarse.data());
    TouchSearch<D> search;
    search.motion = fixture.motion.data();
    search.coarse = coarse.data();
    search.box.doubt = 0.05f * units_per_metre;  // far more than rounding can do: many pairs are left open
    const std::size_t evaluated = target.kernels<D>().find_touching(search, batch);
    int touching = 0;
    std::size_t expected_evaluated = 0;
    for (std::size_t k = 0; k < now.size() * 8; ++k) {
      bool expected = false;
      if (k < contacts) {
        const Motion<D>&a = fixture.motion[fixture.first[k]], &b = fixture.motion[fixture.second[k]];
        const Vec<D> apart = a.position - b.position;
        expected = dot(apart, apart) < (a.radius + b.radius) * (a.radius + b.radius);
      }
      EXPECT_EQ((now[k / 8].touches >> (k % 8) & 1) != 0, expected) << target.name << ' ' << k;
      touching += expected;
      expected_evaluated += expected || k / 8 == 1 ? 1 : 0;
    }
    EXPECT_EQ(evaluated, expected_evaluated);
    EXPECT_GT(touching, 0);
    EXPECT_LT(touching, static_cast<int>(contacts)) << "the fixture must hold both cases";
  }
}

TEST(Targets, touching_is_the_exact_test) {
  compare_touching<2>();
  compare_touching<3>();
}

/// Candidates of which random ones touch now and touched before.
struct Groups {
  std::vector<ContactGroup> earlier, now;
  AlignedVector<Slot> first, second;
  explicit Groups(std::size_t groups) : earlier(groups), now(groups) {
    std::uint32_t base = 7;
    for (std::size_t g = 0; g < groups; ++g) {
      const std::uint64_t bits = random_bits(3, 4, g);
      earlier[g].base = base;
      earlier[g].evaluated = static_cast<std::uint8_t>(bits);
      earlier[g].touches = static_cast<std::uint8_t>(bits & bits >> 8);
      now[g].evaluated = static_cast<std::uint8_t>(g % 5 == 0 ? 0 : g % 7 == 0 ? 0xff : bits >> 16);
      base += static_cast<std::uint32_t>(__builtin_popcount(earlier[g].evaluated));
      for (std::size_t k = 0; k < 8; ++k) {
        first.push_back(static_cast<Slot>(1000 * g + k));
        second.push_back(static_cast<Slot>(500000 + 1000 * g + k));
      }
    }
  }
};

TEST(Targets, list_contacts_in_order_and_find_their_memory) {
  constexpr std::size_t groups = 41;
  for (const Target& target : targets()) {
    if (!target.is_supported()) continue;
    Groups list(groups);
    CandidateBatch batch;
    batch.first = list.first.data();
    batch.second = list.second.data();
    batch.count = 8 * groups;
    batch.earlier = list.earlier.data();
    batch.now = list.now.data();
    std::vector<std::uint32_t> first(8 * groups + 8), second(first), memory(first);
    Listing listing;
    listing.doubles_per_body = 12;
    listing.listed_first = first.data();
    listing.listed_second = second.data();
    listing.memory_index = memory.data();
    const std::size_t listed = target.kernels<3>().list_contacts(batch, listing);
    std::size_t at = 0;
    for (std::size_t entry = 0; entry < 8 * groups; ++entry) {
      const ContactGroup &now = list.now[entry / 8], &earlier = list.earlier[entry / 8];
      if ((now.evaluated >> (entry % 8) & 1) == 0) continue;
      EXPECT_EQ(first[at], 12 * list.first[entry]);
      EXPECT_EQ(second[at], 12 * list.second[entry]);
      const int below = __builtin_popcount(earlier.evaluated & ((1u << (entry % 8)) - 1));
      const bool known = (earlier.touches >> (entry % 8) & 1) != 0;
      EXPECT_EQ(memory[at], known ? earlier.base + static_cast<std::uint32_t>(below) + 1 : 0u);
      ++at;
    }
    EXPECT_EQ(listed, at) << target.name;
  }
}

template <int D>
void compare_narrow(double margin) {
  const Fixture<D> fixture(law_of(0, false));
  constexpr std::size_t groups = (contacts + 7) / 8, room = 8 * groups;
  constexpr std::size_t looked_at = 100;
  for (const Target& target : targets()) {
    if (!target.is_supported()) continue;
    const auto near = [&](std::size_t k) {
      const Motion<D>&a = fixture.motion[fixture.first[k]], &b = fixture.motion[fixture.second[k]];
      const Vec<D> apart = a.position - b.position;
      return dot(apart, apart) < (a.radius + b.radius + margin) * (a.radius + b.radius + margin);
    };
    AlignedVector<Slot> first(fixture.first), second(fixture.second);
    AlignedVector<std::uint32_t> seat_first(room), seat_second(room);
    for (std::size_t k = 0; k < room; ++k) {
      seat_first[k] = static_cast<std::uint32_t>(k);
      seat_second[k] = static_cast<std::uint32_t>(1000 + k);
    }
    Groups random((looked_at + 7) / 8);
    AlignedVector<ContactGroup> before(random.earlier.begin(), random.earlier.end()), after(before),
        scratch(groups);
    before.back().evaluated &= (1u << looked_at % 8) - 1;
    before.back().touches &= before.back().evaluated;
    after = before;
    after.resize(groups);
    AlignedVector<std::uint32_t> far(4 * (contacts + 8));
    std::vector<Coarse> coarse(fixture.motion.size());
    target.kernels<D>().coarsen(fixture.motion.data(), coarse.size(), coarse_scale<D>(), coarse.data());
    TouchSearch<D> search;
    search.motion = fixture.motion.data();
    search.coarse = coarse.data();
    search.box.per_metre = units_per_metre;
    search.box.doubt = 5;
    NarrowBatch batch;
    batch.first = first.data();
    batch.second = second.data();
    batch.seat_first = seat_first.data();
    batch.seat_second = seat_second.data();
    batch.count = contacts;
    batch.looked_at = looked_at;
    batch.margin = static_cast<float>(margin);
    batch.groups = after.data();
    batch.scratch = scratch.data();
    batch.far = far.data();
    const std::size_t kept = target.kernels<D>().narrow(search, batch);

    std::vector<std::size_t> expected;  // which candidate comes where
    const auto evaluated = [&](std::size_t k) {
      return k < looked_at && (before[k / 8].evaluated >> (k % 8) & 1) != 0;
    };
    for (std::size_t k = 0; k < contacts; ++k)
      if (near(k) || evaluated(k)) expected.push_back(k);
    ASSERT_EQ(kept, expected.size()) << target.name;
    for (std::size_t k = 0; k < contacts; ++k)
      if (!near(k) && !evaluated(k)) expected.push_back(k);
    std::uint32_t number = before[0].base;
    for (std::size_t k = 0; k < contacts; ++k) {
      const std::size_t from = expected[k];
      EXPECT_EQ(first[k], fixture.first[from]) << target.name << ' ' << k;
      EXPECT_EQ(second[k], fixture.second[from]);
      EXPECT_EQ(seat_first[k], from);
      EXPECT_EQ(seat_second[k], 1000 + from);
      if (k >= kept) continue;
      const ContactGroup& group = after[k / 8];
      if (k % 8 == 0) {
        EXPECT_EQ(group.base, number);
      }
      EXPECT_EQ((group.evaluated >> (k % 8) & 1) != 0, evaluated(from));
      EXPECT_EQ((group.touches >> (k % 8) & 1) != 0,
                evaluated(from) && (before[from / 8].touches >> (from % 8) & 1) != 0);
      number += evaluated(from) ? 1 : 0;
    }
    if (margin < 0.1) {
      EXPECT_LT(kept, contacts) << "the fixture must hold both cases";
    } else {
      EXPECT_EQ(kept, contacts);
    }
  }
}

TEST(Targets, narrow_a_list_to_those_who_are_near_or_have_a_number) {
  compare_narrow<2>(0.01);
  compare_narrow<3>(0.01);
  compare_narrow<3>(std::numeric_limits<double>::infinity());
}

template <int D>
void compare_gather(bool rolls) {
  constexpr std::size_t seats = 1024 + 3 * seats_at_once, gathered = 200, forces = 300;
  constexpr std::size_t row = D == 2 ? 4 : 8;
  const std::size_t width = static_cast<std::size_t>(force_width<D>(rolls));
  AlignedVector<double> force(forces * width);
  for (std::size_t k = 0; k < force.size(); ++k) force[k] = uniform(31, k, -1, 1);
  AlignedVector<std::uint8_t> body(seats);
  AlignedVector<std::uint32_t> found(seats, 0);
  AlignedVector<double> expected(gathered * row, 0.0);
  for (std::size_t k = 0; k < seats; ++k) {
    body[k] = static_cast<std::uint8_t>(k * gathered / seats);
    if (uniform(32, k, 0, 1) < 0.6) continue;
    const auto contact = static_cast<std::uint32_t>(uniform(33, k, 0, forces));
    const bool second = uniform(34, k, 0, 1) < 0.5;
    found[k] = 2 * contact + 2 + (second ? 1u : 0u);
    const double* const record = force.data() + contact * width;
    double* const load = expected.data() + body[k] * row;
    const double sign = second ? -1 : 1;
    for (int i = 0; i < D; ++i) load[i] += sign * record[i];
    if (D == 2) load[2] += record[second ? 3 : 2];
    for (int i = 4; i < 7 && D == 3; ++i) {
      load[i] += record[second ? 7 : 3] * record[i];
      if (rolls) load[i] += sign * record[4 + i];
    }
  }
  for (const Target& target : targets()) {
    if (!target.is_supported()) continue;
    AlignedVector<std::uint32_t> left = found;
    AlignedVector<double> load(gathered * row, -1.0);
    GatherBlock block;
    block.found = left.data();
    block.body = body.data();
    block.count = seats;
    block.force = force.data();
    block.force_width = width;
    block.load = load.data();
    block.bodies = gathered;
    target.kernels<D>().gather(block);
    EXPECT_EQ(std::memcmp(load.data(), expected.data(), load.size() * sizeof(double)), 0) << target.name;
    EXPECT_EQ(left, AlignedVector<std::uint32_t>(seats, 0)) << "seats must be clear for the next step";
  }
}

TEST(Targets, gather_forces_in_the_order_of_the_places) {
  compare_gather<2>(false);
  compare_gather<3>(false);
  compare_gather<3>(true);
}

TEST(Targets, the_first_runs_everywhere_and_the_best_is_known_by_name) {
  EXPECT_EQ(targets().front().name, "scalar");
  EXPECT_EQ(find_target(best_target().name), &best_target());
  EXPECT_EQ(find_target("abacus"), nullptr);
}

}  // namespace
}  // namespace scree::kernel
