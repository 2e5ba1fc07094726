// Which of the contacts of a body with one patch of a mesh goes on as which.
#pragma once

#include <span>
#include <vector>

#include "scree/shape/mesh.h"

namespace scree::contact {

/// For each contact of the last step the number of the one that it goes on as, or -1: it has ended. `pieces`
/// are those that they touched. A contact goes on as that on its piece, else as that which faces most like
/// its piece. Contacts that no earlier one goes on as are new.
template <int D>
void match(const shape::Mesh<D>& mesh, const Vec<D>& centre, std::span<const shape::MeshContact<D>> contacts,
           std::span<const std::uint32_t> pieces, std::vector<int>& goes_on_as, std::vector<char>& is_old) {
  const std::size_t count = contacts.size(), known = pieces.size();
  is_old.assign(count, 0);
  goes_on_as.assign(known, -1);
  for (std::size_t e = 0; e < known; ++e)
    for (std::size_t k = 0; k < count; ++k)
      if (goes_on_as[e] < 0 && is_old[k] == 0 && contacts[k].piece == pieces[e]) {
        goes_on_as[e] = static_cast<int>(k);
        is_old[k] = 1;
      }
  while (true) {
    double best = 0;
    std::size_t best_known = known, best_contact = 0;
    for (std::size_t e = 0; e < known; ++e) {
      if (goes_on_as[e] >= 0) continue;
      const Vec<D> normal = mesh.normal_towards(pieces[e], centre);
      for (std::size_t k = 0; k < count; ++k)
        if (const double likeness = dot(normal, contacts[k].normal); is_old[k] == 0 && likeness > best) {
          best = likeness;
          best_known = e;
          best_contact = k;
        }
    }
    if (best_known == known) return;
    goes_on_as[best_known] = static_cast<int>(best_contact);
    is_old[best_contact] = 1;
  }
}

}  // namespace scree::contact
