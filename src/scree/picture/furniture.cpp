#include "scree/picture/furniture.h"

#include <algorithm>

#include "scree/picture/detail/canvas.h"

namespace scree::picture {
namespace {

constexpr Colour ink{0.16, 0.17, 0.19};

/// The upper left corner and the size of the colour bar.
struct Bar {
  double x, y, width, height;
};

Bar bar_for(const Size& size) {
  const double letter = letter_height(size), height = std::min(0.56 * size.height, 22 * letter);
  return {size.width - margins_for(size, true).right + 1.2 * letter, 0.5 * (size.height - height),
          1.15 * letter, height};
}

void draw_title(Canvas& canvas, const std::string& title, const Bar& bar, double letter) {
  const double rightmost = canvas.size().width - 0.8 * letter - canvas.text_width(title, letter);
  canvas.text(title, std::min(bar.x, rightmost), bar.y - 1.1 * letter, letter, ink);
}

void draw_scale(Canvas& canvas, const Legend& legend) {
  const Bar bar = bar_for(canvas.size());
  const double letter = letter_height(canvas.size());
  draw_title(canvas, legend.title, bar, letter);
  constexpr int pieces = 32;
  std::vector<Canvas::Stop> stops;
  for (int k = 0; k <= pieces; ++k) {
    const double fraction = static_cast<double>(k) / pieces;
    stops.push_back({fraction, map_colour(fraction)});
  }
  canvas.fill_gradient(bar.x, bar.y, bar.width, bar.height, stops);
  for (const Tick& tick : legend.ticks) {
    const double y = bar.y + (1 - tick.fraction) * bar.height;
    canvas.line({bar.x + bar.width, y}, {bar.x + bar.width + 0.35 * letter, y}, 0.08 * letter, ink);
    canvas.text(tick.label, bar.x + bar.width + 0.6 * letter, y + 0.36 * letter, letter, ink);
  }
}

void draw_entries(Canvas& canvas, const Legend& legend) {
  const Bar bar = bar_for(canvas.size());
  const double letter = letter_height(canvas.size()), line = 1.7 * letter;
  double y = 0.5 * canvas.size().height - 0.5 * line * static_cast<double>(legend.entries.size());
  draw_title(canvas, legend.title, {bar.x, y, 0, 0}, letter);
  for (const Legend::Entry& entry : legend.entries) {
    canvas.circle({bar.x + 0.5 * letter, y + 0.5 * line}, 0.5 * letter, entry.colour);
    canvas.text(entry.label, bar.x + 1.6 * letter, y + 0.5 * line + 0.36 * letter, letter, ink);
    y += line;
  }
}

}  // namespace

double letter_height(const Size& size) { return std::max(7.0, 0.0225 * std::min(size.height, size.width)); }

Margins margins_for(const Size& size, bool with_legend) {
  const double letter = letter_height(size);
  return {2 * letter, (with_legend ? 10.5 : 2.0) * letter, 2 * letter, 3.4 * letter};
}

void draw_furniture(Canvas& canvas, const Furniture& furniture) {
  if (furniture.legend) {
    if (furniture.legend->ticks.empty())
      draw_entries(canvas, *furniture.legend);
    else
      draw_scale(canvas, *furniture.legend);
  }
  const double letter = letter_height(canvas.size());
  if (!furniture.caption.empty())
    canvas.text(furniture.caption, 1.5 * letter, canvas.size().height - 1.3 * letter, letter, ink);
}

}  // namespace scree::picture
