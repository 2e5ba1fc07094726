// Answers of steppers with hard contacts.
#pragma once

#include "scree/step/contact_queries.h"
#include "scree/step/hard_motion.h"
#include "scree/step/stepper.h"

namespace scree::step {

template <int D>
class HardQueries final : public ContactQueries<D> {
 public:
  /// `motion` must outlive this.
  explicit HardQueries(HardMotion<D>& motion) : motion_(motion) {}

  std::size_t count() const override { return motion_.memory().records().size(); }
  /// What does not give way stores nothing.
  double elastic_energy() override { return 0; }
  world::ContactRecords records() const override {
    world::ContactRecords records;
    for (const HardContactRecord<D>& record : motion_.memory().records()) {
      records.keys.push_back(record.key);
      double row[width] = {};
      for (int k = 0; k < D; ++k) row[k] = record.force[k];
      if constexpr (D == 2)
        row[D] = record.moment;
      else
        for (int k = 0; k < D; ++k) row[D + k] = record.moment[k];
      records.memory.insert(records.memory.end(), row, row + width);
    }
    return records;
  }
  void restore(const world::ContactRecords& records) {
    std::vector<HardContactRecord<D>> known(records.keys.size());
    for (std::size_t c = 0; c < known.size(); ++c) {
      const double* const row = records.memory.data() + c * width;
      known[c].key = records.keys[c];
      for (int k = 0; k < D; ++k) known[c].force[k] = row[k];
      if constexpr (D == 2)
        known[c].moment = row[D];
      else
        for (int k = 0; k < D; ++k) known[c].moment[k] = row[D + k];
    }
    motion_.set_memory(std::move(known));
    motion_.forget_contacts();
  }
  ContactWidths widths() const override { return {width, width}; }
  world::ContactViews<D> views() override {
    return motion_.contacts().empty() ? kept_ : views_of(motion_.contacts());
  }
  world::ContactViews<D> geometry() override { return views_of(motion_.touching()); }
  void want_views(bool) override {}
  void set_kept_views(world::ContactViews<D> views) override { kept_ = std::move(views); }
  void forget_kept_views() { kept_.clear(); }

  std::vector<Column> counts_as_columns() const {
    const SolveCounts& counts = motion_.counts();
    const std::uint64_t numbers[] = {counts.solves,  counts.unsolved,    counts.relaxed,
                                     counts.impacts, counts.lifts,       counts.legs,
                                     counts.held,    counts.worst.first, counts.worst.second};
    const double residual[] = {counts.worst_residual};
    std::vector<Column> columns;
    columns.push_back(Column::copy_of<std::uint64_t>("impulse_counts", numbers));
    columns.push_back(Column::copy_of<double>("impulse_residual", residual));
    return columns;
  }
  void load_counts(std::span<const Column> columns) {
    const auto numbers =
        world::find_column(columns, "impulse_counts", Element::u64, 1).values<std::uint64_t>();
    const auto residual = world::find_column(columns, "impulse_residual", Element::f64, 1).values<double>();
    if (numbers.size() != 9 || residual.size() != 1)
      throw RunError("the checkpoint's counts of solves do not fit");
    SolveCounts counts;
    std::uint64_t* const targets[] = {&counts.solves, &counts.unsolved, &counts.relaxed, &counts.impacts,
                                      &counts.lifts,  &counts.legs,     &counts.held};
    for (std::size_t k = 0; k < std::size(targets); ++k) *targets[k] = numbers[k];
    counts.worst.first = static_cast<Id>(numbers[7]);
    counts.worst.second = static_cast<Id>(numbers[8]);
    counts.worst_residual = residual[0];
    motion_.set_counts(counts);
  }

 private:
  static constexpr std::size_t width = D == 2 ? 4 : 8;

  static world::ContactViews<D> views_of(const std::vector<SeenHardContact<D>>& contacts) {
    world::ContactViews<D> views;
    for (const SeenHardContact<D>& seen : contacts)
      views.push_back({seen.record.key, seen.place, seen.branch, seen.mean_force, -seen.gap});
    return views;
  }

  HardMotion<D>& motion_;
  world::ContactViews<D> kept_;
};

}  // namespace scree::step
