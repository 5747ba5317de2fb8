// interlock-display [--] COMMAND [ARGUMENT...]: a guarded display for COMMAND, which finds it by DISPLAY and
// XAUTHORITY. The display ends with COMMAND, and the exit code is COMMAND's.
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "clients/display/agent_link.h"
#include "clients/display/server.h"
#include "ipc/client.h"
#include "ipc/x_cookie.h"

namespace {

using namespace interlock;
using namespace interlock::display;

/// No real display has numbers as high: a confined agent must not find a path that another display has outside.
constexpr int first_number = 1000;
constexpr int exit_usage = 2, exit_failed = 1, exit_not_found = 127;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

void say(const std::string& what) {
  std::cerr << "interlock-display: " + what + "\n" << std::flush;
}

struct Place {
  std::string folder;  ///< of the cookie; removed at the end
  std::string cookie_file;
  Listening listening;
};

tl::expected<Place, Error> make_place(const std::string& cookie) {
  auto listening = listen_as_display(first_number);
  if (!listening) return tl::unexpected(listening.error());
  const std::string runtime = environment("XDG_RUNTIME_DIR");
  std::string folder = (runtime.empty() ? "/tmp" : runtime) + "/interlock-display-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr)
    return tl::unexpected(Error{std::string("no folder for the cookie: ") + std::strerror(errno), folder, {}});
  Place place{folder, folder + "/Xauthority", std::move(*listening)};
  if (auto written = ipc::write_x_cookie(place.cookie_file, place.listening.number, cookie); !written)
    return tl::unexpected(written.error());
  return place;
}

/// Starts the command with the display in its environment; does not return in the new process.
pid_t start_command(char** command, const Place& place) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const std::string name = ":" + std::to_string(place.listening.number);
  ::setenv("DISPLAY", name.c_str(), 1);
  ::setenv("INTERLOCK_DISPLAY", name.c_str(), 1);  // for interlock's own xdotool: it is not another desktop
  ::setenv("XAUTHORITY", place.cookie_file.c_str(), 1);
  ::setenv("XDG_SESSION_TYPE", "x11", 1);
  std::signal(SIGPIPE, SIG_DFL);
  ::execvp(*command, command);
  say(std::string(*command) + ": " + std::strerror(errno));
  ::_exit(exit_not_found);
}

/// Passes signals on to the command, and waits until it has ended; returns its exit code.
asio::awaitable<int> end_of(pid_t command, asio::signal_set& signals) {
  for (;;) {
    const int number = co_await signals.async_wait(asio::use_awaitable);
    if (number != SIGCHLD) ::kill(command, number);
    int status = 0;
    if (::waitpid(command, &status, WNOHANG) != command) continue;
    co_return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
}

/// The display, until the command ends and all that it has asked for is done.
int run_display(const Place& place, const std::string& cookie, char** command, const std::string& program) {
  asio::io_context loop;
  asio::signal_set signals(loop, SIGCHLD, SIGTERM, SIGINT);
  signals.add(SIGHUP);
  SessionWish wish{program, environment("INTERLOCK_SCOPE"), environment("INTERLOCK_DIRECTIVE")};
  AgentLink link(loop.get_executor(), ipc::agent_socket(), std::move(wish));
  Display display(loop.get_executor(), link, say);
  const ClientRules rules{cookie, !environment("INTERLOCK_STRICT").empty() && environment("INTERLOCK_STRICT") != "0"};
  asio::local::stream_protocol::acceptor acceptor(loop, asio::local::stream_protocol(), place.listening.fd);
  asio::co_spawn(loop, serve(std::move(acceptor), display, rules), asio::detached);
  const pid_t child = start_command(command, place);
  int code = exit_failed;
  const auto until_end = [&]() -> asio::awaitable<void> {
    code = co_await end_of(child, signals);
    (void)co_await display.hands.finish(0);
    loop.stop();
  };
  if (child > 0) {
    asio::co_spawn(loop, until_end(), asio::detached);
    loop.run();
  }
  ::unlink(place.cookie_file.c_str());
  ::rmdir(place.folder.c_str());
  ::unlink(place.listening.path.c_str());
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  char** command = argv + 1;
  if (argc > 1 && std::strcmp(argv[1], "--") == 0) ++command;
  if (*command == nullptr || (command == argv + 1 && **command == '-')) {
    std::cerr << "Usage: interlock-display [--] COMMAND [ARGUMENT...]\n";
    return exit_usage;
  }
  const std::string program = std::string(*command).substr(std::string(*command).rfind('/') + 1);
  const std::string cookie = ipc::new_x_cookie();
  const auto place = make_place(cookie);
  if (!place) {
    say(place.error().text());
    return exit_failed;
  }
  std::signal(SIGPIPE, SIG_IGN);
  return run_display(*place, cookie, command, program);
}
