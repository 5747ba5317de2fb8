// A link to the page of interlock-console, which gives it to whoever may connect to its socket.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include <sys/socket.h>
#include <unistd.h>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/basics/print.h"
#include "ipc/address.h"
#include "ipc/fd.h"
#include "ipc/message.h"

namespace interlock::cli {

namespace {

/// What the socket sends; empty: it cannot be reached.
std::string link_from(const std::string& path) {
  const auto address = ipc::unix_address(path);
  const ipc::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!address || ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) return {};
  std::string text;
  char part[512];
  for (ssize_t got = 0; (got = ::read(fd.get(), part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(got));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

void add_console(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("console", "a link that opens interlock-console once, within 5 minutes");
  command->callback([&options] {
    const std::string path = (std::filesystem::path(options.socket).parent_path() / "console.sock").string();
    const std::string link = link_from(path);
    if (link.empty())
      return fail(options, {{"interlock-console does not answer: " + std::string(std::strerror(errno)), path,
                             "start it: systemctl --user start interlock-console"},
                            failure_code::no_connection});
    if (options.json) {
      std::cout << ipc::json::serialize(ipc::json::object{{"link", link}}) << '\n';
    } else {
      std::cout << plain(link) << '\n';
    }
  });
}

}  // namespace interlock::cli
