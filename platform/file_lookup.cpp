#include "platform/file_lookup.h"

#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace interlock::platform {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;

constexpr int most_file_threads = 4;

/// What the thread of one lookup uses. If a file system hangs, the thread outlives the loop, so it touches nothing
/// else.
struct Facts {
  explicit Facts(int notify_) : notify(notify_) {}
  ~Facts() { ::close(notify); }
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;

  std::mutex mutex;
  std::vector<FileFact> found;
  const int notify;  ///< the writing end of a pipe; one byte is written when the lookup is done
};

/// The path from the root on; nothing if only the last part of the path is known.
std::optional<fs::path> absolute(const std::string& path, const fs::path& home) {
  if (path.starts_with('/')) return fs::path(path);
  if (home.empty()) return std::nullopt;
  if (path == "~") return home;
  if (path.starts_with("~/")) return home / path.substr(2);
  const std::string own = home.filename().string();
  const bool from_home =
      !own.empty() && path.starts_with(own) && (path.size() == own.size() || path[own.size()] == '/');
  return from_home ? std::optional(home.parent_path() / path) : std::nullopt;
}

bool begins_as_a_program(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4> begin{};
  in.read(begin.data(), begin.size());
  const std::string_view read(begin.data(), static_cast<std::size_t>(in.gcount()));
  return read.starts_with("#!") ||
         read.starts_with(
             "\x7f"
             "ELF") ||
         read.starts_with("MZ") || !in.is_open();
}

FileKind kind_of_file(const fs::path& path) {
  std::error_code failed;
  const auto status = fs::status(path, failed);
  if (failed || !fs::exists(status)) return FileKind::missing;
  if (fs::is_directory(status)) return FileKind::folder;
  constexpr auto executes = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  if (!fs::is_regular_file(status) || (status.permissions() & executes) == fs::perms::none) {
    return FileKind::document;
  }
  return begins_as_a_program(path) ? FileKind::program : FileKind::document;
}

class SystemFiles : public FileLookup {
 public:
  SystemFiles(asio::any_io_executor executor, std::string home)
      : executor_(std::move(executor)), home_(std::move(home)) {}

  asio::awaitable<std::vector<FileFact>> look_up(std::vector<std::string> paths,
                                                 std::chrono::steady_clock::time_point deadline) override {
    std::vector<FileFact> none;
    std::array<int, 2> ends{-1, -1};
    if (paths.empty() || ::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) co_return none;
    const auto notified = std::make_shared<asio::posix::stream_descriptor>(executor_, ends[0]);
    const auto facts = std::make_shared<Facts>(ends[1]);
    if (!start(facts, std::move(paths), home_)) co_return none;

    asio::steady_timer limit(executor_, deadline);
    limit.async_wait([notified](const boost::system::error_code& stopped) {
      if (!stopped) notified->cancel();
    });
    std::array<char, 1> byte;
    co_await notified->async_read_some(asio::buffer(byte), asio::as_tuple(asio::use_awaitable));
    limit.cancel();
    const std::lock_guard lock(facts->mutex);
    co_return facts->found;
  }

 private:
  static bool start(const std::shared_ptr<Facts>& facts, std::vector<std::string> paths, const std::string& home) {
    static std::atomic<int> running{0};
    if (running.fetch_add(1) >= most_file_threads) {
      --running;
      return false;
    }
    try {
      std::thread([facts, paths = std::move(paths), home] {
        try {
          for (const std::string& path : paths) {
            auto fact = file_fact(path, home);
            if (fact.real.empty()) continue;
            const std::lock_guard lock(facts->mutex);
            facts->found.push_back(std::move(fact));
          }
        } catch (...) {  // out of memory; the rest stays unknown
        }
        --running;
        [[maybe_unused]] const auto told = ::write(facts->notify, "", 1);
      }).detach();
    } catch (const std::system_error&) {  // no more threads
      --running;
      return false;
    }
    return true;
  }

  asio::any_io_executor executor_;
  std::string home_;
};

}  // namespace

FileFact file_fact(const std::string& path, const std::string& home) {
  FileFact fact{.path = path, .real = {}, .kind = FileKind::missing};
  const auto whole = absolute(path, home);
  if (!whole) return fact;
  std::error_code failed;
  const auto real = fs::weakly_canonical(*whole, failed);
  if (failed) return fact;
  fact.real = real.string();
  fact.kind = kind_of_file(real);
  return fact;
}

std::shared_ptr<FileLookup> system_files(asio::any_io_executor executor, std::string home) {
  return std::make_shared<SystemFiles>(std::move(executor), std::move(home));
}

}  // namespace interlock::platform
