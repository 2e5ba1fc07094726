#include "scree/fill/lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace scree::fill {
namespace {

/// Layers of rows of sites, in units of the spacing. Layers repeat after `kinds`, rows after two.
struct Pattern {
  double height, row, step;  // from layer to layer, row to row, site to site
  std::uint64_t kinds;
  std::array<double, 3> row_start;
  std::array<std::array<double, 2>, 3> site_start;
  bool swapped = false;  // rows run along the other of the two axes across the layers
};

constexpr double root_2 = 1.4142135623730951, root_3 = 1.7320508075688772, root_6 = 2.449489742783178;

// In the plane, a layer is one row.
constexpr Pattern hexagonal_rows{root_3 / 2, 1, 1, 2, {}, {{{0, 0}, {0.5, 0.5}}}};
constexpr Pattern hexagonal_columns{0.5, 1, root_3, 2, {}, {{{0, 0}, {root_3 / 2, root_3 / 2}}}};
constexpr Pattern square{1, 1, 1, 1, {}, {}};
// Hexagonal and square layers are two views of the same face-centred cubic lattice.
constexpr Pattern hexagonal_layers{
    root_6 / 3, root_3 / 2, 1, 3, {0, root_3 / 6, root_3 / 3}, {{{0, 0.5}, {0.5, 0}, {0, 0.5}}}};
constexpr Pattern square_layers{root_2 / 2, 1, 1, 2, {0, 0.5}, {{{0, 0}, {0.5, 0.5}}}};

constexpr Pattern turned(Pattern pattern) {
  pattern.swapped = true;
  return pattern;
}

template <int D>
std::vector<Pattern> patterns() {
  if constexpr (D == 2) return {hexagonal_rows, hexagonal_columns, square};
  return {hexagonal_layers, turned(hexagonal_layers), square_layers, square};
}

/// How many sites fit from `start` to `width`, both of the order of a region's size.
std::uint64_t sites_within(double width, double start, double step, double tolerance) {
  const double rest = width + tolerance - start;
  return rest < 0 ? 0 : 1 + static_cast<std::uint64_t>(std::min(std::floor(rest / step), 1e15));
}

/// A pattern laid into the space with a spacing.
template <int D>
class Lattice {
 public:
  Lattice(const FillSpace<D>& space, const BallGrid<D>& obstacles, const LatticeRequest& request,
          const Pattern& pattern, double spacing)
      : space_(space), obstacles_(obstacles), request_(request), pattern_(pattern), spacing_(spacing) {
    axes_[D - 1] = request.axis;
    for (int k = 0, slot = 0; k < D; ++k)
      if (k != request.axis) axes_[slot++] = k;
    if (D == 3 && pattern.swapped) std::swap(axes_[0], axes_[1]);
    for (int k = 0; k < D; ++k) {
      repeats_[k] = space.periods().is_periodic(axes_[k]);
      const double length = space.bounds().hi[axes_[k]] - space.bounds().lo[axes_[k]];
      width_[k] = repeats_[k] ? length : std::max(length - 2 * request.radius, 0.0);
    }
    tolerance_ = 1e-8 * request.radius;
    layers_ = sites_along(D - 1, 0, pattern.height, pattern.kinds);
    centre();
  }

  /// Calls use(site) for the free sites, layer by layer, until it returns false.
  template <class Use>
  void for_each(Use use) const {
    for (std::uint64_t layer = 0; layer < layers_; ++layer) {
      const std::uint64_t kind = layer % pattern_.kinds, rows = rows_in(kind);
      for (std::uint64_t row = 0; row < rows; ++row) {
        const std::uint64_t sites = sites_in(kind, row);
        for (std::uint64_t number = 0; number < sites; ++number) {
          const Vec<D> site = place(layer, row, number);
          if (is_free(site) && !use(site)) return;
        }
      }
    }
  }

  /// Free sites, counted up to `most`.
  std::uint64_t count(std::uint64_t most) const {
    if (!is_obstructed()) {
      double total = 0;
      for (std::uint64_t kind = 0; kind < std::min(pattern_.kinds, layers_); ++kind) {
        const std::uint64_t rows = rows_in(kind),
                            layers = (layers_ - kind + pattern_.kinds - 1) / pattern_.kinds;
        for (std::uint64_t parity = 0; parity < std::min<std::uint64_t>(rows, 2); ++parity) {
          const std::uint64_t rows_alike = (rows - parity + 1) / 2;
          total += static_cast<double>(layers) * static_cast<double>(rows_alike) *
                   static_cast<double>(sites_in(kind, parity));
        }
      }
      return total < static_cast<double>(most) ? static_cast<std::uint64_t>(total) : most;
    }
    std::uint64_t total = 0;
    for_each([&](const Vec<D>&) { return ++total < most; });
    return total;
  }

 private:
  std::uint64_t rows_in(std::uint64_t kind) const {
    if (D == 2) return 1;
    const bool alternates = pattern_.site_start[kind][0] != pattern_.site_start[kind][1];
    return sites_along(1, pattern_.row_start[kind], pattern_.row, alternates ? 2 : 1);
  }
  std::uint64_t sites_in(std::uint64_t kind, std::uint64_t row) const {
    return sites_along(0, pattern_.site_start[kind][row % 2], pattern_.step, 1);
  }
  /// Start and step in units of the spacing. Where the space repeats, what is above the last is the first
  /// again: whole periods of the pattern.
  std::uint64_t sites_along(int axis, double start, double step, std::uint64_t period) const {
    if (!repeats_[axis]) return sites_within(width_[axis], start * spacing_, step * spacing_, tolerance_);
    return static_cast<std::uint64_t>(std::min(
               std::floor((width_[axis] + tolerance_) / (static_cast<double>(period) * step * spacing_)),
               1e15)) *
           period;
  }

  Vec<D> place(std::uint64_t layer, std::uint64_t row, std::uint64_t number) const {
    const std::uint64_t kind = layer % pattern_.kinds;
    Vec<D> offset;  // along, across and up
    offset[D - 1] = static_cast<double>(layer) * (pattern_.height * spacing_);
    if (D == 3) offset[1] = (pattern_.row_start[kind] + static_cast<double>(row) * pattern_.row) * spacing_;
    offset[0] = (pattern_.site_start[kind][row % 2] + static_cast<double>(number) * pattern_.step) * spacing_;
    Vec<D> site;
    for (int k = 0; k < D; ++k) site[axes_[k]] = origin_[k] + direction_[k] * offset[k];
    return site + space_.periods().way_back(site);
  }

  /// The block of sites lies in the middle; along the layers' axis only when it is to be spread.
  void centre() {
    Vec<D> extent;
    extent[D - 1] = layers_ > 0 ? static_cast<double>(layers_ - 1) * pattern_.height * spacing_ : 0;
    for (std::uint64_t kind = 0; kind < std::min(pattern_.kinds, layers_); ++kind) {
      const std::uint64_t rows = rows_in(kind);
      if (rows == 0) continue;
      if (D == 3)
        extent[1] = std::max(
            extent[1], (pattern_.row_start[kind] + static_cast<double>(rows - 1) * pattern_.row) * spacing_);
      for (std::uint64_t row = 0; row < std::min<std::uint64_t>(rows, 2); ++row)
        if (const std::uint64_t sites = sites_in(kind, row); sites > 0)
          extent[0] = std::max(
              extent[0],
              (pattern_.site_start[kind][row] + static_cast<double>(sites - 1) * pattern_.step) * spacing_);
    }
    for (int k = 0; k < D; ++k) {
      const bool is_up = k == D - 1;
      direction_[k] = is_up && request_.from_top ? -1 : 1;
      // Not held back at zero: what sticks out by rounding does so on both sides alike.
      double gap =
          is_up && !request_.spread ? std::min(width_[k] - extent[k], 0.0) / 2 : (width_[k] - extent[k]) / 2;
      if (repeats_[k]) gap = 0;
      const Box<D>& bounds = space_.bounds();
      origin_[k] = direction_[k] > 0 ? bounds.lo[axes_[k]] + (request_.radius + gap)
                                     : bounds.hi[axes_[k]] - (request_.radius + gap);
    }
  }

  bool is_obstructed() const { return space_.is_cut() || !obstacles_.is_empty(); }
  bool is_free(const Vec<D>& site) const {
    if (!is_obstructed()) return true;
    const Ball<D> ball{site, request_.radius};
    return space_.is_clear_of_cuts(ball) && obstacles_.is_clear(ball);
  }

  const FillSpace<D>& space_;
  const BallGrid<D>& obstacles_;
  const LatticeRequest& request_;
  Pattern pattern_;
  double spacing_, tolerance_ = 0;
  std::array<int, D> axes_{};  // along the rows, across them, across the layers
  std::array<double, D> width_{};
  std::array<bool, D> repeats_{};
  std::uint64_t layers_ = 0;
  std::array<double, D> origin_{}, direction_{};
};

/// A diameter and as much as rounding can take from the distance of two sites.
template <int D>
double least_spacing(const Box<D>& bounds, double radius) {
  double largest = 2 * radius;
  for (int k = 0; k < D; ++k) largest = std::max({largest, std::abs(bounds.lo[k]), std::abs(bounds.hi[k])});
  return 2 * radius + 4 * std::numeric_limits<double>::epsilon() * largest;
}

template <int D>
std::uint64_t count_sites(const FillSpace<D>& space, const BallGrid<D>& obstacles,
                          const LatticeRequest& request, const Pattern& pattern, double spacing) {
  return Lattice<D>(space, obstacles, request, pattern, spacing).count(request.count);
}

struct Choice {
  Pattern pattern;
  std::uint64_t sites = 0;  // at the closest spacing, counted up to the request
};

/// The first pattern that holds all, or else the most.
template <int D>
Choice choose(const FillSpace<D>& space, const BallGrid<D>& obstacles, const LatticeRequest& request) {
  const double least = least_spacing(space.bounds(), request.radius);
  Choice best{patterns<D>().front(), 0};
  for (const Pattern& pattern : patterns<D>()) {
    const std::uint64_t sites = count_sites(space, obstacles, request, pattern, least);
    if (sites > best.sites) best = {pattern, sites};
    if (best.sites == request.count) break;
  }
  return best;
}

}  // namespace

template <int D>
std::uint64_t lattice_capacity(const FillSpace<D>& space, const BallGrid<D>& obstacles,
                               const LatticeRequest& request) {
  return choose(space, obstacles, request).sites;
}

template <int D>
std::vector<Vec<D>> lattice_sites(const FillSpace<D>& space, const BallGrid<D>& obstacles,
                                  const LatticeRequest& request) {
  const double least = least_spacing(space.bounds(), request.radius);
  const auto [best, most] = choose(space, obstacles, request);
  const auto holds_all = [&, &pattern = best](double spacing) {
    return count_sites(space, obstacles, request, pattern, spacing) == request.count;
  };
  double spacing = least;
  if (request.spread && most == request.count) {
    // The widest spacing that still has enough sites. Counts fall with the spacing but for small jumps, which
    // only make the result a little narrower.
    double too_wide = least;
    while (holds_all(too_wide) && too_wide < 0x1p60 * least) too_wide *= 2;
    for (int step = 0; step < 30; ++step) {
      const double middle = 0.5 * (spacing + too_wide);
      (holds_all(middle) ? spacing : too_wide) = middle;
    }
  }

  const Lattice<D> lattice(space, obstacles, request, best, spacing);
  std::vector<Vec<D>> sites;
  if (!request.spread) {
    lattice.for_each([&](const Vec<D>& site) {
      sites.push_back(site);
      return sites.size() < request.count;
    });
    return sites;
  }
  // There may be more sites than wanted: leave out some, evenly.
  const std::uint64_t wanted = most;
  const std::uint64_t available = lattice.count(std::uint64_t{1} << 32);
  std::uint64_t passed = 0;
  lattice.for_each([&](const Vec<D>& site) {
    if (++passed * wanted / available > sites.size()) sites.push_back(site);
    return sites.size() < wanted;
  });
  return sites;
}

template std::uint64_t lattice_capacity(const FillSpace<2>&, const BallGrid<2>&, const LatticeRequest&);
template std::uint64_t lattice_capacity(const FillSpace<3>&, const BallGrid<3>&, const LatticeRequest&);
template std::vector<Vec<2>> lattice_sites(const FillSpace<2>&, const BallGrid<2>&, const LatticeRequest&);
template std::vector<Vec<3>> lattice_sites(const FillSpace<3>&, const BallGrid<3>&, const LatticeRequest&);

}  // namespace scree::fill
