/// How all commands of interlockctl report a failure: a line for people; with --json one object on one line. Always on
/// standard error, so that standard output has only answers.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cli/basics/commands.h"
#include "ipc/message.h"
#include "policy/loader.h"
#include "values/error.h"

namespace interlock::cli {

/// What kind of failure, for scripts: docs/man/interlockctl.1 has the list.
namespace failure_code {
inline constexpr std::string_view usage = "usage";                  ///< the command line; exit code 2, all others 1
inline constexpr std::string_view no_connection = "no_connection";  ///< interlockd cannot be reached
inline constexpr std::string_view no_answer = "no_answer";          ///< it did not answer, or closed the connection
inline constexpr std::string_view refused = "refused";              ///< it answered with an error of the protocol
inline constexpr std::string_view policy = "policy";                ///< mistakes in a policy or in rules
inline constexpr std::string_view failed = "failed";                ///< anything else
}  // namespace failure_code

struct Failure {
  // Implicit, so that a command can pass on the errors of other modules.
  Failure(Error reported, std::string_view kind = failure_code::failed) : code(kind), error(std::move(reported)) {}
  Failure(const policy::Errors& all);      ///< not empty
  Failure(const ipc::RpcError& answered);  ///< adds advice if a command of this program helps

  std::string_view code;
  Error error;
  std::vector<Error> mistakes;  ///< all mistakes of a policy; `error` is the first
  std::optional<int> rpc_code;  ///< error code of docs/protocol.md, if interlockd refused
};

/// Prints the failure and sets the exit code: 2 for wrong usage, else 1.
void fail(Options& options, const Failure& failure);

/// Prints a warning that does not change the exit code: {"warning": ...} with --json.
void warn(const Options& options, const Error& about);

/// Prints what a command that goes on running has done: the sentences, one a line; with --json {KEY: facts}.
void inform(const Options& options, std::string_view key, const ipc::json::object& facts,
            const std::vector<std::string>& sentences);

}  // namespace interlock::cli
