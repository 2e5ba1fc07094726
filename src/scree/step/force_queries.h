// Answers of steppers whose contacts are those of ContactForces.
#pragma once

#include "scree/step/accounts.h"
#include "scree/step/contact_queries.h"
#include "scree/step/sleep.h"

namespace scree::step {

template <int D>
class ForceQueries final : public ContactQueries<D> {
 public:
  /// `forces` must outlive this.
  explicit ForceQueries(ContactForces<D>& forces) : forces_(forces) {}

  std::size_t count() const override { return forces_.contact_count(); }
  double elastic_energy() override { return step::elastic_energy(forces_); }
  world::ContactRecords records() const override { return all_contacts(forces_); }
  ContactWidths widths() const override {
    return {forces_.set().memory_width(), forces_.set().force_width()};
  }
  world::ContactViews<D> views() override { return forces_.views(); }
  world::ContactViews<D> geometry() override { return forces_.geometry(); }
  void want_views(bool wanted) override { forces_.want_views(wanted); }
  void set_kept_views(world::ContactViews<D> views) override { forces_.set_kept_views(std::move(views)); }

 private:
  ContactForces<D>& forces_;
};

}  // namespace scree::step
