#include "clients/display/agent_link.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "ipc/framing.h"
#include "ipc/limits.h"

namespace interlock::display {
namespace {

using boost::system::error_code;

ipc::RpcError unanswered(const std::string& why) {
  return {ipc::error_code::no_answer, why};
}

std::string request_line(std::int64_t id, const std::string& method, json::object params) {
  const json::object request = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
  return json::serialize(request) + "\n";
}

AgentReply reply_in(json::object& message) {
  if (auto* result = message.if_contains("result"); result && result->is_object())
    return std::move(result->get_object());
  const auto* error = message.if_contains("error");
  const auto* object = error ? error->if_object() : nullptr;
  const auto* code = object ? object->if_contains("code") : nullptr;
  const auto* text = object ? object->if_contains("message") : nullptr;
  return tl::unexpected(ipc::RpcError{code && code->is_int64() ? static_cast<int>(code->get_int64()) : 0,
                                      text && text->is_string() ? std::string(text->get_string()) : "error"});
}

}  // namespace

/// One connection, kept alive by its reader and by the calls that wait for an answer.
struct AgentLink::Connection : std::enable_shared_from_this<Connection> {
  /// A call that waits; the timer never expires, it is cancelled when there is an answer.
  struct Waiting {
    asio::steady_timer arrived;
    AgentReply answer = tl::unexpected(unanswered("interlockd closed the connection"));
  };

  explicit Connection(const asio::any_io_executor& executor) : socket(executor) {}

  asio::local::stream_protocol::socket socket;
  bool open = true;
  std::string session;
  std::int64_t last_id = 0;
  std::map<std::int64_t, std::shared_ptr<Waiting>> waiting;
  std::string outgoing;
  bool writing = false;

  asio::awaitable<void> write() {
    if (std::exchange(writing, true)) co_return;
    while (open && !outgoing.empty()) {
      const std::string part = std::exchange(outgoing, {});
      error_code failed;
      co_await asio::async_write(socket, asio::buffer(part), asio::redirect_error(asio::use_awaitable, failed));
      if (failed) close();
    }
    writing = false;
  }

  asio::awaitable<void> read() {
    ipc::Framing framing(ipc::limits::reply_bytes);
    std::array<char, 64 * 1024> buffer;
    while (open) {
      error_code failed;
      const auto size =
          co_await socket.async_read_some(asio::buffer(buffer), asio::redirect_error(asio::use_awaitable, failed));
      framing.feed({buffer.data(), size});
      while (const auto line = framing.next()) take(*line);
      if (failed || framing.too_long()) close();
    }
  }

  void take(const std::string& line) {
    error_code wrong;
    json::value message = json::parse(line, wrong);
    if (wrong || !message.is_object()) return close();
    const auto* id = message.get_object().if_contains("id");
    if (!id || !id->is_int64()) return;
    const auto found = waiting.extract(id->get_int64());
    if (found.empty()) return;
    found.mapped()->answer = reply_in(message.get_object());
    found.mapped()->arrived.cancel();
  }

  void close() {
    open = false;
    error_code ignored;
    socket.close(ignored);
    for (const auto& [id, call] : std::exchange(waiting, {})) call->arrived.cancel();
  }

  asio::awaitable<AgentReply> call(std::string method, json::object params) {
    const auto self = shared_from_this();
    const std::int64_t id = ++last_id;
    auto waiter = std::make_shared<Waiting>(
        Waiting{.arrived = asio::steady_timer(socket.get_executor(), asio::steady_timer::time_point::max())});
    waiting.emplace(id, waiter);
    if (!session.empty()) params["session"] = session;
    outgoing += request_line(id, method, std::move(params));
    asio::co_spawn(
        socket.get_executor(), [self]() { return self->write(); }, asio::detached);
    error_code cancelled;
    co_await waiter->arrived.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    co_return std::move(waiter->answer);
  }
};

AgentLink::AgentLink(asio::any_io_executor executor, std::string path, SessionWish wish)
    : executor_(std::move(executor)), path_(std::move(path)), wish_(std::move(wish)) {}

AgentLink::~AgentLink() {
  if (connection_) connection_->close();
}

asio::awaitable<tl::expected<std::shared_ptr<AgentLink::Connection>, ipc::RpcError>> AgentLink::connected() {
  if (connection_ && connection_->open) co_return connection_;
  auto connection = std::make_shared<Connection>(executor_);
  error_code failed;
  connection->socket.connect(asio::local::stream_protocol::endpoint(path_), failed);  // never blocks for long
  if (failed)
    co_return tl::unexpected(unanswered("cannot connect to interlockd at " + path_ + ": " + failed.message()));
  connection_ = connection;
  asio::co_spawn(
      executor_, [connection]() { return connection->read(); }, asio::detached);
  json::object session;
  session["name"] = wish_.name;
  if (!wish_.scope.empty()) session["scope"] = wish_.scope;
  if (!wish_.directive.empty()) session["directive"] = wish_.directive;
  auto opened = co_await connection->call("session.open", std::move(session));
  if (!opened) {
    connection->close();
    co_return tl::unexpected(opened.error());
  }
  if (const auto* id = opened->if_contains("session"); id && id->is_string())
    connection->session = std::string(id->get_string());
  co_return connection;
}

asio::awaitable<AgentReply> AgentLink::call(std::string_view method, json::object params) {
  std::string name(method);  // the caller's may be gone when this goes on
  const auto connection = co_await connected();
  if (!connection) co_return tl::unexpected(connection.error());
  co_return co_await (*connection)->call(std::move(name), std::move(params));
}

}  // namespace interlock::display
