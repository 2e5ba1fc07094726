#include "scree/picture/detail/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <numbers>
#include <string>

#include "scree/base/error.h"

namespace scree::picture {
namespace {

constexpr const char* typeface = "DejaVu Sans";

cairo_status_t collect(void* sink, const unsigned char* data, unsigned int length) {
  auto& bytes = *static_cast<std::vector<std::byte>*>(sink);
  const auto* const begin = reinterpret_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), begin, begin + length);
  return CAIRO_STATUS_SUCCESS;
}

std::uint32_t packed(const Pixel& pixel) {
  return 0xff000000U | static_cast<std::uint32_t>(pixel.red) << 16 |
         static_cast<std::uint32_t>(pixel.green) << 8 | pixel.blue;
}

}  // namespace

std::optional<Format> format_of_name(std::string_view file_name) {
  if (file_name.ends_with(".png")) return Format::png;
  if (file_name.ends_with(".svg")) return Format::svg;
  if (file_name.ends_with(".pdf")) return Format::pdf;
  return {};
}

Canvas::Canvas(const Size& size) : Canvas(size, Format::png) {}

Canvas::Canvas(const Size& size, Format format)
    : size_(size),
      format_(format),
      surface_(nullptr, cairo_surface_destroy),
      context_(nullptr, cairo_destroy) {
  if (format == Format::svg)
    prepare(cairo_svg_surface_create_for_stream(collect, &bytes_, size.width, size.height));
  else if (format == Format::pdf)
    prepare(cairo_pdf_surface_create_for_stream(collect, &bytes_, size.width, size.height));
  else
    prepare(cairo_image_surface_create(CAIRO_FORMAT_RGB24, size.width, size.height));
  cairo_set_source_rgb(context_.get(), 1, 1, 1);
  cairo_paint(context_.get());
}

Canvas::Canvas(const Image& image) : Canvas(image.size) {
  cairo_surface_flush(surface_.get());
  unsigned char* const data = cairo_image_surface_get_data(surface_.get());
  const int stride = cairo_image_surface_get_stride(surface_.get());
  for (int y = 0; y < size_.height; ++y) {
    auto* const row = reinterpret_cast<std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < size_.width; ++x) row[x] = packed(image.at(x, y));
  }
  cairo_surface_mark_dirty(surface_.get());
}

Canvas::~Canvas() = default;

void Canvas::prepare(cairo_surface_t* surface) {
  surface_.reset(surface);
  context_.reset(cairo_create(surface));
  require_good();
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_BUTT);
}

void Canvas::require_good() const {
  if (const cairo_status_t status = cairo_status(context_.get()); status != CAIRO_STATUS_SUCCESS)
    throw RunError(std::string("the picture cannot be drawn: ") + cairo_status_to_string(status));
}

void Canvas::set_colour(const Colour& colour, double opacity) {
  cairo_set_source_rgba(context_.get(), colour.red, colour.green, colour.blue, opacity);
}

void Canvas::line(const Vec2& from, const Vec2& to, double width, const Colour& colour, double opacity) {
  set_colour(colour, opacity);
  cairo_set_line_width(context_.get(), width);
  cairo_move_to(context_.get(), from[0], from[1]);
  cairo_line_to(context_.get(), to[0], to[1]);
  cairo_stroke(context_.get());
}

void Canvas::stroke(const Vec2& from, const Vec2& to, double width, const Colour& colour) {
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
  line(from, to, width, colour);
  cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_BUTT);
}

void Canvas::clip(const Vec2& corner, const Vec2& size) {
  cairo_rectangle(context_.get(), corner[0], corner[1], size[0], size[1]);
  cairo_clip(context_.get());
}

void Canvas::unclip() { cairo_reset_clip(context_.get()); }

void Canvas::circle(const Vec2& centre, double radius, const Colour& colour) {
  set_colour(colour);
  cairo_new_path(context_.get());
  cairo_arc(context_.get(), centre[0], centre[1], radius, 0, 2 * std::numbers::pi);
  cairo_fill(context_.get());
}

void Canvas::ring(const Vec2& centre, double radius, double width, const Colour& colour) {
  set_colour(colour);
  cairo_set_line_width(context_.get(), width);
  cairo_new_path(context_.get());
  cairo_arc(context_.get(), centre[0], centre[1], radius, 0, 2 * std::numbers::pi);
  cairo_stroke(context_.get());
}

void Canvas::polygon(const std::vector<Vec2>& corners, const Colour& colour, double opacity) {
  set_colour(colour, opacity);
  cairo_new_path(context_.get());
  for (const Vec2& corner : corners) cairo_line_to(context_.get(), corner[0], corner[1]);
  cairo_close_path(context_.get());
  cairo_fill(context_.get());
}

void Canvas::text(const std::string& words, double x, double y, double height, const Colour& colour) {
  set_colour(colour);
  cairo_select_font_face(context_.get(), typeface, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), height);
  cairo_move_to(context_.get(), x, y);
  cairo_show_text(context_.get(), words.c_str());
  cairo_new_path(context_.get());
}

double Canvas::text_width(const std::string& words, double height) {
  cairo_text_extents_t extents;
  cairo_select_font_face(context_.get(), typeface, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context_.get(), height);
  cairo_text_extents(context_.get(), words.c_str(), &extents);
  return extents.x_advance;
}

void Canvas::fill_gradient(double x, double y, double width, double height, const std::vector<Stop>& stops) {
  const std::unique_ptr<cairo_pattern_t, void (*)(cairo_pattern_t*)> pattern(
      cairo_pattern_create_linear(x, y + height, x, y), cairo_pattern_destroy);
  for (const Stop& stop : stops)
    cairo_pattern_add_color_stop_rgb(pattern.get(), stop.fraction, stop.colour.red, stop.colour.green,
                                     stop.colour.blue);
  cairo_set_source(context_.get(), pattern.get());
  cairo_rectangle(context_.get(), x, y, width, height);
  cairo_fill(context_.get());
}

Image Canvas::image() const {
  SCREE_ASSERT(!is_vector(format_));
  cairo_surface_flush(surface_.get());
  Image image{size_, std::vector<Pixel>(static_cast<std::size_t>(size_.width) *
                                        static_cast<std::size_t>(size_.height))};
  const unsigned char* const data = cairo_image_surface_get_data(surface_.get());
  const int stride = cairo_image_surface_get_stride(surface_.get());
  for (int y = 0; y < size_.height; ++y) {
    const auto* const row =
        reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < size_.width; ++x)
      image.at(x, y) = {static_cast<std::uint8_t>(row[x] >> 16), static_cast<std::uint8_t>(row[x] >> 8),
                        static_cast<std::uint8_t>(row[x]), 255};
  }
  return image;
}

std::vector<std::byte> Canvas::finish() {
  require_good();
  if (format_ == Format::png) {
    cairo_surface_flush(surface_.get());
    cairo_surface_write_to_png_stream(surface_.get(), collect, &bytes_);
  }
  context_.reset();
  cairo_surface_finish(surface_.get());
  return std::move(bytes_);
}

}  // namespace scree::picture
