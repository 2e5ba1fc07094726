// Coarse graining: every body is spread over its surroundings by a kernel W that integrates to one, so that
// fields are smooth and obey the balance equations exactly (Goldhirsch 2010). Density sum m W, velocity
// sum m v W / density, stress from contacts (W averaged along the line that joins the centres, or a centre
// and a wall) and from velocity fluctuations, positive in compression.
#include <algorithm>
#include <cmath>

#include "scree/base/math.h"
#include "scree/sim/build_world.h"
#include "scree/sim/copies.h"
#include "scree/sim/measurement.h"

namespace scree::sim {
namespace {

template <int D>
class Kernel {
 public:
  Kernel(scene::Measure::Kernel form, double width)
      : form_(form), width_(width), reach_(form == scene::Measure::Kernel::lucy ? width : 6 * width) {
    if (form == scene::Measure::Kernel::lucy) {
      peak_ = D == 2 ? 5 / (math::pi * width * width) : 105 / (16 * math::pi * width * width * width);
    } else {
      const double one = 1 / (std::sqrt(2 * math::pi) * width);
      peak_ = D == 2 ? one * one : one * one * one;
    }
  }
  double reach() const { return reach_; }
  double at(const Vec<D>& way) const {
    const double squared = dot(way, way);
    if (squared >= reach_ * reach_) return 0;
    if (form_ == scene::Measure::Kernel::gaussian)
      return peak_ * math::exp(-0.5 * squared / (width_ * width_));
    const double part = std::sqrt(squared) / width_, rest = 1 - part;
    return peak_ * (1 + 3 * part) * rest * rest * rest;
  }

 private:
  scene::Measure::Kernel form_;
  double width_, reach_, peak_ = 0;
};

/// Points of a grid, in the middle of its cells.
template <int D>
class Points {
 public:
  Points(const Box<D>& box, const std::array<std::uint64_t, 3>& cells) : box_(box), cells_(cells) {
    for (int k = 0; k < D; ++k) {
      count_ *= cells[static_cast<std::size_t>(k)];
      edge_[k] = (box.hi[k] - box.lo[k]) / static_cast<double>(cells[static_cast<std::size_t>(k)]);
    }
  }
  std::size_t count() const { return count_; }
  Vec<D> place(std::size_t number) const {
    Vec<D> place;
    for (int k = 0; k < D; ++k) {
      const std::uint64_t cells = cells_[static_cast<std::size_t>(k)];
      place[k] = box_.lo[k] + (static_cast<double>(number % cells) + 0.5) * edge_[k];
      number /= cells;
    }
    return place;
  }
  /// Calls visit(number, place) for the points in a box.
  template <class Visit>
  void visit_in(const Box<D>& region, Visit&& visit) const {
    std::array<std::uint64_t, 3> first{0, 0, 0}, last{0, 0, 0};
    for (int k = 0; k < D; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const double most = static_cast<double>(cells_[at]);
      const double begin = std::clamp(std::ceil((region.lo[k] - box_.lo[k]) / edge_[k] - 0.5), 0.0, most);
      const double end = std::clamp(std::floor((region.hi[k] - box_.lo[k]) / edge_[k] + 0.5), 0.0, most);
      if (end <= begin) return;
      first[at] = static_cast<std::uint64_t>(begin);
      last[at] = static_cast<std::uint64_t>(end) - 1;
    }
    for (std::uint64_t z = first[2]; z <= last[2]; ++z)
      for (std::uint64_t y = first[1]; y <= last[1]; ++y)
        for (std::uint64_t x = first[0]; x <= last[0]; ++x) {
          const std::size_t number = x + cells_[0] * (y + cells_[1] * z);
          visit(number, place(number));
        }
  }

 private:
  Box<D> box_;
  std::array<std::uint64_t, 3> cells_;
  Vec<D> edge_;
  std::size_t count_ = 1;
};

template <int D>
struct Node {
  double filled = 0, density = 0;
  Vec<D> momentum;
  Tensor<D> stress;
};

template <int D>
double automatic_width(const Moment<D>& moment) {
  double sum = 0;
  for (const Motion<D>& motion : moment.bodies) sum += motion.radius;
  return moment.bodies.empty() ? 1 : 4 * sum / static_cast<double>(moment.bodies.size());
}

}  // namespace

template <int D>
Rows measure_field(const scene::Measure& measure, const Moment<D>& moment) {
  const auto& region = std::get<scene::BoxRegion>(*measure.region);
  const Points<D> points({vec_of<D>(region.lo), vec_of<D>(region.hi)}, measure.cells);
  const Kernel<D> kernel(measure.kernel, measure.width > 0 ? measure.width : automatic_width(moment));
  const double depth = D == 2 ? moment.thickness : 1.0;
  std::vector<Node<D>> nodes(points.count());
  const Box<D> inside = within_faces(moment.box, {vec_of<D>(region.lo), vec_of<D>(region.hi)});
  // Calls use(number, weight, velocity) for the points that a body, or a copy of it beyond a face, is spread
  // to.
  const auto spread = [&](const Motion<D>& motion, auto&& use) {
    for_each_copy(moment.box, motion.position, grown(inside, kernel.reach()),
                  [&](const Vec<D>& centre, const Vec<D>& faster) {
                    points.visit_in(Box<D>::around(centre, kernel.reach()),
                                    [&](std::size_t number, const Vec<D>& place) {
                                      use(number, kernel.at(place - centre), motion.velocity + faster);
                                    });
                  });
  };
  for (std::size_t k = 0; k < moment.bodies.size(); ++k) {
    const Motion<D>& motion = moment.bodies[k];
    const double mass = is_fixed(motion) ? 0 : 1 / motion.inverse_mass / depth;
    const double volume = volume_of(moment.solids[k]);
    spread(motion, [&](std::size_t number, double weight, const Vec<D>& velocity) {
      nodes[number].filled += volume * weight;
      nodes[number].density += mass * weight;
      nodes[number].momentum += (mass * weight) * velocity;
    });
  }
  for (const Motion<D>& motion : moment.bodies) {
    if (is_fixed(motion)) continue;
    spread(motion, [&](std::size_t number, double weight, const Vec<D>& velocity) {
      Node<D>& node = nodes[number];
      if (!(node.density > 0)) return;
      const Vec<D> relative = velocity - node.momentum / node.density;
      node.stress.add(weight / motion.inverse_mass / depth, relative, relative);
    });
  }
  // Gauss's four points on a line.
  constexpr double abscissa[] = {0.06943184420297371, 0.33000947820757187, 0.6699905217924281,
                                 0.9305681557970263};
  constexpr double share[] = {0.17392742256872692, 0.32607257743127307, 0.32607257743127307,
                              0.17392742256872692};
  for (const world::ContactView<D>& contact : moment.contacts) {
    const Motion<D>* const first = moment.find(contact.key.first);
    if (first == nullptr) continue;
    for_each_copy(moment.box, first->position, grown(inside, kernel.reach() + norm(contact.branch)),
                  [&](const Vec<D>& begin, const Vec<D>&) {
                    Box<D> reach = Box<D>::around(begin, kernel.reach());
                    reach.include(Box<D>::around(begin + contact.branch, kernel.reach()));
                    points.visit_in(reach, [&](std::size_t number, const Vec<D>& place) {
                      double weight = 0;
                      for (int k = 0; k < 4; ++k)
                        weight += share[k] * kernel.at(place - (begin + abscissa[k] * contact.branch));
                      if (weight > 0)
                        nodes[number].stress.add(-weight / depth, contact.force, contact.branch);
                    });
                  });
  }
  Rows rows;
  add_vector_columns<D>(rows.columns, "position");
  rows.columns.insert(rows.columns.end(), {"packing_fraction", "density"});
  add_vector_columns<D>(rows.columns, "velocity");
  add_tensor_columns<D>(rows.columns, "stress");
  for (std::size_t number = 0; number < nodes.size(); ++number) {
    const Node<D>& node = nodes[number];
    const Vec<D> place = points.place(number),
                 velocity = node.density > 0 ? node.momentum / node.density : Vec<D>{};
    for (int k = 0; k < D; ++k) rows.values.push_back(place[k]);
    rows.add_row({node.filled, node.density});
    for (int k = 0; k < D; ++k) rows.values.push_back(velocity[k]);
    for (const auto& line : node.stress.entry) rows.values.insert(rows.values.end(), line, line + D);
  }
  return rows;
}

template Rows measure_field(const scene::Measure&, const Moment<2>&);
template Rows measure_field(const scene::Measure&, const Moment<3>&);

}  // namespace scree::sim
