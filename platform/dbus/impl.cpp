#include "platform/dbus/impl.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <utility>

namespace interlock::platform::dbus {
namespace {

using boost::asio::posix::stream_descriptor;

/// Number of messages that are dispatched before other work on the loop runs: a peer that floods us with signals must
/// not starve it.
constexpr int dispatch_batch = 64;

}  // namespace

Connection::Impl::Impl(boost::asio::any_io_executor on)
    : executor(on), opened(on, boost::asio::steady_timer::time_point::max()), descriptor_(on), timer_(on) {}

Connection::Impl::~Impl() {
  close(false);
  sd_bus_unref(bus);
}

int Connection::Impl::start(const std::string& address) {
  int r = sd_bus_new(&bus);
  if (r >= 0) r = sd_bus_set_address(bus, address.c_str());
  if (r >= 0) r = sd_bus_set_bus_client(bus, 1);
  if (r >= 0) r = sd_bus_start(bus);
  if (r >= 0) arm();
  return r;
}

int Connection::Impl::start_peer(int socket) {
  int r = sd_bus_new(&bus);
  if (r < 0) {
    ::close(socket);
    return r;
  }
  r = sd_bus_set_fd(bus, socket, socket);
  if (r < 0) {
    ::close(socket);
    return r;
  }
  return sd_bus_start(bus);
}

void Connection::Impl::pump() {
  const auto self = shared_from_this();  // a handler may drop the connection
  for (int i = 0; i < dispatch_batch; ++i) {
    if (closed) return;
    const int r = sd_bus_process(bus, nullptr);
    if (closed) return;
    if (r < 0 || sd_bus_is_open(bus) <= 0) {
      error = r < 0 ? -r : ECONNRESET;
      return close(true);
    }
    if (!ready && sd_bus_is_ready(bus) > 0) {
      ready = true;
      const char* name = nullptr;
      if (sd_bus_get_unique_name(bus, &name) >= 0) unique_name = name;
      opened.cancel();
    }
    if (r == 0) return arm();
  }
  boost::asio::post(executor, [weak = weak_from_this()] {
    if (const auto impl = weak.lock()) impl->pump();
  });
}

void Connection::Impl::arm() {
  if (closed) return;
  const int fd = sd_bus_get_fd(bus);
  const int events = sd_bus_get_events(bus);
  if (fd < 0 || events < 0) {
    error = fd < 0 ? -fd : -events;
    return close(true);
  }
  if (fd != watched_) watch(fd);
  if (closed) return;
  if ((events & POLLIN) && !reading_) wait(stream_descriptor::wait_read, reading_);
  if ((events & POLLOUT) && !writing_) wait(stream_descriptor::wait_write, writing_);

  std::uint64_t timeout = UINT64_MAX;  // CLOCK_MONOTONIC, microseconds; as steady_clock
  if (sd_bus_get_timeout(bus, &timeout) < 0) timeout = UINT64_MAX;
  if (timeout == timeout_) return;
  timeout_ = timeout;
  if (timeout == UINT64_MAX) {
    timer_.cancel();
    return;
  }
  timer_.expires_at(std::chrono::steady_clock::time_point{std::chrono::microseconds{timeout}});
  timer_.async_wait([weak = weak_from_this()](boost::system::error_code ec) {
    const auto impl = weak.lock();
    if (ec || !impl) return;
    impl->timeout_ = UINT64_MAX;
    impl->pump();
  });
}

// A duplicate, because the loop's registration must outlive whatever sd-bus does with its own descriptor; sd-bus may
// also change descriptors while it tries the addresses of a list.
void Connection::Impl::watch(int fd) {
  const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) {
    error = errno;
    return close(true);
  }
  boost::system::error_code ignored;
  descriptor_.close(ignored);
  descriptor_ = stream_descriptor(executor, copy);
  watched_ = fd;
  reading_ = writing_ = false;
}

void Connection::Impl::wait(stream_descriptor::wait_type what, bool& waiting) {
  waiting = true;
  descriptor_.async_wait(what, [weak = weak_from_this(), &waiting, fd = watched_](boost::system::error_code ec) {
    const auto impl = weak.lock();
    if (!impl || ec == boost::asio::error::operation_aborted || fd != impl->watched_) return;
    waiting = false;
    impl->pump();
  });
}

void Connection::Impl::close(bool lost) {
  if (std::exchange(closed, true)) return;
  boost::system::error_code ignored;
  descriptor_.close(ignored);
  timer_.cancel();
  opened.cancel();
  if (bus) sd_bus_close(bus);
  for (Batch* batch : batches) batch->finish_all(CallError::Kind::disconnected, "the bus connection is closed");
  const auto handlers = std::exchange(disconnect_handlers, {});
  if (!lost) return;
  for (const auto& handler : handlers) handler();
}

}  // namespace interlock::platform::dbus
