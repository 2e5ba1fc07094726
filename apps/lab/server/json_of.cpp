#include "apps/lab/server/json_of.h"

#include <cmath>

#include "scree/sim/families.h"
#include "scree/world/state.h"

namespace scree::lab {
namespace {

template <class Numbers>
json list(const Numbers& numbers, int count) {
  json all = json::array();
  for (int k = 0; k < count; ++k) {
    const double number = numbers[k];
    all.push_back(std::isfinite(number) ? json(number) : json(nullptr));
  }
  return all;
}
json list(double number) { return json::array({number}); }
json list(const Vec3& numbers) { return json::array({numbers[0], numbers[1], numbers[2]}); }

template <int D>
json json_of_mesh(const shape::MeshData<D>& mesh) {
  json vertices = json::array(), pieces = json::array();
  for (const Vec<D>& vertex : mesh.vertices)
    for (int k = 0; k < D; ++k) vertices.push_back(vertex[k]);
  for (const auto& piece : mesh.pieces)
    for (const std::uint32_t vertex : piece) pieces.push_back(vertex);
  return {{"vertices", vertices}, {D == 3 ? "triangles" : "segments", pieces}};
}

json json_of_surface(const scene::Wall& wall, int dimension) {
  struct Visitor {
    int dimension;
    json operator()(const scene::Plane& plane) const {
      return {
          {"plane", {{"point", list(plane.point, dimension)}, {"normal", list(plane.normal, dimension)}}}};
    }
    json operator()(const scene::BoxSurface& box) const {
      return {{"box",
               {{"lo", list(box.lo, dimension)}, {"hi", list(box.hi, dimension)}, {"inside", box.inside}}}};
    }
    json operator()(const scene::CircleSurface& circle) const {
      return {{"circle",
               {{"centre", list(circle.centre, 2)}, {"radius", circle.radius}, {"inside", circle.inside}}}};
    }
    json operator()(const scene::ConeSurface& cone) const {
      return {{"frustum",
               {{"start", list(cone.start, 3)},
                {"end", list(cone.end, 3)},
                {"start_radius", cone.start_radius},
                {"end_radius", cone.end_radius},
                {"inside", cone.inside},
                {"caps", {cone.start_cap, cone.end_cap}}}}};
    }
    json operator()(const scene::MeshSurface& mesh) const { return {{"mesh", json_of_mesh(mesh.mesh)}}; }
    json operator()(const scene::ChainSurface& chain) const { return {{"chain", json_of_mesh(chain.mesh)}}; }
  };
  return std::visit(Visitor{dimension}, wall.surface);
}

json json_of_wall(const scene::Wall& wall, int dimension) {
  return {{"name", wall.name},
          {"material", wall.material ? json(wall.material->value) : json(nullptr)},
          {"surface", json_of_surface(wall, dimension)}};
}

json json_of_rule(const scene::ContactRule& rule) {
  json values = json::object();
  for (const scene::ContactRule::Value& value : rule.values) values[value.name] = value.number.value;
  return {{"pair", rule.first.empty() ? "default" : rule.first + "-" + rule.second},
          {"law", rule.law.value},
          {"values", values}};
}

const Column& column_of(const std::vector<Column>& columns, const char* name) {
  for (const Column& column : columns)
    if (column.name == name) return column;
  throw InternalError(name, __FILE__, __LINE__);
}

/// One row per contact: who, where, how hard.
struct ContactRows {
  explicit ContactRows(sim::Simulation& simulation)
      : columns(simulation.readings().contacts()), dimension(simulation.methods().dimension) {}
  std::size_t size() const { return columns.empty() ? 0 : columns.front().rows; }
  Id first(std::size_t k) const { return column_of(columns, "first").values<Id>()[k]; }
  Id second(std::size_t k) const { return column_of(columns, "second").values<Id>()[k]; }
  double overlap(std::size_t k) const { return column_of(columns, "overlap").values<double>()[k]; }
  const double* vector(const char* name, std::size_t k) const {
    return column_of(columns, name).values<double>().data() + k * static_cast<std::size_t>(dimension);
  }
  double force(std::size_t k) const {
    double square = 0;
    for (int axis = 0; axis < dimension; ++axis)
      square += vector("force", k)[axis] * vector("force", k)[axis];
    return std::sqrt(square);
  }

  std::vector<Column> columns;
  int dimension;
};

template <int D>
json json_of_state(const world::State<D>& state, Id id, const scene::SceneDescription& scene) {
  const world::Bodies<D>& bodies = state.bodies;
  const Slot slot = bodies.slot_of(id);
  if (slot == bodies.no_slot) throw RunError("body " + std::to_string(id) + " is not there");
  const Motion<D>& motion = bodies.motion[slot];
  const world::Load<D> load = world::load_on(state, slot);
  const std::uint32_t material = bodies.material[slot];
  json body = {
      {"body", id},
      {"position", list(motion.position, D)},
      {"velocity", list(motion.velocity, D)},
      {"spin", list(motion.spin)},
      {"radius", motion.radius},
      {"mass", is_fixed(motion) ? json(nullptr) : json(1 / motion.inverse_mass)},
      {"material", material < scene.materials.size() ? json(scene.materials[material].name) : json(nullptr)},
      {"force", list(load.force, D)},
      {"torque", list(load.torque)},
      {"fixed", is_fixed(motion)},
      {"asleep", bodies.is_asleep(slot)},
      {"polygon", bodies.is_polygon(slot)}};
  if constexpr (D == 2)
    if (bodies.follows_orientations()) body["angle"] = angle(bodies.orientation[slot]);
  return body;
}

scene::Value value_of(const json& value) {
  if (value.is_boolean()) return {value.get<bool>(), {}};
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{1} << 62)
    return {value.get<double>(), {}};
  if (value.is_number_integer()) return {value.get<std::int64_t>(), {}};
  if (value.is_number()) return {value.get<double>(), {}};
  if (value.is_string()) return {value.get<std::string>(), {}};
  if (value.is_object()) return {table_of(value), {}};
  if (!value.is_array()) throw RunError("an edit cannot hold null: leave the key out");
  scene::Array array;
  for (const json& item : value) array.items.push_back(value_of(item));
  return {std::move(array), {}};
}

}  // namespace

scene::Table table_of(const json& object) {
  scene::Table table;
  for (const auto& [key, value] : object.items()) table.members.push_back({key, {}, value_of(value)});
  return table;
}

std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

json json_of_scene(const scene::SceneDescription& scene, const std::vector<scene::Edit>& journal) {
  json materials = json::array(), walls = json::array(), laws = json::array(), regions = json::array();
  for (const scene::Material& material : scene.materials) materials.push_back(material.name);
  for (const scene::Wall& wall : scene.walls) walls.push_back(json_of_wall(wall, scene.dimension));
  for (const scene::Edit& edit : journal)
    if (const auto* const added = std::get_if<scene::WallAddition>(&edit.change))
      walls.push_back(json_of_wall(added->wall, scene.dimension));
  for (const scene::ContactRule& rule : scene.contacts) laws.push_back(json_of_rule(rule));
  json periodic = json::array();
  for (int k = 0; k < scene.dimension; ++k)
    periodic.push_back(scene.domain.periodic[static_cast<std::size_t>(k)]);
  return {{"name", scene.name},
          {"dimension", scene.dimension},
          {"seed", scene.seed ? json(*scene.seed) : json(nullptr)},
          {"gravity", list(scene.gravity, scene.dimension)},
          {"materials", materials},
          {"walls", walls},
          {"laws", laws},
          {"domain",
           {{"lo", list(scene.domain.lo, scene.dimension)},
            {"hi", list(scene.domain.hi, scene.dimension)},
            {"periodic", periodic}}}};
}

json json_of_run(sim::Simulation& simulation) {
  const sim::Counts counts = simulation.counts();
  const sim::Energies energies = simulation.energies();
  const sim::Methods methods = simulation.methods();
  json ledger = {{"residual", energies.residual()}, {"initial", energies.initial}};
  for (const auto& [name, value] : energies.entries()) ledger[name] = value;
  const sim::TimeStepAdvice time_step = simulation.time_step();
  json gravity = std::visit([&](const auto* state) { return list(state->gravity, methods.dimension); },
                            simulation.state());
  const double end = simulation.end_time();
  return {{"step", simulation.step()},
          {"time", simulation.time()},
          {"end_time", std::isfinite(end) ? json(end) : json(nullptr)},
          {"finished", simulation.finished()},
          {"time_step", time_step.chosen},
          {"stage", time_step.stage},
          {"bodies", counts.bodies},
          {"contacts", counts.contacts},
          {"asleep", counts.asleep},
          {"gravity", gravity},
          {"energies", ledger},
          {"search", methods.search},
          {"search_choice", methods.search_choice}};
}

json json_of_body(sim::Simulation& simulation, Id body, const scene::SceneDescription& scene) {
  json told =
      std::visit([&](const auto* state) { return json_of_state(*state, body, scene); }, simulation.state());
  told["describe"] = simulation.describe(body);
  const ContactRows contacts(simulation);
  json neighbours = json::array();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    if (contacts.first(k) != body && contacts.second(k) != body) continue;
    const Id other = contacts.first(k) == body ? contacts.second(k) : contacts.first(k);
    neighbours.push_back({{"id", other},
                          {"describe", simulation.describe(other)},
                          {"force", contacts.force(k)},
                          {"overlap", contacts.overlap(k)}});
  }
  told["neighbours"] = neighbours;
  return told;
}

json json_of_contacts(sim::Simulation& simulation, Id first, Id second) {
  const ContactRows contacts(simulation);
  json found = json::array();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const bool is_it = (contacts.first(k) == first && contacts.second(k) == second) ||
                       (contacts.first(k) == second && contacts.second(k) == first);
    if (!is_it) continue;
    json point = json::array(), force = json::array();
    for (int axis = 0; axis < contacts.dimension; ++axis) {
      point.push_back(contacts.vector("point", k)[axis]);
      force.push_back(contacts.vector("force", k)[axis]);
    }
    found.push_back({{"first", contacts.first(k)},
                     {"second", contacts.second(k)},
                     {"point", point},
                     {"force", force},
                     {"overlap", contacts.overlap(k)}});
  }
  return found;
}

json json_of_families() {
  json all = json::object();
  for (const sim::Family& family : sim::families()) {
    json members = json::array();
    for (const sim::Member& member : family.members) {
      json one = {{"name", member.name}, {"summary", member.summary}};
      for (const sim::Detail& detail : member.details)
        std::visit([&](const auto& value) { one[detail.name] = value; }, detail.value);
      members.push_back(std::move(one));
    }
    all[family.name] = std::move(members);
  }
  return all;
}

}  // namespace scree::lab
