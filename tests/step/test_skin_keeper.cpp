#include "scree/step/skin_keeper.h"

#include <gtest/gtest.h>

namespace scree::step {
namespace {

TEST(SkinKeeper, widens_the_skin_step_by_step_while_lists_are_dear) {
  SkinKeeper keeper;
  double skin = 0.1;
  for (int list = 0; list < 20; ++list) {
    keeper.note_list(3, skin, 1, 1000, 1.0);
    const double next = keeper.next_skin(0.05, 0.4, 0.5 * skin, 5, 5e-6);
    EXPECT_LE(next, 1.3 * skin + 1e-12);
    EXPECT_GE(next, skin - 1e-12);
    skin = next;
  }
  EXPECT_DOUBLE_EQ(skin, 0.4);
}

TEST(SkinKeeper, narrows_it_where_bodies_hardly_move) {
  SkinKeeper keeper;
  double skin = 0.2;
  for (int list = 0; list < 20; ++list) {
    keeper.note_list(3, skin, 1, 1'000'000, 1e-3);
    skin = keeper.next_skin(0.05, 0.4, 0.5 * skin, 1'000'000, 1e4);
  }
  EXPECT_DOUBLE_EQ(skin, 0.05);
}

TEST(SkinKeeper, leaves_a_skin_that_was_given_alone) {
  SkinKeeper keeper;
  keeper.note_list(2, 0.2, 1, 1000, 1.0);
  EXPECT_EQ(keeper.next_skin(0.2, 0.2, 0.1, 3, 1e-6), 0.2);
}

TEST(SkinKeeper, learns_nothing_from_a_list_that_was_never_used) {
  SkinKeeper keeper;
  keeper.note_list(2, 0.2, 1, 1000, 1.0);
  EXPECT_EQ(keeper.next_skin(0.1, 0.8, 0, 0, 0), 0.2);
}

TEST(SkinKeeper, trusts_the_quickest_list_not_a_disturbed_one) {
  SkinKeeper keeper;
  keeper.note_list(3, 0.1, 1, 1000, 1e-3);
  keeper.note_list(3, 0.1, 1, 1000, 1.0);
  EXPECT_LT(keeper.costs().rebuild_seconds, 2e-3);
}

}  // namespace
}  // namespace scree::step
