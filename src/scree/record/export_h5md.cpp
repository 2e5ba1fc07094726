#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scree/record/atomic_file.h"
#include "scree/record/body_fields.h"
#include "scree/record/export.h"
#include "scree/record/h5md.h"

namespace scree::record {
namespace {

// The columns of the bodies, or of the walls, over all exported frames. A row belongs to one id; without ids
// to one place in the frame.
class Group {
 public:
  explicit Group(std::string path) : path_(std::move(path)) {}

  void survey(const std::vector<Column>& columns) {
    for (const Column& column : columns) {
      const auto [entry, is_new] = columns_.try_emplace(column.name, Layout{column.element, column.width});
      if (!is_new && (entry->second.element != column.element || entry->second.width != column.width))
        throw RunError(
            fmt::format("column '{}' changes its type during the run; export it as csv or vtk", column.name));
    }
    if (columns.empty()) return;
    most_rows_ = std::max<std::uint64_t>(most_rows_, columns.front().rows);
    const std::vector<std::uint32_t> ids = ids_of(columns);
    if (ids.size() != columns.front().rows) has_ids_ = false;
    std::vector<std::uint32_t> all;
    std::set_union(ids_.begin(), ids_.end(), ids.begin(), ids.end(), std::back_inserter(all));
    ids_ = std::move(all);
  }

  void make_arrays(Hdf5File& file, std::uint64_t frames) const {
    for (const auto& [name, layout] : columns_) {
      file.make_array(path_ + name + "/value", layout.element, element_shape(frames, rows(), layout.width));
      link_times(file, path_ + name);
    }
  }

  void write(Hdf5File& file, std::uint64_t frame, const std::vector<Column>& columns) const {
    const std::vector<std::uint64_t> places = places_of(columns);
    for (const auto& [name, layout] : columns_) {
      const std::span<const std::byte> fill = fill_value(layout.element);
      const std::size_t row_bytes = layout.width * fill.size();
      std::vector<std::byte> bytes(rows() * row_bytes);
      for (std::size_t at = 0; at < bytes.size(); at += fill.size())
        std::memcpy(bytes.data() + at, fill.data(), fill.size());
      if (const Column* column = find_column(columns, name))
        for (std::size_t row = 0; row < column->rows; ++row)
          std::memcpy(bytes.data() + places[row] * row_bytes, column->bytes.data() + row * row_bytes,
                      row_bytes);
      file.write_rows(path_ + name + "/value", frame, 1, bytes);
    }
  }

 private:
  struct Layout {
    Element element;
    std::size_t width;
  };

  std::uint64_t rows() const { return has_ids_ ? ids_.size() : most_rows_; }

  // Sorted and without repetition, or empty: then the ids cannot name rows.
  static std::vector<std::uint32_t> ids_of(const std::vector<Column>& columns) {
    const Column* column = find_column(columns, "id");
    if (column == nullptr || column->element != Element::u32 || column->width != 1) return {};
    const std::span<const std::uint32_t> values = column->values<std::uint32_t>();
    std::vector<std::uint32_t> ids(values.begin(), values.end());
    std::sort(ids.begin(), ids.end());
    if (std::adjacent_find(ids.begin(), ids.end()) != ids.end()) return {};
    return ids;
  }

  std::vector<std::uint64_t> places_of(const std::vector<Column>& columns) const {
    std::vector<std::uint64_t> places;
    if (columns.empty()) return places;
    const Column* id = has_ids_ ? find_column(columns, "id") : nullptr;
    for (std::uint64_t row = 0; row < columns.front().rows; ++row)
      places.push_back(id == nullptr
                           ? row
                           : static_cast<std::uint64_t>(std::lower_bound(ids_.begin(), ids_.end(),
                                                                         id->values<std::uint32_t>()[row]) -
                                                        ids_.begin()));
    return places;
  }

  std::string path_;
  std::map<std::string, Layout> columns_;
  std::vector<std::uint32_t> ids_;
  std::uint64_t most_rows_ = 0;
  bool has_ids_ = true;
};

void write_all(Hdf5File& file, const StreamStore& store, const RunReader& run,
               const std::vector<std::size_t>& frames) {
  Group bodies("/particles/bodies/"), walls("/observables/walls/");
  for (const std::size_t index : frames) {
    const Frame frame = run.frame(index);
    bodies.survey(frame.bodies);
    walls.survey(frame.walls);
  }
  write_h5md_head(file, run.provenance());
  write_provenance(file, "/parameters/scree/provenance", run.provenance());
  std::vector<std::uint64_t> steps;
  std::vector<double> times;
  for (const std::size_t index : frames) {
    steps.push_back(run.frame_step(index));
    times.push_back(run.frame_time(index));
  }
  write_steps(file, step_path, steps);
  file.write(time_path, times);
  std::vector<double> shear_offsets(frames.size());
  for (const auto& [name, values] : run.totals()) {
    std::vector<double> chosen;
    chosen.reserve(frames.size());
    for (const std::size_t index : frames) chosen.push_back(values[index]);
    if (name == shear_offset_total) shear_offsets = chosen;
    file.write("/observables/" + name + "/value", chosen);
    link_times(file, "/observables/" + name);
  }
  make_particle_group(file, "bodies", run.provenance(), shear_offsets);
  bodies.make_arrays(file, frames.size());
  walls.make_arrays(file, frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const Frame frame = run.frame(frames[k]);
    bodies.write(file, k, frame.bodies);
    walls.write(file, k, frame.walls);
    store.check();
  }
  file.close();
}

}  // namespace

ExportReport export_h5md(const RunReader& run, const ExportOptions& options) {
  check_options(options);
  std::vector<std::size_t> frames;
  for (std::size_t index = 0; index < run.frame_count(); index += options.every) frames.push_back(index);
  make_folder(options.output.parent_path());
  remove_abandoned_temporaries(options.output);
  AtomicFile target(options.output, Links::followed);
  StreamStore store(target);
  try {
    Hdf5File file(store, Hdf5File::Mode::create_plain);
    write_all(file, store, run, frames);
  } catch (const Hdf5Error&) {
    store.check();  // a full disk, rather than what HDF5 made of it
    throw;
  }
  target.commit();
  return {options.output, frames.size(), 1};
}

}  // namespace scree::record
