#include "daemon/process/orphans.h"

#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// A killed process passes its children on when it has ended, which takes the kernel a moment.
constexpr auto pause_between = 20ms;
constexpr int quiet_rounds = 3;
constexpr int most_rounds = 250;

/// Orphans become children of the first thread.
std::vector<pid_t> children() {
  const auto self = std::to_string(::getpid());
  std::ifstream list("/proc/self/task/" + self + "/children");
  return {std::istream_iterator<pid_t>(list), std::istream_iterator<pid_t>()};
}

bool carries(pid_t pid, const std::string& mark) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
  for (std::string entry; std::getline(file, entry, '\0');) {
    if (entry == mark) return true;
  }
  return false;
}

}  // namespace

bool adopt_orphans() {
  static const bool adopted = ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
  return adopted;
}

std::string new_mark() {
  static std::atomic<std::uint64_t> last{0};
  return "INTERLOCK_COMMAND=" + std::to_string(::getpid()) + "." + std::to_string(++last);
}

asio::awaitable<void> end_orphans(std::string mark, pid_t program) {
  asio::steady_timer pause(co_await asio::this_coro::executor);
  std::set<pid_t> killed;
  for (int round = 0, quiet = 0; round < most_rounds && quiet < quiet_rounds; ++round) {
    for (const pid_t child : children()) {
      if (child == program || killed.contains(child) || !carries(child, mark)) continue;
      ::kill(child, SIGKILL);
      killed.insert(child);
    }
    std::erase_if(killed, [](pid_t child) { return ::waitpid(child, nullptr, WNOHANG) != 0; });
    quiet = killed.empty() ? quiet + 1 : 0;
    pause.expires_after(pause_between);
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

}  // namespace interlock::daemon
