// How much of a ball lies in a box, in another ball or in a cylinder.
#pragma once

#include "scree/base/box.h"

namespace scree::sim {

/// Volumes [m3]. In a box and in a ball they are exact, up to the rounding of the ball's own volume (1e-15 of
/// it). Sides of the box may be at infinity.
double ball_in_box(const Vec3& centre, double radius, const Box<3>& box);
double ball_in_ball(double radius, double other, double distance);

/// A cylinder whose axis passes the centre of the ball at a distance, between two heights seen from that
/// centre. An elliptic integral, by a rule whose error is below 1e-6 of the ball.
double ball_in_cylinder(double radius, double cylinder_radius, double distance, double bottom, double top);

/// What two circles have in common [m2].
double area_of_lens(double radius, double other, double distance);

}  // namespace scree::sim
