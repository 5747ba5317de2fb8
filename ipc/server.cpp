#include "ipc/server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <map>

#include <fcntl.h>
#include <sys/socket.h>

#include "ipc/encode.h"
#include "ipc/limits.h"
#include "ipc/listen.h"
#include "ipc/peer.h"
#include "ipc/served_connection.h"

namespace interlock::ipc {
namespace {

namespace asio = boost::asio;
using Local = asio::local::stream_protocol;

/// Sends one line to a peer that gets no connection. A new socket has room for it, so this never blocks.
void turn_away(const Local::socket& socket, int code, std::string why) {
  const std::string line = encode_error(nullptr, {code, std::move(why)});
  const auto sent =
      ::send(const_cast<Local::socket&>(socket).native_handle(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  static_cast<void>(sent);  // it is turned away either way
}

/// Outlives the Server: the accept loop and the connections share it until they have ended.
class Listener : public std::enable_shared_from_this<Listener> {
 public:
  Listener(const asio::any_io_executor& executor, Listening listening, Guests guests,
           std::shared_ptr<const Service> service)
      : acceptor_(executor, Local(), listening.fd),
        pause_(executor),
        listening_(std::move(listening)),
        guests_(std::move(guests)),
        service_(std::move(service)) {}

  void start() { asio::co_spawn(acceptor_.get_executor(), accept(), asio::detached); }

  void stop() {
    if (stopped_) return;
    stopped_ = true;
    remove_socket_file(listening_);
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    const auto all = std::move(connections_);
    connections_.clear();
    for (const auto& [number, connection] : all) connection->terminate();
  }

  std::size_t connection_count() const { return connections_.size(); }

 private:
  asio::awaitable<void> accept() {
    const auto self = shared_from_this();
    while (!stopped_) {
      auto [error, socket] = co_await acceptor_.async_accept(with_error);
      if (stopped_) co_return;
      if (!error) {
        admit(std::move(socket));
        continue;
      }
      // Out of descriptors or memory: the socket stays readable, so accepting again at once would spin.
      pause_.expires_after(limits::accept_pause);
      co_await pause_.async_wait(with_error);
    }
  }

  void admit(Local::socket socket) {
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
    auto peer = peer_of(socket.native_handle());
    if (!peer || !may_connect(*peer, socket.native_handle(), guests_)) {
      turn_away(socket, error_code::not_available, "this interlockd serves another user");
      return;
    }
    if (connections_.size() >= limits::connections) {
      turn_away(socket, error_code::limit,
                std::to_string(limits::connections) + " connections are open; close one and try again");
      return;
    }
    const auto of_process = std::count_if(connections_.begin(), connections_.end(),
                                          [&](const auto& each) { return each.second->peer().pid == peer->pid; });
    if (static_cast<std::size_t>(of_process) >= limits::connections_of_process) {
      turn_away(socket, error_code::limit,
                "process " + std::to_string(peer->pid) + " has " + std::to_string(limits::connections_of_process) +
                    " connections open, its share; close one and try again");
      return;
    }
    const std::uint64_t number = next_number++;
    auto gone = [weak = weak_from_this()](std::uint64_t which) {
      if (const auto self = weak.lock()) self->connections_.erase(which);
    };
    auto connection =
        std::make_shared<ServedConnection>(std::move(socket), number, std::move(*peer), service_, std::move(gone));
    connections_.emplace(number, connection);
    connection->start();
  }

  static inline std::atomic<std::uint64_t> next_number = 1;  ///< across all servers, which share one log

  Local::acceptor acceptor_;
  asio::steady_timer pause_;
  const Listening listening_;
  const Guests guests_;
  const std::shared_ptr<const Service> service_;
  std::map<std::uint64_t, std::shared_ptr<ServedConnection>> connections_;
  bool stopped_ = false;
};

class ServerOfListener final : public Server {
 public:
  explicit ServerOfListener(std::shared_ptr<Listener> listener) : listener_(std::move(listener)) {}
  ~ServerOfListener() override { listener_->stop(); }
  void stop() override { listener_->stop(); }
  std::size_t connection_count() const override { return listener_->connection_count(); }

 private:
  std::shared_ptr<Listener> listener_;
};

template <class Call>
tl::expected<std::unique_ptr<Server>, Error> serve_calls(
    const asio::any_io_executor& executor, const Listen& listen, Handler<Call> handler,
    tl::expected<Request<Call>, BadRequest> (*decode)(std::string_view)) {
  auto listening = open_listening(listen);
  if (!listening) return tl::unexpected(std::move(listening.error()));

  auto service = std::make_shared<Service>();
  service->closed = std::move(handler.closed);
  // Shared, not copied into each request: a handler has one state.
  auto handle = std::make_shared<decltype(handler.handle)>(std::move(handler.handle));
  service->decode = [decode, handle](std::string_view line) -> tl::expected<Work, BadRequest> {
    auto request = decode(line);
    if (!request) return tl::unexpected(std::move(request.error()));
    return Work{std::move(request->id),
                [handle, call = std::move(request->call)](std::shared_ptr<Connection> connection) mutable {
                  return (*handle)(std::move(connection), std::move(call));
                }};
  };
  auto listener = std::make_shared<Listener>(executor, std::move(*listening), listen.guests, std::move(service));
  listener->start();
  return std::make_unique<ServerOfListener>(std::move(listener));
}

}  // namespace

tl::expected<std::unique_ptr<Server>, Error> serve(asio::any_io_executor executor, Listen listen,
                                                   Handler<AgentCall> handler) {
  return serve_calls<AgentCall>(executor, listen, std::move(handler), decode_agent);
}

tl::expected<std::unique_ptr<Server>, Error> serve(asio::any_io_executor executor, Listen listen,
                                                   Handler<ControlCall> handler) {
  return serve_calls<ControlCall>(executor, listen, std::move(handler), decode_control);
}

tl::expected<std::unique_ptr<Server>, Error> serve(asio::any_io_executor executor, Listen listen,
                                                   Handler<QuestionsCall> handler) {
  return serve_calls<QuestionsCall>(executor, listen, std::move(handler), decode_questions);
}

}  // namespace interlock::ipc
