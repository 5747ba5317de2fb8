/// interlock-mcp: an MCP server over stdio. A host starts it, and it ends when the host closes the pipe.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iostream>

#include <poll.h>
#include <unistd.h>

#include "clients/mcp/hosts.h"
#include "clients/mcp/server.h"
#include "ipc/client.h"
#include "ipc/framing.h"

namespace {

using namespace interlock;
using Clock = mcp::Clock;

/// Writes all of the text; returns false if the host no longer reads.
bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (size >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      pollfd room{STDOUT_FILENO, POLLOUT, 0};
      ::poll(&room, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

int milliseconds_to(std::optional<Clock::time_point> time) {
  if (!time) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*time - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1 << 30));
}

/// Reads the available lines of the host. Returns false at the end of input.
bool read_lines(ipc::Framing& framing, mcp::Server& server) {
  std::array<char, 64 * 1024> buffer;
  const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
  if (size < 0) return errno == EINTR || errno == EAGAIN;
  framing.feed({buffer.data(), static_cast<std::size_t>(size)});
  while (const auto line = framing.next()) server.line(*line);
  return size > 0;
}

int serve(const std::string& socket, mcp::Task task, std::chrono::milliseconds limit) {
  bool connected = true;
  mcp::Server server(
      socket, std::move(task),
      [&](const auto& message) { connected = connected && write_all(boost::json::serialize(message) + "\n"); }, limit);
  ipc::Framing framing;
  while (connected) {
    std::array<pollfd, 2> ready = {{{STDIN_FILENO, POLLIN, 0}, {server.link().descriptor(), POLLIN, 0}}};
    if (server.link().wants_to_write()) ready[1].events |= POLLOUT;
    if (::poll(ready.data(), ready.size(), milliseconds_to(server.next_tick())) < 0 && errno != EINTR) return 1;
    if (ready[1].revents & POLLOUT) server.link().can_write();
    if (ready[1].revents & ~POLLOUT) server.link().can_read();
    if (ready[0].revents && !read_lines(framing, server)) return 0;
    if (framing.too_long()) {
      std::cerr << "interlock-mcp: the host sent a line of more than " << ipc::limits::line_bytes << " bytes\n";
      return 1;
    }
    server.tick(Clock::now());
  }
  return 0;
}

int print_config(const std::string& host, std::vector<std::string> command) {
  if (host != "all") {
    const auto snippet = mcp::host_snippet(host, command);
    if (!snippet) {
      std::cerr << "interlock-mcp: unknown host '" << host << "'; known:";
      for (const auto name : mcp::host_names()) std::cerr << ' ' << name;
      std::cerr << '\n';
      return 2;
    }
    std::cerr << "# " << snippet->where << '\n';  // not to standard output, which may be redirected into the file
    std::cout << snippet->text;
    return 0;
  }
  for (const auto name : mcp::host_names()) {
    const auto snippet = *mcp::host_snippet(name, command);
    std::cout << "## " << name << ": " << snippet.where << '\n' << snippet.text << '\n';
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Lets an MCP host act on this desktop through interlock: a server over standard input and output.");
  app.set_version_flag("--version", "interlock-mcp " INTERLOCK_VERSION);
  std::string socket, scope, directive, host;
  mcp::Task task;
  app.add_option("--socket", socket, "the agent socket (default: $XDG_RUNTIME_DIR/interlock/agent.sock)");
  app.add_option("--scope", scope, "the kind of task; tools that it does not need are not offered, and blocked")
      ->check(CLI::IsMember({"read", "navigate", "interact", "fill_form"}));
  app.add_option("--directive", directive, "the task as text");
  app.add_option("--name", task.name, "what the person sees as the agent's name (default: the host's)");
  double seconds = std::chrono::duration<double>(mcp::Calls::answer_limit).count();
  app.add_option("--answer-within", seconds,
                 "answer each call within this many seconds, with \"not done yet\" if need be (default: 50)")
      ->check(CLI::Range(1.0, 3600.0));
  auto* config = app.add_option("--print-config", host, "print the configuration with which HOST starts this server")
                     ->expected(0, 1)
                     ->type_name("HOST");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (config->count() > 0) {
    std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe").string()};
    const auto add = [&](const char* option, const std::string& value) {
      if (!value.empty()) command.insert(command.end(), {option, value});
    };
    add("--socket", socket);
    add("--scope", scope);
    add("--directive", directive);
    add("--name", task.name);
    if (app.get_option("--answer-within")->count() > 0) add("--answer-within", CLI::detail::to_string(seconds));
    return print_config(host.empty() ? "all" : host, std::move(command));
  }
  if (!scope.empty()) task.scope = scope;
  if (!directive.empty()) task.directive = directive;
  std::signal(SIGPIPE, SIG_IGN);  // if the host has ended, end normally
  return serve(socket.empty() ? ipc::agent_socket() : socket, std::move(task),
               std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
} catch (const std::exception& error) {
  std::cerr << "interlock-mcp: " << error.what() << '\n';
  return 1;
}
