#include "apps/lab/server/search_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "scree/base/error.h"
#include "scree/search/catalog.h"
#include "scree/search/collect.h"
#include "scree/search/structure.h"

namespace scree::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_parts = 20'000, most_pairs = 60'000;
/// Of the middle radius: pairs this near are candidates, as in a list that is kept for some steps.
constexpr double skin_per_radius = 0.1;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

template <class Number>
void add(Bytes& bytes, Number value) {
  const auto* const first = reinterpret_cast<const std::byte*>(&value);
  bytes.insert(bytes.end(), first, first + sizeof(Number));
}

const search::Entry& entry_of(const std::string& method) {
  const search::Entry* const entry = search::find_entry(method);
  if (entry == nullptr) throw RunError("there is no search method '" + method + "'");
  return *entry;
}

}  // namespace

Bytes SearchPicture::encode(const Still& still, std::uint32_t branch, const std::string& method) {
  if (method != method_ || dimension_ != still.dimension || roster_ != still.roster->number) {
    plane_.reset();
    space_.reset();
    method_ = method;
    dimension_ = still.dimension;
    roster_ = still.roster->number;
    if (dimension_ == 2)
      plane_ = search::make<2>(entry_of(method));
    else
      space_ = search::make<3>(entry_of(method));
  }
  return dimension_ == 2 ? encode<2>(still, branch) : encode<3>(still, branch);
}

template <int D>
Bytes SearchPicture::encode(const Still& still, std::uint32_t branch) {
  std::vector<search::Sphere<D>> spheres(still.size());
  for (std::size_t body = 0; body < spheres.size(); ++body) {
    for (std::size_t k = 0; k < D; ++k)
      spheres[body].centre[static_cast<int>(k)] = still.places[body * D + k];
    spheres[body].radius = static_cast<double>(still.roster->radii[body]);
  }
  std::vector<float> radii = still.roster->radii;
  double skin = 0;
  if (!radii.empty()) {
    const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::nth_element(radii.begin(), middle, radii.end());
    skin = skin_per_radius * static_cast<double>(*middle);
  }
  search::ContactSearch<D>* search = nullptr;
  if constexpr (D == 2)
    search = plane_.get();
  else
    search = space_.get();
  const Clock::time_point begin = Clock::now();
  search->prepare(search::Items<D>::spheres(spheres, 0.5 * skin));
  std::vector<search::Pair> pairs = search::collect_sorted(*search);
  const double milliseconds = milliseconds_since(begin);
  std::vector<search::Part<D>> parts = search::structure_of(*search);

  std::string text = fmt::format("{} parts, {} pairs nearer than {:.3g} m", parts.size(), pairs.size(), skin);
  if (parts.empty())
    text =
        fmt::format("nothing built that could be drawn, {} pairs nearer than {:.3g} m", pairs.size(), skin);
  if (const std::string choice = search->choice(); !choice.empty()) text = choice + "; " + text;
  if (parts.size() > most_parts || pairs.size() > most_pairs) text += "; not all of them are drawn";
  parts.resize(std::min(parts.size(), most_parts));
  pairs.resize(std::min(pairs.size(), most_pairs));

  Bytes bytes;
  add(bytes, std::uint8_t{4});
  add(bytes, static_cast<std::uint8_t>(D));
  add(bytes, std::uint16_t{0});
  add(bytes, branch);
  add(bytes, still.step);
  add(bytes, static_cast<std::uint32_t>(parts.size()));
  add(bytes, static_cast<std::uint32_t>(pairs.size()));
  add(bytes, static_cast<std::uint32_t>(text.size()));
  add(bytes, static_cast<std::uint32_t>(std::lround(1000 * milliseconds)));
  for (const search::Part<D>& part : parts) {
    for (const Vec<D>& corner : {part.box.lo, part.box.hi})
      for (int k = 0; k < 3; ++k) add(bytes, k < D ? static_cast<float>(corner[k]) : 0.F);
    add(bytes, static_cast<std::uint16_t>(part.kind));
    add(bytes, part.level);
  }
  for (const auto& [first, second] : pairs) {
    add(bytes, still.roster->ids[first]);
    add(bytes, still.roster->ids[second]);
  }
  const auto* const letters = reinterpret_cast<const std::byte*>(text.data());
  bytes.insert(bytes.end(), letters, letters + text.size());
  return bytes;
}

SearchRace::Lap SearchRace::run(const std::string& method, int count, double ratio) {
  constexpr double patience = 150;  // [ms]
  constexpr int most_rounds = 50;
  if (!(count >= 9 && count <= 100'000)) throw RunError("a race takes from 9 to 100000 discs");
  if (!(ratio >= 1 && ratio <= 50))
    throw RunError("the largest disc of a race is 1 to 50 times the smallest");
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(count)));
  const search::Entry& entry = entry_of(method);
  if (!square_ || side_ != side || ratio_ != ratio) {
    square_.emplace(side, ratio);
    side_ = side;
    ratio_ = ratio;
  }
  const auto search = search::make<2>(entry);
  Lap lap;
  lap.count = side * side;
  lap.milliseconds = std::numeric_limits<double>::infinity();
  const Clock::time_point begin = Clock::now();
  for (int round = 0; round < most_rounds && (round < 2 || milliseconds_since(begin) < patience); ++round) {
    search::PairCounter pairs;
    const Clock::time_point lap_begin = Clock::now();
    search->prepare(square_->items());
    search->find_pairs(pairs);
    lap.milliseconds = std::min(lap.milliseconds, milliseconds_since(lap_begin));
    lap.pairs = pairs.count();
    if (milliseconds_since(begin) > 4 * patience) break;
  }
  return lap;
}

}  // namespace scree::lab
