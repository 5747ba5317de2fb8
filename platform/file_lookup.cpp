#include "platform/file_lookup.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "platform/blocking_calls.h"

namespace interlock::platform {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;

constexpr int most_file_threads = 4;

/// What the thread of one lookup uses. If a file system hangs, the thread outlives the loop, so it touches nothing
/// else.
struct Facts {
  std::mutex mutex;
  std::vector<FileFact> found;
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
  explicit SystemFiles(std::string home) : home_(std::move(home)) {}

  asio::awaitable<std::vector<FileFact>> look_up(std::vector<std::string> paths,
                                                 std::chrono::steady_clock::time_point deadline) override {
    static ThreadLimit limit(most_file_threads);
    if (paths.empty()) co_return std::vector<FileFact>();
    const auto facts = std::make_shared<Facts>();
    std::vector<std::function<void()>> calls;
    calls.push_back([facts, paths = std::move(paths), home = home_] {
      for (const std::string& path : paths) {
        auto fact = file_fact(path, home);
        if (fact.real.empty()) continue;
        const std::lock_guard lock(facts->mutex);
        facts->found.push_back(std::move(fact));
      }
    });
    co_await make_blocking_calls(std::move(calls), limit, deadline);
    const std::lock_guard lock(facts->mutex);
    co_return facts->found;
  }

 private:
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

std::shared_ptr<FileLookup> system_files(std::string home) {
  return std::make_shared<SystemFiles>(std::move(home));
}

}  // namespace interlock::platform
