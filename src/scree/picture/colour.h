// Colours and how numbers become colours. The map for numbers takes steps of equal visible size (distance in
// the Oklab space), with lightness that only rises, so that it reads in grey and for colour-blind eyes.
#pragma once

#include <array>
#include <cstddef>

namespace scree::picture {

/// As a screen shows it (sRGB), each part from 0 to 1.
struct Colour {
  double red = 0, green = 0, blue = 0;
  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// Parts proportional to light: what may be added and multiplied.
struct Light {
  float red = 0, green = 0, blue = 0;
};
Light light_of(const Colour& colour);
/// Cut to what a screen can show.
Colour colour_of(const Light& light);

/// Lightness from 0 (black) to 1 (white), and two opponent axes.
struct Oklab {
  double lightness = 0, green_red = 0, blue_yellow = 0;
};
Oklab oklab_of(const Colour& colour);
Colour colour_of(const Oklab& oklab);

/// From deep blue (0) to pale yellow (1); numbers beyond are cut.
Colour map_colour(double fraction);

/// Colours that are told apart by everyone (Okabe & Ito 2008); they repeat after so many.
inline constexpr std::size_t distinct_colours = 8;
Colour distinct_colour(std::size_t index);

/// For what does not take part: fixed bodies, bodies without a value.
inline constexpr Colour neutral_colour{0.62, 0.63, 0.65};

}  // namespace scree::picture
