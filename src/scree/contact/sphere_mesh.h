// Spheres (or discs) against meshes: which of a body's contacts with a patch goes on as which.
#pragma once

#include <array>
#include <span>

#include "scree/shape/mesh.h"

namespace scree::contact {

inline constexpr std::uint32_t no_piece = 0xffff'ffffu;

/// Shares out the contacts of one patch to slots that remember the piece which they touched at the last step,
/// or none. A contact goes on in the slot of its piece, else in that whose piece faces most like it, else in
/// the lowest free one. `found[slot]` becomes the number of a contact, or -1.
template <int D>
void match(const shape::Mesh<D>& mesh, const Vec<D>& centre, std::span<const shape::MeshContact<D>> contacts,
           std::span<const std::uint32_t> earlier, std::span<int> found) {
  const auto count = contacts.size(), slots = earlier.size();
  std::array<bool, shape::Mesh<D>::most_per_patch> placed{};  // no patch has more
  for (std::size_t slot = 0; slot < slots; ++slot) {
    found[slot] = -1;
    for (std::size_t k = 0; k < count; ++k)
      if (earlier[slot] != no_piece && contacts[k].piece == earlier[slot]) {
        found[slot] = static_cast<int>(k);
        placed[k] = true;
      }
  }
  while (true) {
    double best = 0;
    std::size_t best_slot = slots, best_contact = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
      if (found[slot] >= 0 || earlier[slot] == no_piece) continue;
      const Vec<D> normal = mesh.normal_towards(earlier[slot], centre);
      for (std::size_t k = 0; k < count; ++k)
        if (const double likeness = dot(normal, contacts[k].normal); !placed[k] && likeness > best) {
          best = likeness;
          best_slot = slot;
          best_contact = k;
        }
    }
    if (best_slot == slots) break;
    found[best_slot] = static_cast<int>(best_contact);
    placed[best_contact] = true;
  }
  for (std::size_t k = 0, slot = 0; k < count; ++k) {
    if (placed[k]) continue;
    while (slot < slots && (found[slot] >= 0 || earlier[slot] != no_piece)) ++slot;
    if (slot == slots) return;
    found[slot++] = static_cast<int>(k);
  }
}

}  // namespace scree::contact
