// What scree and the program scree-search-peers say to each other through a socket: items go there, figures
// and pairs come back. Plain numbers, because both are built together and run on one machine.
#pragma once

#include <cstdint>

namespace scree::bench {

/// Followed by `count` spheres.
struct PeerRequest {
  std::uint64_t count = 0;
  std::uint64_t dimension = 3;
  std::uint64_t is_next_step = 0;  ///< the items of the last request, moved a little: the library may update
  std::uint64_t wants_pairs = 0;
};

struct PeerSphere {
  double place[3], radius;  // in the plane, z = 0
};

struct PeerPair {
  std::uint32_t first, second;  // places in the request; first < second
};

/// Followed by the pairs if they were wanted.
struct PeerAnswer {
  double build = 0, query = 0;   ///< [s] CPU time
  std::uint64_t candidates = 0;  ///< what the library reported: boxes that overlap
  std::uint64_t pairs = 0;       ///< of these, spheres that overlap
  std::uint64_t bytes = 0;       ///< allocated by the library and the list of pairs
};

}  // namespace scree::bench
