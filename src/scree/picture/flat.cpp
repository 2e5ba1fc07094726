#include "scree/picture/flat.h"

#include <algorithm>
#include <cmath>

#include "scree/picture/detail/canvas.h"
#include "scree/picture/furniture.h"

namespace scree::picture {
namespace {

constexpr Colour ink{0.16, 0.17, 0.19};
constexpr Colour hatching{0.55, 0.56, 0.58};

/// Metres to pixels: the subject in the middle of what the furniture leaves free, y upwards.
class Map {
 public:
  Map(const Flat& subject, const Size& size, const Margins& margins) {
    const double free_width = size.width - margins.left - margins.right,
                 free_height = size.height - margins.top - margins.bottom;
    const double extent_x = std::max(subject.hi[0] - subject.lo[0], 1e-300),
                 extent_y = std::max(subject.hi[1] - subject.lo[1], 1e-300);
    scale_ = std::min(free_width / extent_x, free_height / extent_y);
    middle_ = 0.5 * (subject.lo + subject.hi);
    pixel_ = {margins.left + 0.5 * free_width, margins.top + 0.5 * free_height};
  }
  Vec2 operator()(const Vec2& point) const {
    return {pixel_[0] + scale_ * (point[0] - middle_[0]), pixel_[1] - scale_ * (point[1] - middle_[1])};
  }
  double scale() const { return scale_; }

 private:
  double scale_;
  Vec2 middle_, pixel_;
};

Colour darker(const Colour& colour, double factor) {
  return {factor * colour.red, factor * colour.green, factor * colour.blue};
}

/// Short strokes on the side where no body may be, as engineers draw what stands firm.
void hatch(Canvas& canvas, const Vec2& from, const Vec2& to, double letter) {
  const Vec2 way = to - from;
  const double length = norm(way), spacing = 0.62 * letter, depth = 0.55 * letter;
  if (!(length > 0)) return;
  const Vec2 along = way / length, back{-along[1], along[0]};  // y points down here
  for (double at = 0.5 * spacing; at < length; at += spacing) {
    const Vec2 foot = from + at * along;
    canvas.line(foot, foot + depth * (back - 0.8 * along), 0.06 * letter, hatching);
  }
}

void draw_line(Canvas& canvas, const Line& line, const Map& map, double letter) {
  const Vec2 from = map(line.from), to = map(line.to);
  if (line.has_back) hatch(canvas, from, to, letter);
  canvas.stroke(from, to, 0.13 * letter, ink);
}

void draw_disc(Canvas& canvas, const Disc& disc, const Map& map) {
  const double radius = disc.radius * map.scale();
  const Vec2 centre = map(disc.centre);
  const double rim = std::clamp(0.09 * radius, 0.25, 1.6);
  canvas.circle(centre, radius - 0.5 * rim, disc.colour);
  if (radius > 2) canvas.ring(centre, radius - 0.5 * rim, rim, darker(disc.colour, 0.55));
  if (disc.mark && radius > 4) {
    const Vec2 towards{(*disc.mark)[0], -(*disc.mark)[1]};
    canvas.line(centre, centre + (radius - rim) * towards, rim, darker(disc.colour, 0.62));
  }
}

void draw_polygon(Canvas& canvas, const Polygon& polygon, const Map& map) {
  Vec2 lo{HUGE_VAL, HUGE_VAL}, hi{-HUGE_VAL, -HUGE_VAL};
  for (const std::vector<Vec2>& part : polygon.parts) {
    std::vector<Vec2> corners;
    for (const Vec2& corner : part) {
      corners.push_back(map(corner));
      for (int k = 0; k < 2; ++k) {
        lo[k] = std::min(lo[k], corners.back()[k]);
        hi[k] = std::max(hi[k], corners.back()[k]);
      }
    }
    canvas.polygon(corners, polygon.colour);
  }
  const double radius = 0.5 * norm(hi - lo), rim = std::clamp(0.09 * radius, 0.25, 1.6);
  if (radius <= 2) return;
  for (const auto& [from, to] : polygon.rim) {
    const Vec2 a = map(from), b = map(to);
    const double length = norm(b - a);
    if (!(length > 0)) continue;
    // Inside the outline, so that polygons which touch do not overlap in the picture. Seen on the canvas,
    // where y points down, the inside is on the right.
    const Vec2 inward = (0.5 * rim / length) * Vec2{b[1] - a[1], a[0] - b[0]};
    canvas.stroke(a + inward, b + inward, rim, darker(polygon.colour, 0.55));
  }
}

/// A length to compare with, bottom right of the subject.
void draw_ruler(Canvas& canvas, const Map& map, const Margins& margins) {
  const Size& size = canvas.size();
  const double letter = letter_height(size);
  const double length = round_length(0.22 * (size.width - margins.left - margins.right) / map.scale());
  const double width = length * map.scale(), y = size.height - 1.65 * letter;
  const double right = size.width - 2 * letter, left = right - width;
  canvas.line({left, y}, {right, y}, 0.12 * letter, ink);
  for (const double x : {left, right})
    canvas.line({x, y - 0.35 * letter}, {x, y + 0.35 * letter}, 0.12 * letter, ink);
  const std::string words = length_text(length);
  canvas.text(words, left - 0.8 * letter - canvas.text_width(words, letter), y + 0.36 * letter, letter, ink);
}

void draw(Canvas& canvas, const Flat& subject, const Furniture& furniture) {
  const Margins margins = margins_for(canvas.size(), furniture.legend.has_value());
  const Map map(subject, canvas.size(), margins);
  const double letter = letter_height(canvas.size());
  // Bodies and walls that reach out of the view end there; the hatching of a wall at its border stays.
  const Vec2 rim{letter, letter}, from = map({subject.lo[0], subject.hi[1]}),
                                  to = map({subject.hi[0], subject.lo[1]});
  canvas.clip(from - rim, to - from + 2.0 * rim);
  for (const Line& line : subject.lines) draw_line(canvas, line, map, letter);
  for (const Disc& disc : subject.discs) draw_disc(canvas, disc, map);
  for (const Polygon& polygon : subject.polygons) draw_polygon(canvas, polygon, map);
  for (const Link& link : subject.links)
    canvas.stroke(map(link.from), map(link.to), std::max(0.3, link.width * map.scale()), link.colour);
  canvas.unclip();
  draw_ruler(canvas, map, margins);
  draw_furniture(canvas, furniture);
}

}  // namespace

std::vector<std::byte> draw_flat(const Flat& subject, const Furniture& furniture, const Size& size,
                                 Format format) {
  Canvas canvas(size, format);
  draw(canvas, subject, furniture);
  return canvas.finish();
}

Image draw_flat(const Flat& subject, const Furniture& furniture, const Size& size) {
  Canvas canvas(size);
  draw(canvas, subject, furniture);
  return canvas.image();
}

}  // namespace scree::picture
