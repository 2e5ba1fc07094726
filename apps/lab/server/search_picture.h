// The search made visible: takes a still, searches it with a method and gives what the method has built, the
// pairs that it found and how long it took. And a race of methods over Perkins's square of discs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "apps/lab/server/picture.h"
#include "bench/square_of_discs.h"
#include "scree/search/contact_search.h"

namespace scree::lab {

/// Keeps its search from picture to picture, so that methods that mend what they know can do so.
class SearchPicture {
 public:
  Bytes encode(const Still& still, std::uint32_t branch, const std::string& method);

 private:
  template <int D>
  Bytes encode(const Still& still, std::uint32_t branch);

  std::string method_;
  int dimension_ = 0;
  std::uint32_t roster_ = 0;
  std::unique_ptr<search::ContactSearch<2>> plane_;
  std::unique_ptr<search::ContactSearch<3>> space_;
};

class SearchRace {
 public:
  struct Lap {
    double milliseconds = 0;  // the least of a search
    std::size_t pairs = 0, count = 0;
  };
  /// One method on a square of some `count` discs of radii from 1 to `ratio`. Throws RunError.
  Lap run(const std::string& method, int count, double ratio);

 private:
  // The last square, because making one takes longer than searching it.
  std::size_t side_ = 0;
  double ratio_ = 0;
  std::optional<bench::SquareOfDiscs> square_;
};

}  // namespace scree::lab
