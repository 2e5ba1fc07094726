#include "scree/base/symmetric.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr double rounding = 1e-13;
using Matrix = std::array<std::array<double, 3>, 3>;

/// Makes the element (p, q) zero, and turns the columns of `axes` along.
void turn_away(Matrix& a, Matrix& axes, std::size_t p, std::size_t q) {
  if (a[p][q] == 0) return;
  const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double tangent = (theta < 0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(tangent * tangent + 1), s = tangent * c;
  a[p][p] -= tangent * a[p][q];
  a[q][q] += tangent * a[p][q];
  a[p][q] = a[q][p] = 0;
  const std::size_t r = 3 - p - q;
  const double rp = a[r][p], rq = a[r][q];
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
  for (std::size_t k = 0; k < 3; ++k) {
    const double kp = axes[k][p], kq = axes[k][q];
    axes[k][p] = c * kp - s * kq;
    axes[k][q] = s * kp + c * kq;
  }
}

}  // namespace

Rotation<3> rotation_to(const std::array<Vec3, 3>& axes) {
  // Row by column: element (row, column) = axes[column][row]. The largest of the four squares is divided by.
  const double xx = axes[0][0], yy = axes[1][1], zz = axes[2][2];
  const double w = 1 + xx + yy + zz, x = 1 + xx - yy - zz, y = 1 - xx + yy - zz, z = 1 - xx - yy + zz;
  const double zy = axes[1][2] - axes[2][1], xz = axes[2][0] - axes[0][2], yx = axes[0][1] - axes[1][0];
  const double sum_xy = axes[1][0] + axes[0][1], sum_xz = axes[2][0] + axes[0][2],
               sum_yz = axes[2][1] + axes[1][2];
  if (w >= x && w >= y && w >= z) return normalised(Rotation<3>{w, zy, xz, yx});
  if (x >= y && x >= z) return normalised(Rotation<3>{zy, x, sum_xy, sum_xz});
  if (y >= z) return normalised(Rotation<3>{xz, sum_xy, y, sum_yz});
  return normalised(Rotation<3>{yx, sum_xz, sum_yz, z});
}

PrincipalAxes principal_axes(const Symmetric3& matrix) {
  Matrix a{{{matrix.xx, matrix.xy, matrix.xz},
            {matrix.xy, matrix.yy, matrix.yz},
            {matrix.xz, matrix.yz, matrix.zz}}};
  const double largest = std::max({std::abs(matrix.xx), std::abs(matrix.yy), std::abs(matrix.zz),
                                   std::abs(matrix.xy), std::abs(matrix.xz), std::abs(matrix.yz)});
  for (std::size_t p = 0; p < 3; ++p)
    for (std::size_t q = 0; q < 3; ++q)
      if (p != q && std::abs(a[p][q]) <= rounding * largest) a[p][q] = 0;

  Matrix axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  constexpr int most_sweeps = 12;  // they converge quadratically: five are usual
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    turn_away(a, axes, 0, 1);
    turn_away(a, axes, 0, 2);
    turn_away(a, axes, 1, 2);
  }

  // Which column becomes which axis: the order with the largest sum of cosines. Signs make each cosine
  // positive, but the last one follows from the hand.
  constexpr std::array<std::array<std::size_t, 3>, 6> orders{
      {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}}};
  double best = -10;
  PrincipalAxes result;
  for (const auto& order : orders)
    for (unsigned signs = 0; signs < 4; ++signs) {
      std::array<Vec3, 3> frame;
      for (std::size_t k = 0; k < 2; ++k) {
        const double sign = (signs >> k & 1U) != 0 ? -1 : 1;
        frame[k] = sign * Vec3{axes[0][order[k]], axes[1][order[k]], axes[2][order[k]]};
      }
      frame[2] = cross(frame[0], frame[1]);
      const double cosines = frame[0][0] + frame[1][1] + frame[2][2];
      if (!(cosines > best)) continue;
      best = cosines;
      result.values = {a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]};
      result.rotation = rotation_to(frame);
    }
  return result;
}

Symmetric3 turned(const Vec3& values, const Rotation<3>& rotation) {
  const Vec3 x = rotate(rotation, Vec3{1, 0, 0}), y = rotate(rotation, Vec3{0, 1, 0}),
             z = rotate(rotation, Vec3{0, 0, 1});
  const auto element = [&](std::size_t row, std::size_t column) {
    return values[0] * x[row] * x[column] + values[1] * y[row] * y[column] + values[2] * z[row] * z[column];
  };
  return {element(0, 0), element(1, 1), element(2, 2), element(0, 1), element(0, 2), element(1, 2)};
}

}  // namespace scree
