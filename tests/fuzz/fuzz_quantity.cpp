// Any text as a quantity of any kind: it is understood as a finite number, or it gets a fault.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scree/base/units.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto kind = static_cast<scree::Kind>(data[0] % (static_cast<int>(scree::Kind::area_density) + 1));
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const scree::Quantity quantity = scree::parse_quantity(text, kind);
  if (!std::isfinite(quantity.value)) std::abort();
  return 0;
}
