// The laboratory in a page without a server: the desk behind three functions that JavaScript calls, in the
// place of network.h. Messages are those of docs/lab_protocol.md; the one client is the page, and there is no
// token.
#include <emscripten.h>

#include <cstring>
#include <memory>

#include "apps/lab/server/desk.h"

namespace scree::lab {
namespace {

constexpr ClientId page = 1;
/// A browser gives a page a few hundred MB at most.
constexpr std::size_t most_memory = std::size_t{192} << 20;

/// Hands messages to the page's own thread. They are kept until it has taken them.
class Page : public Clients {
 public:
  void send(ClientId, std::string text) override {
    auto* const kept = new std::string(std::move(text));
    MAIN_THREAD_ASYNC_EM_ASM(
        {
          const text = UTF8ToString($1, $2);
          _scree_release_text($0);
          Module["takeMessage"](text);
        },
        kept, kept->data(), kept->size());
  }
  void send(ClientId, std::shared_ptr<const Bytes> bytes) override {
    auto* const kept = new std::shared_ptr<const Bytes>(std::move(bytes));
    MAIN_THREAD_ASYNC_EM_ASM(
        {
          const bytes = HEAPU8.slice($1, $1 + $2).buffer;
          _scree_release_bytes($0);
          Module["takeMessage"](bytes);
        },
        kept, (*kept)->data(), (*kept)->size());
  }
  void take_next(ClientId) override {}
  void close(ClientId, const std::string&) override {}
};

Page clients;
std::unique_ptr<Desk> desk;

}  // namespace
}  // namespace scree::lab

using namespace scree;

extern "C" {

EMSCRIPTEN_KEEPALIVE void scree_begin() {
  lab::DeskSettings settings;
  settings.scenes = lab::scenes_in("/cases/gallery");
  settings.version = SCREE_VERSION;
  settings.work_folder = "/";
  settings.most_memory = lab::most_memory;
  lab::desk = std::make_unique<lab::Desk>(std::move(settings), lab::clients);
}

/// The first message of the page, number `n`.
EMSCRIPTEN_KEEPALIVE void scree_join(std::uint32_t n) { lab::desk->join(lab::page, n); }

EMSCRIPTEN_KEEPALIVE void scree_take(const char* text) { lab::desk->take(lab::page, text); }

/// The page has copied what it was handed.
EMSCRIPTEN_KEEPALIVE void scree_release_text(std::string* text) { delete text; }
EMSCRIPTEN_KEEPALIVE void scree_release_bytes(std::shared_ptr<const lab::Bytes>* bytes) { delete bytes; }
}
