// What emscripten's libc++ 13 lacks of C++20 and scree uses, in its words. Included before every source of
// this project.
#pragma once

#ifdef __cplusplus
#include <atomic>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

namespace std {

template <class To, class From>
requires(sizeof(To) == sizeof(From) && is_trivially_copyable_v<To> &&
         is_trivially_copyable_v<From>) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

/// Of a number that scree's readers have looked at: strtod, which knows hexadecimal and blanks, too, is not
/// given these.
template <class Number>
requires is_floating_point_v<Number> from_chars_result from_chars(const char* first, const char* last,
                                                                  Number& value) {
  const bool is_signed = first != last && *first == '-';
  const char* const digits = first + (is_signed ? 1 : 0);
  const bool begins_well = digits != last && ((*digits >= '0' && *digits <= '9') || *digits == '.' ||
                                              *digits == 'i' || *digits == 'n');
  const bool is_hexadecimal = last - digits > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  if (!begins_well) return {first, errc::invalid_argument};
  if (is_hexadecimal) {
    value = is_signed ? -Number(0) : Number(0);
    return {digits + 1, errc{}};
  }
  const string text(first, last);
  char* end = nullptr;
  const Number read =
      is_same_v<Number, float> ? Number(strtof(text.c_str(), &end)) : Number(strtod(text.c_str(), &end));
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* const stop = first + (end - text.c_str());
  const bool is_word = *digits == 'i' || *digits == 'n';
  const bool is_zero =
      read == 0 && string(digits, stop).find_first_of("123456789") < string(digits, stop).find_first_of("eE");
  if (!is_word && (read - read != 0 || is_zero)) return {stop, errc::result_out_of_range};
  value = read;
  return {stop, errc{}};
}

template <class Number>
class atomic_ref {
 public:
  explicit atomic_ref(Number& number) : number_(&number) {}
  Number load(memory_order = memory_order_seq_cst) const {
    return __atomic_load_n(number_, __ATOMIC_SEQ_CST);
  }
  void store(Number value, memory_order = memory_order_seq_cst) const {
    __atomic_store_n(number_, value, __ATOMIC_SEQ_CST);
  }
  Number fetch_add(Number value, memory_order = memory_order_seq_cst) const {
    return __atomic_fetch_add(number_, value, __ATOMIC_SEQ_CST);
  }
  Number fetch_or(Number value, memory_order = memory_order_seq_cst) const {
    return __atomic_fetch_or(number_, value, __ATOMIC_SEQ_CST);
  }
  bool compare_exchange_weak(Number& expected, Number wanted, memory_order = memory_order_seq_cst) const {
    return __atomic_compare_exchange_n(number_, &expected, wanted, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }

 private:
  Number* number_;
};

}  // namespace std
#endif
