#include "desks/compositor/link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "desks/wire/daemon_peer.h"
#include "desks/wire/encode.h"

namespace interlock::compositor {
namespace {

constexpr int first_wait_ms = 1000, longest_wait_ms = 5000;
constexpr std::size_t most_unsent = 8 * 1024 * 1024;

}  // namespace

Link::Link(Core& core, std::string path, std::string daemon)
    : core_(core), path_(std::move(path)), daemon_(std::move(daemon)), wait_ms_(first_wait_ms) {}

Link::~Link() {
  if (source_) wl_event_source_remove(source_);
  if (timer_) wl_event_source_remove(timer_);
  if (fd_ >= 0) close(fd_);
}

void Link::start() {
  if (path_.empty()) return;
  timer_ = wl_event_loop_add_timer(
      core_.loop,
      [](void* self) {
        static_cast<Link*>(self)->connect_now();
        return 0;
      },
      this);
  connect_now();
}

void Link::connect_now() {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path) return;
  std::copy(path_.begin(), path_.end(), address.sun_path);
  fd_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd_ < 0 || connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return close_and_retry("");  // interlockd is not there yet
  }
  if (!desk::is_run_by_us(fd_, daemon_))
    return close_and_retry(path_ + ": the program there is not this user's " + daemon_);
  source_ = wl_event_loop_add_fd(
      core_.loop, fd_, WL_EVENT_READABLE,
      [](int, std::uint32_t mask, void* self) {
        static_cast<Link*>(self)->ready(mask);
        return 0;
      },
      this);
  ++connection_;
  write(desk::encode(hello()));
}

void Link::close_and_retry(const std::string& why) {
  if (!why.empty() && why != last_trouble_) std::fprintf(stderr, "interlock-desk: %s\n", why.c_str());
  last_trouble_ = why;
  if (source_) wl_event_source_remove(std::exchange(source_, nullptr));
  if (fd_ >= 0) close(std::exchange(fd_, -1));
  lines_ = desk::Lines();
  out_.clear();
  answering_ = false;
  if (std::exchange(welcomed_, false)) {
    wait_ms_ = first_wait_ms;
    if (lost) lost();
  }
  wl_event_source_timer_update(timer_, wait_ms_);
  wait_ms_ = std::min(wait_ms_ * 2, longest_wait_ms);
}

void Link::ready(std::uint32_t mask) {
  if (mask & WL_EVENT_WRITABLE) flush();
  if (fd_ < 0 || !(mask & (WL_EVENT_READABLE | WL_EVENT_HANGUP | WL_EVENT_ERROR))) return;
  std::array<char, 65536> bytes;
  const auto count = read(fd_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) return close_and_retry("interlockd closed the connection");
  lines_.feed({bytes.data(), static_cast<std::size_t>(count)});
  read_lines();
}

void Link::read_lines() {
  while (fd_ >= 0 && !answering_) {
    if (const auto line = lines_.next()) {
      handle_line(*line);
      continue;
    }
    if (lines_.too_long()) close_and_retry("interlockd sent a line that is too long");
    return;
  }
}

void Link::handle_line(const std::string& line) {
  if (!welcomed_) {
    const auto welcome = desk::decode_welcome(line);
    if (!welcome) return close_and_retry("interlockd does not accept this desk: " + welcome.error().message);
    welcomed_ = true;
    wait_ms_ = first_wait_ms;
    return;
  }
  const auto request = desk::decode_request(line);
  if (!request) return write(desk::encode_failure(request.error().id, request.error().failure));
  answering_ = handling_ = true;
  handle(*request, [this, connection = connection_](std::string reply) {
    if (connection != connection_ || !answering_) return;
    answering_ = false;
    write(std::move(reply));
    if (!handling_) read_lines();  // it came later
  });
  handling_ = false;
}

void Link::send(const desk::Event& event) {
  if (welcomed_) write(desk::encode(event));
}

void Link::write(std::string line) {
  if (fd_ < 0) return;
  out_ += line;
  flush();
}

void Link::flush() {
  while (!out_.empty()) {
    const auto sent = ::send(fd_, out_.data(), out_.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      out_.erase(0, static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == EAGAIN && out_.size() < most_unsent) break;
    return close_and_retry("interlockd does not read");
  }
  wl_event_source_fd_update(source_, out_.empty() ? WL_EVENT_READABLE : WL_EVENT_READABLE | WL_EVENT_WRITABLE);
}

}  // namespace interlock::compositor
