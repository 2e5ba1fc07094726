// Square matrices of a few rows, written out so that every sum has one order.
#pragma once

#include <cmath>
#include <utility>

#include "scree/base/vec.h"

namespace scree::solve {

template <int N>
struct Block {
  double at[N][N]{};

  static Block diagonal(double value) {
    Block result;
    for (int i = 0; i < N; ++i) result.at[i][i] = value;
    return result;
  }
};

template <int N>
Vec<N> operator*(const Block<N>& a, const Vec<N>& x) {
  Vec<N> y;
  for (int i = 0; i < N; ++i) {
    double sum = a.at[i][0] * x[0];
    for (int k = 1; k < N; ++k) sum += a.at[i][k] * x[k];
    y[i] = sum;
  }
  return y;
}

/// The transpose of a, times x.
template <int N>
Vec<N> transposed_times(const Block<N>& a, const Vec<N>& x) {
  Vec<N> y;
  for (int i = 0; i < N; ++i) {
    double sum = a.at[0][i] * x[0];
    for (int k = 1; k < N; ++k) sum += a.at[k][i] * x[k];
    y[i] = sum;
  }
  return y;
}

template <int N>
Block<N> transpose(const Block<N>& a) {
  Block<N> result;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) result.at[i][j] = a.at[j][i];
  return result;
}

template <int N>
Block<N> product(const Block<N>& a, const Block<N>& b) {
  Block<N> result;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = a.at[i][0] * b.at[0][j];
      for (int k = 1; k < N; ++k) sum += a.at[i][k] * b.at[k][j];
      result.at[i][j] = sum;
    }
  return result;
}

template <int N>
double trace(const Block<N>& a) {
  double sum = a.at[0][0];
  for (int i = 1; i < N; ++i) sum += a.at[i][i];
  return sum;
}

template <int N>
void add_to(Block<N>& sum, const Block<N>& a) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) sum.at[i][j] += a.at[i][j];
}

/// In place, by Gauss and Jordan with exchange of rows; false if it has no finite inverse.
template <int N>
bool invert(Block<N>& a) {
  Block<N> inverse = Block<N>::diagonal(1);
  for (int column = 0; column < N; ++column) {
    int best = column;
    for (int row = column + 1; row < N; ++row)
      if (std::abs(a.at[row][column]) > std::abs(a.at[best][column])) best = row;
    const double pivot = a.at[best][column];
    if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return false;
    for (int k = 0; k < N; ++k) {
      std::swap(a.at[best][k], a.at[column][k]);
      std::swap(inverse.at[best][k], inverse.at[column][k]);
      a.at[column][k] /= pivot;
      inverse.at[column][k] /= pivot;
    }
    for (int row = 0; row < N; ++row) {
      if (row == column) continue;
      const double factor = a.at[row][column];
      for (int k = 0; k < N; ++k) {
        a.at[row][k] -= factor * a.at[column][k];
        inverse.at[row][k] -= factor * inverse.at[column][k];
      }
    }
  }
  a = inverse;
  return true;
}

}  // namespace scree::solve
