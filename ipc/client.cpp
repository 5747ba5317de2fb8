#include "ipc/client.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ipc/address.h"
#include "ipc/decode.h"
#include "ipc/framing.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

using Clock = std::chrono::steady_clock;

Error cannot_connect(const std::string& path, int why) {
  std::string what = "cannot connect to interlockd: ";
  switch (why) {
    case ENOENT:
      return {what + "there is no socket", path,
              "is interlockd running? start it with 'systemctl --user start interlockd' or by hand"};
    case ECONNREFUSED:
      return {what + "nothing listens on the socket", path, "interlockd ended without removing it; start it again"};
    case EACCES:
      return {what + "permission denied", path, "only the user whose desktop it is may connect"};
    case EAGAIN:
      return {what + "it does not accept connections", path, "it is overloaded or hung; see its journal"};
    default:
      return {what + std::strerror(why), path, "check INTERLOCK_SOCKET_DIR"};
  }
}

/// Waits until the socket is ready; returns false on timeout.
bool wait_for(int fd, short events, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd poll_fd{fd, events, 0};
    const int ready = ::poll(&poll_fd, 1, static_cast<int>(std::clamp<long long>(left, 0, 1 << 30)));
    if (ready > 0) return true;
    if (ready == 0 || errno != EINTR) return false;
  }
}

}  // namespace

struct Client::Impl {
  int fd = -1;
  bool open = true;
  std::int64_t next_id = 1;
  Framing framing{limits::reply_bytes};
  std::deque<json::object> events;

  explicit Impl(int socket) : fd(socket) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { ::close(fd); }

  bool send(std::string_view bytes, Clock::time_point until) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent >= 0) {
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      } else if (errno == EAGAIN) {
        if (!wait_for(fd, POLLOUT, until)) return false;
      } else if (errno != EINTR) {
        return false;
      }
    }
    return true;
  }

  /// Returns the next message, or nothing on timeout or if the connection ended.
  std::optional<json::object> receive(Clock::time_point until) {
    for (;;) {
      if (const auto line = framing.next()) {
        auto message = parse_json(*line, limits::reply_depth);
        if (message && message->is_object()) return std::move(message->get_object());
        continue;  // not a message of interlockd
      }
      if (!open || framing.too_long() || !wait_for(fd, POLLIN, until)) return std::nullopt;
      std::array<char, 64 * 1024> buffer;
      const ssize_t size = ::recv(fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (size > 0) {
        framing.feed({buffer.data(), static_cast<std::size_t>(size)});
      } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        open = false;
      }
    }
  }
};

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

tl::expected<Client, Error> Client::connect(const std::string& path) {
  const auto address = unix_address(path);
  if (!address) {
    return tl::unexpected(
        Error{"not a path of a Unix socket: it is empty or longer than " + std::to_string(max_socket_path) + " bytes",
              path, "set INTERLOCK_SOCKET_DIR to a shorter folder"});
  }
  // Non-blocking while it connects: connect() to a Unix socket whose backlog is full would block forever.
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return tl::unexpected(cannot_connect(path, errno));
  auto impl = std::make_unique<Impl>(fd);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0)
    return tl::unexpected(cannot_connect(path, errno));
  return Client(std::move(impl));
}

tl::expected<json::value, RpcError> Client::call(std::string_view method, json::object params,
                                                 std::chrono::milliseconds timeout) {
  const auto until = Clock::now() + timeout;
  const std::int64_t id = impl_->next_id++;
  json::object request;
  request["jsonrpc"] = "2.0";
  request["id"] = id;
  request["method"] = method;
  request["params"] = std::move(params);
  const bool sent = impl_->send(json::serialize(request) + "\n", until);

  // Not sent: the daemon closed the connection, but may have sent the reason before.
  while (auto message = impl_->receive(until)) {
    const json::value* answers = message->if_contains("id");
    if (!answers) {
      impl_->events.push_back(std::move(*message));
      continue;
    }
    const bool ours = answers->is_int64() && answers->get_int64() == id;
    if (const json::value* error = message->if_contains("error"); error && (ours || answers->is_null())) {
      const json::object* object = error->if_object();
      const json::value* code = object ? object->if_contains("code") : nullptr;
      const json::value* text = object ? object->if_contains("message") : nullptr;
      return tl::unexpected(RpcError{code && code->is_int64() ? static_cast<int>(code->get_int64()) : 0,
                                     text && text->is_string() ? std::string(text->get_string()) : "error"});
    }
    if (json::value* result = message->if_contains("result"); result && ours) return std::move(*result);
    // An answer to a request that timed out.
  }
  if (impl_->open && sent) return tl::unexpected(RpcError{error_code::no_answer, "interlockd did not answer in time"});
  impl_->open = false;
  return tl::unexpected(RpcError{error_code::no_answer, "interlockd closed the connection"});
}

std::optional<json::object> Client::next_event(std::chrono::milliseconds timeout) {
  if (!impl_->events.empty()) {
    auto event = std::move(impl_->events.front());
    impl_->events.pop_front();
    return event;
  }
  const auto until = Clock::now() + timeout;
  while (auto message = impl_->receive(until)) {
    if (!message->contains("id")) return message;
  }
  return std::nullopt;
}

bool Client::is_open() const {
  return impl_->open;
}
int Client::native_handle() const {
  return impl_->fd;
}

}  // namespace interlock::ipc
