// The edges of CGAL's Delaunay triangulation of the centres, Poirrier's rival. No contact search: spheres
// that overlap deeply need not share an edge, so some pairs are missed.
#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>

#include "bench/peers/peer.h"

namespace scree::bench {
namespace {

class CgalDelaunay final : public Peer {
 public:
  void build(std::span<const PeerSphere> spheres) override {
    points_.clear();
    for (std::uint32_t item = 0; item < spheres.size(); ++item) {
      const auto& p = spheres[item].place;
      points_.emplace_back(Point(p[0], p[1], p[2]), item);
    }
    triangulation_.clear();
    triangulation_.insert(points_.begin(), points_.end());
  }
  void find(PeerPairs& found) override {
    for (auto edge = triangulation_.finite_edges_begin(); edge != triangulation_.finite_edges_end(); ++edge)
      found.offer(edge->first->vertex(edge->second)->info(), edge->first->vertex(edge->third)->info());
  }

 private:
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  using Vertex = CGAL::Triangulation_vertex_base_with_info_3<std::uint32_t, Kernel>;
  using Structure =
      CGAL::Triangulation_data_structure_3<Vertex, CGAL::Delaunay_triangulation_cell_base_3<Kernel>>;
  using Triangulation = CGAL::Delaunay_triangulation_3<Kernel, Structure>;
  using Point = Kernel::Point_3;
  std::vector<std::pair<Point, std::uint32_t>> points_;
  Triangulation triangulation_;
};

}  // namespace

std::unique_ptr<Peer> make_cgal_delaunay(int) { return std::make_unique<CgalDelaunay>(); }

}  // namespace scree::bench
