// Which bodies are in a region of the scene: by their centres.
#pragma once

#include "scree/scene/description.h"
#include "scree/sim/build_world.h"

namespace scree::sim {

template <int D>
bool contains(const scene::RegionShape& region, const Vec<D>& point) {
  if (const auto* box = std::get_if<scene::BoxRegion>(&region))
    return Box<D>{vec_of<D>(box->lo), vec_of<D>(box->hi)}.contains(point);
  if (const auto* ball = std::get_if<scene::BallRegion>(&region)) {
    const Vec<D> way = point - vec_of<D>(ball->centre);
    return dot(way, way) <= ball->radius * ball->radius;
  }
  if (const auto* cone = std::get_if<scene::ConeRegion>(&region)) {
    const Vec<D> start = vec_of<D>(cone->start), axis = vec_of<D>(cone->end) - start, way = point - start;
    const double part = dot(way, axis) / dot(axis, axis);
    const Vec<D> across = way - part * axis;
    const double radius = cone->start_radius + part * (cone->end_radius - cone->start_radius);
    return 0 <= part && part <= 1 && dot(across, across) <= radius * radius;
  }
  const auto& cylinder = std::get<scene::CylinderRegion>(region);
  const Vec<D> way = point - vec_of<D>(cylinder.point), axis = vec_of<D>(cylinder.axis);
  const double height = dot(way, axis);
  const Vec<D> across = way - height * axis;
  return 0 <= height && height <= cylinder.height && dot(across, across) <= cylinder.radius * cylinder.radius;
}

}  // namespace scree::sim
