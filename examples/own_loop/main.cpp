// Runs a scene in space, turns gravity round half-way, and reads where the bodies are.
#include <cstdio>

#include "scree/sim/simulation.h"
#include "scree/world/state.h"

int main(int count, char** words) try {
  const auto scene = scree::scene::read_scene(count > 1 ? words[1] : "scene.toml", scree::sim::vocabulary());
  const auto simulation = scree::sim::build(scene, {});
  scree::sim::advance_to_time(*simulation, simulation->end_time() / 2);
  simulation->apply(scree::sim::SetGravity{{0, 0, 9.81}});
  scree::sim::advance_to_end(*simulation);
  const auto& bodies = std::get<const scree::world::State<3>*>(simulation->state())->bodies;
  for (scree::Id id = 0; id < bodies.next_id(); ++id) {
    const scree::Vec3& place = bodies.motion[bodies.slot_of(id)].position;
    std::printf("body %u at %.4f %.4f %.4f m\n", id, place[0], place[1], place[2]);
  }
  std::printf("t = %g s, state hash %s\n", simulation->time(), simulation->state_hash().text().c_str());
} catch (const scree::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return static_cast<int>(error.exit_code);
}
