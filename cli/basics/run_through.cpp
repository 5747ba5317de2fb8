#include "cli/basics/run_through.h"

#include <array>
#include <cerrno>

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::cli {

Scratch::Scratch(const std::string& text) : fd_(::memfd_create("interlock", MFD_CLOEXEC)) {
  (void)!::write(fd_, text.data(), text.size());
  ::lseek(fd_, 0, SEEK_SET);
}

Scratch::~Scratch() {
  ::close(fd_);
}

std::string Scratch::text() const {
  std::string all;
  std::array<char, 4096> part;
  off_t at = 0;
  for (ssize_t got; (got = ::pread(fd_, part.data(), part.size(), at)) > 0; at += got)
    all.append(part.data(), static_cast<std::size_t>(got));
  return all;
}

int run_through(std::vector<std::string> words, const Scratch& in, const Scratch& out, const Scratch* errors) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.fd(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.fd(), STDOUT_FILENO);
  if (errors != nullptr) posix_spawn_file_actions_adddup2(&files, errors->fd(), STDERR_FILENO);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (failed != 0) return 127;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace interlock::cli
