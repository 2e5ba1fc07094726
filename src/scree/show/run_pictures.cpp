#include "scree/show/run_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "scree/base/error.h"
#include "scree/base/pose.h"
#include "scree/base/rotation.h"
#include "scree/base/units.h"
#include "scree/picture/flat.h"
#include "scree/picture/furniture.h"
#include "scree/scene/polygons.h"
#include "scree/show/frame_columns.h"
#include "scree/sim/provenance.h"
#include "scree/sim/quantity_text.h"

namespace scree::show {
namespace {

Vec3 upwards(const scene::SceneDescription& scene) {
  const Vec3 gravity{scene.gravity[0], scene.gravity[1], scene.gravity[2]};
  const double size = norm(gravity);
  if (size > 0) return -gravity / size;
  return scene.dimension == 2 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
}

/// Some of the frames, first and last included: enough to find ranges without reading a whole film.
std::vector<std::size_t> sampled(const std::vector<std::size_t>& frames) {
  constexpr std::size_t most = 12;
  if (frames.size() <= most) return frames;
  std::vector<std::size_t> some;
  for (std::size_t k = 0; k < most; ++k) some.push_back(frames[k * (frames.size() - 1) / (most - 1)]);
  return some;
}

/// Where almost all bodies are along one axis: between the places below and above which one body in fifty
/// lies.
struct Usual {
  double lo = 0, hi = 0;
};
Usual usual_along(std::size_t axis, const std::vector<Vec3>& positions) {
  std::vector<double> places;
  for (const Vec3& position : positions)
    if (is_finite(position)) places.push_back(position[axis]);
  if (places.empty()) return {};
  std::sort(places.begin(), places.end());
  const std::size_t few = (places.size() + 49) / 50;
  return {places[std::min(few, places.size() - 1)],
          places[places.size() - 1 - std::min(few, places.size() - 1)]};
}

/// Bounds of the bodies; without the few that have gone astray when they would make the rest small: those
/// farther from almost all others than these are from each other.
Bounds bounds_of_bodies(const record::Frame& frame) {
  constexpr std::size_t too_few_to_tell = 12;
  const std::vector<Vec3> positions = vectors_of(frame, "position");
  const std::vector<double> radii = scalars_of(frame, "radius");
  Bounds near = {Vec3{-1e300, -1e300, -1e300}, Vec3{1e300, 1e300, 1e300}};
  if (positions.size() >= too_few_to_tell) {
    std::array<Usual, 3> usual;
    double largest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      usual[axis] = usual_along(axis, positions);
      largest = std::max(largest, usual[axis].hi - usual[axis].lo);
    }
    // A layer has no extent of its own across it.
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double reach = std::max(usual[axis].hi - usual[axis].lo, 0.5 * largest);
      near.lo[axis] = usual[axis].lo - reach;
      near.hi[axis] = usual[axis].hi + reach;
    }
  }
  Bounds bounds;
  for (std::size_t k = 0; k < positions.size(); ++k)
    if (is_finite(positions[k]) && near.holds(positions[k])) bounds.include(positions[k], radii[k]);
  return bounds;
}

/// As wide as the scene needs at the usual height; of a scene that is wider than the usual picture, as high
/// as it needs. The room that legend and caption take depends on the size in turn.
picture::Size flat_size(const Bounds& view) {
  constexpr double least_width = 480, least_height = 270;
  const picture::Size most;
  const double shape = (view.hi[0] - view.lo[0]) / std::max(view.hi[1] - view.lo[1], 1e-300);
  picture::Size size = most;
  for (int attempt = 0; attempt < 4; ++attempt) {
    const picture::Margins margins = picture::margins_for(size, true);
    const double across = margins.left + margins.right, above = margins.top + margins.bottom;
    const double width = across + (most.height - above) * shape;
    const double height = above + (most.width - across) / shape;
    size.width = 2 * static_cast<int>(std::clamp(width, least_width, static_cast<double>(most.width)) / 2);
    size.height =
        2 * static_cast<int>(std::clamp(height, least_height, static_cast<double>(most.height)) / 2);
  }
  return size;
}

constexpr picture::Colour pale{0.88, 0.885, 0.89};
constexpr picture::Colour pulling{0.80, 0.14, 0.20};  // contacts that pull: no colour of the scale
constexpr double ball_in_chain = 0.22;                // of its radius, so that the chains are seen
constexpr double chain_thickness = 0.55;  // of the strongest contact, over the radius of the smaller body

std::vector<picture::Extent> extents_of(const Bounds& view, const picture::Solid& subject) {
  std::vector<picture::Extent> extents;
  for (const picture::Ball& ball : subject.balls)
    if (view.holds(ball.centre)) extents.push_back({ball.centre, ball.radius});
  for (const picture::Triangle& triangle : subject.walls)
    for (const Vec3& corner : triangle.corner) {
      Vec3 held;
      for (std::size_t k = 0; k < 3; ++k) held[k] = std::clamp(corner[k], view.lo[k], view.hi[k]);
      extents.push_back({held, 0});
    }
  return extents;
}

/// A run that went wrong may have bodies that are nowhere.
bool is_cut(const std::vector<Cut>& cuts, const Vec3& place) {
  return !is_finite(place) || std::any_of(cuts.begin(), cuts.end(), [&](const Cut& cut) {
    return cut.above ? place[cut.axis] > cut.at : place[cut.axis] < cut.at;
  });
}

/// The part of the plane that is seen after moving to another centre and zooming in.
Bounds closer(const Bounds& box, const PictureOptions& options) {
  Bounds closer = box;
  for (std::size_t k = 0; k < 2; ++k) {
    const double half = 0.5 * (box.hi[k] - box.lo[k]) / options.view.zoom;
    const double middle = options.centre ? (*options.centre)[k] : 0.5 * (box.lo[k] + box.hi[k]);
    closer.lo[k] = middle - half;
    closer.hi[k] = middle + half;
  }
  return closer;
}

/// "y < 1 cm left out"
std::string cuts_text(const std::vector<Cut>& cuts) {
  std::string text;
  for (const Cut& cut : cuts)
    text += fmt::format("{}{} {} {}", text.empty() ? "   without " : ", ", "xyz"[cut.axis],
                        cut.above ? '>' : '<', cut.at == 0 ? "0" : sim::quantity_text(cut.at, "m"));
  return text;
}

}  // namespace

Cut parse_cut(const std::string& text) {
  const Place place{std::make_shared<const std::string>("--cut")};
  const std::size_t sign = text.find_first_of("<>");
  const std::size_t axis = text.find_first_of("xyz");
  if (sign == std::string::npos || axis == std::string::npos || axis > sign)
    throw SceneError(place, fmt::format("expected an axis and a length, as in 'y > 2 cm', got '{}'", text));
  std::string length = text.substr(sign + 1);
  length.erase(0, length.find_first_not_of(' '));
  const Quantity quantity = parse_quantity(length, Kind::length);
  if (!quantity.fault.empty()) throw SceneError(place, quantity.fault);
  return {static_cast<std::size_t>(text[axis] - 'x'), text[sign] == '>', quantity.value};
}

std::vector<double> parse_lengths(const std::string& text, const std::string& option) {
  std::vector<double> lengths;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, end - at);
    part.erase(0, std::min(part.find_first_not_of(' '), part.size()));
    const Quantity length = parse_quantity(part, Kind::length);
    if (!length.fault.empty())
      throw SceneError(Place{std::make_shared<const std::string>(option)}, length.fault);
    lengths.push_back(length.value);
    at = end + 1;
  }
  return lengths;
}

RunPictures::RunPictures(const record::RunReader& run, const std::vector<std::size_t>& frames,
                         const PictureOptions& options)
    : run_(run),
      scene_(sim::scene_of(run.provenance())),
      options_(options),
      up_(upwards(scene_)),
      outlines_(scene::outlines_of(scene_, run.provenance().seed)),
      meshes_(sim::drawn_meshes(scene_, run.provenance().seed)),
      walls_(scene_.walls) {
  SCREE_ASSERT(!frames.empty());
  if (options_.force_chains && run.frame(frames.front()).contacts.empty())
    throw SceneError(Place{},
                     "this run kept no contacts: add `contacts = true` to [record] and run it again");
  if (options_.colouring == Colouring::automatic)
    options_.colouring = choose_colouring(read(frames[frames.size() / 2]), scene_);
  if (options_.colouring == Colouring::layer) heights_ = start_heights(read(0), up_);

  Bounds bodies, walls;
  std::vector<double> numbers;
  const std::vector<std::size_t> some = sampled(frames);
  for (const std::size_t number : some) {
    const record::Frame frame = read(number);
    bodies.include(bounds_of_bodies(frame));
    walls.include(walls_.bounds(wall_poses(frame, walls_.size())));
    if (options_.force_chains) {
      for (const Press& press : presses_of(frame)) numbers.push_back(press.force);
      continue;
    }
    if (options_.colouring == Colouring::material) continue;
    const std::vector<double> here = numbers_of(frame, options_.colouring, heights_);
    const std::vector<double> fixed = scalars_of(frame, "fixed");
    for (std::size_t k = 0; k < here.size(); ++k)
      if (fixed[k] == 0) numbers.push_back(here[k]);
  }
  range_ = range_of(std::move(numbers), options_.force_chains ? Colouring::force : options_.colouring);
  if (is_flat() && !walls.empty()) walls.lo[2] = walls.hi[2] = 0;
  view_box_ = view_box(bodies, walls);
  walls_.widen_to_planes(view_box_, wall_poses(read(some.back()), walls_.size()));
  if (options_.window) view_box_ = *options_.window;
  if (is_flat()) view_box_ = closer(view_box_, options_);
  size_ = options_.size.value_or(is_flat() ? flat_size(view_box_) : picture::Size{});
  if (is_flat()) return;
  std::vector<picture::Extent> extents;
  for (const std::size_t number : some) {
    const std::vector<picture::Extent> here = extents_of(view_box_, solid_of(read(number)));
    extents.insert(extents.end(), here.begin(), here.end());
  }
  camera_ = picture::fit_camera(extents, up_, options_.view, size_, true);
  if (options_.centre) camera_.look_at(*options_.centre, size_, true);
}

record::Frame RunPictures::read(std::size_t frame) const { return run_.frame(frame); }

namespace {
std::vector<Rotation<3>> rotations_of(const record::Frame& frame) {
  const std::vector<double> numbers = numbers_in(frame.bodies, "orientation");
  std::vector<Rotation<3>> turns(numbers.size() / 4);
  for (std::size_t k = 0; k < turns.size(); ++k)
    turns[k] = {numbers[4 * k], numbers[4 * k + 1], numbers[4 * k + 2], numbers[4 * k + 3]};
  return turns;
}

void add_mesh(const sim::DrawnMesh& mesh, const Pose<3>& pose, const picture::Colour& colour,
              picture::Solid& subject) {
  for (const auto& [a, b, c] : mesh.triangles)
    subject.facets.push_back({{to_scene(pose, mesh.vertices[a]), to_scene(pose, mesh.vertices[b]),
                               to_scene(pose, mesh.vertices[c])},
                              colour});
}
}  // namespace

picture::Solid RunPictures::solid_of(const record::Frame& frame) const {
  picture::Solid subject;
  subject.up = up_;
  const std::vector<Vec3> positions = vectors_of(frame, "position");
  const std::vector<double> radii = scalars_of(frame, "radius");
  const std::vector<picture::Colour> colours =
      colours_of(frame, options_.colouring, range_, heights_, scene_);
  const std::vector<double> shapes = scalars_of(frame, "shape");
  const std::vector<Rotation<3>> turns = meshes_.empty() ? std::vector<Rotation<3>>() : rotations_of(frame);
  for (std::size_t k = 0; k < positions.size(); ++k)
    if (const auto shape = static_cast<std::size_t>(shapes[k]);
        shape != 0 && shape <= meshes_.size() && !is_cut(options_.cuts, positions[k]))
      add_mesh(meshes_[shape - 1], {turns[k], positions[k]}, options_.force_chains ? pale : colours[k],
               subject);
    else if (!is_cut(options_.cuts, positions[k]))
      subject.balls.push_back(options_.force_chains
                                  ? picture::Ball{positions[k], ball_in_chain * radii[k], pale}
                                  : picture::Ball{positions[k], radii[k], colours[k]});
  for (const Press& press : presses_of(frame)) {
    const double share = range_.fraction(press.force);
    const double radius = std::max(0.02, 0.5 * chain_thickness * share) * press.radius;
    subject.rods.push_back(
        {press.from, press.to, radius, press.pulls ? pulling : picture::map_colour(share)});
  }
  walls_.add_to(subject, wall_poses(frame, walls_.size()), view_box_);
  return subject;
}

picture::Flat RunPictures::flat_of(const record::Frame& frame) const {
  picture::Flat subject;
  subject.lo = {view_box_.lo[0], view_box_.lo[1]};
  subject.hi = {view_box_.hi[0], view_box_.hi[1]};
  const std::vector<Vec3> positions = vectors_of(frame, "position"),
                          turned = vectors_of(frame, "orientation");
  const std::vector<double> radii = scalars_of(frame, "radius"), fixed = scalars_of(frame, "fixed"),
                            shapes = scalars_of(frame, "shape");
  const std::vector<picture::Colour> colours =
      colours_of(frame, options_.colouring, range_, heights_, scene_);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    if (is_cut(options_.cuts, positions[k])) continue;
    if (const auto shape = static_cast<std::size_t>(shapes[k]); shape != 0 && shape <= outlines_.size()) {
      const Rotation<2> turn{turned[k][0], turned[k][1]};
      const auto placed = [&](const Vec2& own) {
        return Vec2{positions[k][0], positions[k][1]} + rotate(turn, radii[k] * own);
      };
      picture::Polygon polygon{{}, {}, options_.force_chains ? pale : colours[k]};
      for (const std::vector<Vec2>& part : outlines_[shape - 1].parts) {
        polygon.parts.emplace_back();
        for (const Vec2& corner : part) polygon.parts.back().push_back(placed(corner));
      }
      for (const auto& [from, to] : outlines_[shape - 1].rim)
        polygon.rim.push_back({placed(from), placed(to)});
      subject.polygons.push_back(std::move(polygon));
      continue;
    }
    picture::Disc disc{
        {positions[k][0], positions[k][1]}, radii[k], options_.force_chains ? pale : colours[k], {}};
    if (fixed[k] == 0 && !options_.force_chains) disc.mark = Vec2{turned[k][0], turned[k][1]};
    subject.discs.push_back(disc);
  }
  for (const Press& press : presses_of(frame)) {
    const double share = range_.fraction(press.force);
    subject.links.push_back({{press.from[0], press.from[1]},
                             {press.to[0], press.to[1]},
                             std::max(0.03, chain_thickness * share) * press.radius,
                             press.pulls ? pulling : picture::map_colour(share)});
  }
  walls_.add_to(subject, wall_poses(frame, walls_.size()), view_box_);
  return subject;
}

std::vector<Press> RunPictures::presses_of(const record::Frame& frame) const {
  std::vector<Press> presses;
  if (!options_.force_chains || frame.contacts.empty()) return presses;
  const std::vector<Vec3> positions = vectors_of(frame, "position");
  const std::vector<double> radii = scalars_of(frame, "radius"), ids = scalars_of(frame, "id");
  std::map<double, std::size_t> row_of;
  for (std::size_t k = 0; k < ids.size(); ++k) row_of[ids[k]] = k;
  const std::vector<double> first = numbers_in(frame.contacts, "first"),
                            second = numbers_in(frame.contacts, "second"),
                            branch = numbers_in(frame.contacts, "branch"),
                            force = numbers_in(frame.contacts, "force");
  const auto width = static_cast<std::size_t>(scene_.dimension);
  for (std::size_t k = 0; k < first.size(); ++k) {
    const auto one = row_of.find(first[k]), other = row_of.find(second[k]);
    if (one == row_of.end()) continue;
    Press press{positions[one->second], positions[one->second], radii[one->second], 0, false};
    if (other != row_of.end()) press.radius = std::min(press.radius, radii[other->second]);
    Vec3 push;
    for (std::size_t axis = 0; axis < width; ++axis) {
      press.to[axis] += branch[k * width + axis];
      push[axis] = force[k * width + axis];
    }
    press.force = norm(push);
    press.pulls = dot(push, press.to - press.from) > 0;
    if (!is_cut(options_.cuts, 0.5 * (press.from + press.to))) presses.push_back(press);
  }
  // The strongest lie on top.
  std::stable_sort(presses.begin(), presses.end(),
                   [](const Press& a, const Press& b) { return a.force < b.force; });
  return presses;
}

picture::Furniture RunPictures::furniture_of(const record::Frame& frame) const {
  const std::vector<Press> presses = presses_of(frame);
  const bool any_pulls =
      std::any_of(presses.begin(), presses.end(), [](const Press& press) { return press.pulls; });
  return {options_.force_chains
              ? picture::scale_legend(any_pulls ? "contact force, pulls in red" : "contact force", "N", true,
                                      range_)
              : legend_of(options_.colouring, range_, frame, scene_),
          fmt::format("{}   t = {}{}", scene_.name, sim::quantity_text(frame.time, "s"),
                      cuts_text(options_.cuts))};
}

picture::Image RunPictures::image(std::size_t number) const {
  const record::Frame frame = read(number);
  if (is_flat()) return picture::draw_flat(flat_of(frame), furniture_of(frame), size_);
  return picture::draw_solid(solid_of(frame), furniture_of(frame), camera_, size_, options_.quality);
}

std::vector<std::byte> RunPictures::file(std::size_t number, picture::Format format) const {
  const record::Frame frame = read(number);
  if (is_flat()) return picture::draw_flat(flat_of(frame), furniture_of(frame), size_, format);
  if (picture::is_vector(format))
    throw SceneError(Place{}, "a picture of a scene in space is made of pixels: name it .png");
  return picture::png_of(
      picture::draw_solid(solid_of(frame), furniture_of(frame), camera_, size_, options_.quality));
}

}  // namespace scree::show
