// Colours of pairs of bodies: pairs of one colour share no moving body, so that they can be solved at the
// same time. From the sorted list of pairs alone: the lowest colour that neither body has yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scree::solve {

/// Numbers of pairs by colour. Pairs that found none of 64 colours are left to `rest`, to be taken one by
/// one.
struct Colours {
  std::vector<std::vector<std::size_t>> pairs;
  std::vector<std::size_t> rest;
};

/// Bodies from `body_count` on do not move and join nothing.
Colours colour_pairs(std::size_t body_count, std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs);

}  // namespace scree::solve
