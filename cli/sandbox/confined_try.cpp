#include "cli/sandbox/confined_try.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::cli {

namespace json = ipc::json;

namespace {

/// A file in memory that a child reads or writes.
class Scratch {
 public:
  explicit Scratch(const std::string& text = {}) : fd_(::memfd_create("interlock", MFD_CLOEXEC)) {
    (void)!::write(fd_, text.data(), text.size());
    ::lseek(fd_, 0, SEEK_SET);
  }
  ~Scratch() { ::close(fd_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  int fd() const { return fd_; }
  std::string text() const {
    std::string all;
    std::array<char, 4096> part;
    off_t at = 0;
    for (ssize_t got; (got = ::pread(fd_, part.data(), part.size(), at)) > 0; at += got)
      all.append(part.data(), static_cast<std::size_t>(got));
    return all;
  }

 private:
  int fd_;
};

/// Runs a program to its end; returns the exit code, or 128 plus the signal.
int run_through(std::vector<std::string> words, const Scratch& in, const Scratch& out, const Scratch& errors) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.fd(), 0);
  posix_spawn_file_actions_adddup2(&files, out.fd(), 1);
  posix_spawn_file_actions_adddup2(&files, errors.fd(), 2);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) return 127;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

json::object to_json(const Attempt& attempt) {
  return {{"mediation", attempt.mediation}, {"tried", doctor::to_json(attempt.results)}};
}

tl::expected<Attempt, std::string> attempt_from_json(const std::string& text) try {
  const auto value = json::parse(text);
  const auto& object = value.as_object();
  auto results = doctor::results_from_json(object.at("tried"));
  if (!results) return tl::unexpected(results.error());
  return Attempt{std::move(*results), json::value_to<std::string>(object.at("mediation"))};
} catch (const std::exception&) {
  return tl::unexpected(std::string("the attempts inside the sandbox reported nothing: ") + text.substr(0, 200));
}

tl::expected<Attempt, std::string> try_confined(const doctor::Ways& ways, const Confined& as,
                                                const std::string& control_socket) {
  std::error_code failed;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", failed).string();
  if (failed) return tl::unexpected("this program's own file is not known: " + failed.message());
  std::vector<std::string> words = {self, "--socket", control_socket, "run", "--no-display", "--ro-bind", self};
  if (as.network) words.emplace_back("--allow-net");
  for (const auto& bind : as.binds) words.insert(words.end(), {"--bind", bind});
  for (const auto& read : as.reads) words.insert(words.end(), {"--ro-bind", read});
  words.insert(words.end(), {"--", self, "doctor", "--try", "-"});
  const Scratch in(json::serialize(doctor::to_json(ways)));
  const Scratch out;
  const Scratch errors;
  if (run_through(words, in, out, errors) != 0) {
    auto why = errors.text();
    while (!why.empty() && why.back() == '\n') why.pop_back();
    return tl::unexpected(why.empty() ? "it ended without output" : why);
  }
  return attempt_from_json(out.text());
}

}  // namespace interlock::cli
