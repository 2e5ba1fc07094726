// Bodies from csv text: one per line, SI units, columns in any order under a header.
#pragma once

#include <span>
#include <vector>

#include "scree/scene/description.h"
#include "scree/scene/new_body.h"

namespace scree::scene {

/// Columns: x,y[,z] and radius or diameter; if wanted vx,vy[,vz], spin (2D) or wx,wy,wz, material. Without a
/// header: x,y[,z],radius[,vx,vy[,vz]]. Blank lines and lines that start with # are skipped. What the file
/// does not say comes from the fill. Overlaps are let pass, but no two bodies with one centre and no piles of
/// bodies. Throws SceneError with every bad line.
template <int D>
std::vector<NewBody<D>> read_csv_bodies(const Fill& fill, std::span<const Material> materials);

/// The place of a line of the fill's csv text, from 1: in the file, or at the scene's own rows.
Place csv_place(const Fill& fill, std::uint32_t line, std::size_t column = 1);

}  // namespace scree::scene
