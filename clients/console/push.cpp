#include "clients/console/push.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <chrono>
#include <iostream>
#include <map>

namespace interlock::console {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using namespace std::chrono_literals;

constexpr auto push_patience = 20s;  // for one message
constexpr auto look_every = 5s;      // while questions are open

http::request<http::string_body> request_of(const PushTarget& target, const PushMessage& message) {
  http::request<http::string_body> request(http::verb::post, target.path, 11);
  request.set(http::field::host, target.host + ":" + target.port);
  request.set(http::field::user_agent, "interlock-console");
  request.set(http::field::content_type, message.type);
  if (!message.title.empty()) request.set("Title", message.title);
  if (!message.click.empty()) request.set("Click", message.click);
  request.body() = message.body;
  request.prepare_payload();
  return request;
}

template <class Stream>
asio::awaitable<void> exchange(Stream& stream, const http::request<http::string_body>& request) {
  co_await http::async_write(stream, request, asio::use_awaitable);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> response;
  response.body_limit(1 << 20);
  co_await http::async_read(stream, buffer, response, asio::use_awaitable);
  if (response.get().result_int() / 100 != 2)
    throw std::runtime_error("the answer was " + std::to_string(response.get().result_int()));
}

/// By value: a coroutine outlives its caller's temporaries.
asio::awaitable<void> send(PushTarget target, PushMessage message) {
  const auto executor = co_await asio::this_coro::executor;
  asio::ip::tcp::resolver resolver(executor);
  const auto found = co_await resolver.async_resolve(target.host, target.port, asio::use_awaitable);
  beast::tcp_stream plain(executor);
  plain.expires_after(push_patience);
  co_await plain.async_connect(found, asio::use_awaitable);
  const auto request = request_of(target, message);
  if (!target.tls) {
    co_await exchange(plain, request);
    co_return;
  }
  asio::ssl::context tls(asio::ssl::context::tls_client);
  tls.set_default_verify_paths();
  asio::ssl::stream<beast::tcp_stream> stream(std::move(plain), tls);
  stream.set_verify_mode(asio::ssl::verify_peer);
  stream.set_verify_callback(asio::ssl::host_name_verification(target.host));
  SSL_set_tlsext_host_name(stream.native_handle(), target.host.c_str());
  co_await stream.async_handshake(asio::ssl::stream_base::client, asio::use_awaitable);
  co_await exchange(stream, request);
}

void report_failure(const PushTarget& target, const std::string& why) {
  std::cerr << "interlock-console cannot send a message to " << target.person << ": " << why << std::endl;
}

/// Sends all messages at once. Prints which did not arrive, without their addresses, which are secrets.
void send_all(const std::vector<PushTarget>& targets, std::size_t questions, const std::string& origin) {
  asio::io_context io{1};
  std::vector<bool> ended(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    asio::co_spawn(io, send(targets[i], push_message(targets[i], questions, origin)),
                   [&target = targets[i], &ended, i](std::exception_ptr failed) {
                     ended[i] = true;
                     try {
                       if (failed) std::rethrow_exception(failed);
                     } catch (const std::exception& error) {
                       report_failure(target, error.what());
                     }
                   });
  }
  io.run_for(push_patience + 1s);  // a name server may take longer than the exchange may
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!ended[i]) report_failure(targets[i], "it did not answer in time");
  }
}

}  // namespace

Push::Push(std::vector<PushTarget> targets, std::string origin, std::function<std::set<std::string>()> open)
    : targets_(std::move(targets)), origin_(std::move(origin)), open_(std::move(open)), thread_([this] { run(); }) {}

Push::~Push() {
  {
    const std::lock_guard lock(guard_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Push::look_again() {
  {
    const std::lock_guard lock(guard_);
    look_ = true;
  }
  changed_.notify_all();
}

void Push::run() {
  std::unique_lock lock(guard_);
  while (!stop_) {
    look_ = false;
    lock.unlock();
    const auto open = open_();
    const auto now = std::chrono::steady_clock::now();
    std::map<std::string, bool> due;  // once a person, who may have several targets
    std::vector<PushTarget> chosen;
    for (const PushTarget& target : targets_) {
      if (!due.contains(target.person)) due[target.person] = times_.due(target.person, open, now);
      if (due[target.person]) chosen.push_back(target);
    }
    if (!chosen.empty()) send_all(chosen, open.size(), origin_);
    lock.lock();
    const auto woken = [this] { return look_ || stop_; };
    if (open.empty()) {
      changed_.wait(lock, woken);
    } else {
      changed_.wait_for(lock, look_every, woken);
    }
  }
}

}  // namespace interlock::console
