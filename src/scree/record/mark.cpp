#include "scree/record/mark.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>

#include "scree/base/error.h"

namespace scree::record {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t looked_at = 16384;  // bytes at either end of a file
constexpr std::string_view png_start = "\x89PNG\r\n\x1a\n";
constexpr std::size_t png_header_size = 33;  // signature and header chunk
constexpr std::string_view hdf5_start = "\x89HDF\r\n\x1a\n";
/// First lines of exported frames, measurements and pairs.
constexpr std::array<std::string_view, 3> starts_of_tables{"frame,time,id,x,y,", "time,step,",
                                                           "first,second\n"};
/// What stands before and behind the mark in a comment of a page, a drawing, a scene, a PNG and a film; what
/// a person writes about scree does not look like this.
struct Comment {
  std::string_view before, behind;
};
constexpr std::array<Comment, 5> comments{
    {{"<!-- ", " -->"}, {"\n% ", "\n"}, {"\n# ", "\n"}, {{"Comment\0", 8}, ""}, {"free", ""}}};

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void append(std::vector<std::byte>& bytes, std::string_view text) {
  const auto added = std::as_bytes(std::span(text));
  bytes.insert(bytes.end(), added.begin(), added.end());
}

bool holds_mark(std::string_view text) {
  return std::any_of(comments.begin(), comments.end(), [&](const Comment& comment) {
    return text.find(fmt::format("{}{}{}", comment.before, mark, comment.behind)) != std::string_view::npos;
  });
}

/// Whether these are lines of numbers, as far as they are whole.
bool are_numbers(std::string_view lines) {
  lines = lines.substr(0, lines.rfind('\n') + 1);
  return lines.find_first_not_of("+-.,einfa\n0123456789") == std::string_view::npos;
}

bool is_table(std::string_view start) {
  const std::size_t end_of_names = start.find('\n');
  return end_of_names != std::string_view::npos && are_numbers(start.substr(end_of_names + 1)) &&
         std::any_of(starts_of_tables.begin(), starts_of_tables.end(),
                     [&](std::string_view table) { return start.starts_with(table); });
}

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFFu);
  return bytes;
}

/// Of a chunk of a PNG file (ISO 3309).
std::uint32_t cyclic_check(std::string_view bytes) {
  std::uint32_t remainder = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    remainder ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit)
      remainder = (remainder & 1u) != 0 ? remainder >> 1 ^ 0xEDB88320u : remainder >> 1;
  }
  return ~remainder;
}

std::string png_chunk() {
  const std::string content = "tEXtComment" + std::string(1, '\0') + std::string(mark);
  return big_endian(static_cast<std::uint32_t>(content.size() - 4)) + content +
         big_endian(cyclic_check(content));
}

}  // namespace

std::vector<std::byte> marked(std::vector<std::byte> picture) {
  const std::string_view start = text_of(picture).substr(0, looked_at);
  if (start.starts_with(png_start) && picture.size() >= png_header_size) {
    const std::string chunk = png_chunk();
    const auto bytes = std::as_bytes(std::span(chunk));
    picture.insert(picture.begin() + png_header_size, bytes.begin(), bytes.end());
  } else if (start.find("<svg") != std::string_view::npos) {
    append(picture, fmt::format("<!-- {} -->\n", mark));
  } else if (start.starts_with("%PDF")) {
    append(picture, fmt::format("% {}\n", mark));
  }
  return picture;
}

std::vector<std::byte> mark_of_film() {
  std::vector<std::byte> box;
  append(box, big_endian(static_cast<std::uint32_t>(8 + mark.size())));
  append(box, "free");
  append(box, mark);
  return box;
}

bool is_marked(const fs::path& file) {
  std::error_code fault;
  if (!fs::is_regular_file(file, fault)) return false;
  const std::uintmax_t size = fs::file_size(file, fault);
  std::ifstream stream(file, std::ios::binary);
  std::string start(std::min<std::uintmax_t>(size, looked_at), '\0'), end = start;
  if (fault || !stream.read(start.data(), static_cast<std::streamsize>(start.size())) ||
      !stream.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end) ||
      !stream.read(end.data(), static_cast<std::streamsize>(end.size())))
    return false;
  if (holds_mark(start) || holds_mark(end)) return true;
  if (start.starts_with(hdf5_start))
    return start.find("creator") != std::string::npos && start.find("scree") != std::string::npos;
  return is_table(start);
}

void require_replaceable(const fs::path& output, bool force) {
  std::error_code fault;
  if (force || !fs::exists(output, fault) || is_marked(output)) return;
  throw SceneError(
      Place{}, fmt::format("'{}' is there already and was not written by scree; replace it with --force, or "
                           "name another with -o",
                           output.string()));
}

}  // namespace scree::record
