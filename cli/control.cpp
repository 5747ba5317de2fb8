#include "cli/control.h"

#include <iostream>

#include "cli/print.h"

namespace interlock::cli {

namespace {
/// The daemon answers control calls at once; a longer silence is a hung daemon.
constexpr std::chrono::seconds patience{20};
}  // namespace

void fail(Options& options, std::string_view message) {
  std::cerr << "interlockctl: ";
  for (std::size_t end; (end = message.find('\n')) != message.npos; message.remove_prefix(end + 1)) {
    std::cerr << plain(message.substr(0, end)) << '\n';
  }
  std::cerr << plain(message) << '\n';
  options.exit_code = 1;
}

std::optional<ipc::Client> connect(Options& options) {
  auto client = ipc::Client::connect(options.socket);
  if (client) return std::move(*client);
  auto error = client.error();
  error.where = options.socket;
  error.advice = "is interlockd running? systemctl --user start interlockd";
  fail(options, error.text());
  return std::nullopt;
}

std::optional<ipc::json::value> ask(Options& options, std::string_view method, ipc::json::object params) {
  auto client = connect(options);
  if (!client) return std::nullopt;
  auto answer = client->call(method, std::move(params), patience);
  if (answer) return std::move(*answer);
  fail(options, answer.error().message);
  return std::nullopt;
}

void do_and_say(Options& options, std::string_view method, ipc::json::object params, std::string_view done) {
  const auto answer = ask(options, method, std::move(params));
  if (!answer) return;
  if (options.json) {
    std::cout << ipc::json::serialize(*answer) << '\n';
  } else {
    std::cout << plain(done) << '\n';
  }
}

}  // namespace interlock::cli
