// Normal parts of laws that pull: adhesion of surfaces, and bridges of liquid. Overlaps are negative where
// bodies have parted and still pull.
#pragma once

#include "scree/law/normal.h"

namespace scree::law {

/// A normal force of a contact that pulls. The elastic part is all that has a potential, the pull included.
template <class N>
struct AdhesiveForce : NormalForce<N> {
  N grip;     // [N] what friction is a share of: more than the elastic part, since the pull presses too
  N dashpot;  // [kg/s] of the normal damping
};

/// Tsuji's dashpot over a slope of 2 E* a: see TsujiNormal.
template <class N, int D>
N dashpot_of(double damping_ratio, const N& slope, const Contact<N, D>& contact) {
  return N(2.0 * 0.91287092917527690 * damping_ratio) * square_root(slope * contact.impact_mass);
}

/// Johnson, Kendall & Roberts (1971): surfaces of energy gamma each pull all over the contact. They meet at
/// touching and part beyond, at the greatest pull or later. With s the square root of the contact radius a
/// and c^2 = 4 pi gamma / E*, the overlap is d = s^4 / R - c s. In units of s0 = cbrt(c R), where d is zero,
/// y = s / s0 solves y^4 - y = d / (c s0), and everything is a polynomial of y:
/// F = 4 pi gamma R y^3 (4/3 y^3 - 2), which at y^3 = 3/4 is the greatest pull, 3 pi gamma R.
struct JkrNormal {
  double modulus;        // E* [Pa]
  double damping_ratio;  // as in TsujiNormal
  double pull;           // 4 pi gamma [N/m]
  double depth;          // c [m^(1/2)]
  double depth_4;        // c^4 [m2] where contacts part at the least overlap, less where they do before

  static constexpr bool uses_radius = true;
  static constexpr bool coheres = true;

  /// Whether a contact that exists goes on: y^4 - y has no value below -3/4^(4/3).
  template <class N>
  Truth<N> lasts(const N& overlap, const N& reduced_radius) const {
    return N(256.0) * overlap * overlap * overlap + N(27.0 * depth_4) * reduced_radius > N(0.0);
  }

  template <class N>
  struct Shape {
    N scale, y;  // s0 [m^(1/2)], and s over it
    N radius() const { return (scale * scale) * (y * y); }
    N cube() const { return y * y * y; }
  };
  template <class N>
  Shape<N> shape(const N& overlap, const N& reduced_radius) const {
    constexpr double lowest_y = 0.62996052494743658, lowest = 0.75 * lowest_y;  // y_c and -(y_c^4 - y_c)
    constexpr double first = 6 * lowest_y * lowest_y, second = 4 * lowest_y;
    const N scale = cube_root(N(depth) * reduced_radius);
    // With y = y_c + z the overlap above the lowest is z^2 (first + second z + z^2). A rational guess in the
    // fourth root of it is good to 2e-5 everywhere, and two steps of Newton's method make that exact.
    const N above = larger(overlap / (N(depth) * scale) + N(lowest), N(0.0));
    const N square = square_root(above), r = square_root(square);
    const N numerator = N(1.0) + r * (N(1.81489302) + r * (N(1.92459598) + r * N(1.18984963)));
    const N denominator = N(1.5430818442170522) +
                          r * (N(2.79928412) + r * (N(3.52119725) + r * (N(2.67278374) + r * N(1.18984963))));
    N z = square * numerator / denominator;
    for (int k = 0; k < 2; ++k) {
      const N zz = z * z;
      const N top = above + zz * (N(first) + z * (N(2 * second) + N(3.0) * z));
      const N slope = z * (N(2 * first) + z * (N(3 * second) + N(4.0) * z));
      z = select(slope > N(0.0), top / select(slope > N(0.0), slope, N(1.0)), N(0.0));
    }
    return {scale, N(lowest_y) + z};
  }
  template <class N>
  N elastic_of(const Shape<N>& shape, const N& reduced_radius) const {
    const N cube = shape.cube();
    return (N(pull) * reduced_radius) * (cube * (N(4.0 / 3.0) * cube - N(2.0)));
  }

  template <class N, int D>
  AdhesiveForce<N> respond(const Contact<N, D>& contact) const {
    const Shape<N> shape = this->shape(contact.overlap, contact.reduced_radius);
    const N elastic = elastic_of(shape, contact.reduced_radius), radius = shape.radius();
    const N slope = N(2.0 * modulus) * radius, dashpot = dashpot_of(damping_ratio, slope, contact);
    return {{elastic, N(0.0) - dashpot * contact.normal_velocity, slope, radius},
            elastic + N(1.5 * pull) * contact.reduced_radius,  // twice the pull-off force
            dashpot};
  }
  template <class N>
  N elastic(const N& overlap, const N& reduced_radius) const {
    return elastic_of(shape(overlap, reduced_radius), reduced_radius);
  }
  /// [J] over that of two free surfaces: what the springs hold less what the surfaces have given. Below zero
  /// where a contact forms, above where it breaks: it goes each time into heat.
  template <class N>
  N potential(const N& overlap, const N& reduced_radius) const {
    const Shape<N> shape = this->shape(overlap, reduced_radius);
    const N cube = shape.cube(), yy = shape.y * shape.y, area = shape.scale * shape.scale;
    return (N(pull) * area * area) * (yy * yy) * (cube * (N(8.0 / 15.0) * cube - N(4.0 / 3.0)) + N(0.5));
  }
};

/// Derjaguin, Muller & Toporov (1975): Hertz, and a pull of 4 pi gamma R for as long as bodies overlap.
struct DmtNormal {
  double modulus;        // E* [Pa]
  double damping_ratio;  // as in TsujiNormal
  double pull;           // 4 pi gamma [N/m]

  static constexpr bool uses_radius = true;
  static constexpr bool coheres = true;

  template <class N, int D>
  AdhesiveForce<N> respond(const Contact<N, D>& contact) const {
    const N radius = square_root(contact.reduced_radius * contact.overlap);
    const N slope = N(2.0 * modulus) * radius, dashpot = dashpot_of(damping_ratio, slope, contact);
    const N pulling = N(pull) * contact.reduced_radius;
    const N elastic = N(4.0 / 3.0 * modulus) * radius * contact.overlap - pulling;
    return {{elastic, N(0.0) - dashpot * contact.normal_velocity, slope, radius},
            elastic + N(2.0) * pulling,
            dashpot};
  }
  template <class N>
  N elastic(const N& overlap, const N& reduced_radius) const {
    const N radius = square_root(reduced_radius * overlap);
    return N(4.0 / 3.0 * modulus) * radius * overlap - N(pull) * reduced_radius;
  }
  template <class N>
  N potential(const N& overlap, const N& reduced_radius) const {
    const N radius = square_root(reduced_radius * overlap);
    return overlap * (N(8.0 / 15.0 * modulus) * radius * overlap - N(pull) * reduced_radius);
  }
};

/// Hertz, and a bridge of liquid that forms when bodies touch and ruptures at a distance: the closed form of
/// Willett, Adams, Johnson & Seville (2000) for the pull of a pendular bridge, F = 2 pi r gamma cos(theta) /
/// (1 + 1.05 S + 2.5 S^2), where S is the gap times sqrt(r / V), and for the gap at which it ruptures,
/// (1 + theta / 2) (V^(1/3) + V^(2/3) / 10 r). The radius r is 2 R* (Derjaguin's): that of equal spheres,
/// twice a sphere's own against a wall.
struct BridgeNormal {
  double modulus;        // E* [Pa]
  double damping_ratio;  // as in TsujiNormal
  double pull;           // 4 pi gamma cos(theta) [N/m]: times R* it is the pull of bodies that touch
  double per_volume;     // 2 / V [1/m3]
  double rupture;        // (1 + theta / 2) V^(1/3) [m]
  double rupture_area;   // (1 + theta / 2) V^(2/3) / 20 [m2]: over R* it is the rest of the gap

  static constexpr bool uses_radius = true;
  static constexpr bool coheres = true;

  /// Whether a bridge that exists goes on.
  template <class N>
  Truth<N> lasts(const N& overlap, const N& reduced_radius) const {
    return overlap + N(rupture) + N(rupture_area) / reduced_radius > N(0.0);
  }

  template <class N, int D>
  AdhesiveForce<N> respond(const Contact<N, D>& contact) const {
    const N overlap = larger(contact.overlap, N(0.0));
    const N radius = square_root(contact.reduced_radius * overlap);
    const N slope = N(2.0 * modulus) * radius, dashpot = dashpot_of(damping_ratio, slope, contact);
    const N pushing = N(4.0 / 3.0 * modulus) * radius * overlap;
    return {{pushing - pulling(contact.overlap, contact.reduced_radius),
             N(0.0) - dashpot * contact.normal_velocity, slope, radius},
            pushing,
            dashpot};
  }
  template <class N>
  N elastic(const N& overlap, const N& reduced_radius) const {
    const N depth = larger(overlap, N(0.0));
    return N(4.0 / 3.0 * modulus) * square_root(reduced_radius * depth) * depth -
           pulling(overlap, reduced_radius);
  }
  /// [J], zero where bodies touch at a point. The integral of the pull over the gap is an arc tangent.
  template <class N>
  N potential(const N& overlap, const N& reduced_radius) const {
    constexpr double root = 2.982867747654931;  // of 4 * 2.5 - 1.05^2
    const N depth = larger(overlap, N(0.0)), gap = larger(N(0.0) - overlap, N(0.0));
    const N per_gap = square_root(N(per_volume) * reduced_radius), spread = per_gap * gap;
    const N angle = arc_tangent(N(5.0 * root) * spread / (N(10.0) + N(5.25) * spread));
    return N(8.0 / 15.0 * modulus) * square_root(reduced_radius * depth) * depth * depth +
           (N(pull) * reduced_radius) * (N(2.0 / root) * angle / per_gap - depth);
  }

 private:
  template <class N>
  N pulling(const N& overlap, const N& reduced_radius) const {
    const N gap = larger(N(0.0) - overlap, N(0.0));
    const N spread = square_root(N(per_volume) * reduced_radius) * gap;
    return N(pull) * reduced_radius / (N(1.0) + spread * (N(1.05) + N(2.5) * spread));
  }
};

/// Whether a normal part pulls, and keeps what it takes to account for that.
template <class NormalPart>
inline constexpr bool coheres = requires {
  NormalPart::coheres;
};

/// Whether contacts that exist may go on beyond touching, and `lasts` tells how far.
template <class NormalPart>
inline constexpr bool reaches = requires(NormalPart part, double number) {
  part.lasts(number, number);
};

}  // namespace scree::law
