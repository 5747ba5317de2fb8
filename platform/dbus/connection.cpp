#include "platform/dbus/connection.h"

#include <sys/socket.h>
#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

#include "platform/dbus/impl.h"

namespace interlock::platform::dbus {
namespace {

constexpr std::chrono::milliseconds longest_pause{50};

constexpr auto as_result = boost::asio::as_tuple(boost::asio::use_awaitable);

Error cannot_connect(const std::string& address, const std::string& why) {
  return {.what = "cannot connect to the bus: " + why,
          .where = address,
          .advice = "check that the desktop session's D-Bus daemon runs"};
}

// A free function, not a member: it must keep the state alive, not the Connection, so that destroying the last
// Connection ends the pending calls.
boost::asio::awaitable<std::vector<Reply>> run(std::shared_ptr<Connection::Impl> impl, std::vector<Message> messages,
                                               Deadline deadline) {
  Batch batch(impl, std::move(messages), deadline);
  batch.send();
  if (!batch.done()) {
    auto [ec] = co_await batch.timer().async_wait(as_result);
    const bool cancelled = ec == boost::asio::error::operation_aborted;
    batch.finish_all(CallError::Kind::deadline, cancelled ? "cancelled" : "no answer in time");
  }
  co_return batch.take();
}

boost::asio::awaitable<Reply> run_one(std::shared_ptr<Connection::Impl> impl, Message message, Deadline deadline) {
  std::vector<Message> messages;
  messages.push_back(std::move(message));
  auto replies = co_await run(std::move(impl), std::move(messages), deadline);
  co_return std::move(replies.front());
}

/// Waits until the handshake that `started` (0 or -errno) ends; returns the error, empty if there is none.
boost::asio::awaitable<std::string> until_ready(std::shared_ptr<Connection::Impl> impl, int started,
                                                Deadline deadline) {
  if (started < 0) co_return std::strerror(-started);
  if (!impl->ready && !impl->closed) {
    impl->opened.expires_at(deadline);
    co_await impl->opened.async_wait(as_result);
  }
  if (impl->closed) co_return std::strerror(impl->error);
  if (!impl->ready) co_return "no answer in time";
  co_return "";
}

/// Checks the answer to the handshake before sd-bus reads it: sd-bus aborts the whole process on lines that no bus
/// sends (an assertion in bus_socket_auth_verify_client, systemd 252), and these lines come from an untrusted program.
boost::asio::awaitable<bool> until_greeted(std::shared_ptr<Connection::Impl> impl, int socket, Deadline deadline) {
  boost::asio::steady_timer timer(impl->executor);
  for (auto pause = std::chrono::milliseconds{1}; !impl->closed; pause = std::min(pause * 2, longest_pause)) {
    char buffer[256];
    const auto length = recv(socket, buffer, sizeof buffer, MSG_PEEK | MSG_DONTWAIT);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) co_return false;
    const auto answer = greeting({buffer, static_cast<std::size_t>(std::max<ssize_t>(length, 0))});
    if (answer != Greeting::incomplete) co_return answer == Greeting::complete;
    const auto next = std::chrono::steady_clock::now() + pause;
    if (next >= deadline) co_return false;
    timer.expires_at(next);
    co_await timer.async_wait(as_result);
  }
  co_return false;
}

struct Listener {
  ~Listener() {
    sd_bus_slot_unref(slot);
    if (const auto impl = state.lock()) impl->arm();  // the match's removal may be waiting to be written
  }
  static int on_signal(sd_bus_message* message, void* data, sd_bus_error*) {
    const auto handler = static_cast<Listener*>(data)->handler;  // the handler may drop its own subscription
    (*handler)(message);
    return 0;
  }
  std::weak_ptr<Connection::Impl> state;
  std::shared_ptr<std::function<void(sd_bus_message*)>> handler;
  sd_bus_slot* slot = nullptr;
};

}  // namespace

boost::asio::awaitable<tl::expected<std::shared_ptr<Connection>, Error>> Connection::open(
    boost::asio::any_io_executor executor, std::string address, Deadline deadline) {
  auto impl = std::make_shared<Impl>(executor);
  const int started = impl->start(address);
  const std::string failure = co_await until_ready(impl, started, deadline);
  if (!failure.empty()) co_return tl::unexpected(cannot_connect(address, failure));
  co_return std::shared_ptr<Connection>(new Connection(std::move(impl)));
}

boost::asio::awaitable<tl::expected<std::shared_ptr<Connection>, Error>> Connection::open_peer(
    boost::asio::any_io_executor executor, std::string address, std::uint32_t pid, Deadline deadline) {
  auto socket = peer_socket(address, pid);
  if (!socket) co_return tl::unexpected(socket.error());
  auto impl = std::make_shared<Impl>(executor);
  const int started = impl->start_peer(*socket);
  if (started >= 0) {
    const bool greeted = co_await until_greeted(impl, *socket, deadline);
    if (!greeted) co_return tl::unexpected(cannot_connect(address, "no proper handshake in time"));
    impl->pump();
  }
  const std::string failure = co_await until_ready(impl, started, deadline);
  if (!failure.empty()) co_return tl::unexpected(cannot_connect(address, failure));
  co_return std::shared_ptr<Connection>(new Connection(std::move(impl)));
}

Connection::Connection(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Connection::~Connection() {
  impl_->close(false);
}

bool Connection::is_open() const {
  return !impl_->closed;
}
const std::string& Connection::unique_name() const {
  return impl_->unique_name;
}

Message Connection::method_call(const std::string& destination, const std::string& path, const char* interface,
                                const char* member) const {
  sd_bus_message* message = nullptr;
  if (sd_bus_message_new_method_call(impl_->bus, &message, destination.c_str(), path.c_str(), interface, member) < 0) {
    return {};
  }
  return Message(message);
}

boost::asio::awaitable<Reply> Connection::call(Message message, Deadline deadline) {
  return run_one(impl_, std::move(message), deadline);
}

boost::asio::awaitable<std::vector<Reply>> Connection::call_all(std::vector<Message> messages, Deadline deadline) {
  return run(impl_, std::move(messages), deadline);
}

void Connection::send(Message message) {
  if (!message || impl_->closed) return;
  sd_bus_message_set_expect_reply(message.get(), 0);
  sd_bus_send(impl_->bus, message.get(), nullptr);
  impl_->arm();
}

Subscription Connection::subscribe(const std::string& match, std::function<void(sd_bus_message*)> handler) {
  auto listener = std::make_shared<Listener>();
  listener->state = impl_;
  listener->handler = std::make_shared<std::function<void(sd_bus_message*)>>(std::move(handler));
  if (impl_->closed || sd_bus_add_match_async(impl_->bus, &listener->slot, match.c_str(), &Listener::on_signal, nullptr,
                                              listener.get()) < 0) {
    return nullptr;
  }
  impl_->arm();
  return listener;
}

void Connection::on_disconnect(std::function<void()> handler) {
  if (impl_->closed) return boost::asio::post(impl_->executor, std::move(handler));
  impl_->disconnect_handlers.push_back(std::move(handler));
}

}  // namespace interlock::platform::dbus
