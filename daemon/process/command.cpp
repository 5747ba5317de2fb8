#include "daemon/process/command.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/process/orphans.h"
#include "daemon/process/spawn.h"
#include "ipc/fd.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;

/// A started program, its output, and its end as an awaitable event.
struct Child {
  Child(const asio::any_io_executor& executor, pid_t pid_, std::string mark_, int life_, int output_)
      : pid(pid_), mark(std::move(mark_)), life(executor, life_), output(executor, output_), deadline(executor) {}
  ~Child() { kill_all(); }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Until it is reaped, its process and group numbers are not reused.
  void kill_all() const {
    if (!reaped) ::kill(-pid, SIGKILL);
  }

  /// Asks the kernel: a wait for `life` may also complete because of an earlier event of the descriptor.
  bool has_ended() {
    siginfo_t info{};
    const auto which = static_cast<id_t>(life.native_handle());
    return reaped || (::waitid(P_PIDFD, which, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0);
  }

  /// Its exit code if it has ended, else -1.
  int reap() {
    siginfo_t info{};
    const auto which = static_cast<id_t>(life.native_handle());
    if (reaped || ::waitid(P_PIDFD, which, &info, WEXITED | WNOHANG) != 0 || info.si_pid == 0) return -1;
    reaped = true;
    return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
  }

  pid_t pid;
  std::string mark;        ///< in its environment, and in that of its children
  stream_descriptor life;  ///< its pidfd
  stream_descriptor output;
  asio::steady_timer deadline;
  bool timed_out = false;
  bool reaped = false;
};

/// The question as a file, so that nothing waits for the program to read it.
int file_with(const std::string& text) {
  ipc::Fd file(::memfd_create("question", MFD_CLOEXEC));
  std::string_view rest = text;
  while (file.get() >= 0 && !rest.empty()) {
    const ssize_t written = ::write(file.get(), rest.data(), rest.size());
    if (written < 0) return -1;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file.get() < 0 || ::lseek(file.get(), 0, SEEK_SET) != 0) return -1;
  return file.release();
}

/// Null, and `why` is the reason.
std::shared_ptr<Child> start(const asio::any_io_executor& executor, std::vector<std::string>& arguments,
                             const std::string& input, std::string& why) {
  const ipc::Fd question(file_with(input));
  std::array<int, 2> ends{-1, -1};
  if (question.get() < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
    why = std::strerror(errno);
    return nullptr;
  }
  ipc::Fd reading(ends[0]);
  const ipc::Fd writing(ends[1]);
  pid_t pid = 0;
  adopt_orphans();
  std::string mark = new_mark();
  if (const int error = spawn(arguments, {mark}, question.get(), writing.get(), pid); error != 0) {
    why = std::strerror(error);
    return nullptr;
  }
  ipc::Fd life(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (life.get() < 0) {
    why = std::strerror(errno);
    ::kill(-pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return nullptr;
  }
  return std::make_shared<Child>(executor, pid, std::move(mark), life.release(), reading.release());
}

/// When the program ends, the processes left in its group are ended as well, because they may hold the output open.
void end_its_group(const std::shared_ptr<Child>& child) {
  child->life.async_wait(stream_descriptor::wait_read, [child](const boost::system::error_code& stopped) {
    if (stopped) return;
    if (!child->has_ended()) return end_its_group(child);
    child->kill_all();
  });
}

void watch(const std::shared_ptr<Child>& child, std::chrono::milliseconds deadline) {
  end_its_group(child);
  child->deadline.expires_after(deadline);
  child->deadline.async_wait([child](const boost::system::error_code& stopped) {
    if (stopped) return;
    child->timed_out = true;
    child->output.cancel();
    child->life.cancel();
  });
}

/// For a program that was killed: it may take time to end.
void reap_later(const std::shared_ptr<Child>& child) {
  child->life.async_wait(stream_descriptor::wait_read, [child](const boost::system::error_code& stopped) {
    if (!stopped && child->reap() < 0) reap_later(child);
  });
}

}  // namespace

asio::awaitable<CommandEnd> run_command(std::vector<std::string> arguments, std::string input,
                                        std::chrono::milliseconds deadline, std::size_t most_output) {
  CommandEnd end;
  const auto executor = co_await asio::this_coro::executor;
  const auto child = start(executor, arguments, input, end.why);
  if (!child) co_return end;
  watch(child, deadline);
  std::array<char, 4096> part;
  while (end.output.size() <= most_output) {
    const auto [error, count] =
        co_await child->output.async_read_some(asio::buffer(part), asio::as_tuple(asio::use_awaitable));
    if (error) break;
    end.output.append(part.data(), count);
  }
  const bool too_much = end.output.size() > most_output;
  while (!too_much && !child->timed_out && !child->has_ended()) {
    const auto [stopped] =
        co_await child->life.async_wait(stream_descriptor::wait_read, asio::as_tuple(asio::use_awaitable));
    if (stopped) break;
  }
  child->deadline.cancel();
  child->kill_all();
  end.code = child->reap();
  if (end.code < 0) reap_later(child);
  asio::co_spawn(executor, end_orphans(child->mark, child->pid), asio::detached);
  end.how = too_much ? CommandEnd::How::too_much : end.code < 0 ? CommandEnd::How::timed_out : CommandEnd::How::exited;
  co_return end;
}

}  // namespace interlock::daemon
