/// Calls to the daemon over its control socket.
#pragma once

#include <optional>
#include <string_view>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "ipc/client.h"

namespace interlock::cli {

/// A connection; if it cannot be made, calls fail() and returns nothing.
std::optional<ipc::Client> connect(Options& options);

/// One call on a new connection; handles failures in the same way.
std::optional<ipc::json::value> ask(Options& options, std::string_view method, ipc::json::object params = {});

/// For commands that only report success: calls, then prints `done`, or the answer as JSON.
void do_and_say(Options& options, std::string_view method, ipc::json::object params, std::string_view done);

/// Calls fail() with the error that came instead of an answer.
void fail_call(Options& options, const ipc::RpcError& answered);

}  // namespace interlock::cli
