#include "scree/base/timer.h"

#include <gtest/gtest.h>

#include <string>

namespace scree {
namespace {

TEST(Timer, stopwatch_never_goes_back_and_restarts_from_zero) {
  Stopwatch watch;
  double before = 0;
  for (int k = 0; k < 1000; ++k) {
    const double now = watch.seconds();
    EXPECT_GE(now, before);
    before = now;
  }
  while (watch.seconds() < 2e-3) {
  }
  Stopwatch outer;
  watch.restart();
  const double since_restart = watch.seconds();
  EXPECT_LE(since_restart, outer.seconds());
}

TEST(Timer, cpu_time_counts_work) {
  const double start = process_cpu_seconds();
  volatile double sum = 0;
  const Stopwatch watch;
  while (process_cpu_seconds() == start && watch.seconds() < 10) sum = sum + 1;
  EXPECT_GT(process_cpu_seconds(), start);
}

TEST(Timer, phases_add_up_by_name) {
  PhaseTimes times;
  const std::size_t search = times.add_phase("search"), forces = times.add_phase("forces");
  EXPECT_EQ(times.add_phase(std::string_view(std::string("search"))), search);
  times.add(search, 0.5);
  times.add(forces, 0.25);
  times.add(search, 1);
  ASSERT_EQ(times.phases().size(), 2u);
  EXPECT_EQ(times.phases()[search].name, "search");
  EXPECT_EQ(times.phases()[search].seconds, 1.5);
  EXPECT_EQ(times.phases()[search].calls, 2u);
  EXPECT_EQ(times.total(), 1.75);
  { const PhaseTimes::Scope scope(times, forces); }
  EXPECT_EQ(times.phases()[forces].calls, 2u);
  EXPECT_GE(times.phases()[forces].seconds, 0.25);
  times.clear();
  EXPECT_EQ(times.total(), 0);
  EXPECT_EQ(times.phases()[forces].calls, 0u);
}

}  // namespace
}  // namespace scree
