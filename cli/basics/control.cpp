#include "cli/basics/control.h"

#include <iostream>

#include "cli/basics/print.h"

namespace interlock::cli {

namespace {
/// The daemon answers control calls at once; after this time it is considered hung.
constexpr std::chrono::seconds patience{20};
}  // namespace

std::optional<ipc::Client> connect(Options& options) {
  auto client = ipc::Client::connect(options.socket);
  if (client) return std::move(*client);
  fail(options, {client.error(), failure_code::no_connection});
  return std::nullopt;
}

void fail_call(Options& options, const ipc::RpcError& answered) {
  Failure failure = answered;
  if (failure.code == failure_code::no_answer) failure.error.where = options.socket;
  fail(options, failure);
}

std::optional<ipc::json::value> ask(Options& options, std::string_view method, ipc::json::object params) {
  auto client = connect(options);
  if (!client) return std::nullopt;
  auto answer = client->call(method, std::move(params), patience);
  if (answer) return std::move(*answer);
  fail_call(options, answer.error());
  return std::nullopt;
}

void do_and_say(Options& options, std::string_view method, ipc::json::object params, std::string_view done) {
  const auto answer = ask(options, method, std::move(params));
  if (!answer) return;
  if (options.json) {
    std::cout << ipc::json::serialize(*answer) << '\n';
  } else {
    std::cout << plain(done) << '\n';
    const auto* object = answer->if_object();
    const auto* refused = object == nullptr ? nullptr : object->if_contains("word_refused");
    if (refused != nullptr && refused->is_string()) {
      std::cout << "the agent was not told: " << plain(refused->get_string()) << '\n';
    }
  }
}

}  // namespace interlock::cli
