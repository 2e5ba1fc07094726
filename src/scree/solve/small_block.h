// Square matrices of a few rows, written out so that every sum has one order.
#pragma once

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

/// Lower triangle with the block as its product with its own transpose; false if the block is not positive.
/// Entries above the diagonal are not touched.
template <int N>
bool factorise(Block<N>& a) {
  for (int j = 0; j < N; ++j) {
    double pivot = a.at[j][j];
    for (int k = 0; k < j; ++k) pivot -= a.at[j][k] * a.at[j][k];
    if (!(pivot > 0)) return false;
    const double root = std::sqrt(pivot);
    a.at[j][j] = root;
    for (int i = j + 1; i < N; ++i) {
      double sum = a.at[i][j];
      for (int k = 0; k < j; ++k) sum -= a.at[i][k] * a.at[j][k];
      a.at[i][j] = sum / root;
    }
  }
  return true;
}

template <int N>
Vec<N> solve_lower(const Block<N>& lower, Vec<N> x) {
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= lower.at[i][k] * x[k];
    x[i] /= lower.at[i][i];
  }
  return x;
}

template <int N>
Vec<N> solve_upper(const Block<N>& lower, Vec<N> x) {
  for (int i = N - 1; i >= 0; --i) {
    for (int k = i + 1; k < N; ++k) x[i] -= lower.at[k][i] * x[k];
    x[i] /= lower.at[i][i];
  }
  return x;
}

}  // namespace scree::solve
