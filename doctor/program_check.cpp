#include "doctor/program_check.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has programs declare it

namespace interlock::doctor {
namespace {

std::string read_to_end(int from) {
  constexpr std::size_t longest = 4096;
  std::string text;
  std::array<char, 512> part{};
  while (true) {
    const ssize_t count = ::read(from, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    if (text.size() < longest) text.append(part.data(), static_cast<std::size_t>(count));
  }
  return text.substr(0, longest);
}

}  // namespace

std::optional<Checked> check_program(const Ways& ways, const std::string& relative) {
  namespace fs = std::filesystem;
  if (ways.daemon == 0) return std::nullopt;
  std::error_code unknown;
  const fs::path daemon = fs::read_symlink("/proc/" + std::to_string(ways.daemon) + "/exe", unknown);
  if (unknown) return std::nullopt;
  Checked checked{(daemon.parent_path() / relative).lexically_normal().string(), 127, {}};
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    checked.said = std::strerror(errno);
    return checked;
  }
  std::array<const char*, 3> words = {checked.program.c_str(), "--check", nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&files, ends[1], 1);
  posix_spawn_file_actions_adddup2(&files, ends[1], 2);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, words[0], &files, nullptr, const_cast<char* const*>(words.data()), environ);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  checked.said = failed != 0 ? checked.program + ": " + std::strerror(failed) : read_to_end(ends[0]);
  ::close(ends[0]);
  if (failed != 0) return checked;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  checked.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return checked;
}

}  // namespace interlock::doctor
