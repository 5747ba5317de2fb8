#include "clients/metrics/exporter.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <thread>

#include <unistd.h>

#include "clients/endpoint.h"
#include "ipc/listen.h"

namespace interlock::metrics {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using namespace asio::experimental::awaitable_operators;

namespace {

using Generic = asio::generic::stream_protocol;
constexpr auto exporter_error = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t request_bytes = 8192;
constexpr std::size_t most_scrapers = 8;
constexpr auto scrape_patience = 5s;

std::string reply_to(const std::string& request, const Metrics& metrics) {
  const bool asked = request.starts_with("GET /metrics HTTP/1.") || request.starts_with("GET /metrics?");
  const std::string body = asked ? metrics.text() : "only GET /metrics\n";
  return std::string("HTTP/1.1 ") + (asked ? "200 OK" : "404 Not Found") +
         "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

asio::awaitable<void> scrape(Generic::socket& socket, const Metrics& metrics) {
  std::string request;
  const auto [error, bytes] = co_await asio::async_read_until(socket, asio::dynamic_buffer(request, request_bytes),
                                                              std::string_view("\r\n\r\n"), exporter_error);
  if (error) co_return;
  const std::string reply = reply_to(request, metrics);
  co_await asio::async_write(socket, asio::buffer(reply), exporter_error);
}

}  // namespace

struct Exporter::Impl {
  explicit Impl(const Metrics& served) : metrics(served) {}

  const Metrics& metrics;
  asio::io_context io{1};
  std::size_t scrapers = 0;
  std::string socket_file;
  std::thread thread;

  asio::awaitable<void> serve(Generic::socket socket) {
    ++scrapers;
    asio::steady_timer patience(io, scrape_patience);
    co_await (scrape(socket, metrics) || patience.async_wait(exporter_error));
    --scrapers;
  }

  template <class Acceptor>
  asio::awaitable<void> accept(Acceptor acceptor) {
    while (true) {
      auto [error, socket] = co_await acceptor.async_accept(exporter_error);
      if (!error && scrapers < most_scrapers) {
        asio::co_spawn(io, serve(Generic::socket(std::move(socket))), asio::detached);
      } else if (error) {
        asio::steady_timer pause(io, 100ms);  // out of descriptors: the next accept would fail at once
        co_await pause.async_wait(exporter_error);
      }
    }
  }

  tl::expected<void, Error> listen(const std::string& at) {
    if (at.starts_with("unix:")) {
      const auto made = ipc::open_listening({.path = at.substr(5)});
      if (!made) return tl::make_unexpected(made.error());
      socket_file = made->path;
      asio::co_spawn(io, accept(asio::local::stream_protocol::acceptor(io, asio::local::stream_protocol(), made->fd)),
                     asio::detached);
      return {};
    }
    const auto endpoint = endpoint_of(at);
    if (!endpoint) return tl::make_unexpected(endpoint.error());
    if (!endpoint->address().is_loopback())
      return tl::make_unexpected(Error{"metrics are served on loopback addresses only", at, "or give unix:PATH"});
    auto acceptor = listen_at(io, *endpoint);
    if (!acceptor) return tl::make_unexpected(Error{"cannot serve metrics: " + acceptor.error().message(), at, {}});
    asio::co_spawn(io, accept(std::move(*acceptor)), asio::detached);
    return {};
  }
};

tl::expected<std::unique_ptr<Exporter>, Error> Exporter::open(const std::string& listen, const Metrics& metrics) {
  auto impl = std::make_unique<Impl>(metrics);
  if (auto listening = impl->listen(listen); !listening) return tl::make_unexpected(listening.error());
  impl->thread = std::thread([&io = impl->io] { io.run(); });
  return std::unique_ptr<Exporter>(new Exporter(std::move(impl)));
}

Exporter::Exporter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Exporter::~Exporter() {
  impl_->io.stop();
  impl_->thread.join();
  if (!impl_->socket_file.empty()) ::unlink(impl_->socket_file.c_str());
}

}  // namespace interlock::metrics
