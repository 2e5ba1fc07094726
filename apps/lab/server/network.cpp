#include "apps/lab/server/network.h"

#include <sys/random.h>

#include <utility>  // before Boost 1.74's Asio, which forgets it

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <csignal>

#include "apps/lab/server/page_files.h"

namespace scree::lab {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using namespace std::chrono_literals;
using Tcp = asio::ip::tcp;
using Fault = beast::error_code;
using Request = http::request<http::string_body>;

constexpr std::size_t largest_message = std::size_t{8} << 20;
constexpr std::size_t most_waiting = std::size_t{64} << 20;
constexpr std::size_t most_connections = 64, most_clients = 16;
constexpr auto patience = 10s;

/// 128 bits that cannot be guessed.
std::string random_text() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw RunError("the system gives no random numbers for a token");
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

/// In a time that does not tell where they differ.
bool are_equal(const std::string& a, const std::string& b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
    difference |= static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(b[k]);
  return difference == 0;
}

class Connection;

/// Everything lives in the one thread that runs `context`.
struct Hub {
  asio::io_context context{1};
  std::map<ClientId, std::shared_ptr<Connection>> clients;
  ClientId last_client = 0;
  std::size_t connections = 0;
  std::string token = random_text();
  PageFiles files;
  std::string frame_from;
  Desk* desk = nullptr;

  Hub(const NetworkSettings& settings)
      : files(settings.page_folder, random_text()), frame_from(settings.frame_from) {}
};

/// One WebSocket.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub& hub, Tcp::socket&& socket) : hub_(hub), stream_(std::move(socket)), timer_(hub.context) {
    ++hub_.connections;
  }
  ~Connection() { --hub_.connections; }

  void accept(const Request& request) {
    websocket::stream_base::timeout limits{};
    limits.handshake_timeout = patience;
    limits.idle_timeout = websocket::stream_base::none();
    stream_.set_option(limits);
    stream_.read_message_max(largest_message);
    stream_.async_accept(request, [self = shared_from_this()](Fault fault) {
      if (fault) return;
      self->be_patient();
      self->read();
    });
  }

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](Fault fault, std::size_t) {
      fault ? self->be_gone() : self->take();
    });
  }

  void send(std::string text) { queue({std::move(text), nullptr}); }
  void send(std::shared_ptr<const Bytes> bytes) { queue({{}, std::move(bytes)}); }

  void close(const std::string& why) {
    if (is_closing_) return;
    is_closing_ = true;
    closing_reason_ = why;
    if (!is_writing_) say_closing();
  }

 private:
  struct Message {
    std::string text;
    std::shared_ptr<const Bytes> bytes;
    std::size_t size() const { return bytes ? bytes->size() : text.size(); }
  };

  /// Whoever keeps it waiting longer is cut off.
  void be_patient() {
    timer_.expires_after(patience);
    timer_.async_wait([weak = weak_from_this()](Fault fault) {
      if (fault) return;
      if (const auto self = weak.lock()) self->cut();
    });
  }

  void cut() {
    Fault ignored;
    stream_.next_layer().close(ignored);
    be_gone();
  }

  /// The hub lets go of it; it ends with the last call that is under way.
  void be_gone() {
    timer_.cancel();
    if (client_ == 0) return;
    is_closing_ = true;
    hub_.desk->leave(client_);
    hub_.clients.erase(std::exchange(client_, 0));
  }

  void take() {
    if (!stream_.got_text()) return close("binary messages are not taken");
    std::string text = beast::buffers_to_string(buffer_.data());
    buffer_.consume(buffer_.size());
    if (client_ != 0) return hub_.desk->take(client_, std::move(text));
    timer_.cancel();
    const json hello = json::parse(text.size() < 4096 ? text : std::string(), nullptr, false);
    const bool is_right = hello.is_object() && hello.value("do", json()) == "hello" &&
                          hello.value("n", json()).is_number_unsigned() && hello["n"] <= 0xffff'ffffu &&
                          hello.value("token", json()).is_string() &&
                          are_equal(hello["token"].get<std::string>(), hub_.token);
    if (!is_right) return close("the first message must be a hello with the token");
    if (hub_.clients.size() >= most_clients) return close("too many clients");
    client_ = ++hub_.last_client;
    hub_.clients[client_] = shared_from_this();
    hub_.desk->join(client_, hello["n"].get<std::uint32_t>());
  }

  void queue(Message message) {
    if (is_closing_) return;
    waiting_ += message.size();
    if (waiting_ > most_waiting) return cut();
    messages_.push_back(std::move(message));
    if (!is_writing_) write();
  }

  void write() {
    is_writing_ = true;
    const Message& message = messages_.front();
    stream_.text(message.bytes == nullptr);
    be_patient();
    const asio::const_buffer content = message.bytes
                                           ? asio::const_buffer(message.bytes->data(), message.bytes->size())
                                           : asio::const_buffer(message.text.data(), message.text.size());
    stream_.async_write(content, [self = shared_from_this()](Fault fault, std::size_t) {
      self->timer_.cancel();
      self->is_writing_ = false;
      if (fault) return self->be_gone();
      self->waiting_ -= self->messages_.front().size();
      self->messages_.pop_front();
      if (!self->messages_.empty())
        self->write();
      else if (self->is_closing_)
        self->say_closing();
    });
  }

  void say_closing() {
    be_patient();
    stream_.async_close({websocket::close_code::policy_error, closing_reason_},
                        [self = shared_from_this()](Fault) { self->be_gone(); });
  }

  Hub& hub_;
  websocket::stream<Tcp::socket> stream_;
  asio::steady_timer timer_;
  beast::flat_buffer buffer_;
  ClientId client_ = 0;
  std::deque<Message> messages_;
  std::size_t waiting_ = 0;  // bytes
  bool is_writing_ = false, is_closing_ = false;
  std::string closing_reason_;
};

/// One HTTP connection: one request.
class Visit : public std::enable_shared_from_this<Visit> {
 public:
  Visit(Hub& hub, Tcp::socket&& socket) : hub_(hub), stream_(std::move(socket)) { ++hub_.connections; }
  ~Visit() { --hub_.connections; }

  void read() {
    constexpr std::uint32_t largest_header = 16384;
    parser_.header_limit(largest_header);
    parser_.body_limit(1024);
    stream_.expires_after(patience);
    http::async_read(stream_, buffer_, parser_, [self = shared_from_this()](Fault fault, std::size_t) {
      if (!fault) self->answer();
    });
  }

 private:
  std::string header(http::field name) const {
    const auto found = parser_.get().find(name);
    return found == parser_.get().end() ? std::string() : std::string(found->value());
  }

  void answer() {
    const Request& request = parser_.get();
    const std::string host = header(http::field::host);
    if (!is_loopback_host(host)) return reply(http::status::forbidden, "this host is not served\n");
    const std::string target(request.target());
    if (websocket::is_upgrade(request)) {
      if (target != "/lab" || header(http::field::origin) != "http://" + host)
        return reply(http::status::forbidden, "this origin is not served\n");
      stream_.expires_never();
      std::make_shared<Connection>(hub_, stream_.release_socket())->accept(request);
      return;
    }
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return reply(http::status::method_not_allowed, "only GET and HEAD\n");
    const std::optional<PageFile> file = hub_.files.find(target);
    if (!file) return reply(http::status::not_found, "there is no such file\n");
    reply(http::status::ok, file->content, file->type);
  }

  void reply(http::status status, std::string content,
             const std::string& type = "text/plain; charset=utf-8") {
    response_ = {status, 11};
    response_.set(http::field::content_type, type);
    response_.set("Content-Security-Policy",
                  content_policy(header(http::field::host), hub_.files.nonce(), hub_.frame_from));
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Cache-Control", "no-store");
    response_.set("Cross-Origin-Opener-Policy", "same-origin");
    response_.set("Cross-Origin-Embedder-Policy", "require-corp");
    response_.set("Cross-Origin-Resource-Policy", hub_.frame_from.empty() ? "same-origin" : "cross-origin");
    if (hub_.frame_from.empty()) response_.set("X-Frame-Options", "DENY");
    response_.keep_alive(false);
    const std::size_t size = content.size();
    if (parser_.get().method() != http::verb::head) response_.body() = std::move(content);
    response_.content_length(size);
    stream_.expires_after(patience);
    http::async_write(stream_, response_, [self = shared_from_this()](Fault, std::size_t) {
      Fault ignored;
      self->stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
    });
  }

  Hub& hub_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request_parser<http::string_body> parser_;
  http::response<http::string_body> response_;
};

/// Passes what the desk sends to the thread of the sockets.
class Post final : public Clients {
 public:
  explicit Post(Hub& hub) : hub_(hub) {}
  void send(ClientId client, std::string text) override {
    pass(client, [text = std::move(text)](Connection& one) mutable { one.send(std::move(text)); });
  }
  void send(ClientId client, std::shared_ptr<const Bytes> bytes) override {
    pass(client, [bytes = std::move(bytes)](Connection& one) mutable { one.send(std::move(bytes)); });
  }
  void take_next(ClientId client) override {
    pass(client, [](Connection& one) { one.read(); });
  }
  void close(ClientId client, const std::string& why) override {
    pass(client, [why](Connection& one) { one.close(why); });
  }

 private:
  template <class Act>
  void pass(ClientId client, Act act) {
    asio::post(hub_.context, [this, client, act = std::move(act)]() mutable {
      const auto found = hub_.clients.find(client);
      if (found == hub_.clients.end()) return;
      const std::shared_ptr<Connection> connection = found->second;  // which may let go of itself
      act(*connection);
    });
  }
  Hub& hub_;
};

}  // namespace

struct Network::Parts {
  Parts(const NetworkSettings& settings, const DeskSettings& desk_settings)
      : hub(settings), post(hub), desk(desk_settings, post), acceptor(hub.context) {
    hub.desk = &desk;
    const Tcp::endpoint endpoint(asio::ip::address_v4::loopback(), settings.port);
    Fault fault;
    acceptor.open(endpoint.protocol(), fault);
    if (!fault) acceptor.set_option(asio::socket_base::reuse_address(true), fault);
    if (!fault) acceptor.bind(endpoint, fault);
    if (!fault) acceptor.listen(asio::socket_base::max_listen_connections, fault);
    if (fault)
      throw RunError("cannot listen at port " + std::to_string(settings.port) + ": " + fault.message() +
                     ". --port chooses another one.");
  }

  void accept() {
    acceptor.async_accept([this](Fault fault, Tcp::socket socket) {
      if (fault) return;
      if (hub.connections < most_connections) std::make_shared<Visit>(hub, std::move(socket))->read();
      accept();
    });
  }

  Hub hub;
  Post post;
  Desk desk;
  Tcp::acceptor acceptor;
};

Network::Network(const NetworkSettings& settings, const DeskSettings& desk)
    : parts_(std::make_unique<Parts>(settings, desk)) {}
Network::~Network() = default;

Desk& Network::desk() { return parts_->desk; }
std::uint16_t Network::port() const { return parts_->acceptor.local_endpoint().port(); }
std::string Network::address() const {
  return "http://127.0.0.1:" + std::to_string(port()) + "/#token=" + parts_->hub.token;
}

int Network::serve() {
  int signal = 0;
  asio::signal_set signals(parts_->hub.context, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](Fault fault, int number) {
    if (fault) return;
    signal = number;
    parts_->hub.context.stop();
  });
  parts_->accept();
  parts_->hub.context.run();
  return signal;
}

std::optional<std::string> Network::end() {
  std::optional<std::string> folder = parts_->desk.end();
  // What was told last still goes out.
  parts_->acceptor.close();
  parts_->hub.context.restart();
  parts_->hub.context.run_for(std::chrono::milliseconds(200));
  return folder;
}

}  // namespace scree::lab
