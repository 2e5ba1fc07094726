#include "scree/sim/editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "scree/base/random.h"
#include "scree/fill/fill.h"
#include "scree/scene/edit.h"
#include "scree/sim/build_walls.h"
#include "scree/sim/copies.h"
#include "scree/sim/descriptions.h"
#include "scree/sim/inlets.h"
#include "scree/sim/mass_quantum.h"
#include "scree/sim/quantity_text.h"
#include "scree/sim/time_step.h"

namespace scree::sim {
namespace {

/// As the watch over runs sees it: beyond, contacts are passed over.
constexpr double most_time_step = 2 * (1 + 1e-9);

template <int D>
Spin<D> spin_of(const scene::Coordinates& spin) {
  if constexpr (D == 2)
    return spin[2];
  else
    return vec_of<3>(spin);
}

template <int D>
Rotation<D> turn_of(const scene::WallMove& move) {
  if constexpr (D == 2)
    return rotation_by(move.angle);
  else
    return rotation_by(move.angle, vec_of<3>(move.axis));
}

[[noreturn]] void refuse(const scene::Edit& edit, const std::string& why) {
  throw SceneError(edit.place, why);
}

}  // namespace

template <int D>
struct Editor<D>::Visitor {
  Editor& editor;
  const scene::Edit& edit;
  EditTarget<D>& target = editor.target_;
  world::State<D>& state = target.state;
  step::Stepper<D>& stepper = target.stepper;

  void operator()(const scene::GravityChange& change) {
    stepper.wake_all();
    stepper.change_gravity(vec_of<D>(change.gravity), target.dt());
  }
  void operator()(const scene::LawChange& change) {
    LawsInForce before = target.edits.laws();
    target.edits.laws().change(change.materials, change.contacts);
    try {
      editor.follow_laws(edit);
    } catch (...) {
      target.edits.laws() = std::move(before);
      throw;
    }
  }
  void operator()(const scene::WallDrive& change) {
    const std::size_t wall = editor.require_wall(edit, change.wall);
    stepper.wake_all();
    step::set_wall_motion(state.walls.states[wall], motion_of<D>(change.motion), editor.time());
  }
  void operator()(const scene::WallMove& change) {
    const std::size_t wall = editor.require_wall(edit, change.wall);
    world::WallState<D>& moved = state.walls.states[wall];
    if (change.angle != 0 && !moved.motion.rests())
      refuse(edit,
             fmt::format(
                 "wall '{}' is moving: stop it before it is turned, as in drive_wall = {{ wall = \"{}\" }}",
                 change.wall, change.wall));
    const Vec<D> about = vec_of<D>(change.about), by = vec_of<D>(change.by);
    const Rotation<D> turn = change.angle == 0 ? Rotation<D>{} : turn_of<D>(change);
    const Pose<D> move{turn, about + by - rotate(turn, about)};
    stepper.wake_all();
    moved.motion.point += by;
    stepper.move_wall(wall, compose(move, moved.pose), compose(move, moved.base));
    const Id id = wall_id(static_cast<std::uint32_t>(wall));
    editor.require_small_overlaps(edit, [id](Id one) { return one == id; });
  }
  void operator()(const scene::WallAddition& change) {
    stepper.wake_all();
    const std::uint32_t wall = editor.add_wall_of(change.wall);
    state.walls.states[wall].active = 0;
    step::set_wall_motion(state.walls.states[wall], motion_of<D>(change.wall.motion), editor.time());
    editor.follow_laws(edit);
    stepper.set_wall_active(wall, true);
    editor.require_small_overlaps(edit, [wall](Id one) { return one == wall_id(wall); });
  }
  void operator()(const scene::WallRemoval& change) { set_active(change.wall, false); }
  void operator()(const scene::WallReturn& change) {
    set_active(change.wall, true);
    const Id id = wall_id(static_cast<std::uint32_t>(editor.require_wall(edit, change.wall)));
    editor.require_small_overlaps(edit, [id](Id one) { return one == id; });
  }
  void set_active(const std::string& name, bool active) {
    const std::size_t wall = editor.require_wall(edit, name);
    if (state.walls.is_active(static_cast<std::uint32_t>(wall)) == active)
      refuse(edit, fmt::format("wall '{}' is {} there", name, active ? "already" : "not"));
    stepper.wake_all();
    stepper.set_wall_active(wall, active);
  }

  void operator()(const scene::BodyAddition& change) {
    const scene::Body& body = change.body;
    const std::vector<Material>& materials = target.edits.laws().materials;
    const std::uint32_t material = body.material ? material_number(materials, body.material->value)
                                                 : static_cast<std::uint32_t>(materials.size() - 1);
    const auto shapes = editor.add_shapes_of(edit, target.edits.journal().size());
    const Motion<D> motion =
        make_motion<D>(vec_of<D>(body.position), body.radius.value, vec_of<D>(body.velocity),
                       spin_of<D>(body.spin), materials[material].density, editor.thickness_, body.fixed);
    const Id id = state.bodies.next_id();
    editor.add(edit,
               {editor.newcomer(motion, material, shapes.count > 0 ? shapes.first + 1 : 0, body.angle)});
    if (!change.has_name) return;
    target.names.resize(id + 1);
    target.names[id] = body.name;
  }
  void operator()(const scene::FillAddition& change) {
    editor.add(edit, editor.filled_bodies(edit, change.fill));
  }
  void operator()(const scene::BodyMove& change) {
    const Slot before = editor.require_body(edit, change.body);
    if (is_fixed(state.bodies.motion[before]) && (change.velocity || change.spin))
      refuse(edit, fmt::format("{} is fixed and never moves: unpin it first",
                               editor.name_of(static_cast<Id>(change.body))));
    if (change.angle && !state.bodies.is_polygon(before)) refuse(edit, "'angle' turns polygons only");
    stepper.wake_all();
    step::Replacement<D> now;
    now.slot = state.bodies.slot_of(static_cast<Id>(change.body));
    now.motion = state.bodies.motion[now.slot];
    if (state.bodies.follows_orientations()) now.orientation = state.bodies.orientation[now.slot];
    if (change.position) now.motion.position = vec_of<D>(*change.position);
    if (change.velocity) now.motion.velocity = vec_of<D>(*change.velocity);
    if (change.spin) now.motion.spin = spin_of<D>(*change.spin);
    if constexpr (D == 2) {
      if (change.angle) now.orientation = rotation_by(*change.angle);
    }
    if (change.position) editor.require_room(edit, {{now.motion}});
    const bool elsewhere = change.position || change.angle;
    stepper.replace({&now, 1}, elsewhere, target.dt());
    const Id id = static_cast<Id>(change.body);
    if (elsewhere) editor.require_small_overlaps(edit, [id](Id one) { return one == id; });
  }
  void operator()(const scene::BodyPin& change) { editor.fix(edit, change.bodies, true); }
  void operator()(const scene::BodyUnpin& change) {
    editor.fix(edit, change.bodies, false);
    editor.follow_laws(edit);
  }
  void operator()(const scene::BodyRemoval& change) {
    std::vector<Slot> slots;
    for (const std::uint64_t id : change.bodies) slots.push_back(editor.require_body(edit, id));
    stepper.remove(slots);
  }
  void operator()(const scene::BodyGrab& change) {
    const Slot slot = editor.require_body(edit, change.body);
    if (is_fixed(state.bodies.motion[slot]))
      refuse(edit,
             fmt::format("{} is fixed: no spring moves it", editor.name_of(static_cast<Id>(change.body))));
    if (state.bodies.is_asleep(slot)) {
      std::vector<bool> woken(state.bodies.size(), false);
      woken[slot] = true;
      stepper.wake(std::move(woken));
    }
    state.springs[static_cast<Id>(change.body)] = {vec_of<D>(change.point), change.stiffness, change.damping};
  }
  void operator()(const scene::BodyRelease& change) {
    for (const std::uint64_t id : change.bodies)
      if (state.springs.find(static_cast<Id>(id)) == state.springs.end())
        refuse(edit, fmt::format("no spring holds {}", editor.name_of(static_cast<Id>(id))));
    for (const std::uint64_t id : change.bodies) state.springs.erase(static_cast<Id>(id));
  }
  void operator()(const scene::TimeStepChange& change) {
    editor.require_time_step(edit, change.time_step, editor.interactions());
    const double before = target.dt();
    target.clock.ask_for_time_step(before, change.time_step);
    stepper.change_time_step(before, change.time_step);
  }
  void operator()(const scene::FrameIntervalChange&) {}  // what records the run follows the journal
};

template <int D>
Editor<D>::Editor(const EditTarget<D>& target, const World<D>& world, std::uint64_t seed)
    : target_(target),
      thickness_(world.thickness),
      seed_(seed),
      scene_walls_(target.state.walls.size()),
      scene_names_(target.names.size()),
      scene_shapes_(target.state.bodies.polygons),
      to_come_(world.to_come),
      inlet_shapes_(world.inlet_shapes) {}

template <int D>
void Editor<D>::make(const scene::Edit& edit) {
  std::visit(Visitor{*this, edit}, edit.change);
}

template <int D>
bool Editor<D>::may_fail_late(const scene::Edit& edit) {
  const auto is = [&]<class... Changes>(std::variant<Changes...>*) {
    return (std::holds_alternative<Changes>(edit.change) || ...);
  };
  using Late = std::variant<scene::WallMove, scene::WallAddition, scene::WallReturn, scene::BodyAddition,
                            scene::FillAddition, scene::BodyMove, scene::BodyUnpin>;
  return is(static_cast<Late*>(nullptr));
}

template <int D>
World<D> Editor<D>::present_world() const {
  World<D> world;
  world.thickness = thickness_;
  world.materials = target_.edits.laws().materials;
  world.bodies = target_.state.bodies;
  world.walls = target_.state.walls;
  world.inlet_shapes = inlet_shapes_;
  world.to_come = to_come_;
  return world;
}

template <int D>
step::Interactions Editor<D>::interactions() const {
  RuleNotes told_already;
  return interactions_of(present_world(), std::span<const scene::ContactRule>(target_.edits.laws().rules),
                         told_already);
}

template <int D>
Slot Editor<D>::require_body(const scene::Edit& edit, std::uint64_t id) const {
  const world::Bodies<D>& bodies = target_.state.bodies;
  const Slot slot = id < bodies.next_id() ? bodies.slot_of(static_cast<Id>(id)) : bodies.no_slot;
  if (slot != bodies.no_slot) return slot;
  if (id < bodies.next_id()) refuse(edit, fmt::format("body {} is not there any more", id));
  refuse(edit, bodies.next_id() == 0
                   ? fmt::format("there is no body {}: there are none yet", id)
                   : fmt::format("there is no body {}: ids go from 0 to {}", id, bodies.next_id() - 1));
}

template <int D>
std::size_t Editor<D>::require_wall(const scene::Edit& edit, const std::string& name) const {
  const std::vector<std::string>& names = target_.state.walls.names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse(edit, fmt::format("there is no wall called '{}'", name));
  return static_cast<std::size_t>(found - names.begin());
}

template <int D>
std::string Editor<D>::name_of(Id id) const {
  if (is_wall(id)) return fmt::format("wall '{}'", target_.state.walls.names[wall_index(id)]);
  return body_text(id, target_.names);
}

template <int D>
void Editor<D>::require_time_step(const scene::Edit& edit, double dt, const step::Interactions& laws) const {
  World<D> world = present_world();
  world.interactions = laws;
  scene::SceneDescription ground = target_.edits.ground();
  ground.run.time_step = scene::Placed<double>{dt, edit.place};
  const TimeStepAdvice advice = advise_time_step(
      world, ground, expectations(world, target_.state.gravity, std::abs(target_.state.shear.speed)));
  if (dt <= most_time_step * advice.limit) return;
  refuse(edit, fmt::format(
                   "the time step of {} would be {} times what is allowed then: {} ({}). Take a shorter one, "
                   "as in time_step = \"{}\"",
                   quantity_text(dt, "s"), number_text(dt / advice.limit), quantity_text(advice.limit, "s"),
                   advice.criterion, limit_text(advice.limit)));
}

template <int D>
void Editor<D>::require_room(const scene::Edit& edit, const std::vector<step::Newcomer<D>>& newcomers) const {
  const PeriodicBox<D>& box = target_.state.box;
  const scene::DomainBox& domain = target_.edits.ground().domain;
  for (const step::Newcomer<D>& newcomer : newcomers)
    for (int k = 0; k < D; ++k) {
      const double place = newcomer.motion.position[k];
      if (!(domain.lo[k] <= place && place <= domain.hi[k]))
        refuse(edit, fmt::format("{} lies outside [domain]: the body would be removed at once",
                                 place_text(newcomer.motion.position)));
      if (box.is_periodic(k) && box.length[k] < 4.2 * newcomer.motion.radius)
        refuse(edit,
               fmt::format("a body of radius {} is too large for the periodic box, which is {} long along {}",
                           quantity_text(newcomer.motion.radius, "m"), quantity_text(box.length[k], "m"),
                           "xyz"[k]));
    }
}

template <int D>
void Editor<D>::require_small_overlaps(const scene::Edit& edit, const std::function<bool(Id)>& is_new) const {
  const double most = target_.edits.ground().watch.overlap_stop;
  Overlap worst;
  for (const Overlap& one : target_.overlaps())
    if ((is_new(one.first) || is_new(one.second)) && one.ratio > worst.ratio) worst = one;
  if (worst.ratio <= most) return;
  refuse(edit,
         fmt::format(
             "{} and {} would overlap by {} of the smaller radius; the limit is {} ([watch] overlap_stop)",
             name_of(worst.first), name_of(worst.second), percent_text(worst.ratio), percent_text(most)));
}

template <int D>
void Editor<D>::follow_laws(const scene::Edit& edit) {
  const step::Interactions laws = interactions();
  const bool may_roll = target_.may_roll;
  if (laws.any_rolls() && !may_roll)
    refuse(
        edit,
        "rolling friction can come into a run only where some contact has had it from the start: begin the "
        "scene with a small number instead of 0");
  if (laws.template memory_width<D>(may_roll) > target_.stepper.contacts().widths().memory)
    refuse(edit,
           "this law remembers more than any contact of the run so far: give the scene a body or wall that "
           "follows it from the start");
  require_time_step(edit, target_.dt(), laws);
  target_.edits.laws().edited = true;
  target_.stepper.wake_all();
  target_.stepper.change_interactions(laws);
}

template <int D>
std::uint32_t Editor<D>::add_wall_of(const scene::Wall& wall) {
  const std::vector<Material>& materials = target_.edits.laws().materials;
  const std::uint32_t material = wall.material ? material_number(materials, wall.material->value)
                                               : static_cast<std::uint32_t>(materials.size() - 1);
  std::vector<std::string> notes;
  add_wall(target_.state.walls, wall, material, notes);
  return static_cast<std::uint32_t>(target_.state.walls.size() - 1);
}

template <int D>
std::uint64_t Editor<D>::seed_of(std::uint64_t number) const {
  return random_bits(seed_, purpose("edit"), number);
}

template <int D>
scene::PolygonLibrary::Range Editor<D>::add_shapes_of(const scene::Edit& edit, std::uint64_t number) {
  const std::optional<scene::PolygonForm>* form = scene::polygon_of(edit);
  if (form == nullptr || !*form) return {};
  if (!target_.state.bodies.follows_orientations())
    refuse(edit, "polygons need to be turned: they cannot come into a run with [run] orientations = false");
  std::vector<shape::RigidPolygon> shapes = *target_.state.bodies.polygons;
  const scene::PolygonLibrary::Range range = scene::add_polygons(**form, seed_of(number), shapes);
  target_.state.bodies.polygons = std::make_shared<const std::vector<shape::RigidPolygon>>(std::move(shapes));
  return range;
}

template <int D>
step::Newcomer<D> Editor<D>::newcomer(const Motion<D>& motion, std::uint32_t material, std::uint32_t shape,
                                      double angle) const {
  step::Newcomer<D> one{motion, material, shape};
  if constexpr (D == 2) {
    if (shape == 0) return one;
    if (!is_fixed(motion))
      weigh(one.motion, (*target_.state.bodies.polygons)[shape - 1],
            target_.edits.laws().materials[material].density, thickness_);
    one.orientation = rotation_by(angle);
  }
  return one;
}

template <int D>
std::vector<step::Newcomer<D>> Editor<D>::filled_bodies(const scene::Edit& edit, const scene::Fill& fill) {
  const world::State<D>& state = target_.state;
  const std::vector<Material>& materials = target_.edits.laws().materials;
  scene::SceneDescription around = target_.edits.ground();
  around.gravity = {};
  for (int k = 0; k < D; ++k) around.gravity[k] = state.gravity[k];
  around.fills = {fill};
  // The fill avoids walls that are where the scene put them; for the others it is looked afterwards.
  std::vector<scene::Wall> walls;
  for (const scene::Edit& earlier : target_.edits.journal())
    if (const auto* added = std::get_if<scene::WallAddition>(&earlier.change))
      around.walls.push_back(added->wall);
  for (std::size_t wall = 0; wall < around.walls.size(); ++wall)
    if (state.walls.is_active(static_cast<std::uint32_t>(wall)) &&
        state.walls.states[wall].pose == Pose<D>{} && !state.walls.meshes[wall])
      walls.push_back(around.walls[wall]);
  around.walls = std::move(walls);
  std::vector<fill::Ball<D>> obstacles;
  const Box<D> region{vec_of<D>(fill.lo), vec_of<D>(fill.hi)};
  for (const Motion<D>& motion : state.bodies.motion)
    for_each_copy(state.box, motion.position, grown(region, motion.radius),
                  [&](const Vec<D>& place, const Vec<D>&) {
                    obstacles.push_back({place, motion.radius});
                  });

  const std::uint64_t number = target_.edits.journal().size(), own_seed = seed_of(number);
  scene::PolygonLibrary library;
  library.of_fill = {add_shapes_of(edit, number)};
  std::vector<step::Newcomer<D>> newcomers;
  const bool is_placed = fill.arrangement != scene::Fill::Arrangement::file;
  for (const scene::NewBody<D>& body : fill::generate_fill<D>(around, 0, own_seed, obstacles)) {
    if (is_placed && !is_clear_of_walls(state.walls, body.position, body.radius))
      refuse(edit,
             fmt::format("a body of the fill would lie in a wall at {}: choose a region that is clear of "
                         "meshes and of walls that have moved",
                         place_text(body.position)));
    const std::uint32_t material = material_number(materials, body.material);
    newcomers.push_back(newcomer(make_motion<D>(body.position, body.radius, body.velocity, body.spin,
                                                materials[material].density, thickness_, body.fixed),
                                 material, library.of_filled(0, newcomers.size(), own_seed),
                                 scene::angle_of_filled(fill, 0, newcomers.size(), own_seed)));
  }
  return newcomers;
}

template <int D>
void Editor<D>::add(const scene::Edit& edit, const std::vector<step::Newcomer<D>>& newcomers) {
  require_room(edit, newcomers);
  target_.stepper.wake_all();
  const Id first = target_.state.bodies.next_id();
  // Laws that they follow must be known before they touch anything.
  const std::size_t expected = to_come_.size();
  to_come_.insert(to_come_.end(), newcomers.begin(), newcomers.end());
  try {
    follow_laws(edit);
  } catch (...) {
    to_come_.resize(expected);
    throw;
  }
  to_come_.resize(expected);
  target_.stepper.add(newcomers, target_.dt(), true);
  require_small_overlaps(edit, [first](Id id) { return !is_wall(id) && id >= first; });
}

template <int D>
Motion<D> Editor<D>::freed(const scene::Edit& edit, Slot slot) const {
  const world::Bodies<D>& bodies = target_.state.bodies;
  const double density = target_.edits.laws().materials[bodies.material[slot]].density;
  if (density == 0)
    refuse(edit, fmt::format("{} has no material, and so no mass: it stays fixed", name_of(bodies.id[slot])));
  const Motion<D>& fixed = bodies.motion[slot];
  Motion<D> motion = make_motion<D>(fixed.position, fixed.radius, {}, {}, density, thickness_, false);
  if constexpr (D == 2) {
    if (bodies.is_polygon(slot)) weigh(motion, bodies.polygon_of(slot), density, thickness_);
  }
  return motion;
}

template <int D>
void Editor<D>::fix(const scene::Edit& edit, const std::vector<std::uint64_t>& ids, bool fixed) {
  const world::Bodies<D>& bodies = target_.state.bodies;
  for (const std::uint64_t id : ids)
    if (is_fixed(bodies.motion[require_body(edit, id)]) == fixed)
      refuse(edit, fmt::format("{} is {} fixed", name_of(static_cast<Id>(id)), fixed ? "already" : "not"));
  target_.stepper.wake_all();
  std::vector<step::Replacement<D>> replacements;
  for (const std::uint64_t id : ids) {
    step::Replacement<D> one;
    one.slot = bodies.slot_of(static_cast<Id>(id));
    if (bodies.follows_orientations()) one.orientation = bodies.orientation[one.slot];
    if (fixed) {
      one.motion = bodies.motion[one.slot];
      one.motion.velocity = {};
      one.motion.spin = {};
      one.motion.inverse_mass = one.motion.inverse_inertia = 0;
      target_.state.springs.erase(static_cast<Id>(id));
    } else {
      one.motion = freed(edit, one.slot);
    }
    replacements.push_back(one);
  }
  target_.stepper.replace(replacements, false, target_.dt());
}

template <int D>
void Editor<D>::restore_structure() {
  world::Walls<D>& walls = target_.state.walls;
  if (walls.size() > scene_walls_) {
    walls.facets.resize(walls.first_facet[scene_walls_]);
    walls.names.resize(scene_walls_);
    walls.first_facet.resize(scene_walls_);
    walls.meshes.resize(scene_walls_);
    walls.states.resize(scene_walls_);
  }
  target_.names.resize(scene_names_);
  target_.state.bodies.polygons = scene_shapes_;
  const std::vector<scene::Edit>& journal = target_.edits.journal();
  for (std::size_t number = 0; number < journal.size(); ++number) {
    if (const auto* added = std::get_if<scene::WallAddition>(&journal[number].change))
      add_wall_of(added->wall);
    add_shapes_of(journal[number], number);
  }
}

template class Editor<2>;
template class Editor<3>;

}  // namespace scree::sim
