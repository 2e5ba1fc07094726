#include "apps/lab/server/page_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "scree/scene/files.h"

namespace scree::lab {
namespace {

constexpr const char* not_built =
    "The page of the laboratory is not built. In the source tree, `./dev lab` builds it; then load this "
    "address again.\n";

std::string type_of(const std::string& extension) {
  constexpr std::array<std::array<const char*, 2>, 11> types{{{".html", "text/html; charset=utf-8"},
                                                              {".js", "text/javascript; charset=utf-8"},
                                                              {".css", "text/css; charset=utf-8"},
                                                              {".json", "application/json"},
                                                              {".toml", "text/plain; charset=utf-8"},
                                                              {".txt", "text/plain; charset=utf-8"},
                                                              {".svg", "image/svg+xml"},
                                                              {".png", "image/png"},
                                                              {".ico", "image/x-icon"},
                                                              {".woff2", "font/woff2"},
                                                              {".wasm", "application/wasm"}}};
  for (const auto& [known, type] : types)
    if (extension == known) return type;
  return "application/octet-stream";
}

bool is_plain(const std::string& target) {
  const auto is_allowed = [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '/' || letter == '.' || letter == '-' || letter == '_';
  };
  return !target.empty() && target.front() == '/' && std::all_of(target.begin(), target.end(), is_allowed) &&
         target.find("..") == std::string::npos && target.find("/.") == std::string::npos;
}

}  // namespace

std::optional<PageFile> PageFiles::find(const std::string& target) const {
  const std::string path = target.substr(0, target.find('?'));
  const std::string name = path == "/" ? "/index.html" : path;
  if (!is_plain(name)) return std::nullopt;
  if (folder_.empty()) {
    if (name != "/index.html") return std::nullopt;
    return PageFile{not_built, "text/plain; charset=utf-8"};
  }
  scene::FileText file = scene::read_text_file(folder_ + name, scene::largest_scene, true);
  if (!file.fault.empty()) return std::nullopt;
  if (name == "/index.html") {
    constexpr std::string_view mark = "SCREE_NONCE";
    for (std::size_t at = file.text.find(mark); at != std::string::npos; at = file.text.find(mark, at))
      file.text.replace(at, mark.size(), nonce_);
  }
  return PageFile{std::move(file.text), type_of(std::filesystem::path(name).extension().string())};
}

bool is_loopback_host(const std::string& host) {
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
    if (host.rfind(name, 0) != 0) continue;
    const std::string rest = host.substr(name.size());
    if (rest.empty()) return true;
    const auto is_digit = [](unsigned char letter) { return std::isdigit(letter) != 0; };
    if (rest.size() > 1 && rest.size() <= 6 && rest.front() == ':' &&
        std::all_of(rest.begin() + 1, rest.end(), is_digit))
      return true;
  }
  return false;
}

std::string content_policy(const std::string& host, const std::string& nonce, const std::string& frame_from) {
  return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-" + nonce +
         "'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self' ws://" + host +
         "; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors " +
         (frame_from.empty() ? "'none'" : frame_from);
}

}  // namespace scree::lab
