#include "scree/picture/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/picture/colour.h"
#include "scree/picture/detail/canvas.h"

namespace scree::picture {
namespace {

constexpr Colour ink{0.2, 0.2, 0.22}, faint{0.87, 0.87, 0.88}, fainter{0.94, 0.94, 0.95};

/// Powers of ten around the numbers of one axis.
struct Decades {
  int first = 0, last = 1;
  double fraction(double value) const { return (std::log10(value) - first) / (last - first); }
};

Decades decades_of(const std::vector<Curve>& curves, std::size_t axis) {
  double least = 1e300, most = 1e-300;
  for (const Curve& curve : curves)
    for (const Vec2& point : curve.points)
      if (point[0] > 0 && point[1] > 0) {
        least = std::min(least, point[axis]);
        most = std::max(most, point[axis]);
      }
  if (least > most) return {};
  Decades decades{static_cast<int>(std::floor(std::log10(least) + 1e-9)),
                  static_cast<int>(std::ceil(std::log10(most) - 1e-9))};
  if (decades.last == decades.first) ++decades.last;
  return decades;
}

std::string power_text(int power) {
  if (power >= -3 && power <= 4) return fmt::format("{:g}", std::pow(10.0, power));
  return fmt::format("1e{}", power);
}

/// Colours repeat after eight curves, so the shape of the marks tells the rest apart.
void mark(Canvas& canvas, const Vec2& at, std::size_t index, double size) {
  const Colour colour = distinct_colour(index);
  if (index < 8)
    canvas.circle(at, size, colour);
  else if (index < 16)
    canvas.ring(at, size, 0.5 * size, colour);
  else
    canvas.polygon({{at[0] - size, at[1] + size}, {at[0] + size, at[1] + size}, {at[0], at[1] - size}},
                   colour);
}

}  // namespace

std::vector<std::byte> draw_plot(const Plot& plot, const Size& size, Format format) {
  Canvas canvas(size, format);
  const double letter = std::max(10.0, size.height / 45.0);
  double names = 0;
  for (const Curve& curve : plot.curves) names = std::max(names, canvas.text_width(curve.name, letter));
  const double left = 4.5 * letter, right = size.width - names - 4 * letter;
  const double top = 4.2 * letter, bottom = size.height - 3.6 * letter;
  const Decades xs = decades_of(plot.curves, 0), ys = decades_of(plot.curves, 1);
  const auto place = [&](const Vec2& point) {
    return Vec2{left + (right - left) * xs.fraction(point[0]),
                bottom - (bottom - top) * ys.fraction(point[1])};
  };

  canvas.text(plot.title, left, 1.6 * letter, 1.2 * letter, ink);
  canvas.text(plot.y_label, left - 3 * letter, 3.4 * letter, letter, ink);
  canvas.text(plot.x_label, right - canvas.text_width(plot.x_label, letter), size.height - letter, letter,
              ink);
  for (int power = xs.first; power <= xs.last; ++power) {
    const double ten = std::pow(10.0, power), x = place({ten, std::pow(10.0, ys.first)})[0];
    for (int k = 2; k < 10 && power < xs.last; ++k) {
      const double between = place({k * ten, std::pow(10.0, ys.first)})[0];
      canvas.line({between, top}, {between, bottom}, 0.5, fainter);
    }
    canvas.line({x, top}, {x, bottom}, 1, faint);
    const std::string text = power_text(power);
    canvas.text(text, x - 0.5 * canvas.text_width(text, letter), bottom + 1.4 * letter, letter, ink);
  }
  for (int power = ys.first; power <= ys.last; ++power) {
    const double ten = std::pow(10.0, power), y = place({std::pow(10.0, xs.first), ten})[1];
    canvas.line({left, y}, {right, y}, 1, faint);
    const std::string text = power_text(power);
    canvas.text(text, left - canvas.text_width(text, letter) - 0.5 * letter, y + 0.35 * letter, letter, ink);
  }
  canvas.line({left, bottom}, {right, bottom}, 1.2, ink);
  canvas.line({left, top}, {left, bottom}, 1.2, ink);

  for (std::size_t index = 0; index < plot.curves.size(); ++index) {
    std::vector<Vec2> points;
    for (const Vec2& point : plot.curves[index].points)
      if (point[0] > 0 && point[1] > 0) points.push_back(place(point));
    for (std::size_t k = 1; k < points.size(); ++k)
      canvas.stroke(points[k - 1], points[k], 1.5, distinct_colour(index));
    for (const Vec2& point : points) mark(canvas, point, index, 0.28 * letter);
  }

  std::vector<std::size_t> order(plot.curves.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto last_value = [&](std::size_t index) {
    const auto& points = plot.curves[index].points;
    return points.empty() ? 0 : points.back()[1];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return last_value(a) > last_value(b); });
  double y = top + 0.5 * letter;
  for (const std::size_t index : order) {
    mark(canvas, {right + 1.5 * letter, y - 0.3 * letter}, index, 0.28 * letter);
    canvas.text(plot.curves[index].name, right + 2.5 * letter, y, letter, ink);
    y += 1.5 * letter;
  }
  return canvas.finish();
}

}  // namespace scree::picture
