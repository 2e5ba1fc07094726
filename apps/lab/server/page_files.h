// The files of the built page, and what HTTP headers go with them.
#pragma once

#include <optional>
#include <string>

namespace scree::lab {

struct PageFile {
  std::string content, type;
};

/// `folder` is where the page was built; empty: it was not. `nonce` takes the place of SCREE_NONCE in
/// index.html.
class PageFiles {
 public:
  PageFiles(std::string folder, std::string nonce) : folder_(std::move(folder)), nonce_(std::move(nonce)) {}
  /// Nothing if there is no such file. Never leaves the folder.
  std::optional<PageFile> find(const std::string& target) const;
  const std::string& nonce() const { return nonce_; }

 private:
  std::string folder_, nonce_;
};

/// "localhost", "127.0.0.1" or "[::1]", at any port or none.
bool is_loopback_host(const std::string& host);
std::string content_policy(const std::string& host, const std::string& nonce, const std::string& frame_from);

}  // namespace scree::lab
