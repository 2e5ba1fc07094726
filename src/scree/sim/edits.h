// What edits have made of a run: takes the edits of a scene and those that are made while it goes on, keeps
// the journal of all that were made, the laws that are in force, and the account of bodies that came and went
// by hand.
#pragma once

#include "scree/sim/build_world.h"
#include "scree/sim/hash_bytes.h"
#include "scree/sim/simulation.h"

namespace scree::sim {

/// Materials and rules as stages and edits have left them.
struct LawsInForce {
  std::vector<Material> materials;
  std::vector<scene::ContactRule> rules;
  bool edited = false;  // other than what the plans of the stages know

  void change(std::span<const scene::Material> of_materials, std::span<const scene::ContactRule> of_rules);
};

class Edits {
 public:
  Edits(const scene::SceneDescription& scene, const std::vector<Material>& materials);

  /// What edits are checked against: the scene without bodies and meshes.
  const scene::SceneDescription& ground() const { return ground_; }
  const std::vector<scene::Edit>& journal() const { return journal_; }
  LawsInForce& laws() { return laws_; }

  /// The scene's next edit, if it is to be made after this step.
  const scene::Edit* due_at(std::uint64_t step) const;
  bool is_due_at(std::uint64_t step) const { return due_at(step) != nullptr; }
  void note(const scene::Edit& made, std::uint64_t stage, bool was_scheduled);

  /// By how much the bodies that can move have become more or fewer.
  void book(const FlowEntry& before, const FlowEntry& after);
  const FlowEntry& brought() const { return brought_; }
  const FlowEntry& taken() const { return taken_; }

  /// Nothing where no edit was made.
  void save(std::vector<Column>& columns) const;
  /// `stage`: the present one, whose changes of laws are in force.
  void load(std::span<const Column> columns, std::uint64_t stage);
  void hash(HashBytes& bytes) const;

 private:
  void reset_laws();

  scene::SceneDescription ground_;
  std::vector<Material> materials_;     // of the scene
  std::vector<scene::Edit> scheduled_;  // by the scene
  std::uint64_t next_scheduled_ = 0;
  std::vector<scene::Edit> journal_;
  std::vector<std::uint64_t> stages_;  // in which each of the journal was made
  LawsInForce laws_;
  FlowEntry brought_{FlowEntry::Kind::inlet, "edits", 0, {}}, taken_{FlowEntry::Kind::sink, "edits", 0, {}};
};

/// For a simulation whose scene holds all edits of the checkpoint's journal: they are not made again.
void mark_as_scheduled(record::Checkpoint& checkpoint);

/// The interval between frames [s] that the journal ends with; nothing if none was asked for.
std::optional<double> frame_interval_of(std::span<const scene::Edit> journal);

}  // namespace scree::sim
