// Which law acts between which materials.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "scree/law/catalog.h"

namespace scree::step {

class Interactions {
 public:
  explicit Interactions(std::uint32_t material_count)
      : material_count_(material_count),
        table_(std::size_t{material_count} * material_count, 0),
        known_(table_.size(), false) {}

  std::uint16_t add(const law::Choice& law) {
    laws_.push_back(law);
    return static_cast<std::uint16_t>(laws_.size() - 1);
  }
  void set(std::uint32_t a, std::uint32_t b, std::uint16_t interaction) {
    table_[a * material_count_ + b] = interaction;
    table_[b * material_count_ + a] = interaction;
    known_[a * material_count_ + b] = known_[b * material_count_ + a] = true;
  }

  /// Materials that cannot meet have no law.
  bool has(std::uint32_t a, std::uint32_t b) const { return known_[a * material_count_ + b]; }
  std::uint16_t between(std::uint32_t a, std::uint32_t b) const { return table_[a * material_count_ + b]; }
  const law::Choice& law(std::uint16_t interaction) const { return laws_[interaction]; }
  std::size_t size() const { return laws_.size(); }
  bool any_reaches() const {
    return std::any_of(laws_.begin(), laws_.end(), [](const law::Choice& law) { return law.reaches(); });
  }
  /// [m] beyond touching, up to which a contact that exists may go on by any of the laws; no less.
  double reach(double reduced_radius) const {
    constexpr double margin = 1 + 1e-9;
    double most = 0;
    for (const law::Choice& law : laws_)
      if (law.reaches()) most = std::max(most, margin * law.cohesion(reduced_radius).reach);
    return most;
  }
  /// The same laws without their dashpots; see law::Choice.
  Interactions undamped() const {
    Interactions result = *this;
    for (law::Choice& law : result.laws_) law = law.undamped();
    return result;
  }
  bool any_rolls() const {
    for (const law::Choice& law : laws_)
      if (law.rolls()) return true;
    return false;
  }
  /// Room for what a contact of any of the laws remembers, rolling friction included if it may come later.
  template <int D>
  std::size_t memory_width(bool may_roll) const {
    int width = law::memory_width<D>({.rolling = may_roll});
    for (const law::Choice& law : laws_)
      width = std::max(width, law::memory_width<D>(law.remembers(may_roll || law.rolls())));
    return static_cast<std::size_t>(width);
  }

 private:
  std::uint32_t material_count_;
  std::vector<std::uint16_t> table_;
  std::vector<bool> known_;
  std::vector<law::Choice> laws_;
};

}  // namespace scree::step
