// Any text as the csv rows of a fill: it gives bodies with finite values and positive radii, or a SceneError.
// The first byte chooses the dimension.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "scree/scene/csv_bodies.h"

namespace scree::scene {
namespace {

bool is_finite_spin(double spin) { return std::isfinite(spin); }
bool is_finite_spin(const Vec3& spin) { return is_finite(spin); }

template <int D>
void try_rows(const Fill& fill) {
  std::vector<Material> materials(2);
  materials[0].name = "glass";
  materials[1].name = "tin";
  try {
    for (const NewBody<D>& body : read_csv_bodies<D>(fill, materials)) {
      const bool known = body.material == "glass" || body.material == "tin";
      const bool good = is_finite(body.position) && is_finite(body.velocity) && is_finite_spin(body.spin);
      if (!good || !known || !(body.radius > 0) || !std::isfinite(body.radius)) std::abort();
    }
  } catch (const SceneError& error) {
    if (error.complaints.empty()) std::abort();
  }
}

}  // namespace
}  // namespace scree::scene

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  scree::scene::Fill fill;
  fill.material.value = "glass";
  fill.arrangement = scree::scene::Fill::Arrangement::file;
  fill.rows = scree::scene::Placed<std::string>{{reinterpret_cast<const char*>(data) + 1, size - 1}, {}};
  if (data[0] % 2 == 0)
    scree::scene::try_rows<2>(fill);
  else
    scree::scene::try_rows<3>(fill);
  return 0;
}
