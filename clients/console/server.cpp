#include "clients/console/server.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>

#include <unistd.h>

#include "clients/console/console.h"
#include "clients/console/push.h"
#include "clients/endpoint.h"
#include "clients/metrics/exporter.h"
#include "ipc/listen.h"

namespace interlock::console {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace json = boost::json;
using namespace std::chrono_literals;
using namespace asio::experimental::awaitable_operators;

namespace {

using Generic = asio::generic::stream_protocol;
using Plain = beast::basic_stream<Generic>;
using Tls = asio::ssl::stream<Plain>;
using Request = http::request<http::string_body>;
constexpr auto with_error = asio::as_tuple(asio::use_awaitable);

constexpr std::size_t most_connections = 256;
constexpr std::size_t head_bytes = 16 * 1024, body_bytes = 128 * 1024;
constexpr auto patience = 30s;       // for a request to arrive and for an answer to be taken
constexpr auto keep_alive = 15s;     // between two events
constexpr auto apart = 200ms;        // two events at least, however many questions come in
constexpr std::size_t threads = 32;  // answers to desktops that do not react wait on them

/// Nothing is loaded, framed, sent or run but what this console itself serves.
constexpr std::pair<const char*, const char*> safe_headers[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; base-uri "
     "'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Permissions-Policy", "publickey-credentials-get=(self), camera=(), microphone=(), geolocation=()"},
    {"Cache-Control", "no-store"}};

/// Nothing: the header is missing, or there are several.
std::optional<std::string> only(const Request& request, http::field name) {
  if (request.count(name) != 1) return std::nullopt;
  return std::string(request[name]);
}

Head head_of(const Request& request) {
  Head head{.method = std::string(request.method_string()),
            .target = std::string(request.target()),
            .host = only(request, http::field::host),
            .origin = std::nullopt,
            .site = std::string(request["Sec-Fetch-Site"]),
            .content_type = std::string(request[http::field::content_type]),
            .cookie = std::string(request[http::field::cookie])};
  if (request.count(http::field::origin) > 0) head.origin = only(request, http::field::origin).value_or("two");
  return head;
}

class Site {
 public:
  explicit Site(const Settings& settings) : settings_(settings), console_(settings) {}
  tl::expected<void, Error> run();

 private:
  tl::expected<void, Error> listen();
  tl::expected<void, Error> listen_for_logins();
  template <class Acceptor>
  asio::awaitable<void> accept(Acceptor acceptor);
  asio::awaitable<void> give_links(asio::local::stream_protocol::acceptor acceptor);
  asio::awaitable<void> admit(Generic::socket socket);
  template <class Stream>
  asio::awaitable<void> converse(Stream& stream);
  template <class Stream>
  asio::awaitable<bool> reply(Stream& stream, Page page, bool goes_on);
  template <class Stream>
  asio::awaitable<void> send_events(Stream& stream, Head head);
  asio::awaitable<std::string> state();
  asio::awaitable<Page> answer(Head head, std::string body);

  const Settings& settings_;
  Console console_;
  asio::io_context io_{1};
  asio::thread_pool calls_{threads};
  std::optional<asio::ssl::context> tls_;
  std::size_t connections_ = 0;
  asio::steady_timer changed_{io_, asio::steady_timer::time_point::max()};  ///< cancelled at each change
  std::uint64_t change_ = 0;
  std::unique_ptr<Push> push_;                   ///< null: no messages are sent
  std::unique_ptr<metrics::Exporter> exporter_;  ///< null: no metrics are served
};

template <class Stream>
asio::awaitable<bool> Site::reply(Stream& stream, Page page, bool goes_on) {
  http::response<http::string_body> response(static_cast<http::status>(page.status), 11);
  for (const auto& [name, value] : safe_headers) response.set(name, value);
  if (tls_) response.set("Strict-Transport-Security", "max-age=31536000");
  response.set(http::field::content_type, page.type);
  if (!page.cookie.empty()) response.set(http::field::set_cookie, page.cookie);
  response.keep_alive(goes_on);
  response.body() = std::move(page.body);
  response.prepare_payload();
  beast::get_lowest_layer(stream).expires_after(patience);
  const auto [error, bytes] = co_await http::async_write(stream, response, with_error);
  co_return !error && goes_on;
}

asio::awaitable<std::string> Site::state() {
  const auto work = [this]() -> asio::awaitable<std::string> { co_return console_.state(); };
  std::string text = co_await asio::co_spawn(calls_, work, asio::use_awaitable);
  co_return text;
}

asio::awaitable<Page> Site::answer(Head head, std::string body) {
  if (auto page = console_.quick(head, body)) co_return std::move(*page);
  if (path_of(head.target) == "/api/state") {
    std::string text = co_await state();
    co_return Page{.body = std::move(text)};
  }
  const auto work = [this](Head asked, std::string sent) -> asio::awaitable<Page> {
    co_return console_.slow(asked, sent);
  };
  Page page = co_await asio::co_spawn(calls_, work(std::move(head), std::move(body)), asio::use_awaitable);
  co_return page;
}

/// Server-sent events: everything that the page shows, again after each change.
template <class Stream>
asio::awaitable<void> Site::send_events(Stream& stream, Head head) {
  std::string begin = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n";
  for (const auto& [name, value] : safe_headers) begin += std::string(name) + ": " + value + "\r\n";
  std::string text = begin + "\r\n";
  std::uint64_t seen = change_ - 1;
  while (console_.is_signed_in(head)) {
    if (seen != change_) {
      seen = change_;
      std::string now = co_await state();
      text += "data: " + now + "\n\n";
    }
    beast::get_lowest_layer(stream).expires_after(patience);
    const auto [error, bytes] = co_await asio::async_write(stream, asio::buffer(text), with_error);
    if (error) co_return;
    asio::steady_timer rest(io_, apart);
    co_await rest.async_wait(with_error);
    text = ": still here\n\n";
    if (seen != change_) {
      text.clear();
      continue;
    }
    asio::steady_timer pause(io_, keep_alive);
    co_await (changed_.async_wait(with_error) || pause.async_wait(with_error));
    if (seen != change_) text.clear();
  }
}

template <class Stream>
asio::awaitable<void> Site::converse(Stream& stream) {
  beast::flat_buffer buffer(head_bytes + body_bytes);
  while (true) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(head_bytes);
    parser.body_limit(body_bytes);
    beast::get_lowest_layer(stream).expires_after(patience);
    const auto [no_head, head_size] = co_await http::async_read_header(stream, buffer, parser, with_error);
    if (no_head) co_return;
    Head head = head_of(parser.get());
    if (auto refusal = refuse(head, settings_)) {  // its body is not read
      Page page{.status = refusal->status, .body = json::serialize(json::object{{"error", refusal->why}})};
      co_await reply(stream, std::move(page), false);
      co_return;
    }
    const auto [no_body, body_size] = co_await http::async_read(stream, buffer, parser, with_error);
    if (no_body) co_return;
    const bool goes_on = parser.get().keep_alive();
    if (path_of(head.target) == "/api/events" && head.method == "GET" && console_.is_signed_in(head)) {
      co_await send_events(stream, std::move(head));
      co_return;
    }
    Page page = co_await answer(std::move(head), std::move(parser.get().body()));
    const bool continues = co_await reply(stream, std::move(page), goes_on);
    if (!continues) co_return;
  }
}

asio::awaitable<void> Site::admit(Generic::socket socket) {
  struct Count {
    std::size_t& count;
    explicit Count(std::size_t& counted) : count(++counted) {}
    ~Count() { --count; }
  } const one(connections_);
  Plain plain(std::move(socket));
  if (!tls_) {
    co_await converse(plain);
    co_return;
  }
  Tls stream(std::move(plain), *tls_);
  beast::get_lowest_layer(stream).expires_after(patience);
  const auto [error] = co_await stream.async_handshake(asio::ssl::stream_base::server, with_error);
  if (!error) co_await converse(stream);
}

/// Out of descriptors: the next accept would fail at once.
asio::awaitable<void> pause_after_failed_accept(asio::io_context& io) {
  asio::steady_timer pause(io, 100ms);
  co_await pause.async_wait(with_error);
}

template <class Acceptor>
asio::awaitable<void> Site::accept(Acceptor acceptor) {
  while (true) {
    auto [error, socket] = co_await acceptor.async_accept(with_error);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {
      co_await pause_after_failed_accept(io_);
    } else if (connections_ < most_connections) {
      asio::co_spawn(io_, admit(Generic::socket(std::move(socket))), asio::detached);
    }
  }
}

asio::awaitable<void> Site::give_links(asio::local::stream_protocol::acceptor acceptor) {
  while (true) {
    auto [error, socket] = co_await acceptor.async_accept(with_error);
    if (error == asio::error::operation_aborted) co_return;
    if (error) {
      co_await pause_after_failed_accept(io_);
      continue;
    }
    const std::string link = console_.new_link() + "\n";
    co_await asio::async_write(socket, asio::buffer(link), with_error);
  }
}

/// A socket file that only our user can connect to.
tl::expected<asio::local::stream_protocol::acceptor, Error> unix_acceptor(asio::io_context& io,
                                                                          const std::string& path) {
  const auto made = ipc::open_listening({.path = path});
  if (!made) return tl::make_unexpected(made.error());
  return asio::local::stream_protocol::acceptor(io, asio::local::stream_protocol(), made->fd);
}

tl::expected<void, Error> Site::listen_for_logins() {
  auto acceptor = unix_acceptor(io_, settings_.logins);
  if (!acceptor) return tl::make_unexpected(acceptor.error());
  asio::co_spawn(io_, give_links(std::move(*acceptor)), asio::detached);
  return {};
}

tl::expected<void, Error> Site::listen() {
  if (!settings_.certificate.empty()) {
    boost::system::error_code error;
    tls_.emplace(asio::ssl::context::tls_server);
    SSL_CTX_set_min_proto_version(tls_->native_handle(), TLS1_2_VERSION);
    tls_->use_certificate_chain_file(settings_.certificate, error);
    if (error) return tl::make_unexpected(Error{"no certificate: " + error.message(), settings_.certificate, {}});
    tls_->use_private_key_file(settings_.private_key, asio::ssl::context::pem, error);
    if (error) return tl::make_unexpected(Error{"no private key: " + error.message(), settings_.private_key, {}});
  }
  if (settings_.listen.starts_with("unix:")) {
    auto acceptor = unix_acceptor(io_, settings_.listen.substr(5));
    if (!acceptor) return tl::make_unexpected(acceptor.error());
    asio::co_spawn(io_, accept(std::move(*acceptor)), asio::detached);
    return {};
  }
  const auto at = endpoint_of(settings_.listen);
  if (!at) return tl::make_unexpected(at.error());
  if (!tls_ && !at->address().is_loopback())
    return tl::make_unexpected(
        Error{"without TLS only on this machine", settings_.listen, "give --certificate, or use a loopback address"});
  auto acceptor = listen_at(io_, *at);
  if (!acceptor)
    return tl::make_unexpected(Error{"cannot listen: " + acceptor.error().message(), settings_.listen, {}});
  asio::co_spawn(io_, accept(std::move(*acceptor)), asio::detached);
  return {};
}

tl::expected<void, Error> Site::run() {
  if (auto listening = listen(); !listening) return listening;
  if (auto listening = listen_for_logins(); !listening) return listening;
  if (!settings_.push.empty()) {
    auto targets = read_push_targets(settings_.push);
    if (!targets) return tl::make_unexpected(targets.error());
    const auto open = [this] { return console_.open_questions(); };
    push_ = std::make_unique<Push>(std::move(*targets), settings_.origin, open);
  }
  if (!settings_.metrics.empty()) {
    auto exporter = metrics::Exporter::open(settings_.metrics, console_.counted());
    if (!exporter) return tl::make_unexpected(exporter.error());
    exporter_ = std::move(*exporter);
  }
  const auto following = console_.follow([this] {
    if (push_) push_->look_again();
    asio::post(io_, [this] {
      ++change_;
      changed_.cancel();
    });
  });
  if (!following) return following;
  asio::signal_set signals(io_, SIGTERM, SIGINT);
  signals.async_wait([this](auto, int) { io_.stop(); });
  std::cerr << "interlock-console serves " << settings_.origin << " on " << settings_.listen << std::endl;
  io_.run();
  ::unlink(settings_.logins.c_str());
  // Calls that are under way use what is ended then.
  calls_.stop();
  calls_.join();
  push_.reset();
  console_.end();
  return {};
}

}  // namespace

tl::expected<void, Error> serve(const Settings& settings) {
  return Site(settings).run();
}

}  // namespace interlock::console
