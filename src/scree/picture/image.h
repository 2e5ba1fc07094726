// Pixels, row by row from the upper left corner.
#pragma once

#include <cstdint>
#include <vector>

#include "scree/picture/subject.h"

namespace scree::picture {

struct Pixel {
  std::uint8_t red = 255, green = 255, blue = 255, alpha = 255;
  friend constexpr bool operator==(const Pixel&, const Pixel&) = default;
};

struct Image {
  Size size;
  std::vector<Pixel> pixels;

  const Pixel& at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                  static_cast<std::size_t>(x)];
  }
  Pixel& at(int x, int y) {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                  static_cast<std::size_t>(x)];
  }
};

}  // namespace scree::picture
