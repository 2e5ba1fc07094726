// Named tables of plain numbers: how state leaves the world for frames and checkpoints, and comes back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "scree/base/error.h"

namespace scree {

enum class Element : std::uint8_t { f64, f32, i64, u64, i32, u32, u8 };

constexpr std::size_t size_of(Element element) {
  switch (element) {
    case Element::f64:
    case Element::i64:
    case Element::u64:
      return 8;
    case Element::f32:
    case Element::i32:
    case Element::u32:
      return 4;
    case Element::u8:
      return 1;
  }
  return 0;
}

template <class T>
constexpr Element element_of();
template <>
constexpr Element element_of<double>() {
  return Element::f64;
}
template <>
constexpr Element element_of<float>() {
  return Element::f32;
}
template <>
constexpr Element element_of<std::int64_t>() {
  return Element::i64;
}
template <>
constexpr Element element_of<std::uint64_t>() {
  return Element::u64;
}
template <>
constexpr Element element_of<std::int32_t>() {
  return Element::i32;
}
template <>
constexpr Element element_of<std::uint32_t>() {
  return Element::u32;
}
template <>
constexpr Element element_of<std::uint8_t>() {
  return Element::u8;
}

/// `rows` x `width` numbers of one type, row by row. A vector quantity has the width of the dimension.
struct Column {
  std::string name;
  Element element = Element::f64;
  std::size_t rows = 0;
  std::size_t width = 1;
  std::vector<std::byte> bytes;

  template <class T>
  static Column make(std::string name, std::size_t rows, std::size_t width) {
    return {std::move(name), element_of<T>(), rows, width, std::vector<std::byte>(rows * width * sizeof(T))};
  }
  template <class T>
  static Column copy_of(std::string name, std::span<const T> values, std::size_t width = 1) {
    Column column = make<T>(std::move(name), values.size() / width, width);
    if (!values.empty()) std::memcpy(column.bytes.data(), values.data(), values.size_bytes());
    return column;
  }
  template <class T>
  std::span<T> values() {
    SCREE_ASSERT(element == element_of<T>());
    return {reinterpret_cast<T*>(bytes.data()), rows * width};
  }
  template <class T>
  std::span<const T> values() const {
    SCREE_ASSERT(element == element_of<T>());
    return {reinterpret_cast<const T*>(bytes.data()), rows * width};
  }
};

}  // namespace scree
