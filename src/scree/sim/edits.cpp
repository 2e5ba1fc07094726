#include "scree/sim/edits.h"

#include "scree/scene/edit.h"
#include "scree/sim/checkpoint_numbers.h"
#include "scree/sim/stage_plan.h"

namespace scree::sim {
namespace {

constexpr const char *journal_text = "journal", *journal_stages = "journal_stages",
                     *journal_counts = "journal_counts";

/// Meshes stay in the walls of the world; a fill that is made later looks for them there.
scene::SceneDescription ground_of(const scene::SceneDescription& scene) {
  scene::SceneDescription ground;
  ground.name = scene.name;
  ground.dimension = scene.dimension;
  ground.gravity = scene.gravity;
  ground.thickness = scene.thickness;
  ground.domain = scene.domain;
  ground.materials = scene.materials;
  ground.contacts = scene.contacts;
  ground.stages = scene.stages;
  ground.run = scene.run;
  ground.watch = scene.watch;
  for (const scene::Wall& wall : scene.walls) {
    const bool has_mesh = std::holds_alternative<scene::MeshSurface>(wall.surface) ||
                          std::holds_alternative<scene::ChainSurface>(wall.surface);
    scene::Wall kept = has_mesh ? scene::Wall{} : wall;
    kept.name = wall.name;
    if (has_mesh) kept.surface = scene::MeshSurface{};
    ground.walls.push_back(std::move(kept));
  }
  return ground;
}

}  // namespace

void LawsInForce::change(std::span<const scene::Material> of_materials,
                         std::span<const scene::ContactRule> of_rules) {
  change_materials(of_materials, materials);
  change_rules(of_rules, rules);
}

Edits::Edits(const scene::SceneDescription& scene, const std::vector<Material>& materials)
    : ground_(ground_of(scene)), materials_(materials), scheduled_(scene.edits) {
  reset_laws();
}

void Edits::reset_laws() {
  laws_ = {materials_, ground_.contacts, false};
  if (ground_.stages.empty()) return;
  laws_.change(ground_.stages.front().materials, ground_.stages.front().contacts);
}

const scene::Edit* Edits::due_at(std::uint64_t step) const {
  const bool is_due = next_scheduled_ < scheduled_.size() && scheduled_[next_scheduled_].step <= step;
  return is_due ? &scheduled_[next_scheduled_] : nullptr;
}

void Edits::note(const scene::Edit& made, std::uint64_t stage, bool was_scheduled) {
  journal_.push_back(made);
  stages_.push_back(stage);
  if (was_scheduled) ++next_scheduled_;
}

void Edits::book(const FlowEntry& before, const FlowEntry& after) {
  const bool came = after.bodies > before.bodies;
  FlowEntry& entry = came ? brought_ : taken_;
  const FlowEntry &less = came ? before : after, &more = came ? after : before;
  entry.bodies += more.bodies - less.bodies;
  entry.mass.add(more.mass);
  entry.mass.subtract(less.mass);
}

void Edits::save(std::vector<Column>& columns) const {
  if (journal_.empty()) return;
  const std::string text = scene::write_edits(journal_);
  columns.push_back(Column::copy_of<std::uint8_t>(
      journal_text, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
  columns.push_back(Column::copy_of<std::uint64_t>(journal_stages, stages_));
  const std::uint64_t counts[] = {next_scheduled_,           brought_.bodies, brought_.mass.low_word(),
                                  brought_.mass.high_word(), taken_.bodies,   taken_.mass.low_word(),
                                  taken_.mass.high_word()};
  columns.push_back(Column::copy_of<std::uint64_t>(journal_counts, counts));
}

void Edits::load(std::span<const Column> columns, std::uint64_t stage) {
  journal_.clear();
  stages_.clear();
  next_scheduled_ = 0;
  brought_.bodies = taken_.bodies = 0;
  brought_.mass = taken_.mass = {};
  if (has_column(columns, journal_text)) {
    const auto text = world::find_column(columns, journal_text, Element::u8, 1).values<std::uint8_t>();
    journal_ = scene::read_edits_text({reinterpret_cast<const char*>(text.data()), text.size()}, ground_,
                                      vocabulary());
    const auto stages = numbers<std::uint64_t>(columns, journal_stages, journal_.size());
    stages_.assign(stages.begin(), stages.end());
    const auto counts = numbers<std::uint64_t>(columns, journal_counts, 7);
    next_scheduled_ = counts[0];
    if (next_scheduled_ > scheduled_.size())
      throw RunError("the checkpoint belongs to another scene: its edits differ");
    brought_.bodies = counts[1];
    brought_.mass = ExactSum::from_words(counts[2], counts[3]);
    taken_.bodies = counts[4];
    taken_.mass = ExactSum::from_words(counts[5], counts[6]);
  }
  reset_laws();
  std::size_t next = 0;
  for (std::uint64_t now = 0; now < ground_.stages.size() && now <= stage; ++now) {
    if (now > 0) laws_.change(ground_.stages[now].materials, ground_.stages[now].contacts);
    for (; next < journal_.size() && stages_[next] == now; ++next) {
      const scene::Change& change = journal_[next].change;
      if (const auto* law = std::get_if<scene::LawChange>(&change))
        laws_.change(law->materials, law->contacts);
      laws_.edited |= std::holds_alternative<scene::LawChange>(change) ||
                      std::holds_alternative<scene::WallAddition>(change) ||
                      std::holds_alternative<scene::BodyAddition>(change) ||
                      std::holds_alternative<scene::FillAddition>(change) ||
                      std::holds_alternative<scene::BodyUnpin>(change);
    }
  }
}

void Edits::hash(HashBytes& bytes) const {
  if (journal_.empty()) return;
  for (const Material& material : laws_.materials)
    bytes.add(material.elasticity.young.value_or(0)).add(material.elasticity.poisson.value_or(0));
  for (const scene::ContactRule& rule : laws_.rules)
    for (const scene::ContactRule::Value& value : rule.values) bytes.add(value.number.value);
  for (const FlowEntry* entry : {&brought_, &taken_})
    bytes.add(entry->bodies).add(entry->mass.low_word()).add(entry->mass.high_word());
}

void mark_as_scheduled(record::Checkpoint& checkpoint) {
  std::uint64_t made = 0;
  for (const Column& column : checkpoint.columns)
    if (column.name == journal_stages) made = column.rows;
  for (Column& column : checkpoint.columns)
    if (column.name == journal_counts) std::memcpy(column.bytes.data(), &made, sizeof(made));
}

std::optional<double> frame_interval_of(std::span<const scene::Edit> journal) {
  std::optional<double> interval;
  for (const scene::Edit& edit : journal)
    if (const auto* change = std::get_if<scene::FrameIntervalChange>(&edit.change))
      interval = change->interval;
  return interval;
}

}  // namespace scree::sim
