// Keeps the skin of the candidate list as wide as pays, by what steps and lists were measured to cost. The
// skin changes no result, so it may follow the clock.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scree/search/skin_choice.h"

namespace scree::step {

class SkinKeeper {
 public:
  /// A list was made with this skin.
  void note_list(int dimension, double skin, double mean_size, std::size_t candidates, double seconds);
  /// The skin for the next list, between `least` and `most`. Since the last one was made the fastest body
  /// moved by `way`, and `evaluations` of the contacts took `seconds` together.
  double next_skin(double least, double most, double way, std::uint64_t evaluations, double seconds);
  const search::SkinCosts& costs() const { return costs_; }

 private:
  search::SkinCosts costs_;
};

}  // namespace scree::step
