#include "cli/desktop/show_title.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace interlock::cli {
namespace {

/// Runs a program with these variables to its end; one that is not installed does nothing.
void run(std::vector<std::string> words, const Variables& variables) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : variables) settings.push_back(key + "=" + value);
  const auto pointers = [](std::vector<std::string>& texts) {
    std::vector<char*> list;
    for (auto& text : texts) list.push_back(text.data());
    list.push_back(nullptr);
    return list;
  };
  const auto argv = pointers(words), envp = pointers(settings);
  posix_spawn_file_actions_t silent;
  ::posix_spawn_file_actions_init(&silent);
  ::posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, argv[0], &silent, nullptr, argv.data(), envp.data());
  ::posix_spawn_file_actions_destroy(&silent);
  if (failed != 0) return;
  ::waitpid(child, nullptr, 0);  // unless `Programs` has reaped it, which is its end, too
}

}  // namespace

TitleKeeper::Show title_shower(Server server, const std::string& before, int socket, const Variables& variables) {
  switch (server) {
    case Server::xephyr:  // a window of the person's display, which has the title that it was given last
      return [own = own_variables(), shown = before](const std::string& title) mutable {
        run({"xprop", "-name", shown, "-f", "WM_NAME", "8s", "-set", "WM_NAME", title}, own);
        shown = title;
      };
    case Server::xvnc:  // TigerVNC's server sends it to its viewers
      return [variables](const std::string& title) { run({"vncconfig", "-set", "desktop=" + title}, variables); };
    case Server::desk_window:
      return [socket](const std::string& title) {
        const std::string line = title + "\n";
        (void)::send(socket, line.data(), line.size(), MSG_NOSIGNAL);
      };
    case Server::xvfb:
    case Server::xwayland:
    case Server::desk:
      break;
  }
  return {};
}

}  // namespace interlock::cli
