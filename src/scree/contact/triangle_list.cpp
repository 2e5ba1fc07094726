#include "scree/contact/triangle_list.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree::contact {

namespace {

Vec3 offset_of(const kernel::RelativePose& pose) {
  return {pose.column[3][0], pose.column[3][1], pose.column[3][2]};
}

}  // namespace

Vec3 NearTriangles::shift_to(const kernel::RelativePose& pose) const {
  if (!first_moves_) return offset_of(pose) - offset_of(made_at_);
  // In the frame of the second the first went from -R0' t0 to -R' t.
  Vec3 shift = -offset_of(made_at_);
  for (std::size_t k = 0; k < 3; ++k) {
    double along = 0;
    for (std::size_t i = 0; i < 3; ++i) along += pose.column[k][i] * pose.column[3][i];
    for (int i = 0; i < 3; ++i) shift[i] += made_at_.column[k][static_cast<std::size_t>(i)] * along;
  }
  return shift;
}

double NearTriangles::turned_way(const kernel::RelativePose& pose) const {
  double turned = 0;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < 3; ++i) {
      const double difference = pose.column[k][i] - made_at_.column[k][i];
      turned += difference * difference;
    }
  return std::sqrt(0.5 * turned) * radius_ + 1e-13 * size_;
}

double NearTriangles::way(const kernel::RelativePose& pose) const {
  return norm(shift_to(pose)) + turned_way(pose);
}

void NearTriangles::select(const kernel::RelativePose& pose, TriangleStream& stream) const {
  const Vec3 shift = shift_to(pose);
  if (smallest_gap_ > float_above(reach_ + way(pose))) return;
  // Axes are unit vectors to some 1e-7, and so are the floats below.
  const float near = float_above(reach_ + turned_way(pose) + 2e-6 * (norm(shift) + reach_));
  const float x = static_cast<float>(shift[0]), y = static_cast<float>(shift[1]),
              z = static_cast<float>(shift[2]);
  for (const Item& item : items_) {
    const auto& [gap, axis] = item.certificate;
    const float left = gap - (axis[0] * x + axis[1] * y + axis[2] * z);
    // So that an axis which is none keeps the pair.
    if (!(left > near)) stream.append(item.first, item.second);
  }
}

void TriangleLists::ask(NearTriangles& list, const shape::TriangleTree& first,
                        const shape::TriangleTree& second, const kernel::RelativePose& pose, double reach,
                        double skin) {
  list.made_at_ = pose;
  list.first_moves_ = first.radius() < second.radius();
  list.radius_ = std::min(first.radius(), second.radius());
  list.size_ = first.radius() + second.radius() + norm(offset_of(pose));
  list.reach_ = reach;
  list.skin_ = skin;
  list.smallest_gap_ = std::numeric_limits<float>::infinity();
  list.items_.clear();
  list.is_made_ = true;
  asked_.push_back(&list);
  // Beyond the skin by what `way` adds for rounding.
  stream_.add(first, second, pose, reach + skin + 1e-12 * list.size_);
  stream_.search(descent_);
}

void TriangleLists::make() {
  candidates_ = stream_.size();
  stream_.drop_by(filter_);
  listed_ = stream_.size();
  for (std::size_t k = 0; k < stream_.size(); ++k) {
    const kernel::TriangleEntry& entry = stream_.entries()[k];
    NearTriangles& list = *asked_[entry.bodies];
    list.items_.push_back({entry.first, entry.second, stream_.certificates()[k]});
    list.smallest_gap_ = std::min(list.smallest_gap_, stream_.certificates()[k].gap);
  }
  for (NearTriangles* const list : asked_)
    std::sort(list->items_.begin(), list->items_.end(),
              [](const NearTriangles::Item& a, const NearTriangles::Item& b) {
                return a.first != b.first ? a.first < b.first : a.second < b.second;
              });
  asked_.clear();
  stream_.clear();
}

}  // namespace scree::contact
