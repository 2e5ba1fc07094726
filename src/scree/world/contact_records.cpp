#include "scree/world/contact_records.h"

#include <algorithm>
#include <numeric>

namespace scree::world {

void append(ContactRecords& to, const ContactRecords& from, std::size_t k) {
  const auto copy = [&](UnsetVector<double>& into, const UnsetVector<double>& rows) {
    const std::size_t width = rows.size() / from.keys.size();
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(k * width);
    into.insert(into.end(), row, row + static_cast<std::ptrdiff_t>(width));
  };
  to.keys.push_back(from.keys[k]);
  copy(to.memory, from.memory);
  copy(to.forces, from.forces);
}

ContactRecords in_key_order(const ContactRecords& records) {
  std::vector<std::size_t> order(records.keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return records.keys[a] < records.keys[b]; });
  ContactRecords result;
  for (const std::size_t k : order) append(result, records, k);
  return result;
}

}  // namespace scree::world
