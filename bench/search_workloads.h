// The workloads of contact search: W1 to W5, as other codes are measured with. Made anew from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scree::bench {

struct WorkloadSpec {
  std::string_view family;  ///< W1 equal spheres, W2 wide sizes, W3 two sizes, W4 discs, W5 W1 in motion
  std::size_t count = 0;
  double parameter = 0;  ///< volume fraction (W1, W5), size ratio (W2, W3, W4)

  std::string name() const;
};

/// Spheres or discs: x, y, (z,) radius, packed.
struct Workload {
  std::string name;
  int dimension = 3;
  double step = 0;  ///< how far every item moves per step, in its radius
  std::vector<double> numbers;
  std::vector<std::uint32_t> id;  ///< of each item, whatever order they are stored in

  std::size_t count() const { return id.size(); }
  std::size_t width() const { return static_cast<std::size_t>(dimension) + 1; }
  /// Moves every item on along its own direction.
  void advance();
};

/// What `scree bench search` runs if nothing else is asked for.
std::vector<WorkloadSpec> default_workloads();

/// In random order.
Workload make_workload(const WorkloadSpec& spec, std::uint64_t seed = 1);
/// The same items stored so that neighbours in space are neighbours in memory, as the engine keeps its
/// bodies.
Workload ordered_in_space(const Workload& workload);

/// "100k", "5M" or a plain number.
std::string size_text(std::size_t count);
std::size_t parse_size(const std::string& text);  ///< 0 if it is none

}  // namespace scree::bench
