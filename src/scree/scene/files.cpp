#include "scree/scene/files.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "scree/base/text.h"

namespace scree::scene {

FileText read_text_file(const std::filesystem::path& path, std::uintmax_t most_bytes, bool regular_only) {
  const auto refuse = [&](const std::string& reason) {
    return FileText{"", fmt::format("cannot read {}: {}", in_quotes(path.string()), reason)};
  };
  const std::string too_large = fmt::format("it is larger than {} MB", most_bytes >> 20);
  std::error_code fault;
  const std::filesystem::file_status status = std::filesystem::status(path, fault);
  if (status.type() == std::filesystem::file_type::not_found) return refuse("there is no such file");
  if (fault) return refuse(fault.message());
  if (is_directory(status)) return refuse("it is a folder");
  if (regular_only && !is_regular_file(status)) return refuse("it is not a plain file");
  if (is_regular_file(status) && file_size(path, fault) > most_bytes) return refuse(too_large);

  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return refuse(std::generic_category().message(errno ? errno : EIO));
  FileText result;
  std::string block(std::size_t{1} << 16, '\0');
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount() > 0) {
    result.text.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (result.text.size() > most_bytes) return refuse(too_large);
  }
  if (stream.bad()) return refuse(std::generic_category().message(errno ? errno : EIO));
  return result;
}

}  // namespace scree::scene
