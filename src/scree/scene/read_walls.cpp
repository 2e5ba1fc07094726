// [[wall]]: surfaces and how they move.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "scree/base/pose.h"
#include "scree/base/text.h"
#include "scree/scene/mesh_file.h"
#include "scree/scene/mesh_text.h"
#include "scree/scene/sections.h"
#include "scree/scene/shape_catalog.h"

namespace scree::scene {
namespace {

Vec3 vec(const Coordinates& c) { return {c[0], c[1], c[2]}; }

Plane read_plane(const TableReader& wall) {
  Plane plane;
  const auto reader = wall.table("plane", "wall.plane");
  if (!reader) return plane;
  plane.point = reader->vector("point").value_or(Coordinates{});
  plane.normal = reader->direction("normal").value_or(Coordinates{});
  return plane;
}

/// Faces of a box by axis: the lower, the upper.
using Faces = std::array<std::array<bool, 2>, 3>;

/// "+z" is the upper face along z.
Faces read_open_faces(const Reading& reading, const TableReader& box) {
  Faces open{};
  const int axes = reading.dimension.value_or(3);
  for (const Placed<std::string>& name : box.texts("open")) {
    const std::string& text = name.value;
    const bool is_face =
        text.size() == 2 && (text[0] == '+' || text[0] == '-') && text[1] >= 'x' && text[1] < 'x' + axes;
    if (is_face)
      open[static_cast<std::size_t>(text[1] - 'x')][text[0] == '+'] = true;
    else
      box.complain(
          "open",
          fmt::format("open: there is no face {}; write \"{}\" for the lid, or others of -x, +x{}",
                      in_quotes(text), axes == 2 ? "+y" : "+z", axes == 2 ? ", -y, +y" : ", -y, +y, -z, +z"));
  }
  return open;
}

/// The faces that an open box has, as triangles whose fronts are inside.
MeshSurface faces_in_space(const Corners& box, const Faces& open) {
  MeshSurface surface;
  surface.has_front = true;
  for (std::uint32_t corner = 0; corner < 8; ++corner) {
    Vec3 place;
    for (std::size_t k = 0; k < 3; ++k) place[k] = (corner >> k & 1U) != 0 ? box.hi[k] : box.lo[k];
    surface.mesh.vertices.push_back(place);
  }
  for (std::uint32_t axis = 0; axis < 3; ++axis)
    for (const bool upper : {false, true}) {
      if (open[axis][upper]) continue;
      const std::uint32_t u = 1U << (axis + 1) % 3, v = 1U << (axis + 2) % 3, base = upper ? 1U << axis : 0;
      // Anticlockwise around the axis: the front of the lower face.
      const std::array<std::uint32_t, 4> ring{base, base + u, base + u + v, base + v};
      if (upper) {
        surface.mesh.pieces.push_back({ring[2], ring[1], ring[0]});
        surface.mesh.pieces.push_back({ring[3], ring[2], ring[0]});
      } else {
        surface.mesh.pieces.push_back({ring[0], ring[1], ring[2]});
        surface.mesh.pieces.push_back({ring[0], ring[2], ring[3]});
      }
    }
  return surface;
}

/// Anticlockwise, so that the back, on the right of the way, is outside.
ChainSurface faces_in_plane(const Corners& box, const Faces& open) {
  ChainSurface surface;
  surface.has_back = true;
  surface.mesh.vertices = {
      {box.lo[0], box.lo[1]}, {box.hi[0], box.lo[1]}, {box.hi[0], box.hi[1]}, {box.lo[0], box.hi[1]}};
  if (!open[1][0]) surface.mesh.pieces.push_back({0, 1});
  if (!open[0][1]) surface.mesh.pieces.push_back({1, 2});
  if (!open[1][1]) surface.mesh.pieces.push_back({2, 3});
  if (!open[0][0]) surface.mesh.pieces.push_back({3, 0});
  return surface;
}

/// A box with open faces is a mesh, or in the plane a chain, of the others.
void read_box(Reading& reading, const TableReader& wall, Wall& result) {
  BoxSurface surface;
  const auto reader = wall.table("box", "wall.box");
  if (!reader) return;
  const Corners corners = read_corners(reading, *reader);
  surface.lo = corners.lo;
  surface.hi = corners.hi;
  surface.inside = reader->word_or_fallback("side") == "inside";
  result.surface = surface;
  if (!surface.inside) reader->refuse("open", "does not go with side = \"outside\": a solid is closed");
  const Faces open = read_open_faces(reading, *reader);
  if (open == Faces{}) return;
  if (reading.dimension == 2) {
    ChainSurface faces = faces_in_plane(corners, open);
    if (faces.mesh.pieces.empty()) reader->complain("open", "open: a box without any face is no wall");
    result.surface = std::move(faces);
  } else {
    MeshSurface faces = faces_in_space(corners, open);
    if (faces.mesh.pieces.empty()) reader->complain("open", "open: a box without any face is no wall");
    result.surface = std::move(faces);
  }
}

CircleSurface read_circle(const TableReader& wall) {
  CircleSurface circle;
  const auto reader = wall.table("circle", "wall.circle");
  if (!reader) return circle;
  circle.centre = reader->vector("centre").value_or(Coordinates{});
  if (const auto radius = reader->quantity("radius")) circle.radius = radius->value;
  circle.inside = reader->word_or_fallback("side") == "inside";
  return circle;
}

/// `key` is "cylinder" or "cone".
ConeSurface read_cone(const TableReader& wall, std::string_view key) {
  ConeSurface cone;
  const bool is_cylinder = key == "cylinder";
  const auto reader = wall.table(key, is_cylinder ? "wall.cylinder" : "wall.cone");
  if (!reader) return cone;
  const auto start = reader->vector("start"), end = reader->vector("end");
  if (start && end && *start == *end)
    reader->complain("end", "end must differ from start: they give the axis");
  cone.start = start.value_or(Coordinates{});
  cone.end = end.value_or(Coordinates{0, 0, 1});
  const auto size = [&](std::string_view name) {
    const auto number = reader->quantity(name);
    return number ? number->value : 0;
  };
  cone.start_radius = size(is_cylinder ? "radius" : "start_radius");
  cone.end_radius = size(is_cylinder ? "radius" : "end_radius");
  if (!is_cylinder && reader->has("start_radius") && cone.start_radius == 0 && cone.end_radius == 0)
    reader->complain("end_radius", "one of the radii of a cone must be positive");
  cone.inside = reader->word_or_fallback("side") == "inside";
  if (!cone.inside) reader->refuse("caps", "does not go with side = \"outside\": a solid is closed");
  const std::string caps = reader->word_or_fallback("caps");
  cone.start_cap = (caps == "both" || caps == "start") && cone.start_radius > 0;
  cone.end_cap = (caps == "both" || caps == "end") && cone.end_radius > 0;
  return cone;
}

/// Metres per unit of a file's numbers.
double unit_of(const TableReader& wall) {
  const auto unit = wall.text("unit");
  if (!unit) return 1;
  const std::optional<double> metres = length_unit(unit->value);
  if (!metres)
    wall.complain("unit", fmt::format("unit: expected a unit of length, as in unit = \"mm\", got {}",
                                      in_quotes(unit->value)));
  return metres.value_or(1);
}

/// Scales, turns and shifts what a file gives.
class Placement {
 public:
  Placement(const Reading& reading, const TableReader& wall) {
    const auto scale = wall.quantity("scale");
    scale_ = (scale ? scale->value : 1) * unit_of(wall);
    pose_.offset = vec(wall.vector("position").value_or(Coordinates{}));
    const auto rotation = wall.table("rotation", "wall.rotation");
    if (!rotation) return;
    Coordinates axis{0, 0, 1};
    if (reading.dimension == 2)
      rotation->refuse("axis", "is for 3D scenes; in the plane an angle says it all");
    else if (const auto given = rotation->direction("axis"))
      axis = *given;
    else if (!rotation->has("axis"))
      rotation->complain("angle", "rotation needs 'axis' in 3D, as in axis = [0, 0, 1]");
    if (const auto angle = rotation->quantity("angle")) pose_.rotation = rotation_by(angle->value, vec(axis));
  }

  Vec3 operator()(const Vec3& place) const { return to_scene(pose_, scale_ * place); }

 private:
  double scale_ = 1;
  Pose<3> pose_;
};

MeshSurface read_mesh(const Reading& reading, const TableReader& wall) {
  MeshSurface surface;
  if (const auto side = wall.word("side"))
    surface.side = side->value == "front"  ? MeshSurface::Side::front
                   : side->value == "back" ? MeshSurface::Side::back
                                           : MeshSurface::Side::both;
  if (wall.has("mesh") && !wall.has("unit"))
    wall.complain(
        "mesh",
        "[[wall]] with a mesh file needs 'unit', since such files do not tell theirs, as in unit = \"mm\"");
  const Placement place(reading, wall);
  static_cast<void>(wall.text("mesh"));
  const auto vertices = wall.text("vertices"), triangles = wall.text("triangles");
  if (wall.has("vertices") != wall.has("triangles"))
    wall.complain(wall.has("vertices") ? "vertices" : "triangles",
                  "'vertices' and 'triangles' come together");
  if (!vertices || !triangles) return surface;
  MeshFile lists = read_mesh_lists(vertices->value, triangles->value);
  if (!lists.fault.empty()) {
    wall.complain("triangles",
                  lists.line > 0 ? fmt::format("line {}: {}", lists.line, lists.fault) : lists.fault);
    return surface;
  }
  for (Vec3& vertex : lists.mesh.vertices) vertex = place(vertex);
  surface.mesh = std::move(lists.mesh);
  return surface;
}

/// Lines "x,y"; an empty line begins another chain.
std::vector<std::vector<Vec3>> read_rows(const TableReader& wall, const std::string& text) {
  std::vector<std::vector<Vec3>> chains(1);
  Words lines(text);
  bool is_first = true;
  while (!lines.rest().empty()) {
    const std::size_t number = lines.line();
    std::string line(lines.next_line());
    if (line.starts_with('#')) continue;
    if (line.find_first_not_of(" \t") == std::string::npos) {
      if (!chains.back().empty()) chains.emplace_back();
      continue;
    }
    std::string compact;
    for (const char c : line)
      if (c != ' ' && c != '\t' && c != '"') compact += c;
    const bool is_header = is_first && compact == "x,y";
    is_first = false;
    if (is_header) continue;
    for (char& c : line)
      if (c == ',' || c == ';') c = ' ';
    Words words(line);
    std::vector<double> numbers;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      const auto value = Words::to_number(word);
      numbers.push_back(value && std::isfinite(*value) ? *value : std::nan(""));
    }
    if (numbers.size() != 2 || std::isnan(numbers[0]) || std::isnan(numbers[1])) {
      wall.complain(wall.has("chain") ? "chain" : "rows",
                    fmt::format("line {}: expected x,y, got {}", number, in_quotes(line)));
      return {};
    }
    chains.back().push_back({numbers[0], numbers[1], 0});
  }
  if (chains.back().empty()) chains.pop_back();
  return chains;
}

ChainSurface read_chain(const Reading& reading, const TableReader& wall, std::string_view key) {
  ChainSurface surface;
  if (wall.has("chain") && !wall.has("unit"))
    wall.complain("chain", "[[wall]] with a chain from a file needs 'unit', as in unit = \"mm\"");
  if (key == "points") wall.refuse("unit", "is for files; points carry their own units");
  const Placement place(reading, wall);
  std::vector<std::vector<Vec3>> chains;
  static_cast<void>(wall.text("chain"));
  if (const auto points = wall.points("points")) {
    chains.emplace_back();
    for (const Coordinates& point : *points) chains.back().push_back(vec(point));
  } else if (const auto rows = wall.text("rows")) {
    chains = read_rows(wall, rows->value);
    if (chains.empty()) return surface;
  } else {
    return surface;
  }
  const bool closed = wall.flag("closed").value_or(false);
  for (const std::vector<Vec3>& chain : chains) {
    if (chain.size() < (closed ? 3u : 2u)) {
      wall.complain(key, fmt::format("{}: a chain has at least {} points", key, closed ? "3" : "2"));
      return surface;
    }
    const auto first = static_cast<std::uint32_t>(surface.mesh.vertices.size());
    for (std::uint32_t k = 0; k < chain.size(); ++k) {
      const Vec3 placed = place(chain[k]);
      surface.mesh.vertices.push_back({placed[0], placed[1]});
      if (k > 0) surface.mesh.pieces.push_back({first + k - 1, first + k});
    }
    if (closed) surface.mesh.pieces.push_back({first + static_cast<std::uint32_t>(chain.size()) - 1, first});
  }
  return surface;
}

/// What the wall is made of; meshes and chains may also stand in the scene itself.
std::string_view surface_key(const Reading& reading, const TableReader& wall) {
  std::vector<std::string_view> keys;
  std::vector<int> dimensions;
  for (const ShapeEntry& shape : shape_catalog()) {
    if (!shape.of_walls) continue;
    std::string_view key = shape.name;
    if (key == "mesh" && !wall.has("mesh"))
      key = wall.has("vertices") ? "vertices" : wall.has("triangles") ? "triangles" : key;
    if (key == "chain" && !wall.has("chain"))
      key = wall.has("points") ? "points" : wall.has("rows") ? "rows" : key;
    keys.push_back(key);
    dimensions.push_back(shape.dimension);
  }
  const std::string_view found = wall.one_of(keys);
  for (std::size_t k = 0; k < keys.size(); ++k)
    if (keys[k] == found && dimensions[k] != 0 && reading.dimension && *reading.dimension != dimensions[k]) {
      wall.complain(found, fmt::format("'{}' is for {}D scenes; this one has dimension = {}", found,
                                       dimensions[k], *reading.dimension));
      return {};
    }
  return found;
}

void refuse_idle_keys(const TableReader& wall, std::string_view surface) {
  const bool is_mesh = surface == "mesh" || surface == "vertices" || surface == "triangles";
  const bool is_chain = surface == "chain" || surface == "points" || surface == "rows";
  if (!is_mesh && !is_chain)
    for (const std::string_view key : {"unit", "scale", "position", "rotation"})
      wall.refuse(key, "goes with 'mesh' or 'chain' only");
  if (!is_chain) wall.refuse("closed", "goes with a chain only");
  if (!is_mesh) wall.refuse("side", "goes with a mesh only");
}

void read_servo(const Reading& reading, const TableReader& motion, WallMotion& result) {
  static_cast<void>(reading);
  const auto servo = motion.table("servo", "wall.motion.servo");
  if (!servo) return;
  result.servo_direction = servo->direction("direction").value_or(Coordinates{});
  if (const auto force = servo->quantity("force")) result.servo_force = force->value;
  if (const auto mass = servo->quantity("mass")) result.servo_mass = mass->value;
  if (const auto speed = servo->quantity("max_speed")) result.servo_max_speed = speed->value;
  if (!servo->has("mass") && servo->has("force") && result.servo_force == 0)
    servo->complain("force", "a servo with no force needs a 'mass', as in mass = \"2 kg\"");
}

}  // namespace

Corners read_corners(Reading& reading, const TableReader& box) {
  const auto lo = box.vector("min"), hi = box.vector("max");
  if (!lo || !hi) return {};
  require_order(reading, box.place(), "box", *lo, *hi);
  return {*lo, *hi};
}

WallMotion read_motion(Reading& reading, const TableReader& motion) {
  WallMotion result;
  if (const auto translate = motion.table("translate", "wall.motion.translate"))
    result.velocity = translate->vector("velocity").value_or(Coordinates{});
  if (const auto rotate = motion.table("rotate", "wall.motion.rotate")) {
    result.point = rotate->vector("point").value_or(Coordinates{});
    Coordinates axis{0, 0, 1};
    if (reading.dimension == 2)
      rotate->refuse("axis", "is for 3D scenes; in the plane a positive rate turns counter-clockwise");
    else if (const auto given = rotate->direction("axis"))
      axis = *given;
    else if (!rotate->has("axis"))
      rotate->complain("rate", "rotate needs 'axis' in 3D, as in axis = [0, 1, 0]");
    if (const auto rate = rotate->quantity("rate"))
      for (std::size_t k = 0; k < 3; ++k) result.spin[k] = rate->value * axis[k];
  }
  if (const auto oscillate = motion.table("oscillate", "wall.motion.oscillate")) {
    const auto direction = oscillate->direction("direction");
    const auto amplitude = oscillate->quantity("amplitude"), frequency = oscillate->quantity("frequency");
    if (direction && amplitude && frequency) {
      for (std::size_t k = 0; k < 3; ++k) result.swing[k] = amplitude->value * (*direction)[k];
      result.swing_rate = 2 * math::pi * frequency->value;
    }
    result.phase = oscillate->quantity_or_fallback("phase");
  }
  read_servo(reading, motion, result);
  return result;
}

void read_wall(Reading& reading, const Table& table, const Place& place, SceneDescription& scene) {
  const TableReader reader(reading, "wall", table, place, "[[wall]]");
  Wall wall;
  wall.place = place;
  const auto name = reader.text("name");
  wall.name = name ? name->value : fmt::format("wall {}", scene.walls.size());
  wall.material = reader.material("material");
  const std::string_view surface = surface_key(reading, reader);
  refuse_idle_keys(reader, surface);
  if (surface == "plane") wall.surface = read_plane(reader);
  if (surface == "box") read_box(reading, reader, wall);
  if (surface == "circle") wall.surface = read_circle(reader);
  if (surface == "cylinder" || surface == "cone") wall.surface = read_cone(reader, surface);
  if (surface == "mesh" || surface == "vertices" || surface == "triangles")
    wall.surface = read_mesh(reading, reader);
  if (surface == "chain" || surface == "points" || surface == "rows")
    wall.surface = read_chain(reading, reader, surface);
  if (const auto motion = reader.table("motion", "wall.motion")) wall.motion = read_motion(reading, *motion);
  scene.walls.push_back(std::move(wall));
}

}  // namespace scree::scene
