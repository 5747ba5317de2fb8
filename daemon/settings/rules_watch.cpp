#include "daemon/settings/rules_watch.h"

#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "daemon/process/log.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// Editors save in several steps; a burst is one change.
constexpr auto quiet = 200ms;
constexpr auto longest_burst = 2s;
constexpr std::uint32_t events =
    IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB;

}  // namespace

struct RulesWatch::Watch {
  Watch(const asio::any_io_executor& executor, int fd, std::vector<std::string> folders, std::function<void()> tell)
      : descriptor(executor, fd), timer(executor), dirs(std::move(folders)), changed(std::move(tell)) {}

  /// Each folder, and if it does not exist, the nearest existing parent. Watching a folder twice has no effect.
  void look() {
    for (const std::string& dir : dirs) {
      std::error_code error;
      fs::path there = dir;
      while (!fs::is_directory(there, error) && there != there.parent_path()) there = there.parent_path();
      if (::inotify_add_watch(descriptor.native_handle(), there.c_str(), events | IN_ONLYDIR) >= 0) continue;
      log_warning("changes in " + there.string() + " are not noticed (" + std::strerror(errno) +
                  "): run 'interlockctl reload' after them");
    }
  }

  static asio::awaitable<void> run(std::shared_ptr<Watch> self) {
    std::array<char, 4096> seen;
    while (true) {
      const auto [error, size] =
          co_await self->descriptor.async_read_some(asio::buffer(seen), asio::as_tuple(asio::use_awaitable));
      if (error) co_return;
      const auto until = std::chrono::steady_clock::now() + longest_burst;
      // The timer's end is the end of the burst: each further event postpones it.
      while (std::chrono::steady_clock::now() < until) {
        self->timer.expires_after(quiet);
        const auto [stopped] = co_await self->timer.async_wait(asio::as_tuple(asio::use_awaitable));
        if (stopped) co_return;
        boost::system::error_code none;
        self->descriptor.non_blocking(true, none);
        if (self->descriptor.read_some(asio::buffer(seen), none) == 0 || none) break;
      }
      if (!self->descriptor.is_open()) co_return;
      self->look();  // folders may have come and gone
      self->changed();
    }
  }

  asio::posix::stream_descriptor descriptor;
  asio::steady_timer timer;
  std::vector<std::string> dirs;
  std::function<void()> changed;
};

void RulesWatch::start(std::vector<std::string> dirs, std::function<void()> changed) {
  const int fd = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd < 0) {
    log_warning(std::string("changes of rules are not noticed (") + std::strerror(errno) +
                "): run 'interlockctl reload' after them");
    return;
  }
  watch_ = std::make_shared<Watch>(executor_, fd, std::move(dirs), std::move(changed));
  watch_->look();
  asio::co_spawn(executor_, Watch::run(watch_), asio::detached);
}

void RulesWatch::stop() {
  if (!watch_) return;
  boost::system::error_code ignored;
  watch_->descriptor.close(ignored);
  watch_->timer.cancel();
  watch_.reset();
}

}  // namespace interlock::daemon
