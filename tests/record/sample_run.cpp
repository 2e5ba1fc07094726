#include "tests/record/sample_run.h"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "scree/record/run_folder.h"

namespace scree::record::sample {
namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() {
  // In memory where that is possible: these tests write durably hundreds of times, and a disk takes its time
  // for that.
  const fs::path memory = "/dev/shm";
  std::error_code ignored;
  const fs::path parent = fs::is_directory(memory, ignored) ? memory : fs::temp_directory_path();
  std::string name = (parent / "scree-record-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Provenance provenance(int dimension) {
  Provenance made;
  made.version = "0.1.0";
  made.scene_name = "sample";
  made.scene_text = "[scene]\nname = \"sample\"\n";
  made.seed = 0xffff'ffff'ffff'fff7u;
  made.dimension = dimension;
  made.command_line = "scree run sample.toml";
  made.started = "2024-02-29T12:00:00Z";
  made.settings = {{"integrator", "velocity_verlet"}, {"search", "linked_cell"}};
  return made;
}

Frame frame_at(std::uint64_t step, int dimension) {
  const auto d = static_cast<std::size_t>(dimension);
  const std::size_t rows = (step / frame_interval) % 4;
  Frame frame;
  frame.step = step;
  frame.time = static_cast<double>(step) * 0.1;
  const auto add_reals = [&](std::vector<Column>& columns, const char* name, std::size_t width,
                             std::size_t count) {
    Column column = Column::make<double>(name, count, width);
    for (std::size_t k = 0; k < count * width; ++k)
      column.values<double>()[k] =
          static_cast<double>(step) + 0.1 * static_cast<double>(k) + static_cast<double>(name[0]);
    columns.push_back(std::move(column));
  };
  Column id = Column::make<std::uint32_t>("id", rows, 1);
  for (std::size_t k = 0; k < rows; ++k)
    id.values<std::uint32_t>()[k] = static_cast<std::uint32_t>(step / 20 + 2 * k);
  frame.bodies.push_back(std::move(id));
  add_reals(frame.bodies, "position", d, rows);
  add_reals(frame.bodies, "velocity", d, rows);
  add_reals(frame.bodies, "orientation", dimension == 2 ? 2 : 4, rows);
  add_reals(frame.bodies, "spin", dimension == 2 ? 1 : 3, rows);
  add_reals(frame.bodies, "force", d, rows);
  add_reals(frame.bodies, "radius", 1, rows);
  Column fixed = Column::make<std::uint8_t>("fixed", rows, 1);
  for (std::size_t k = 0; k < rows; ++k) fixed.values<std::uint8_t>()[k] = k % 2;
  frame.bodies.push_back(std::move(fixed));
  add_reals(frame.bodies, "stress", 5, rows);
  add_reals(frame.walls, "position", d, 2);
  frame.totals = {{"kinetic", 1.5 * static_cast<double>(step)}, {"contacts", static_cast<double>(step % 7)}};
  return frame;
}

Checkpoint checkpoint_at(std::uint64_t step) {
  Checkpoint checkpoint{step, static_cast<double>(step) * 0.1, fmt::format("{:032x}", step), {}};
  Column position = Column::make<double>("bodies/position", 40, 3);
  for (std::size_t k = 0; k < 120; ++k) position.values<double>()[k] = static_cast<double>(step * k) / 3;
  checkpoint.columns.push_back(std::move(position));
  checkpoint.columns.push_back(Column::make<double>("contacts/memory", 0, 3));
  checkpoint.columns.push_back(Column::copy_of<std::uint64_t>("next_id", std::span(&step, 1)));
  return checkpoint;
}

void run_to_the_end(RunWriter& writer) {
  std::uint64_t step = 0;
  if (const auto recovered = writer.take_checkpoint()) {
    if (!same(recovered->checkpoint, checkpoint_at(recovered->checkpoint.step)))
      throw std::runtime_error("the checkpoint is not what was saved");
    step = recovered->checkpoint.step + 1;
  }
  for (; step <= last_step; ++step) {
    if (step % frame_interval == 0) writer.add(frame_at(step));
    if (step % checkpoint_interval == 0 && step > 0) writer.save(checkpoint_at(step));
  }
  writer.save(checkpoint_at(last_step));
  writer.finish("{\"state_hash\": \"sample\"}");
}

void run_or_resume(const fs::path& folder) {
  if (kind_of(folder) == FolderKind::run) {
    RunWriter writer = RunWriter::resume(folder, small_segments);
    if (!writer.completed()) run_to_the_end(writer);
  } else {
    RunWriter writer = RunWriter::create(folder, provenance(), false, small_segments);
    run_to_the_end(writer);
  }
}

namespace {
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
}  // namespace

bool same(const Column& a, const Column& b) {
  return a.name == b.name && a.element == b.element && a.rows == b.rows && a.width == b.width &&
         a.bytes == b.bytes;
}

bool same(const Frame& a, const Frame& b) {
  const auto same_columns = [](const std::vector<Column>& x, const std::vector<Column>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Column& p, const Column& q) { return same(p, q); });
  };
  return a.step == b.step && same_bits(a.time, b.time) && same_columns(a.bodies, b.bodies) &&
         same_columns(a.walls, b.walls) && same_columns(a.contacts, b.contacts) &&
         std::equal(a.totals.begin(), a.totals.end(), b.totals.begin(), b.totals.end(),
                    [](const auto& x, const auto& y) {
                      return x.first == y.first && same_bits(x.second, y.second);
                    });
}

bool same(const Checkpoint& a, const Checkpoint& b) {
  return a.step == b.step && same_bits(a.time, b.time) && a.state_hash == b.state_hash &&
         std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end(),
                    [](const Column& p, const Column& q) { return same(p, q); });
}

std::string faults_of_interrupted(const fs::path& folder) {
  const FolderKind kind = kind_of(folder);
  if (kind == FolderKind::missing || kind == FolderKind::empty || kind == FolderKind::starting) return "";
  try {
    const RunReader reader(folder);
    if (!(reader.provenance() == provenance())) return "the provenance differs";
    for (std::size_t k = 0; k < reader.frame_count(); ++k)
      if (!same(reader.frame(k), frame_at(k * frame_interval))) return fmt::format("frame {} differs", k);
    const auto last = reader.last_checkpoint();
    if (!last) return "";
    if (!last->note.empty()) return last->note;
    if (!same(last->checkpoint, checkpoint_at(last->checkpoint.step))) return "the checkpoint differs";
    if (reader.frame_count() < last->checkpoint.step / frame_interval + 1)
      return "frames before the checkpoint are missing";
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::string faults_of_finished(const fs::path& folder) {
  std::string faults = faults_of_interrupted(folder);
  if (!faults.empty()) return faults;
  const RunReader reader(folder);
  if (!reader.completed()) return "the run is not complete";
  if (reader.frame_count() != last_step / frame_interval + 1) return "the number of frames is wrong";
  if (read_text(folder / "summary.json") != reader.summary()) return "summary.json differs";
  if (read_text(folder / "scene.toml") != reader.provenance().scene_text) return "scene.toml differs";
  std::size_t checkpoints = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    if (name.ends_with(".tmp")) return name + " was left behind";
    if (name.starts_with("checkpoint-")) ++checkpoints;
  }
  if (checkpoints != 2) return fmt::format("{} checkpoints are kept", checkpoints);
  return "";
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace scree::record::sample
