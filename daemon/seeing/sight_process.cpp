#include "daemon/seeing/sight_process.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/process/log.h"
#include "daemon/process/spawn.h"
#include "ipc/fd.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::posix::stream_descriptor;
using std::chrono::steady_clock;

namespace {

/// A label and the window around it, on approach and again before the press.
constexpr std::size_t most_answered = 2;
constexpr auto awaited = asio::as_tuple(asio::use_awaitable);

bool is_same(const sight::Request& one, const sight::Request& other) {
  return one.kind == other.kind && one.at == other.at && one.languages == other.languages &&
         one.picture.width == other.picture.width && one.picture.height == other.picture.height &&
         one.picture.pixels == other.picture.pixels;
}

/// PP-OCR reads labels alone.
bool is_chinese_label(const sight::Request& request) {
  return request.kind == sight::Request::Kind::label && request.languages.starts_with("chi_");
}

/// Waits in the background until the killed process has ended.
void reap(const std::shared_ptr<stream_descriptor>& life) {
  life->async_wait(stream_descriptor::wait_read, [life](const boost::system::error_code& stopped) {
    siginfo_t info{};
    if (!stopped) ::waitid(P_PIDFD, static_cast<id_t>(life->native_handle()), &info, WEXITED | WNOHANG);
  });
}

}  // namespace

struct SightProcess::Child {
  Child(const asio::any_io_executor& executor, pid_t pid_, bool chinese_, int life_, int wire_)
      : pid(pid_),
        chinese(chinese_),
        life(std::make_shared<stream_descriptor>(executor, life_)),
        wire(executor, asio::local::stream_protocol(), wire_),
        deadline(executor) {}
  ~Child() {
    ::kill(-pid, SIGKILL);  // until it is reaped, its number is not reused
    reap(life);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid;
  bool chinese;                             ///< it was started to read Chinese as well
  std::shared_ptr<stream_descriptor> life;  ///< its pidfd
  asio::local::stream_protocol::socket wire;
  asio::steady_timer deadline;
};

std::string sight_program() {
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failed).parent_path();
  return (folder / INTERLOCK_SIGHT).lexically_normal().string();
}

SightProcess::SightProcess(asio::any_io_executor executor, std::string program)
    : executor_(std::move(executor)), program_(std::move(program)), idle_(executor_), turn_(executor_) {}

SightProcess::~SightProcess() = default;

std::optional<int> SightProcess::pid() const {
  return child_ ? std::optional<int>(child_->pid) : std::nullopt;
}

bool SightProcess::start(bool chinese) {
  if (child_) return true;
  const auto fail = [&](const std::string& why) {
    const bool is_new = !trouble_;
    trouble_ = Error{"labels cannot be read from pixels: " + why, program_,
                     "install interlock-sight; until then targets without an accessibility tree ask"};
    if (is_new) log_error(*trouble_);
    return false;
  };
  std::array<int, 2> ends{-1, -1};
  if (::access(program_.c_str(), X_OK) != 0) return fail(std::strerror(errno));
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return fail(std::strerror(errno));
  ipc::Fd ours(ends[0]);
  const ipc::Fd theirs(ends[1]);
  std::vector<std::string> arguments{program_};
  if (chinese) arguments.emplace_back("--chinese");
  pid_t pid = 0;
  const int error = spawn(std::move(arguments), {"OMP_THREAD_LIMIT=1"}, theirs.get(), theirs.get(), pid);
  if (error != 0) return fail(std::strerror(error));
  ipc::Fd life(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (life.get() < 0) {
    const std::string why = std::strerror(errno);
    ::kill(-pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return fail(why);
  }
  child_ = std::make_shared<Child>(executor_, pid, chinese, life.release(), ours.release());
  // One that ended by itself is cleared away; during a request that notices it too.
  child_->life->async_wait(stream_descriptor::wait_read,
                           [this, started = std::weak_ptr<Child>(child_)](const boost::system::error_code& stopped) {
                             const auto ended = started.lock();
                             if (!stopped && ended && ended == child_ && !busy_) stop();
                           });
  return true;
}

void SightProcess::stop() {
  child_.reset();
  answered_.clear();
}

void SightProcess::end_when_idle() {
  idle_.expires_after(idle_limit);
  idle_.async_wait([this](const boost::system::error_code& stopped) {
    if (!stopped && !busy_) stop();
  });
}

const sight::Reply* SightProcess::remembered(const sight::Request& request) const {
  for (const Answered& each : answered_) {
    if (is_same(each.request, request)) return &each.reply;
  }
  return nullptr;
}

asio::awaitable<bool> SightProcess::wait_for_turn(steady_clock::time_point deadline) {
  while (busy_ && steady_clock::now() < deadline) {
    turn_.expires_at(deadline);
    co_await turn_.async_wait(awaited);
  }
  co_return !busy_;
}

asio::awaitable<std::optional<sight::Reply>> SightProcess::read(sight::Request request,
                                                                steady_clock::time_point deadline) {
  const bool free = co_await wait_for_turn(deadline);
  if (!free) co_return std::nullopt;
  if (const sight::Reply* reply = remembered(request)) co_return *reply;
  const bool chinese = is_chinese_label(request);
  if (child_ && chinese && !child_->chinese) stop();
  if (!child_) deadline += start_limit;
  if (!start(chinese)) co_return std::nullopt;
  busy_ = true;
  auto reply = co_await ask(request, deadline);
  busy_ = false;
  turn_.cancel_one();
  if (reply) {
    trouble_.reset();
    answered_.push_back({std::move(request), *reply});
    if (answered_.size() > most_answered) answered_.pop_front();
  } else {
    stop();
  }
  end_when_idle();
  co_return reply;
}

asio::awaitable<std::optional<sight::Reply>> SightProcess::ask(const sight::Request& request,
                                                               steady_clock::time_point deadline) {
  const auto child = child_;
  const auto late = std::make_shared<bool>(false);
  child->deadline.expires_at(deadline);
  child->deadline.async_wait([child, late](const boost::system::error_code& stopped) {
    if (stopped) return;
    *late = true;
    child->wire.cancel();
  });
  const std::string frame = encode(request);
  std::string header(sight::header_size, '\0');
  std::string body;
  std::optional<sight::Reply> reply;
  const auto [unsent, sent] = co_await asio::async_write(child->wire, asio::buffer(frame), awaited);
  if (!unsent && !*late) {
    const auto [unread, count] = co_await asio::async_read(child->wire, asio::buffer(header), awaited);
    const auto size = unread || *late ? std::nullopt : sight::body_size(header, sight::most_reply);
    if (size) {
      body.resize(*size);
      const auto [broken, got] = co_await asio::async_read(child->wire, asio::buffer(body), awaited);
      if (!broken && !*late) reply = sight::decode_reply(body, request.picture.area());
    }
  }
  child->deadline.cancel();
  if (reply || *late) co_return reply;
  trouble_ = Error{"the reader of labels ended or answered against the rules", program_,
                   "it is started again for the next label; `interlockctl doctor` looks for the cause"};
  log_error(*trouble_);
  co_return std::nullopt;
}

}  // namespace interlock::daemon
