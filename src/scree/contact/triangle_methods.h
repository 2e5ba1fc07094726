// How pairs of near triangles are found and told from far ones: two families, chosen by name where lists are
// built. No member changes a result: they differ in what they leave to the comparison in doubles, which
// decides.
#pragma once

#include <span>
#include <string_view>

namespace scree::contact {

/// How two trees are searched.
enum class TreeDescent { boxes, surrogates };
/// What floats try before doubles decide.
enum class TriangleFilter { axes, comparison, iterative, hybrid };

template <class Kind>
struct MethodEntry {
  Kind kind;
  std::string_view name, summary, source;
};

/// The first of each is the default.
std::span<const MethodEntry<TreeDescent>> tree_descents();
std::span<const MethodEntry<TriangleFilter>> triangle_filters();

}  // namespace scree::contact
