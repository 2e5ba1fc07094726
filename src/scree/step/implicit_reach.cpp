#include "scree/step/implicit_reach.h"

#include <algorithm>
#include <numeric>

#include "scree/contact/sphere_wall.h"

namespace scree::step {
namespace {

template <int D>
ImplicitBody<D> body_of(const world::Bodies<D>& bodies, Slot slot) {
  const Motion<D>& motion = bodies.motion[slot];
  return {bodies.id[slot], motion.position,         motion.velocity,           motion.spin,
          motion.radius,   1 / motion.inverse_mass, 1 / motion.inverse_inertia};
}

template <int D>
void read_springs(const double* memory, const law::Elastic& law, bool rolls, bool turned,
                  ImplicitSprings<D>& springs) {
  const double sign = turned ? -1 : 1;
  for (int k = 0; k < D; ++k) springs.slip[k] = sign * memory[k];
  springs.slip_stiffness = memory[D];
  if (!rolls) return;
  const double* const roll = memory + 2 * D + 2 + (law.remembers_speed ? 1 : 0);
  if constexpr (D == 2) {
    springs.roll = sign * roll[0];
    springs.roll_stiffness = roll[1];
  } else {
    for (int k = 0; k < 3; ++k) springs.roll[k] = sign * roll[k];
    springs.roll_stiffness = roll[3];
  }
}

/// Bodies that hang together.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t root(std::uint32_t one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

template <int D>
ImplicitReach<D>::ImplicitReach(ContactForces<D>& forces, const Interactions& damped)
    : forces_(forces),
      damped_(&damped),
      images_(forces.state().walls, forces.state().box.any() ? &forces.state().box : nullptr) {}

template <int D>
void ImplicitReach<D>::note_walls() {
  before_.clear();
  for (const world::WallState<D>& wall : forces_.state().walls.states) before_.push_back(wall.pose);
}

template <int D>
void ImplicitReach<D>::find_pairs(const Batch& batch, std::span<const double> ways,
                                  std::vector<Found>& found) const {
  const world::State<D>& state = forces_.state();
  const Candidates<D>& candidates = forces_.list().candidates();
  for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.all; ++entry) {
    Slot first = candidates.first()[entry], second = candidates.second()[entry];
    const bool turned = is_fixed(state.bodies.motion[first]);
    const world::ContactKey key{state.bodies.id[first], state.bodies.id[second]};
    if (turned) std::swap(first, second);
    const Motion<D>& one = state.bodies.motion[first];
    const Motion<D>& other = state.bodies.motion[second];
    if (is_fixed(one)) continue;
    Vec<D> branch = other.position - one.position;
    if (state.box.any()) branch = state.box.nearest(branch);
    Found here;
    ImplicitContact<D>& contact = here.contact;
    contact.overlap_before = one.radius + other.radius - norm(branch);
    if (-contact.overlap_before > ways[first] + ways[second]) continue;
    here.turned = turned;
    contact.key = key;
    contact.first = first;
    contact.second = is_fixed(other) ? solve::no_body : second;
    contact.second_radius = other.radius;
    // Of a body that moves, the way to its copy.
    contact.second_place = is_fixed(other) ? one.position + branch : one.position + branch - other.position;
    contact.law = *damped_->law(batch.interaction)
                       .elastic(1 / (one.inverse_mass + other.inverse_mass),
                                one.radius * other.radius / (one.radius + other.radius));
    found.push_back(here);
  }
}

template <int D>
void ImplicitReach<D>::find_walls(const Batch& batch, std::span<const double> ways,
                                  std::vector<Found>& found) const {
  const world::State<D>& state = forces_.state();
  const Candidates<D>& candidates = forces_.list().candidates();
  for (std::uint32_t entry = batch.begin; entry < batch.begin + batch.all; ++entry) {
    const Slot slot = candidates.first()[entry];
    const Motion<D>& body = state.bodies.motion[slot];
    if (is_fixed(body)) continue;
    const world::Facet<D>& facet = state.walls.facets[candidates.second()[entry]];
    const world::WallState<D>& wall = state.walls.states[facet.wall];
    Found here;
    ImplicitContact<D>& contact = here.contact;
    double gap = std::numeric_limits<double>::infinity(), gap_before = gap;
    images_.for_each_shift(facet.wall, body.position, body.radius + ways[slot], [&](const Vec<D>& shift) {
      const double after = contact::nearest(facet, wall.pose, body.position + shift).distance - body.radius;
      const double before =
          contact::nearest(facet, before_[facet.wall], body.position + shift).distance - body.radius;
      if (std::min(after, before) >= gap) return;
      gap = std::min(after, before);
      gap_before = before;
      contact.shift = shift;
    });
    if (gap > ways[slot]) continue;
    contact.key = {state.bodies.id[slot], wall_id(facet.wall), 0, facet.feature};
    contact.first = slot;
    contact.facet = &facet;
    contact.wall_pose = wall.pose;
    contact.wall_velocity = wall.velocity;
    contact.overlap_before = -gap_before;
    contact.law = *damped_->law(batch.interaction).elastic(1 / body.inverse_mass, body.radius);
    found.push_back(here);
  }
}

template <int D>
void ImplicitReach<D>::remember(std::vector<Found>& found) const {
  const world::ContactRecords records = forces_.records();
  const std::size_t width = forces_.set().memory_width();
  std::vector<std::uint32_t> order(records.keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return records.keys[a] < records.keys[b]; });
  auto at = order.begin();
  for (Found& here : found) {
    while (at != order.end() && records.keys[*at] < here.contact.key) ++at;
    if (at == order.end() || here.contact.key < records.keys[*at]) continue;
    here.contact.lasts = true;
    read_springs<D>(records.memory.data() + *at * width, here.contact.law, here.contact.law.rolling_reach > 0,
                    here.turned, here.contact.springs);
  }
}

template <int D>
std::vector<ImplicitGroup<D>> ImplicitReach<D>::find(std::span<const double> ways,
                                                     const Interactions& damped) {
  damped_ = &damped;
  images_.update();
  const world::Bodies<D>& bodies = forces_.state().bodies;
  const std::vector<Batch>& batches = forces_.list().candidates().batches();
  // Scenes with others are refused; an edit may still bring one.
  for (const Batch& batch : batches)
    if (batch.source != SourceKind::round_pairs && batch.source != SourceKind::round_walls)
      throw RunError(
          "implicit steps know discs and spheres, and walls that are no meshes, and an edit has brought "
          "something else: take [run] stepper = \"explicit\"");
  std::vector<std::vector<Found>> by_batch(batches.size());
  parallel_for(batches.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b)
      batches[b].wall ? find_walls(batches[b], ways, by_batch[b]) : find_pairs(batches[b], ways, by_batch[b]);
  });
  std::vector<Found> found;
  for (const std::vector<Found>& some : by_batch) found.insert(found.end(), some.begin(), some.end());
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.contact.key < b.contact.key; });
  remember(found);

  Groups groups(bodies.size());
  std::vector<char> touched(bodies.size(), 0);
  for (const Found& here : found) {
    touched[here.contact.first] = 1;
    if (here.contact.second == solve::no_body) continue;
    touched[here.contact.second] = 1;
    groups.join(here.contact.first, here.contact.second);
  }
  std::vector<ImplicitGroup<D>> result;
  constexpr std::uint32_t none = 0xffff'ffffu;
  std::vector<std::uint32_t> group_of_root(bodies.size(), none), place(bodies.size());
  for (Id id = 0; id < bodies.next_id(); ++id) {
    const Slot slot = bodies.slot_of(id);
    if (slot == bodies.no_slot || touched[slot] == 0) continue;
    std::uint32_t& group = group_of_root[groups.root(slot)];
    if (group == none) {
      group = static_cast<std::uint32_t>(result.size());
      result.emplace_back();
    }
    place[slot] = static_cast<std::uint32_t>(result[group].slots.size());
    result[group].slots.push_back(slot);
    result[group].island.bodies.push_back(body_of(bodies, slot));
  }
  for (Found& here : found) {
    ImplicitContact<D>& contact = here.contact;
    ImplicitGroup<D>& group = result[group_of_root[groups.root(contact.first)]];
    contact.first = place[contact.first];
    if (contact.second != solve::no_body) contact.second = place[contact.second];
    group.island.contacts.push_back(contact);
    group.turned.push_back(here.turned ? 1 : 0);
  }
  return result;
}

template class ImplicitReach<2>;
template class ImplicitReach<3>;

}  // namespace scree::step
