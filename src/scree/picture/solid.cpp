// The idea: every pixel gets a few samples, each with one ray towards the light and one towards the sky.
// Neighbouring pixels use different directions of one well spread set, and the light (not the colour) of a
// sample is then averaged with that of its 4 x 4 neighbours on the same surface, so that few rays look like
// many (interleaved sampling, Keller & Heidrich 2001).
#include "scree/picture/solid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "scree/base/parallel.h"
#include "scree/picture/detail/canvas.h"
#include "scree/picture/detail/ray_scene.h"
#include "scree/picture/furniture.h"

namespace scree::picture {
namespace {

constexpr std::uint32_t nothing = 0xffffffffU;
constexpr float infinite = std::numeric_limits<float>::infinity();

constexpr float key_light = 0.80F, sky_light = 0.62F, ground_light = 0.30F;
constexpr float light_spread = 0.16F;  // half the angle that the light covers [rad]
constexpr float sky_reach = 0.35F;     // farther than this share of the subject's size nothing shades
constexpr Colour wall_colour{0.905, 0.912, 0.92};
constexpr Colour glass_colour{0.78, 0.82, 0.86};
constexpr Colour edge_colour{0.32, 0.34, 0.37};

/// Two numbers from 0 to 1 that fill the square evenly as the index grows (additive recurrence with the
/// plastic number).
struct Pair {
  float first, second;
};
Pair spread(std::uint32_t index) {
  const auto part = [index](double step) {
    const double x = 0.5 + step * index;
    return static_cast<float>(x - std::floor(x));
  };
  return {part(0.7548776662466927), part(0.5698402909980532)};
}

/// One sample of a pixel: what it met and how much light falls there.
struct Sample {
  Point normal;
  float depth = infinite;
  std::uint32_t thing = nothing;
  float key = 0, sky = 0;  // share of the light and of the sky that is seen
  float glass = 0;         // how much of the light glass in front takes away
};

struct Axes {
  Point along, across, other;
};
/// A right-angled frame around a direction.
Axes axes_around(const Point& direction) {
  const Point hint = std::abs(direction.z) < 0.8F ? Point{0, 0, 1} : Point{1, 0, 0};
  const Point across = unit(cross(hint, direction));
  return {direction, across, cross(direction, across)};
}

class Tracer {
 public:
  Tracer(const Solid& subject, const Camera& camera, const Size& size)
      : scene_(subject),
        camera_(camera),
        size_(size),
        wall_(light_of(wall_colour)),
        glass_(light_of(glass_colour)) {
    eye_ = scene_.local(camera.eye);
    right_ = direction(camera.right), up_ = direction(camera.up), forward_ = direction(camera.forward);
    sky_ = direction(subject.up);
    light_ = axes_around(unit(-0.55F * right_ + 0.95F * sky_ - 0.45F * forward_));
    for (const Ball& ball : subject.balls) colours_.push_back(light_of(ball.colour));
    for (const Rod& rod : subject.rods) colours_.push_back(light_of(rod.colour));
    for (const Facet& facet : subject.facets) colours_.push_back(light_of(facet.colour));
    layer_.resize(pixel_count());
    averages_.resize(pixel_count());
    sum_.resize(pixel_count());
    depth_.assign(pixel_count(), infinite);
  }

  void add_layer(int layer) {
    constexpr std::size_t rows = 8;
    const auto height = static_cast<std::size_t>(size_.height);
    for_each_block(height, rows, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) trace_row(layer, static_cast<int>(y));
    });
    for_each_block(height, rows, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) average_row(static_cast<int>(y));
    });
    for_each_block(height, rows, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y) shade_row(layer, static_cast<int>(y));
    });
  }

  Image image(int layers) const {
    Image image{size_, std::vector<Pixel>(pixel_count())};
    parallel_for(pixel_count(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        const float share = 1.0F / static_cast<float>(layers);
        const Colour colour =
            colour_of(Light{share * sum_[k].red, share * sum_[k].green, share * sum_[k].blue});
        const auto byte = [](double part) { return static_cast<std::uint8_t>(part * 255 + 0.5); };
        image.pixels[k] = {byte(colour.red), byte(colour.green), byte(colour.blue), 255};
      }
    });
    return image;
  }

  bool shows_body(int x, int y) const {
    const std::uint32_t thing = layer_[index(x, y)].thing;
    return thing != nothing && !scene_.is_wall(thing);
  }

  /// Of what is not glass, along the line of sight [m]; infinity where nothing is.
  double depth(int x, int y) const {
    const float local = depth_[index(x, y)];
    return local == infinite ? std::numeric_limits<double>::infinity()
                             : norm(scene_.world(eye_ + local * forward_) - camera_.eye);
  }

 private:
  std::size_t pixel_count() const {
    return static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height);
  }
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width) + static_cast<std::size_t>(x);
  }
  static Point direction(const Vec3& v) {
    return unit({static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])});
  }

  Point line_of_sight(float x, float y) const {
    const float u = (2 * x / static_cast<float>(size_.width) - 1) * static_cast<float>(camera_.slope_x);
    const float v = (1 - 2 * y / static_cast<float>(size_.height)) * static_cast<float>(camera_.slope_y);
    return unit(forward_ + u * right_ + v * up_);
  }

  void trace_row(int layer, int y) {
    const Pair shift = spread(static_cast<std::uint32_t>(layer));
    for (int x = 0; x < size_.width; ++x) {
      const Point sight =
          line_of_sight(static_cast<float>(x) + shift.first, static_cast<float>(y) + shift.second);
      Sample& sample = layer_[index(x, y)] = meet(sight);
      if (sample.thing == nothing) continue;
      // The 16 pixels of a square take 16 different directions, each layer others.
      static constexpr std::uint32_t order[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
      const std::uint32_t number = static_cast<std::uint32_t>(layer) * 16 + order[(y % 4) * 4 + x % 4];
      light_up(sample, eye_ + sample.depth * sight, spread(number));
      if (layer == 0) depth_[index(x, y)] = sample.depth * dot(sight, forward_);
    }
  }

  /// Goes along a line of sight, through glass, to the first thing that is solid.
  Sample meet(const Point& sight) const {
    Sample sample;
    if (const std::optional<Hit> body = scene_.nearest_body(eye_, sight))
      sample.normal = body->normal, sample.depth = body->distance, sample.thing = body->thing;
    constexpr int most_panes = 24;
    float at = 0, clear = 1, clear_before_last = 1;
    std::optional<Hit> last_pane;
    for (int pane = 0; pane < most_panes; ++pane) {
      const std::optional<RayScene::WallHit> wall = scene_.nearest_wall(eye_, sight, at);
      if (!wall || wall->hit.distance >= sample.depth) break;
      at = wall->hit.distance * (1 + 1e-6F) + 1e-6F;
      if (wall->has_front) {
        if (!wall->faces) continue;
        sample.normal = wall->hit.normal, sample.depth = wall->hit.distance, sample.thing = wall->hit.thing;
        break;
      }
      last_pane = wall->hit;
      clear_before_last = clear;
      const float slant = 1 - std::abs(dot(wall->hit.normal, sight));
      clear *= 1 - (0.06F + 0.26F * slant * slant * slant);
    }
    if (sample.thing == nothing && last_pane) {
      sample.normal = last_pane->normal, sample.depth = last_pane->distance, sample.thing = last_pane->thing;
      clear = clear_before_last;
    }
    sample.glass = 1 - clear;
    return sample;
  }

  void light_up(Sample& sample, const Point& place, const Pair& random) const {
    const Point from = place + 2e-5F * sample.normal;
    const float angle = 2 * std::numbers::pi_v<float> * random.second, c = std::cos(angle),
                s = std::sin(angle);
    const float off = light_spread * std::sqrt(random.first);
    const Point to_light = unit(light_.along + off * (c * light_.across + s * light_.other));
    if (dot(sample.normal, to_light) > 0 && !scene_.is_shaded(from, to_light, infinite)) sample.key = 1;
    const Axes axes = axes_around(sample.normal);
    const float aside = std::sqrt(random.first), ahead = std::sqrt(1 - random.first);
    const Point to_sky = ahead * axes.along + aside * (c * axes.across + s * axes.other);
    sample.sky = scene_.is_shaded(from, to_sky, sky_reach) ? 0.0F : 1.0F;
  }

  void shade_row(int layer, int y) {
    const Pair shift = spread(static_cast<std::uint32_t>(layer));
    for (int x = 0; x < size_.width; ++x) {
      const Sample& sample = layer_[index(x, y)];
      Light light{1, 1, 1};
      if (sample.thing != nothing)
        light =
            shade(sample, averaged(x, y),
                  line_of_sight(static_cast<float>(x) + shift.first, static_cast<float>(y) + shift.second));
      const float clear = 1 - sample.glass;
      Light& sum = sum_[index(x, y)];
      sum.red += clear * light.red + sample.glass * glass_.red;
      sum.green += clear * light.green + sample.glass * glass_.green;
      sum.blue += clear * light.blue + sample.glass * glass_.blue;
    }
  }

  struct Seen {
    float key, sky;
  };

  /// Whether two samples lie on one smooth surface, as far as light is concerned.
  bool same_surface(const Sample& one, const Sample& other, float least_cosine) const {
    if (other.thing == nothing || dot(one.normal, other.normal) < least_cosine) return false;
    if (scene_.is_facet(one.thing)) return scene_.is_facet(other.thing);
    return scene_.is_wall(one.thing) ? scene_.is_wall(other.thing) : other.thing == one.thing;
  }

  /// The first pass takes each of the 16 directions once.
  void average_row(int y) {
    for (int x = 0; x < size_.width; ++x) {
      const Sample& middle = layer_[index(x, y)];
      if (middle.thing == nothing) continue;
      float key = 0, sky = 0, count = 0;
      for (int row = std::max(0, y - 1); row <= std::min(size_.height - 1, y + 2); ++row)
        for (int column = std::max(0, x - 1); column <= std::min(size_.width - 1, x + 2); ++column) {
          const Sample& other = layer_[index(column, row)];
          if (!same_surface(middle, other, 0.7F)) continue;
          key += other.key, sky += other.sky, count += 1;
        }
      averages_[index(x, y)] = {key / count, sky / count};
    }
  }

  /// The second smooths what the first left, where surfaces are large.
  Seen averaged(int x, int y) const {
    const Sample& middle = layer_[index(x, y)];
    float key = 0, sky = 0, count = 0;
    for (int row = y - 3; row <= y + 3; row += 3)
      for (int column = x - 3; column <= x + 3; column += 3) {
        if (row < 0 || column < 0 || row >= size_.height || column >= size_.width) continue;
        if (!same_surface(middle, layer_[index(column, row)], 0.94F)) continue;
        const Seen& other = averages_[index(column, row)];
        key += other.key, sky += other.sky, count += 1;
      }
    return {key / count, sky / count};
  }

  Light shade(const Sample& sample, const Seen& seen, const Point& sight) const {
    const bool wall = scene_.is_wall(sample.thing);
    const Light& paint = wall ? wall_ : colours_[sample.thing];
    const float upwards = 0.5F + 0.5F * dot(sample.normal, sky_);
    const float ambient = (ground_light + (sky_light - ground_light) * upwards) * seen.sky;
    const float lambert = std::max(0.0F, dot(sample.normal, light_.along));
    const float white = wall ? 0.62F + 0.40F * seen.sky * (0.75F + 0.25F * seen.key) : 0;
    const float diffuse = wall ? white : ambient + key_light * lambert * seen.key;
    float gloss = 0;
    if (!wall) {
      const Point half = unit(light_.along - sight);
      gloss = 0.05F * seen.key * std::pow(std::max(0.0F, dot(sample.normal, half)), 40.0F);
    }
    // Bright parts approach white slowly instead of being cut.
    const auto tone = [](float light) {
      return light < 0.7F ? light : 0.7F + 0.3F * std::tanh((light - 0.7F) / 0.3F);
    };
    return {tone(diffuse * paint.red + gloss), tone(diffuse * paint.green + gloss),
            tone(diffuse * paint.blue + gloss)};
  }

  RayScene scene_;
  Camera camera_;
  Size size_;
  Light wall_, glass_;
  Point eye_, right_, up_, forward_, sky_;
  Axes light_;
  std::vector<Light> colours_;
  std::vector<Sample> layer_;
  std::vector<Seen> averages_;
  std::vector<Light> sum_;
  std::vector<float> depth_;
};

/// Draws an edge where no body is in front of it, in pieces of a few pixels.
void draw_edge(Canvas& canvas, const Edge& edge, const Camera& camera, const Tracer& tracer) {
  const Size& size = canvas.size();
  const double width = 0.0016 * size.height;
  const double near_end = 1e-3 * norm(edge.to - edge.from);
  const Camera::Seen first = camera.see(edge.from, size), last = camera.see(edge.to, size);
  if (first.depth < near_end || last.depth < near_end) return;
  const double pixels = std::hypot(last.x - first.x, last.y - first.y);
  const int pieces = std::clamp(static_cast<int>(pixels / 3), 1, 4000);
  // In front of bodies a line is faint: it says where the wall is and hides nothing.
  enum class Visibility { free, faint, hidden };
  const auto visibility_at = [&](double share) {
    const Camera::Seen seen = camera.see(edge.from + share * (edge.to - edge.from), size);
    const int x = static_cast<int>(std::floor(seen.x)), y = static_cast<int>(std::floor(seen.y));
    if (x < 0 || y < 0 || x >= size.width || y >= size.height) return Visibility::free;
    // Where the surface ends at the edge itself, pixels show what is before it and what is behind in turn. So
    // the pixels around are asked, too: the edge is hidden where all of them are nearer.
    int nearer = 0, bodies = 0, asked = 0;
    for (int row = std::max(0, y - 1); row <= std::min(size.height - 1, y + 1); ++row)
      for (int column = std::max(0, x - 1); column <= std::min(size.width - 1, x + 1); ++column) {
        nearer += tracer.depth(column, row) < seen.depth * (1 - 3e-3);
        bodies += tracer.shows_body(column, row);
        ++asked;
      }
    if (nearer == asked) return Visibility::hidden;
    return 2 * bodies > asked ? Visibility::faint : Visibility::free;
  };
  int begin = 0;
  Visibility current = visibility_at(0.5 / pieces);
  for (int k = 1; k <= pieces; ++k) {
    const Visibility next = k < pieces ? visibility_at((k + 0.5) / pieces) : Visibility::hidden;
    if (next == current && k < pieces) continue;
    const auto place = [&](int piece) {
      const Camera::Seen seen =
          camera.see(edge.from + static_cast<double>(piece) / pieces * (edge.to - edge.from), size);
      return Vec2{seen.x, seen.y};
    };
    if (current != Visibility::hidden)
      canvas.line(place(begin), place(k), width, edge_colour, current == Visibility::free ? 0.85 : 0.3);
    begin = k;
    current = next;
  }
}

}  // namespace

Image draw_solid(const Solid& subject, const Furniture& furniture, const Camera& camera, const Size& size,
                 const Quality& quality) {
  Tracer tracer(subject, camera, size);
  for (int layer = 0; layer < quality.samples; ++layer) tracer.add_layer(layer);
  Canvas canvas(tracer.image(quality.samples));
  for (const Edge& edge : subject.edges) draw_edge(canvas, edge, camera, tracer);
  draw_furniture(canvas, furniture);
  return canvas.image();
}

std::vector<std::byte> png_of(const Image& image) { return Canvas(image).finish(); }

}  // namespace scree::picture
