/// Asking the daemon over its control socket.
#pragma once

#include <optional>
#include <string_view>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "ipc/client.h"

namespace interlock::cli {

/// A connection; when there is none, fail()s and gives nothing.
std::optional<ipc::Client> connect(Options& options);

/// One call on a connection of its own; a failure is told in the same way.
std::optional<ipc::json::value> ask(Options& options, std::string_view method, ipc::json::object params = {});

/// For commands whose answer is that it was done: asks, then prints `done`, or the answer as JSON.
void do_and_say(Options& options, std::string_view method, ipc::json::object params, std::string_view done);

/// fail()s with what came in place of an answer.
void fail_call(Options& options, const ipc::RpcError& answered);

}  // namespace interlock::cli
