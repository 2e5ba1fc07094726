// Two doubles in one register: finding contacts is bound by the number of operations. Same roundings as Vec2.
#pragma once

#include <cstring>

#include "scree/base/vec.h"

namespace scree::contact {

using Lane2 = double __attribute__((vector_size(16)));

inline Lane2 lanes_of(const Vec2& vector) {
  Lane2 lanes;
  std::memcpy(&lanes, vector.component, sizeof(lanes));
  return lanes;
}
inline void store(const Lane2& lanes, Vec2& vector) { std::memcpy(vector.component, &lanes, sizeof(lanes)); }
inline Vec2 vector_of(const Lane2& lanes) {
  Vec2 vector;
  store(lanes, vector);
  return vector;
}
inline Lane2 both(double number) { return Lane2{number, number}; }
inline Lane2 swapped(const Lane2& lanes) {
#if defined(__clang__)
  return __builtin_shufflevector(lanes, lanes, 1, 0);
#else
  return __builtin_shuffle(lanes, (long long __attribute__((vector_size(16)))){1, 0});
#endif
}
/// The first of both, and the second of both.
inline Lane2 firsts(const Lane2& a, const Lane2& b) {
#if defined(__clang__)
  return __builtin_shufflevector(a, b, 0, 2);
#else
  return __builtin_shuffle(a, b, (long long __attribute__((vector_size(16)))){0, 2});
#endif
}
inline Lane2 seconds(const Lane2& a, const Lane2& b) {
#if defined(__clang__)
  return __builtin_shufflevector(a, b, 1, 3);
#else
  return __builtin_shuffle(a, b, (long long __attribute__((vector_size(16)))){1, 3});
#endif
}
inline Lane2 smaller(const Lane2& a, const Lane2& b) { return a < b ? a : b; }
/// cross(a, b) and cross(c, d), from `b` and `d` with their components swapped.
inline Lane2 crosses(const Lane2& a, const Lane2& swapped_b, const Lane2& c, const Lane2& swapped_d) {
  const Lane2 one = a * swapped_b, other = c * swapped_d;
  return firsts(one, other) - seconds(one, other);
}
inline double cross(const Lane2& a, const Lane2& b) {
  const Lane2 products = a * swapped(b);
  return products[0] - products[1];
}
inline double dot(const Lane2& a, const Lane2& b) {
  const Lane2 products = a * b;
  return products[0] + products[1];
}

}  // namespace scree::contact
