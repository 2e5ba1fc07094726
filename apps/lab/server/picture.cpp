#include "apps/lab/server/picture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <numeric>

namespace scree::lab {
namespace {

static_assert(std::endian::native == std::endian::little, "messages are little endian");

constexpr double last_place = 65535;  // reserved: not in the view

class Writer {
 public:
  template <class Number>
  void add(Number value) {
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof(Number));
  }
  template <class Number>
  void add_all(const std::vector<Number>& values) {
    const auto* const first = reinterpret_cast<const std::byte*>(values.data());
    bytes_.insert(bytes_.end(), first, first + values.size() * sizeof(Number));
  }
  void align(std::size_t to) { bytes_.resize((bytes_.size() + to - 1) / to * to); }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

/// The corners of what is shown.
struct Frame {
  double lo[3] = {}, size[3] = {1, 1, 1};
};

Frame frame_of(const Still& still, const View& view) {
  Frame frame;
  double hi[3] = {};
  for (int k = 0; k < 3; ++k) {
    frame.lo[k] = view.lo[k];
    hi[k] = view.hi[k];
  }
  if (view.shows_all) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::fill(frame.lo, frame.lo + 3, infinity);
    std::fill(hi, hi + 3, -infinity);
    const auto width = static_cast<std::size_t>(still.dimension);
    for (std::size_t body = 0; body < still.size(); ++body)
      for (std::size_t k = 0; k < width; ++k) {
        const double place = still.places[body * width + k];
        if (!std::isfinite(place)) continue;
        frame.lo[k] = std::min(frame.lo[k], place);
        hi[k] = std::max(hi[k], place);
      }
  }
  for (int k = 0; k < 3; ++k) {
    if (!(hi[k] >= frame.lo[k])) frame.lo[k] = hi[k] = 0;
    frame.size[k] = hi[k] > frame.lo[k] ? hi[k] - frame.lo[k] : 1;
  }
  return frame;
}

/// Places as 16 bits, and who is better sent exactly.
struct Places {
  std::vector<std::uint16_t> quantised;
  std::vector<std::uint32_t> exact;
};

Places quantise(const Still& still, const Frame& frame) {
  const auto width = static_cast<std::size_t>(still.dimension);
  const double largest = *std::max_element(frame.size, frame.size + width);
  Places places;
  places.quantised.resize(still.size() * width);
  for (std::size_t body = 0; body < still.size(); ++body) {
    const double radius = still.roster->radii[body];
    bool is_inside = true, is_seen = true;
    std::uint16_t* const to = &places.quantised[body * width];
    for (std::size_t k = 0; k < width; ++k) {
      const double way = still.places[body * width + k] - frame.lo[k];
      is_inside = is_inside && way >= 0 && way <= frame.size[k];
      is_seen = is_seen && way >= -radius && way <= frame.size[k] + radius;
      const double cell = std::floor(way / frame.size[k] * last_place);
      to[k] = is_inside ? static_cast<std::uint16_t>(std::clamp(cell, 0.0, last_place - 1))
                        : static_cast<std::uint16_t>(last_place);
    }
    const bool is_exact = is_seen && (!is_inside || radius > largest);
    if (is_exact) places.exact.push_back(static_cast<std::uint32_t>(body));
    if (is_exact || !is_inside) to[0] = static_cast<std::uint16_t>(last_place);
  }
  return places;
}

std::uint16_t packed_angle(float angle) {
  const double turns = static_cast<double>(angle) / (2 * std::numbers::pi);
  return static_cast<std::uint16_t>(static_cast<std::int64_t>(std::llround(turns * 65536)) & 0xffff);
}

/// The three components that are not the largest, in 10 bits each.
std::uint32_t packed_quaternion(const float* quaternion) {
  std::uint32_t largest = 0;
  for (std::uint32_t k = 1; k < 4; ++k)
    if (std::abs(quaternion[k]) > std::abs(quaternion[largest])) largest = k;
  const double sign = quaternion[largest] < 0 ? -1 : 1;
  std::uint32_t packed = largest << 30, shift = 0;
  for (std::uint32_t k = 0; k < 4; ++k) {
    if (k == largest) continue;
    const double part = sign * static_cast<double>(quaternion[k]) * std::numbers::sqrt2;
    packed |= static_cast<std::uint32_t>(std::clamp(std::lround(part * 511) + 511, 0L, 1022L)) << shift;
    shift += 10;
  }
  return packed;
}

struct Colours {
  std::vector<std::uint8_t> values;
  float least = 0, most = 1;
};

Colours colours_of(const Still& still, const View& view) {
  Colours colours;
  const std::vector<float> values = colour_values(still, view.colour);
  if (values.empty()) return colours;
  if (view.colour_range) {
    std::tie(colours.least, colours.most) = *view.colour_range;
  } else {
    colours.least = std::numeric_limits<float>::infinity();
    colours.most = -colours.least;
    for (const float value : values)
      if (std::isfinite(value)) {
        colours.least = std::min(colours.least, value);
        colours.most = std::max(colours.most, value);
      }
  }
  if (!(colours.most > colours.least)) colours.most = colours.least + 1;
  if (!std::isfinite(colours.least) || !std::isfinite(colours.most)) colours.least = 0, colours.most = 1;
  for (const float value : values) {
    const float share = (value - colours.least) / (colours.most - colours.least);
    colours.values.push_back(std::isfinite(share)
                                 ? static_cast<std::uint8_t>(std::lround(255 * std::clamp(share, 0.F, 1.F)))
                                 : std::uint8_t{0});
  }
  return colours;
}

void add_turns(const Still& still, Writer& writer) {
  if (still.dimension == 2)
    for (const float angle : still.turns) writer.add(packed_angle(angle));
  else
    for (std::size_t k = 0; k < still.turns.size(); k += 4) writer.add(packed_quaternion(&still.turns[k]));
  writer.align(4);
}

void add_exact(const Still& still, const Frame& frame, const std::vector<std::uint32_t>& bodies,
               Writer& writer) {
  const auto width = static_cast<std::size_t>(still.dimension);
  const std::size_t turn_width = still.dimension == 2 ? 1 : 4;
  for (const std::uint32_t body : bodies) {
    writer.add(body);
    for (std::size_t k = 0; k < width; ++k)
      writer.add(static_cast<float>(still.places[body * width + k] - (frame.lo[k] + 0.5 * frame.size[k])));
    for (std::size_t k = 0; k < turn_width; ++k)
      writer.add(still.turns.empty() ? (turn_width == 4 && k == 0 ? 1.F : 0.F)
                                     : still.turns[body * turn_width + k]);
  }
}

void add_walls(const Still& still, Writer& writer) {
  writer.align(8);
  for (const WallStill& wall : still.walls) {
    for (const double part : wall.offset) writer.add(part);
    for (const double part : wall.rotation) writer.add(part);
    for (const float part : wall.force) writer.add(part);
    writer.add(wall.flags);
  }
}

}  // namespace

Bytes encode_picture(const Still& still, const View& view, const Label& label) {
  const Frame frame = frame_of(still, view);
  const Places places = quantise(still, frame);
  const Colours colours = colours_of(still, view);
  const bool has_angles = view.angles && !still.turns.empty();
  Writer writer;
  writer.reserve(256 + still.size() * 12 + still.walls.size() * 72);
  writer.add(std::uint8_t{1});
  writer.add(static_cast<std::uint8_t>(still.dimension));
  writer.add(static_cast<std::uint8_t>((has_angles ? 1 : 0) | (colours.values.empty() ? 0 : 2) |
                                       (label.of_the_past ? 4 : 0) | (label.running ? 8 : 0) |
                                       (label.beside ? 16 : 0)));
  writer.add(std::uint8_t{0});
  writer.add(label.branch);
  writer.add(label.last_command);
  writer.add(still.roster->number);
  writer.add(still.step);
  writer.add(still.time);
  for (const double part : frame.lo) writer.add(part);
  for (const double part : frame.size) writer.add(part);
  writer.add(colours.least);
  writer.add(colours.most);
  writer.add(static_cast<std::uint32_t>(still.size()));
  writer.add(static_cast<std::uint32_t>(places.exact.size()));
  writer.add(static_cast<std::uint32_t>(still.walls.size()));
  writer.add(static_cast<std::uint32_t>(places.quantised.size() * sizeof(std::uint16_t)));
  writer.add_all(places.quantised);
  writer.align(4);
  if (has_angles) add_turns(still, writer);
  writer.add_all(colours.values);
  writer.align(4);
  add_exact(still, frame, places.exact, writer);
  add_walls(still, writer);
  return writer.take();
}

Bytes encode_roster(const Roster& roster) {
  const std::size_t shapes = roster.polygons ? roster.polygons->size() : 0;
  Writer writer;
  writer.add(std::uint8_t{2});
  writer.add(static_cast<std::uint8_t>(roster.dimension));
  writer.add(std::uint16_t{0});
  writer.add(roster.number);
  writer.add(static_cast<std::uint32_t>(roster.ids.size()));
  writer.add(static_cast<std::uint32_t>(shapes));
  writer.add_all(roster.ids);
  writer.add_all(roster.radii);
  for (std::size_t k = 0; k < roster.ids.size(); ++k) {
    writer.add(roster.materials[k]);
    writer.add(roster.shapes[k]);
  }
  writer.add_all(roster.fixed);
  writer.align(4);
  for (std::size_t k = 0; k < shapes; ++k) {
    const shape::RigidPolygon& polygon = (*roster.polygons)[k];
    writer.add(static_cast<std::uint32_t>(polygon.parts().size()));
    for (const shape::RigidPolygon::Part& part : polygon.parts()) {
      writer.add(static_cast<std::uint32_t>(part.polygon.size()));
      for (std::size_t corner = 0; corner < part.polygon.size(); ++corner)
        for (int axis = 0; axis < 2; ++axis)
          writer.add(static_cast<float>(part.polygon.corners()[corner].point[axis] + part.offset[axis]));
    }
  }
  return writer.take();
}

Bytes encode_arrows(const Still& still, std::uint32_t branch, Arrows arrows) {
  const std::vector<float>& values = arrows == Arrows::force ? still.forces : still.velocities;
  const auto width = static_cast<std::size_t>(still.dimension);
  float greatest = 0;
  for (std::size_t body = 0; body < still.size(); ++body) {
    float square = 0;
    for (std::size_t k = 0; k < width; ++k) square += values[body * width + k] * values[body * width + k];
    if (std::isfinite(square)) greatest = std::max(greatest, std::sqrt(square));
  }
  Writer writer;
  writer.add(std::uint8_t{5});
  writer.add(static_cast<std::uint8_t>(still.dimension));
  writer.align(4);
  writer.add(branch);
  writer.add(still.step);
  writer.add(still.roster->number);
  writer.add(static_cast<std::uint32_t>(still.size()));
  writer.add(greatest);
  writer.add(std::uint32_t{0});
  writer.add_all(values);
  return writer.take();
}

Bytes encode_contacts(const std::vector<Column>& contacts, int dimension, std::uint64_t step,
                      std::uint32_t branch, const ContactChoice& choice) {
  const auto column = [&](const char* name) -> const Column& {
    const auto found =
        std::find_if(contacts.begin(), contacts.end(), [&](const Column& one) { return one.name == name; });
    SCREE_ASSERT(found != contacts.end());
    return *found;
  };
  const auto width = static_cast<std::size_t>(dimension);
  const std::span<const double> force = column("force").values<double>();
  std::vector<double> sizes(column("first").rows);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    double square = 0;
    for (std::size_t axis = 0; axis < width; ++axis)
      square += force[k * width + axis] * force[k * width + axis];
    sizes[k] = std::sqrt(square);
  }
  std::vector<std::uint32_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0u);
  const double greatest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  std::erase_if(order, [&](std::uint32_t k) { return !(sizes[k] >= choice.least * greatest); });
  const auto stronger = [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; };
  const std::size_t sent = std::min(order.size(), choice.most);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(sent), order.end(), stronger);
  order.resize(sent);

  Writer writer;
  writer.add(std::uint8_t{3});
  writer.add(static_cast<std::uint8_t>(dimension));
  writer.align(4);
  writer.add(branch);
  writer.add(step);
  writer.add(static_cast<std::uint32_t>(order.size()));
  writer.add(static_cast<std::uint32_t>(sizes.size()));
  writer.add(static_cast<float>(greatest));
  writer.add(std::uint32_t{0});
  for (const std::uint32_t k : order) {
    writer.add(column("first").values<Id>()[k]);
    writer.add(column("second").values<Id>()[k]);
    writer.add(static_cast<float>(sizes[k]));
    writer.add(static_cast<float>(column("overlap").values<double>()[k]));
    for (std::size_t axis = 0; axis < 3; ++axis)
      writer.add(axis < width ? static_cast<float>(column("point").values<double>()[k * width + axis]) : 0.F);
  }
  return writer.take();
}

}  // namespace scree::lab
