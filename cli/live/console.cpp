// Prints a one-time link to the page of interlock-console. The console sends one to each client of console.sock, which
// only its own user can connect to.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <tl/expected.hpp>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/basics/print.h"
#include "ipc/address.h"
#include "ipc/fd.h"
#include "ipc/message.h"

namespace interlock::cli {

namespace {

constexpr timeval link_limit{10, 0};

/// The line that the console sends, without its end; or why there is none.
tl::expected<std::string, std::string> link_from(const std::string& path) {
  const auto failed = [] { return tl::make_unexpected(std::string(std::strerror(errno))); };
  const auto address = ipc::unix_address(path);
  if (!address) return tl::make_unexpected(std::string("the path is too long for a socket"));
  const ipc::Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &link_limit, sizeof link_limit);
  if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) return failed();
  std::string text;
  char part[512];
  while (!text.ends_with('\n')) {
    const ssize_t got = ::read(fd.get(), part, sizeof part);
    if (got < 0 && errno == EAGAIN)
      return tl::make_unexpected("nothing came within " + std::to_string(link_limit.tv_sec) + " s");
    if (got < 0) return failed();
    if (got == 0) return tl::make_unexpected(std::string("it closed the connection"));
    text.append(part, static_cast<std::size_t>(got));
  }
  text.pop_back();
  return text;
}

}  // namespace

void add_console(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("console", "a link that opens interlock-console once, within 5 minutes");
  command->callback([&options] {
    const std::string path = (std::filesystem::path(options.socket).parent_path() / "console.sock").string();
    const auto link = link_from(path);
    if (!link)
      return fail(options, {{"interlock-console does not answer: " + link.error(), path,
                             "start it: systemctl --user start interlock-console"},
                            failure_code::no_connection});
    if (options.json) {
      std::cout << ipc::json::serialize(ipc::json::object{{"link", *link}}) << '\n';
    } else {
      std::cout << plain(*link) << '\n';
    }
  });
}

}  // namespace interlock::cli
