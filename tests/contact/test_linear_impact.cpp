// Corners and faces, edges and edges on straight ways: against dense looks, and on stored queries with exact
// answers where these are beside the source (environment SCREE_IMPACT_QUERIES names their folder).
#include "scree/contact/linear_impact.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "bench/impact_queries.h"
#include "tests/contact/hard_cast.h"

namespace scree::contact {
namespace {

TEST(LinearImpact, is_never_late_and_never_early) {
  int met = 0, free = 0;
  for (int k = 0; k < 2000; ++k) {
    Dice dice(static_cast<std::uint64_t>(k));
    LinearMotion motion;
    for (std::size_t c = 0; c < 4; ++c) {
      motion.start[c] = dice.roll(0, 1) * dice.direction<3>();
      motion.end[c] = dice.roll(0, 1) * dice.direction<3>();
    }
    const bool is_edges = k % 2 == 0;
    const auto distance = [&](double s) {
      std::array<Vec3, 4> p;
      for (std::size_t c = 0; c < 4; ++c) p[c] = motion.start[c] + s * (motion.end[c] - motion.start[c]);
      return is_edges ? segment_distance(p[0], p[1], p[2], p[3])
                      : shape::distance_to_triangle(p[0], {p[1], p[2], p[3]});
    };
    const ImpactQuery query{1, 0.01, 1e-8};
    const ImpactTime found = is_edges ? edge_meets_edge(motion, query) : corner_meets_face(motion, query);
    if (distance(0) <= 0.01 + 1e-8) continue;
    ASSERT_GT(found.time, 0);
    ASSERT_NE(found.end, ImpactTime::End::spent);
    for (int m = 0; m <= 100; ++m) ASSERT_GE(distance(found.time * m / 100), 0.01 - 1e-12) << k;
    if (found.end == ImpactTime::End::met) {
      EXPECT_LE(distance(found.time), 0.01 + 2e-8) << k;
    }
    (found.end == ImpactTime::End::met ? met : free) += 1;
  }
  EXPECT_GT(met, 200);
  EXPECT_GT(free, 200);
}

TEST(LinearImpact, misses_none_of_the_stored_queries_and_is_never_late) {
  const char* const folder = std::getenv("SCREE_IMPACT_QUERIES");
  if (folder == nullptr || !std::filesystem::exists(folder))
    GTEST_SKIP() << "the stored queries are not here";
  bench::ImpactScore sum;
  for (const auto& query : bench::read_impact_queries(folder))
    bench::score(query, bench::answer(query, 1000), sum);
  EXPECT_EQ(sum.queries, 7279u);
  EXPECT_EQ(sum.hits, 435u);
  EXPECT_EQ(sum.missed, 0u);
  EXPECT_EQ(sum.late, 0u);
  EXPECT_EQ(sum.stuck, 0u);
  EXPECT_LE(sum.called_hits, 400u);
}

}  // namespace
}  // namespace scree::contact
