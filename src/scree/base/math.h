// Elementary functions built on + - * / sqrt and on the bits of a double alone. The C library picks its
// versions by CPU, so its last bits differ from machine to machine; these do not. Slower than the library's:
// for set-up and output, not for the inner loops of a step.
//
// Largest error seen against 64-bit-mantissa arithmetic, in units in the last place: stated per function,
// tested. Special values (zeros, infinities, not-a-numbers, subnormals) as C11 annex F asks; errno is never
// set.
#pragma once

namespace scree::math {

inline constexpr double pi = 3.14159265358979323846;

/// 1 ulp for every finite argument, however large: the reduction by pi/2 is exact enough for all doubles.
double sin(double x);
double cos(double x);
/// 1 ulp; the result is exact enough in the subnormal range too.
double exp(double x);
/// 1 ulp.
double log(double x);
/// 1 ulp.
double pow(double base, double exponent);
/// 2 ulp. In [-pi, pi]; signed zeros choose the side of the cut.
double atan2(double y, double x);
/// 1 ulp.
double cbrt(double x);

}  // namespace scree::math
