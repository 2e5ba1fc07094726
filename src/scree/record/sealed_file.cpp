#include "scree/record/sealed_file.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string>

#include "scree/base/error.h"
#include "scree/record/plain_file.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view magic = "scree run file, format ";
constexpr int format = 1;

using Seal = std::array<char, seal_size>;

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::index:
      return "index";
    case FileKind::frames:
      return "frames";
    case FileKind::checkpoint:
      return "checkpoint";
  }
  return "";
}

Seal make_seal(FileKind kind, std::size_t size, const Hash128& hash) {
  Seal text{};
  const auto end =
      fmt::format_to(text.data(), "{}{}\nkind: {}\nbytes: {}\nhash of what follows byte {}: {}\n", magic,
                     format, name_of(kind), size, seal_size, hash.text());
  const std::string_view hint = "HDF5 starts there; h5py opens this file as it is.\n";
  std::copy(hint.begin(), hint.end(), end);
  return text;
}

Hash128 hash_of_rest(FileKind kind, std::span<const std::byte> image) {
  return hash_bytes(image.data() + seal_size, image.size() - seal_size, static_cast<std::uint64_t>(kind));
}

std::vector<std::byte> read_all(const fs::path& path) {
  PlainFile file(path, O_RDONLY);
  std::vector<std::byte> bytes = file.read_all();
  if (!file.fault().empty()) throw RunError(fmt::format("cannot read '{}': {}", path.string(), file.fault()));
  return bytes;
}

// A value of the seal's text, as far as a damaged seal still tells.
std::string_view value_after(std::string_view seal, std::string_view key) {
  const std::size_t start = seal.find(key);
  if (start == std::string_view::npos) return {};
  seal.remove_prefix(start + key.size());
  return seal.substr(0, seal.find('\n'));
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

// The seal does not fit the file; this is only to say how.
std::string explain(std::string_view found, FileKind expected, std::size_t size) {
  if (found.size() < magic.size() && magic.starts_with(found))
    return fmt::format("is truncated: only {} bytes are there", size);
  if (!found.starts_with(magic)) return "was not written by scree";
  int version = 0;
  if (parse(value_after(found, magic), version) && version != format)
    return fmt::format("has format {}, and this scree reads format {}; use the version that wrote it",
                       version, format);
  const std::string_view kind = value_after(found, "\nkind: ");
  for (const FileKind other : {FileKind::index, FileKind::frames, FileKind::checkpoint})
    if (other != expected && kind == name_of(other))
      return fmt::format("is a file of kind '{}' where '{}' is expected", name_of(other), name_of(expected));
  std::size_t stated = 0;
  if (parse(value_after(found, "\nbytes: "), stated) && stated > size)
    return fmt::format("is truncated: {} of its {} bytes are there", size, stated);
  return "is damaged: its checksum does not match";
}

}  // namespace

Hash128 seal(FileKind kind, std::span<std::byte> image) {
  SCREE_ASSERT(image.size() > seal_size);
  const Hash128 hash = hash_of_rest(kind, image);
  const Seal text = make_seal(kind, image.size(), hash);
  std::memcpy(image.data(), text.data(), seal_size);
  return hash;
}

SealedImage read_sealed(const fs::path& path, FileKind kind) {
  SealedImage image{read_all(path), {}};
  const std::string_view found(reinterpret_cast<const char*>(image.bytes.data()),
                               std::min(image.bytes.size(), seal_size));
  if (image.bytes.size() > seal_size) {
    image.hash = hash_of_rest(kind, image.bytes);
    const Seal expected = make_seal(kind, image.bytes.size(), image.hash);
    if (found == std::string_view(expected.data(), seal_size)) return image;
  }
  throw RunError(fmt::format("'{}' {}", path.string(), explain(found, kind, image.bytes.size())));
}

bool is_sealed(const fs::path& path) { return first_bytes(path, magic.size()) == magic; }

}  // namespace scree::record
