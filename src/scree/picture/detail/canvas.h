// The door to cairo: a surface in memory, or one that collects the bytes of a vector file. Positions are in
// pixels from the upper left corner.
#pragma once

#include <cairo.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "scree/picture/format.h"
#include "scree/picture/image.h"

namespace scree::picture {

class Canvas {
 public:
  /// Paper for pixels: white, or the image.
  explicit Canvas(const Size& size);
  explicit Canvas(const Image& image);
  /// Paper for that format.
  Canvas(const Size& size, Format format);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas();

  const Size& size() const { return size_; }

  void line(const Vec2& from, const Vec2& to, double width, const Colour& colour, double opacity = 1);
  /// A line with round ends.
  void stroke(const Vec2& from, const Vec2& to, double width, const Colour& colour);
  void circle(const Vec2& centre, double radius, const Colour& colour);
  void ring(const Vec2& centre, double radius, double width, const Colour& colour);
  void polygon(const std::vector<Vec2>& corners, const Colour& colour, double opacity = 1);
  /// What is drawn from now on ends at the edges of this rectangle, until `unclip`.
  void clip(const Vec2& corner, const Vec2& size);
  void unclip();
  /// `y` is the foot of the letters; `height` that of a tall letter and what hangs below it.
  void text(const std::string& words, double x, double y, double height, const Colour& colour);
  double text_width(const std::string& words, double height);
  struct Stop {
    double fraction;
    Colour colour;
  };
  /// From below (0) to above (1).
  void fill_gradient(double x, double y, double width, double height, const std::vector<Stop>& stops);

  /// Pixels as they are now; only of paper for pixels.
  Image image() const;
  /// The file; nothing can be drawn any more.
  std::vector<std::byte> finish();

 private:
  void prepare(cairo_surface_t* surface);
  void require_good() const;
  void set_colour(const Colour& colour, double opacity = 1);

  Size size_;
  Format format_ = Format::png;
  std::vector<std::byte> bytes_;
  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> context_;
};

}  // namespace scree::picture
