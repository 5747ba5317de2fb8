/// How interlockctl says that it could not do what it was asked, for all its commands: a line for people, with --json
/// one object on one line. Always on the standard error, so that the standard output holds answers alone.
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
inline constexpr std::string_view no_answer = "no_answer";          ///< it was silent, or gone in the middle
inline constexpr std::string_view refused = "refused";              ///< it said no, with an error of the protocol
inline constexpr std::string_view policy = "policy";                ///< mistakes in a policy or in rules
inline constexpr std::string_view failed = "failed";                ///< anything else
}  // namespace failure_code

struct Failure {
  // Made of whatever the parts of the house say, so that a command hands on what it was told.
  Failure(Error told, std::string_view kind = failure_code::failed) : code(kind), error(std::move(told)) {}
  Failure(const policy::Errors& all);      ///< not empty
  Failure(const ipc::RpcError& answered);  ///< advice is added where a command of this program helps

  std::string_view code;
  Error error;
  std::vector<Error> mistakes;  ///< all of a policy's; `error` is the first
  std::optional<int> rpc_code;  ///< of docs/protocol.md, where interlockd said no
};

/// Says it, and sets the exit code: 2 for wrong usage, else 1.
void fail(Options& options, const Failure& failure);

/// Something that the answer does not say, and that changes no exit code: {"warning": ...} with --json.
void warn(const Options& options, const Error& about);

}  // namespace interlock::cli
