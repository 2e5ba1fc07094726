// Any text as a scene: it is read, or it gets a SceneError. What was read must survive being written and read
// again. Overrides of the command line follow the scene, each after the byte 0x1E.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "scree/scene/description.h"
#include "tests/scene/scene_text.h"

namespace scree::scene {
namespace {

void try_scene(std::string_view input) {
  std::vector<Override> overrides;
  for (std::size_t mark = input.rfind('\x1E'); mark != std::string_view::npos; mark = input.rfind('\x1E')) {
    overrides.push_back({std::string(input.substr(mark + 1))});
    input = input.substr(0, mark);
  }
  SceneDescription scene;
  try {
    scene = read_scene_text(input, "nowhere/fuzz.toml", test_vocabulary(), overrides);
  } catch (const SceneError& error) {
    if (error.complaints.empty()) std::abort();
    return;
  }
  const SceneDescription again =
      read_scene_text(scene.resolved_text, "nowhere/again.toml", test_vocabulary());
  if (values_of(again) != values_of(scene) || again.resolved_text != scene.resolved_text) std::abort();
}

}  // namespace
}  // namespace scree::scene

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  scree::scene::try_scene({reinterpret_cast<const char*>(data), size});
  return 0;
}
