// scree-search-peers PEER: searches with another library whatever comes in through standard input and answers
// through standard output; see message.h. `scree bench search --peers` starts it. A program of its own
// because CGAL is GPL and nothing else of scree needs these libraries.
#include <malloc.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "bench/peers/peer.h"
#include "scree/base/timer.h"

namespace scree::bench {
namespace {

struct Entry {
  std::string_view name;
  std::unique_ptr<Peer> (*make)(int dimension);
};
constexpr Entry peers[] = {{"embree", make_embree_tree}, {"boost", make_boost_tree},
                           {"cgal", make_cgal_boxes},    {"fcl", make_fcl_tree},
                           {"bullet", make_bullet_tree}, {"delaunay", make_cgal_delaunay}};

std::size_t allocated_bytes() {
  const struct mallinfo2 now = mallinfo2();
  return now.uordblks + now.hblkhd;
}

template <class T>
bool get(T* values, std::size_t count) {
  return std::fread(values, sizeof(T), count, stdin) == count;
}

int serve(const Entry& entry) {
  PeerRequest request;
  std::vector<PeerSphere> spheres;
  PeerPairs found;
  std::unique_ptr<Peer> peer;
  std::size_t before = 0;
  while (get(&request, 1)) {
    const bool is_next_step = request.is_next_step != 0 && peer != nullptr && request.count == spheres.size();
    spheres.resize(request.count);
    if (!get(spheres.data(), spheres.size())) return 1;
    if (peer == nullptr) peer = entry.make(static_cast<int>(request.dimension));
    if (!is_next_step) peer->set_up(spheres);
    if (before == 0) before = allocated_bytes();
    found.clear(spheres);
    const double start = process_cpu_seconds();
    is_next_step ? peer->update(spheres) : peer->build(spheres);
    const double built = process_cpu_seconds();
    peer->find(found);
    const PeerAnswer answer{built - start, process_cpu_seconds() - built, found.candidates(),
                            found.pairs().size(), allocated_bytes() - before};
    std::fwrite(&answer, sizeof(answer), 1, stdout);
    if (request.wants_pairs != 0) std::fwrite(found.pairs().data(), sizeof(PeerPair), answer.pairs, stdout);
    if (std::fflush(stdout) != 0) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace scree::bench

int main(int count, char** words) {
  try {
    if (count == 2)
      for (const auto& entry : scree::bench::peers)
        if (words[1] == entry.name) return scree::bench::serve(entry);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "scree-search-peers: %s\n", error.what());
    return 1;
  }
  std::fputs(
      "usage: scree-search-peers embree|boost|cgal|fcl|bullet|delaunay\n"
      "'scree bench search --peers' starts it and talks to it.\n",
      stderr);
  return 2;
}
