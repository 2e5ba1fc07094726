#include "tests/scene/scene_text.h"

#include <fmt/format.h>

#include <iterator>

namespace scree::scene {
namespace {

constexpr double huge = 1e300;
constexpr Parameter hertz_mindlin[] = {
    {"restitution", Kind::number, std::nullopt, 0, 1, "speed after over speed before"},
    {"friction", Kind::number, 0.0, 0, huge, "Coulomb's coefficient"},
    {"rolling_friction", Kind::number, 0.0, 0, huge, "limit of the rolling torque"},
};
constexpr Parameter hooke_history[] = {
    {"kn", Kind::stiffness, std::nullopt, 0, huge, "normal stiffness"},
    {"kt", Kind::stiffness, 0.0, 0, huge, "tangential stiffness"},
    {"gamma_n", Kind::rate, 0.0, 0, huge, "normal damping"},
    {"gamma_t", Kind::rate, 0.0, 0, huge, "tangential damping"},
    {"friction", Kind::number, 0.0, 0, huge, "Coulomb's coefficient"},
};

std::vector<Override> to_overrides(const std::vector<std::string>& texts) {
  std::vector<Override> overrides;
  for (const std::string& text : texts) overrides.push_back({text});
  return overrides;
}

std::string of(double number) { return fmt::format("{:a}", number); }
std::string of(const Coordinates& vector) {
  return fmt::format("({} {} {})", of(vector[0]), of(vector[1]), of(vector[2]));
}
std::string of(const std::string& text) { return fmt::format("<{}>", text); }
std::string of(std::uint64_t number) { return fmt::format("{}", number); }
template <class T>
std::string of(const Placed<T>& placed) {
  return of(placed.value);
}
template <class T>
std::string of(const std::optional<T>& value) {
  return value ? of(*value) : "none";
}
std::string of(const Plane& plane) { return fmt::format("plane {} {}", of(plane.point), of(plane.normal)); }
std::string of(const ConeRegion& cone) {
  return fmt::format("cone {} {} {} {}", of(cone.start), of(cone.end), cone.start_radius, cone.end_radius);
}
std::string of(const BoxRegion& box) { return fmt::format("box {} {}", of(box.lo), of(box.hi)); }
std::string of(const BallRegion& ball) { return fmt::format("ball {} {}", of(ball.centre), of(ball.radius)); }
std::string of(const CylinderRegion& one) {
  return fmt::format("cylinder {} {} {} {}", of(one.point), of(one.axis), of(one.radius), of(one.height));
}
std::string of(const Condition& condition) {
  std::string text = of(condition.text);
  for (const Condition::Comparison& one : condition.comparisons)
    text += fmt::format(" {} {} {} {}", int(one.quantity), of(std::uint64_t(one.region.value_or(99))),
                        int(one.relation), of(one.value));
  for (const Condition::Node& node : condition.nodes)
    text += fmt::format(" {} {} {}", int(node.kind), node.first, node.second);
  return text;
}
std::string of(const BoxSurface& box) {
  return fmt::format("box {} {} {}", of(box.lo), of(box.hi), box.inside);
}
std::string of(const CircleSurface& circle) {
  return fmt::format("circle {} {} {}", of(circle.centre), circle.radius, circle.inside);
}
std::string of(const ConeSurface& cone) {
  return fmt::format("cone {} {} {} {} {} {} {}", of(cone.start), of(cone.end), cone.start_radius,
                     cone.end_radius, cone.inside, cone.start_cap, cone.end_cap);
}
template <int D>
std::string of(const shape::MeshData<D>& mesh) {
  std::string text = "mesh";
  for (const Vec<D>& vertex : mesh.vertices) text += fmt::format(" {}", fmt::join(vertex.component, " "));
  for (const auto& piece : mesh.pieces) text += fmt::format(" {}", fmt::join(piece, " "));
  return text;
}
std::string of(const MeshSurface& surface) { return of(surface.mesh); }
std::string of(const ChainSurface& surface) { return of(surface.mesh); }
std::string of(const WallMotion& motion) {
  return fmt::format("{} {} {} {} {} {} {} {} {} {}", of(motion.velocity), of(motion.spin), of(motion.point),
                     of(motion.swing), motion.swing_rate, motion.phase, of(motion.servo_direction),
                     motion.servo_force, motion.servo_mass, motion.servo_max_speed);
}

std::string of(const SizeDistribution& sizes) {
  std::string text = fmt::format("{} {} {} {} {} {}", int(sizes.form), int(sizes.shares), of(sizes.least),
                                 of(sizes.most), of(sizes.centre), of(sizes.spread));
  for (const SizeDistribution::Class& one : sizes.classes)
    text += fmt::format(" {} {} {}", of(one.least), of(one.most), of(one.share));
  return text;
}

}  // namespace

const Vocabulary& test_vocabulary() {
  static const Vocabulary vocabulary{{{"hertz_mindlin", hertz_mindlin}, {"hooke_history", hooke_history}},
                                     {"all_pairs", "linked_cell"},
                                     {"velocity_verlet", "gear"},
                                     {"explicit", "implicit"}};
  return vocabulary;
}

SceneDescription read(std::string_view text, const std::vector<std::string>& overrides) {
  return read_scene_text(text, "scene.toml", test_vocabulary(), to_overrides(overrides));
}

std::vector<std::string> complaints_about(std::string_view text, const std::vector<std::string>& overrides) {
  try {
    read(text, overrides);
  } catch (const SceneError& error) {
    std::vector<std::string> lines;
    for (const Complaint& complaint : error.complaints) {
      const Place& place = complaint.place;
      const std::string where =
          place.line > 0 ? fmt::format("{}:{}", place.line, place.column) : place.text();
      lines.push_back(where.empty() ? complaint.message : where + ": " + complaint.message);
    }
    return lines;
  }
  return {};
}

std::string values_of(const SceneDescription& scene) {
  std::string out;
  const auto line = [&](auto&&... parts) { ((out += parts, out += ' '), ...), out += '\n'; };
  line("scene", of(scene.name), of(std::uint64_t(scene.dimension)), of(scene.gravity), of(scene.seed),
       of(scene.thickness));
  line("domain", of(scene.domain.lo), of(scene.domain.hi));
  if (const auto& shear = scene.domain.shear)
    line("shear", of(std::uint64_t(shear->flow)), of(std::uint64_t(shear->gradient)), of(shear->rate),
         of(std::uint64_t(shear->flowing)));
  for (const Material& material : scene.materials)
    line("material", of(material.name), of(material.density), of(material.young), of(material.poisson));
  for (const ContactRule& rule : scene.contacts) {
    line("contact", of(rule.first), of(rule.second), of(rule.law));
    for (const ContactRule::Value& value : rule.values) line("  ", value.name, of(value.number));
  }
  for (const Wall& wall : scene.walls)
    line("wall", of(wall.name), of(wall.material),
         std::visit([](const auto& s) { return of(s); }, wall.surface), of(wall.motion));
  for (const Body& body : scene.bodies)
    line("body", of(body.name), of(body.shape), of(body.radius), of(body.material), of(body.position),
         of(body.velocity), of(body.spin), body.fixed ? "fixed" : "free");
  for (const Fill& fill : scene.fills)
    line("fill", of(fill.shape), of(fill.material), of(fill.radius), of(fill.lo), of(fill.hi),
         of(std::uint64_t(fill.arrangement)), of(fill.count), of(fill.volume_fraction), of(fill.file),
         of(fill.rows), of(fill.velocity), of(fill.random_speed), fill.fixed ? "fixed" : "free");
  for (const Region& region : scene.regions)
    line("region", of(region.name), std::visit([](const auto& s) { return of(s); }, region.shape));
  for (const Stage& stage : scene.stages)
    line("stage", of(stage.name), of(stage.duration), stage.until ? of(stage.until->value) : "none",
         stage.must_end_by_condition ? "limit" : "duration", of(stage.check), of(stage.gravity));
  for (const Inlet& inlet : scene.inlets) {
    line("inlet", of(inlet.name), of(inlet.shape), of(inlet.material), of(inlet.radius), of(inlet.lo),
         of(inlet.hi), of(inlet.mass_rate), of(inlet.number_rate), of(inlet.count), of(inlet.velocity),
         of(inlet.random_speed), of(inlet.from), of(inlet.until), inlet.waits ? "waits" : "stops");
    for (const std::string& stage : inlet.stages) line("  ", of(stage));
  }
  for (const Sink& sink : scene.sinks)
    line("sink", of(sink.name), std::visit([](const auto& s) { return of(s); }, sink.shape));
  for (const Measure& measure : scene.measures) {
    line("measure", of(measure.name), of(std::uint64_t(measure.kind)), of(measure.interval),
         measure.region ? std::visit([](const auto& s) { return of(s); }, *measure.region) : "everywhere",
         of(std::uint64_t(measure.axis)), of(measure.bins), of(measure.cells[0]), of(measure.cells[1]),
         of(measure.cells[2]), of(measure.width), of(std::uint64_t(measure.kernel)), of(measure.plane),
         of(measure.wall));
    for (const std::string& body : measure.bodies) line("  ", of(body));
  }
  line("record", of(scene.record.frames), of(scene.record.checkpoint));
  line("run", of(scene.run.integrator), of(scene.run.stepper), of(scene.run.search), of(scene.run.time_step),
       of(scene.run.skin));
  line("watch", of(scene.watch.overlap_warn), of(scene.watch.overlap_strong), of(scene.watch.overlap_stop));
  return out;
}

}  // namespace scree::scene
