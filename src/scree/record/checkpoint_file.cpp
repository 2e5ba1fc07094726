#include "scree/record/checkpoint_file.h"

#include <set>

#include "scree/record/h5md.h"

namespace scree::record {
namespace {

// "contacts/memory" makes a group with an array in it.
void require_path(const std::string& name) {
  for (std::size_t start = 0; start <= name.size();) {
    const std::size_t end = std::min(name.find('/', start), name.size());
    require_plain_name(name.substr(start, end - start));
    start = end + 1;
  }
}

}  // namespace

std::vector<std::byte> encode(const Checkpoint& checkpoint) {
  std::size_t expected_size = std::size_t{64} << 10;
  for (const Column& column : checkpoint.columns) expected_size += column.bytes.size() + 1024;
  MemoryStore store(expected_size);
  Hdf5File file(store, Hdf5File::Mode::create_sealed);
  file.write_number<std::uint64_t>("/step", checkpoint.step);
  file.write_number<double>("/time", checkpoint.time);
  file.write_text("/state_hash", checkpoint.state_hash);
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Column& column : checkpoint.columns) {
    require_path(column.name);
    SCREE_ASSERT(seen.insert(column.name).second);
    SCREE_ASSERT(column.width > 0);
    file.write("/columns/" + column.name, column.element, {column.rows, column.width}, column.bytes);
    names.push_back(column.name);
  }
  file.write_text("/order", join_lines(names));
  file.close();
  return store.take();
}

Checkpoint decode_checkpoint(std::span<const std::byte> image) {
  ImageView view(image);
  Hdf5File file(view, Hdf5File::Mode::read);
  Checkpoint checkpoint;
  checkpoint.step = file.read_number<std::uint64_t>("/step");
  checkpoint.time = file.read_number<double>("/time");
  checkpoint.state_hash = file.read_text("/state_hash");
  for (const std::string& name : split_lines(file.read_text("/order"))) {
    Array array = file.read("/columns/" + name);
    if (array.shape.size() != 2) throw Hdf5Error(name + " is not a table");
    checkpoint.columns.push_back(
        {name, array.element, array.shape[0], array.shape[1], std::move(array.bytes)});
  }
  file.close();
  return checkpoint;
}

}  // namespace scree::record
