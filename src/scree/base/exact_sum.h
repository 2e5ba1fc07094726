// Sums that do not depend on the order of their terms: each term is rounded once to a multiple of a fixed
// quantum, the multiples are added as integers. For what threads or list order would otherwise make differ in
// the last digits, such as the energy ledger. Terms of light bodies beside heavy ones are smaller than a
// quantum that suits the heavy: what rounding leaves of a term is counted too, in parts of a quantum.
#pragma once

#include <bit>
#include <cstdint>

namespace scree {

inline constexpr double parts_per_quantum = 4294967296.0;  // 2^32

/// One term or several: whole quanta, and the rest in parts of one.
struct Quanta {
  std::int64_t whole = 0, parts = 0;
  friend bool operator==(const Quanta&, const Quanta&) = default;
};

/// A number of quanta; room for 2^44 terms of the largest size.
class ExactSum {
 public:
  void add(std::int64_t quanta) { total_ += static_cast<Integer>(quanta) * parts_per_whole; }
  void add(const Quanta& quanta) {
    total_ += static_cast<Integer>(quanta.whole) * parts_per_whole + quanta.parts;
  }
  void add(const ExactSum& other) { total_ += other.total_; }
  void subtract(const ExactSum& other) { total_ -= other.total_; }
  double value(double quantum) const { return static_cast<double>(total_) * (quantum / parts_per_quantum); }

  std::uint64_t low_word() const { return static_cast<std::uint64_t>(total_); }
  std::uint64_t high_word() const { return static_cast<std::uint64_t>(total_ >> 64); }
  static ExactSum from_words(std::uint64_t low, std::uint64_t high) {
    ExactSum sum;
    sum.total_ = static_cast<Integer>((static_cast<Unsigned>(high) << 64) | low);
    return sum;
  }
  friend bool operator==(const ExactSum&, const ExactSum&) = default;

 private:
  __extension__ using Integer = __int128;
  __extension__ using Unsigned = unsigned __int128;
  static constexpr Integer parts_per_whole = static_cast<Integer>(parts_per_quantum);
  Integer total_ = 0;  // parts of a quantum
};

/// Largest count of quanta that one term may have; larger terms are cut to it.
inline constexpr double most_quanta = 1125899906842624.0;  // 2^50

/// A power of two that suits terms of the size of `expected`: it is 2^-40 of that, its parts are 2^-72, and a
/// term may be a thousand times larger before it is cut.
double quantum_for(double expected);

/// Rounded to the nearest whole number and cut to the range.
inline std::int64_t whole_quanta(double quanta) {
  constexpr double magic = 6755399441055744.0;  // 1.5 * 2^52: no fraction fits beside it
  // The other way round, what is not a number would get through.
  const double cut = quanta > -most_quanta ? (quanta < most_quanta ? quanta : most_quanta) : -most_quanta;
  return std::bit_cast<std::int64_t>(cut + magic) - std::bit_cast<std::int64_t>(magic);
}

/// A term as a number of quanta, with parts.
inline Quanta to_quanta(double term, double quantum) {
  const double quanta = term / quantum;
  const std::int64_t whole = whole_quanta(quanta);
  // What was cut off of a term that is too large is no rest of it.
  const double rest = quanta - static_cast<double>(whole);
  return {whole, rest >= -0.5 && rest <= 0.5 ? whole_quanta(rest * parts_per_quantum) : 0};
}

}  // namespace scree
