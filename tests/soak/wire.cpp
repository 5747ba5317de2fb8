#include "tests/soak/wire.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <cstring>
#include <ctime>
#include <utility>

namespace interlock::soak {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::int64_t now_us() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(since).count();
}

std::int64_t from_rfc3339(std::string_view time) {
  std::tm parts{};
  const std::string text(time);
  const char* rest = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (!rest || *rest != '.' || text.size() != std::strlen("2026-11-20T19:14:55.123456Z")) return -1;
  return std::int64_t{timegm(&parts)} * 1'000'000 + std::strtol(rest + 1, nullptr, 10);
}

std::optional<Wire> Wire::connect(const std::string& path) {
  Wire wire(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  if (::connect(wire.fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return std::nullopt;
  return wire;
}

Wire::Wire(Wire&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), open_(other.open_), got_(std::move(other.got_)), last_id_(other.last_id_) {}
Wire& Wire::operator=(Wire&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(open_, other.open_);
  std::swap(got_, other.got_);
  std::swap(last_id_, other.last_id_);
  return *this;
}
Wire::~Wire() {
  close();
}

void Wire::close() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  open_ = false;
}

bool Wire::send(std::string_view bytes) {
  while (open_ && !bytes.empty()) {
    const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    pollfd room{fd_, POLLOUT, 0};
    const bool full = errno == EAGAIN;
    if (!full) open_ = false;
    if (!full || poll(&room, 1, 1000) <= 0) return false;
  }
  return open_;
}

bool Wire::ask(std::int64_t id, std::string_view method, json::object params) {
  const json::object request = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
  return send(json::serialize(request) + "\n");
}

std::optional<json::object> Wire::receive(milliseconds limit) {
  const auto end = steady_clock::now() + limit;
  while (true) {
    if (const auto line = got_.find('\n'); line != std::string::npos) {
      auto message = json::parse(std::string_view(got_).substr(0, line)).as_object();
      got_.erase(0, line + 1);
      return message;
    }
    if (!open_) return std::nullopt;
    const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now());
    pollfd news{fd_, POLLIN, 0};
    if (poll(&news, 1, std::max(0, static_cast<int>(left.count()))) <= 0) return std::nullopt;
    std::array<char, 65536> bytes;
    const auto count = recv(fd_, bytes.data(), bytes.size(), 0);
    if (count <= 0) {
      open_ = false;
    } else {
      got_.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }
}

std::optional<json::object> Wire::call(std::string_view method, json::object params, milliseconds limit) {
  const auto id = ++last_id_;
  if (!ask(id, method, std::move(params))) return std::nullopt;
  const auto end = steady_clock::now() + limit;
  while (true) {
    auto answer = receive(std::chrono::duration_cast<milliseconds>(end - steady_clock::now()));
    if (!answer) return std::nullopt;
    const auto* to = answer->if_contains("id");
    if (to && to->is_int64() && to->as_int64() == id) return answer;
  }
}

}  // namespace interlock::soak
