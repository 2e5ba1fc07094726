// The part of a picture that is the same for solids and discs: legend, caption, and the room that they take.
#pragma once

#include "scree/picture/subject.h"

namespace scree::picture {

class Canvas;

/// Pixels that the subject leaves free on each side.
struct Margins {
  double left = 0, right = 0, top = 0, bottom = 0;
};
Margins margins_for(const Size& size, bool with_legend);

/// Letters scale with the picture.
double letter_height(const Size& size);

void draw_furniture(Canvas& canvas, const Furniture& furniture);

}  // namespace scree::picture
