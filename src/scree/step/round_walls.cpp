// Round bodies at plain walls: planes, boxes, circles, cylinders, cones. Most bodies near a wall do not touch
// it, and a body that is some way from a plane cannot touch it before it has gone that way: until then the
// candidate is passed over. Contacts are a bit each; their points are found again where they are needed.
#include <algorithm>
#include <limits>

#include "scree/contact/sphere_wall.h"
#include "scree/step/sources.h"
#include "scree/step/wall_images.h"

namespace scree::step {
namespace {

constexpr double never_quiet = -std::numeric_limits<double>::infinity();

template <int D>
class RoundWalls final : public ContactSource<D> {
 public:
  explicit RoundWalls(const SourceSettings<D>& settings)
      : ContactSource<D>(settings), images_(settings.walls, settings.periodic) {}

  void prepare(const world::Bodies<D>&, const Candidates<D>& candidates) override {
    first_entry_ = candidates.first_wall_entry();
    quiet_until_.assign(candidates.entry_count() - first_entry_, never_quiet);
    poses_.clear();
  }

  void begin(const Look<D>& look, double path) override {
    path_ = path;
    forget_quiet(look.candidates);
  }
  void see_walls() override {
    images_.update();
    see_which_rest();
  }

  std::size_t find(const Look<D>& look, const kernel::TouchSearch<D>&, std::size_t b,
                   const ConstBatchContacts& earlier, const BatchContacts& now) override {
    const Batch& batch = look.candidates.batches()[b];
    const std::size_t groups = (batch.count + 7) / 8;
    for (std::size_t group = 0; group < groups; ++group) now.groups[group].touches = 0;
    std::array<std::uint32_t, entries_at_once + ahead> due;
    for (std::uint32_t begin = 0; begin < batch.count; begin += entries_at_once) {
      const std::size_t count =
          list_due(batch.begin + begin, batch.begin + std::min(begin + entries_at_once, batch.count), due);
      for (std::size_t k = 0; k < count; ++k) {
        __builtin_prefetch(look.motion + look.candidates.first()[due[k + ahead]]);
        if (!touches(look, due[k])) continue;
        kernel::ContactGroup& group = now.groups[(due[k] - batch.begin) / 8];
        group.touches = static_cast<std::uint8_t>(group.touches | 1u << (due[k] % 8));
      }
    }
    if (const law::Choice& law = this->law_of(look, b); law.reaches())
      keep_bonds(look, law, batch, earlier, now);
    std::size_t contacts = 0;
    for (std::size_t group = 0; group < groups; ++group) {
      now.groups[group].evaluated = now.groups[group].touches | earlier.groups[group].touches;
      contacts += static_cast<std::size_t>(__builtin_popcount(now.groups[group].evaluated));
    }
    return contacts;
  }

  void describe(const Look<D>& look, std::size_t b, const ConstBatchContacts& contacts,
                AlignedVector<kernel::SurfacePoint<D>>& points,
                kernel::ContactBatch<D>& input) const override {
    const Batch& batch = look.candidates.batches()[b];
    std::size_t at = 0;
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group)
      for (unsigned mask = contacts.groups[group].evaluated; mask != 0; mask &= mask - 1)
        points[at++] =
            point_at(look, batch.begin + 8 * group + static_cast<std::uint32_t>(__builtin_ctz(mask)));
    input.surface = points.data();
  }

  ContactGeometry<D> geometry(const Look<D>& look, std::size_t, std::uint32_t entry,
                              std::size_t) const override {
    return geometry_of(point_at(look, entry), look.motion[look.candidates.first()[entry]]);
  }
  Vec<D> shift_to_wall(const Look<D>& look, std::uint32_t entry) const override {
    return nearest_at(look, entry).shift;
  }
  const kernel::ContactLoops<D>& loops(const kernel::LawKernels<D>& law) const override { return law.walls; }

 private:
  static constexpr std::uint32_t entries_at_once = 256;
  static constexpr std::size_t ahead = 8;  // bodies that are fetched before they are needed

  const world::Walls<D>& walls() const { return this->settings().walls; }
  bool path_is_known() const { return path_ < std::numeric_limits<double>::infinity(); }

  void see_which_rest() {
    rests_.resize(walls().size());
    for (std::size_t wall = 0; wall < walls().size(); ++wall) {
      const world::WallState<D>& state = walls().states[wall];
      rests_[wall] =
          state.pose == Pose<D>{} && state.velocity.velocity == Vec<D>{} && state.velocity.spin == Spin<D>{};
    }
  }
  /// Most walls are planes that never move, and need less looking at than others.
  const shape::Plane<D>* plane_at_rest(const world::Facet<D>& facet) const {
    return rests_[facet.wall] != 0 ? std::get_if<shape::Plane<D>>(&facet.surface) : nullptr;
  }
  /// What is known of ways to a wall holds while it stays where it is.
  void forget_quiet(const Candidates<D>& candidates) {
    const auto stayed = [&](std::size_t wall) { return poses_[wall] == walls().states[wall].pose; };
    bool all_stayed = path_is_known() && poses_.size() == walls().size();
    for (std::size_t wall = 0; all_stayed && wall < walls().size(); ++wall) all_stayed = stayed(wall);
    if (all_stayed) return;
    if (!path_is_known() || poses_.empty()) {
      std::fill(quiet_until_.begin(), quiet_until_.end(), never_quiet);
    } else {
      for (std::size_t k = 0; k < quiet_until_.size(); ++k)
        if (!stayed(walls().facets[candidates.second()[first_entry_ + k]].wall))
          quiet_until_[k] = never_quiet;
    }
    poses_.clear();
    for (const world::WallState<D>& wall : walls().states) poses_.push_back(wall.pose);
  }
  /// Which of some candidates may touch by now, and a few more entries behind them.
  std::size_t list_due(std::uint32_t begin, std::uint32_t end,
                       std::array<std::uint32_t, entries_at_once + ahead>& due) const {
    std::size_t count = 0;
    for (std::uint32_t entry = begin; entry < end; ++entry) {
      due[count] = entry;
      count += path_ < quiet_until_[entry - first_entry_] ? 0 : 1;
    }
    std::fill_n(due.begin() + static_cast<std::ptrdiff_t>(count), ahead, begin);
    return count;
  }
  bool touches(const Look<D>& look, std::uint32_t entry) {
    const world::Facet<D>& facet = walls().facets[look.candidates.second()[entry]];
    const Motion<D>& body = look.motion[look.candidates.first()[entry]];
    const shape::Plane<D>* const plane = plane_at_rest(facet);
    const double distance = plane != nullptr ? shape::nearest(*plane, body.position).distance
                                             : nearest_at(look, entry).nearest.distance;
    // Other surfaces end somewhere, where distances may jump.
    constexpr double rounding = 1e-6;
    if (path_is_known() && std::holds_alternative<shape::Plane<D>>(facet.surface))
      quiet_until_[entry - first_entry_] = path_ + (distance - (1 + rounding) * body.radius);
    return distance <= body.radius;
  }
  /// Bodies that have parted from a wall, by a law that reaches beyond touching.
  void keep_bonds(const Look<D>& look, const law::Choice& law, const Batch& batch,
                  const ConstBatchContacts& earlier, const BatchContacts& now) const {
    for (std::uint32_t group = 0; 8 * group < batch.count; ++group) {
      std::uint8_t& touches = now.groups[group].touches;
      for (unsigned rest = earlier.groups[group].touches & ~unsigned{touches}; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::uint32_t>(__builtin_ctz(rest));
        const std::uint32_t entry = batch.begin + 8 * group + bit;
        const double radius = look.motion[look.candidates.first()[entry]].radius;
        if (law.lasts(radius - point_at(look, entry).distance, radius))
          touches = static_cast<std::uint8_t>(touches | 1u << bit);
      }
    }
  }
  kernel::SurfacePoint<D> point_at(const Look<D>& look, std::uint32_t entry) const {
    const world::Facet<D>& facet = walls().facets[look.candidates.second()[entry]];
    const Motion<D>& body = look.motion[look.candidates.first()[entry]];
    if (const shape::Plane<D>* const plane = plane_at_rest(facet)) {
      kernel::SurfacePoint<D> point;
      const shape::Nearest<D> found = shape::nearest(*plane, body.position);
      point.normal = found.normal;
      point.distance = found.distance;
      return point;
    }
    const NearestImage found = nearest_at(look, entry);
    return contact::surface_point(found.nearest, walls().states[facet.wall].velocity,
                                  body.position + found.shift, body.radius);
  }

  struct NearestImage {
    shape::Nearest<D> nearest;
    Vec<D> shift;
  };
  /// Of the wall and its copies, the first of the nearest.
  NearestImage nearest_at(const Look<D>& look, std::uint32_t entry) const {
    const world::Facet<D>& facet = walls().facets[look.candidates.second()[entry]];
    const Motion<D>& body = look.motion[look.candidates.first()[entry]];
    NearestImage best;
    best.nearest.distance = std::numeric_limits<double>::infinity();
    const double beyond =
        this->settings().periodic == nullptr ? 0 : this->settings().interactions.reach(body.radius);
    images_.for_each_shift(facet.wall, body.position, body.radius + beyond, [&](const Vec<D>& shift) {
      const shape::Nearest<D> here =
          contact::nearest(facet, walls().states[facet.wall].pose, body.position + shift);
      if (here.distance < best.nearest.distance) best = {here, shift};
    });
    return best;
  }

  WallImages<D> images_;
  std::uint32_t first_entry_ = 0;
  double path_ = 0;
  std::vector<double> quiet_until_;  // by wall entry: the path [m] before which it cannot touch
  std::vector<Pose<D>> poses_;       // of the walls when that was found
  std::vector<char> rests_;          // by wall: is where it was built, and does not move
};

}  // namespace

template <int D>
std::unique_ptr<ContactSource<D>> make_round_walls(const SourceSettings<D>& settings) {
  return std::make_unique<RoundWalls<D>>(settings);
}
template std::unique_ptr<ContactSource<2>> make_round_walls(const SourceSettings<2>&);
template std::unique_ptr<ContactSource<3>> make_round_walls(const SourceSettings<3>&);

}  // namespace scree::step
