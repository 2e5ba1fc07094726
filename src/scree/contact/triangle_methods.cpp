#include "scree/contact/triangle_methods.h"

namespace scree::contact {
namespace {

constexpr MethodEntry<TreeDescent> descents[] = {
    {TreeDescent::boxes, "boxes", "boxes in the frames of both bodies, one against eight at a time",
     "Gottschalk et al. 1996"},
    {TreeDescent::surrogates, "surrogates",
     "one triangle with a halo for each node, compared like any two triangles", "Noble 2024, chapter 5"},
};

constexpr MethodEntry<TriangleFilter> filters[] = {
    {TriangleFilter::axes, "axes", "three separating axes, then the comparison of what they leave", "scree"},
    {TriangleFilter::comparison, "comparison", "closest points by all corners, faces and edges",
     "Noble 2024, 5.1"},
    {TriangleFilter::iterative, "iterative", "four sweeps of descent, believed where an axis proves them",
     "Noble 2024, 5.2"},
    {TriangleFilter::hybrid, "hybrid", "the same, and the comparison of what it leaves unsettled",
     "Noble 2024, 5.3"},
};

}  // namespace

std::span<const MethodEntry<TreeDescent>> tree_descents() { return descents; }
std::span<const MethodEntry<TriangleFilter>> triangle_filters() { return filters; }

}  // namespace scree::contact
