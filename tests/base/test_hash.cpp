#include "scree/base/hash.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "scree/base/random.h"

namespace scree {
namespace {

Hash128 hash_of(const std::string& text, std::uint64_t seed = 0) {
  return hash_bytes(text.data(), text.size(), seed);
}

int differing_bits(const Hash128& a, const Hash128& b) {
  return std::popcount(a.lo ^ b.lo) + std::popcount(a.hi ^ b.hi);
}

TEST(Hash, text_has_32_digits_high_word_first) {
  EXPECT_EQ((Hash128{0xfedcba9876543210u, 0x1u}.text()), "0000000000000001fedcba9876543210");
}

TEST(Hash, never_changes_its_value) {
  // Recorded state hashes depend on these digits.
  EXPECT_EQ(hash_of("").text(), "b50af6e1ba14f6ae4ec0c9714bf69f61");
  EXPECT_EQ(hash_of("scree").text(), "5a8cbf7ecedd92be8924ca8c021eed73");
  EXPECT_EQ(hash_of("a sentence of more than thirty-two bytes", 7).text(),
            "e7ba320f5484af707899ae8eb432ff02");
}

TEST(Hash, sum_carries_from_the_low_word_and_does_not_depend_on_order) {
  const Hash128 sum = Hash128{~std::uint64_t{0}, 4} + Hash128{1, 5};
  EXPECT_EQ(sum, (Hash128{0, 10}));
  const Hash128 a = hash_of("a"), b = hash_of("b"), c = hash_of("c");
  EXPECT_EQ((a + b) + c, c + (b + a));
  EXPECT_NE(a + a, b + b);
}

TEST(Hash, sees_length_seed_and_every_byte) {
  std::set<std::string> seen;
  std::vector<unsigned char> zeros(100);
  for (std::size_t size = 0; size <= zeros.size(); ++size)
    EXPECT_TRUE(seen.insert(hash_bytes(zeros.data(), size, 0).text()).second) << size << " zeros";
  for (std::uint64_t seed = 1; seed < 100; ++seed)
    EXPECT_TRUE(seen.insert(hash_bytes(zeros.data(), 32, seed).text()).second) << "seed " << seed;
  for (std::size_t place = 0; place < zeros.size(); ++place)
    for (int value = 1; value < 256; ++value) {
      zeros[place] = static_cast<unsigned char>(value);
      EXPECT_TRUE(seen.insert(hash_bytes(zeros.data(), zeros.size(), 0).text()).second)
          << place << " = " << value;
      zeros[place] = 0;
    }
}

TEST(Hash, does_not_read_past_its_bytes_and_takes_any_alignment) {
  std::vector<unsigned char> bytes(64);
  for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<unsigned char>(k);
  for (std::size_t size = 0; size < 40; ++size) {
    const std::vector<unsigned char> exact(bytes.begin(),
                                           bytes.begin() + size);  // the address sanitizer watches its end
    std::vector<unsigned char> shifted(size + 1);
    if (size > 0) std::memcpy(shifted.data() + 1, bytes.data(), size);
    EXPECT_EQ(hash_bytes(exact.data(), size, 3), hash_bytes(shifted.data() + 1, size, 3));
  }
}

TEST(Hash, one_changed_bit_changes_half_of_the_128) {
  for (const std::size_t size : {8u, 16u, 24u, 56u, 104u}) {
    std::vector<std::uint64_t> words(size / 8);
    std::vector<double> changed(size * 8);
    const int trials = 200;
    for (int trial = 0; trial < trials; ++trial) {
      for (std::size_t k = 0; k < words.size(); ++k)
        words[k] = random_bits(size, purpose("hash"), trial * 100 + k);
      const Hash128 before = hash_bytes(words.data(), size, 0);
      for (std::size_t bit = 0; bit < changed.size(); ++bit) {
        words[bit / 64] ^= std::uint64_t{1} << (bit % 64);
        changed[bit] += differing_bits(before, hash_bytes(words.data(), size, 0));
        words[bit / 64] ^= std::uint64_t{1} << (bit % 64);
      }
    }
    for (const double bits : changed) ASSERT_NEAR(bits / trials, 64, 6 * 5.66 / std::sqrt(trials));
  }
}

// What a state hash must tell apart: doubles that differ in sign, last bit or place, ids that count up.
TEST(Hash, tells_near_states_apart_in_every_word_of_the_result) {
  std::set<std::uint64_t> low, high;
  std::size_t states = 0;
  const auto take = [&](double a, double b, std::uint64_t id) {
    struct {
      std::uint64_t id;
      double a, b;
    } state{id, a, b};
    const Hash128 hash = hash_bytes(&state, sizeof state, 1);
    low.insert(hash.lo);
    high.insert(hash.hi);
    ++states;
  };
  for (std::uint64_t id = 0; id < 100; ++id)
    for (int step = 0; step < 100; ++step) {
      const double value = 1 + step * 0x1p-52;
      take(value, 0, id);
      take(-value, 0, id);
      take(0, value, id);
      take(0, -value, id);
      take(value, 2 * value, id);
    }
  EXPECT_EQ(low.size(), states);
  EXPECT_EQ(high.size(), states);
}

}  // namespace
}  // namespace scree
