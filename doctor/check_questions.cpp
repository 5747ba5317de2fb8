#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doctor/checks.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has programs declare it

namespace interlock::doctor {
namespace {

struct Drawn {
  int code = 0;
  std::string said;  ///< on standard error
};

/// All that comes, cut to what fits a line of the report.
std::string read_to_end(int from) {
  constexpr std::size_t longest = 300;
  std::string text;
  std::array<char, 512> part{};
  while (true) {
    const ssize_t count = ::read(from, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  text = text.substr(0, std::min(text.find('\n'), longest));
  return text;
}

Drawn try_drawing(const std::string& program) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {1, std::strerror(errno)};
  std::array<const char*, 3> words = {program.c_str(), "--check", nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, ends[1], 2);
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, program.c_str(), &files, nullptr, const_cast<char* const*>(words.data()), environ);
  posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  Drawn tried{127, failed != 0 ? program + ": " + std::strerror(failed) : read_to_end(ends[0])};
  ::close(ends[0]);
  if (failed != 0) return tried;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  tried.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  return tried;
}

}  // namespace

/// The draw-text that this interlockd runs, wherever it was started from.
Lines check_questions(const Here& here) {
  namespace fs = std::filesystem;
  if (here.ways.daemon == 0) return {};
  std::error_code failed;
  const fs::path daemon = fs::read_symlink("/proc/" + std::to_string(here.ways.daemon) + "/exe", failed);
  if (failed) return {};
  const auto program = (daemon.parent_path() / INTERLOCK_DRAW_TEXT).lexically_normal().string();
  const auto tried = try_drawing(program);
  if (tried.code == 0) return {{"questions", State::good, "interlock's own windows can draw their text"}};
  return {
      {"questions", State::bad,
       "interlock's own windows cannot draw their text, so questions are answered only by interlockctl: " +
           (tried.said.empty() ? program + " failed" : tried.said),
       "reinstall interlock, or install what it lacks: libpangocairo-1.0-0, fonts-dejavu-core; meanwhile: interlockctl "
       "watch"}};
}

}  // namespace interlock::doctor
