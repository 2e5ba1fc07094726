#include "scree/sim/edit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "scree/base/math.h"
#include "scree/base/vec.h"

namespace scree::sim {
namespace {

bool is_zero(const Coordinates& vector) { return vector == Coordinates{}; }

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x20 || code == 0x7F)
      result += fmt::format("\\u{:04X}", code);
    else if (c == '"' || c == '\\')
      result += std::string{'\\', c};
    else
      result += c;
  }
  return result + '"';
}

struct TextOf {
  int dimension;

  /// With all its digits: reading it gives the same bits. What is no number is left to the reader to refuse.
  static std::string number(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
  }
  std::string vector(const Coordinates& values) const {
    std::string text = "[";
    for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k)
      text += (k == 0 ? "" : ", ") + number(values[k]);
    return text + "]";
  }
  static std::string ids(std::string_view key, const std::vector<Id>& bodies) {
    return fmt::format("{} = [{}]", key, fmt::join(bodies, ", "));
  }
  /// Axis and rate of a spin, which in the plane is about the third axis.
  std::string rotation(const Coordinates& spin, const Coordinates& point) const {
    if (dimension == 2) return fmt::format("{{ point = {}, rate = {} }}", vector(point), number(spin[2]));
    return fmt::format("{{ point = {}, axis = {}, rate = {} }}", vector(point), vector(spin),
                       number(length(spin)));
  }
  static double length(const Coordinates& vector) { return norm(Vec3{vector[0], vector[1], vector[2]}); }

  std::string motion(const scene::WallMotion& motion) const {
    std::vector<std::string> parts;
    if (!is_zero(motion.velocity))
      parts.push_back(fmt::format("translate = {{ velocity = {} }}", vector(motion.velocity)));
    if (!is_zero(motion.spin)) parts.push_back("rotate = " + rotation(motion.spin, motion.point));
    if (!is_zero(motion.swing))
      parts.push_back(
          fmt::format("oscillate = {{ direction = {}, amplitude = {}, frequency = {}, phase = {} }}",
                      vector(motion.swing), number(length(motion.swing)),
                      number(motion.swing_rate / (2 * math::pi)), number(motion.phase)));
    if (!is_zero(motion.servo_direction))
      parts.push_back(fmt::format("servo = {{ direction = {}, force = {}, max_speed = {}{} }}",
                                  vector(motion.servo_direction), number(motion.servo_force),
                                  number(motion.servo_max_speed),
                                  motion.servo_mass > 0 ? ", mass = " + number(motion.servo_mass) : ""));
    return fmt::format("{{ {} }}", fmt::join(parts, ", "));
  }

  std::string operator()(const SetGravity& edit) const { return "gravity = " + vector(edit.gravity); }
  std::string operator()(const SetContactNumber& edit) const {
    return fmt::format("contact = {{ {} = {{ {} = {} }} }}", quoted(edit.pair), quoted(edit.name),
                       number(edit.value));
  }
  std::string operator()(const DriveWall& edit) const {
    return fmt::format("drive_wall = {{ wall = {}, motion = {} }}", quoted(edit.wall), motion(edit.motion));
  }
  std::string operator()(const MoveWall& edit) const {
    return fmt::format("move_wall = {{ wall = {}, by = {} }}", quoted(edit.wall), vector(edit.by));
  }
  std::string operator()(const RemoveWall& edit) const { return "remove_wall = " + quoted(edit.wall); }
  std::string operator()(const ReturnWall& edit) const { return "return_wall = " + quoted(edit.wall); }
  std::string operator()(const AddBody& edit) const {
    return fmt::format(
        "add_body = {{ shape = {}, radius = {}, material = {}, position = {}, velocity = {} }}",
        quoted(dimension == 2 ? "disc" : "sphere"), number(edit.radius), quoted(edit.material),
        vector(edit.position), vector(edit.velocity));
  }
  std::string operator()(const MoveBody& edit) const {
    return fmt::format("move_body = {{ body = {}{}{} }}", edit.body,
                       edit.position ? ", position = " + vector(*edit.position) : "",
                       edit.velocity ? ", velocity = " + vector(*edit.velocity) : "");
  }
  std::string operator()(const PinBodies& edit) const { return ids("pin", edit.bodies); }
  std::string operator()(const UnpinBodies& edit) const { return ids("unpin", edit.bodies); }
  std::string operator()(const RemoveBodies& edit) const { return ids("remove_body", edit.bodies); }
  std::string operator()(const Grab& edit) const {
    return fmt::format("grab = {{ body = {}, point = {}, stiffness = {}, damping = {} }}", edit.body,
                       vector(edit.point), number(edit.stiffness), number(edit.damping));
  }
  std::string operator()(const Release& edit) const { return ids("release", edit.bodies); }
  std::string operator()(const SetTimeStep& edit) const { return "time_step = " + number(edit.time_step); }
  std::string operator()(const SetFrameInterval& edit) const { return "frames = " + number(edit.interval); }
  std::string operator()(const WrittenEdit& edit) const { return edit.text; }
};

}  // namespace

std::string text_of(const Edit& edit, int dimension) { return std::visit(TextOf{dimension}, edit); }

}  // namespace scree::sim
