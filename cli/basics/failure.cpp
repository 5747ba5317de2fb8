#include "cli/basics/failure.h"

#include <iostream>

#include "cli/basics/print.h"
#include "ipc/encode.h"

namespace interlock::cli {

namespace {

using ipc::json::object;

object fields(const Error& error) {
  return {
      {"message", valid_utf8(error.what)}, {"where", valid_utf8(error.where)}, {"advice", valid_utf8(error.advice)}};
}

object to_json(const Failure& failure) {
  object error = {{"code", failure.code}};
  for (auto& [key, value] : fields(failure.error)) error[key] = std::move(value);
  if (failure.rpc_code) error["rpc_code"] = *failure.rpc_code;
  if (!failure.mistakes.empty()) {
    ipc::json::array all;
    for (const auto& mistake : failure.mistakes) all.push_back(fields(mistake));
    error["mistakes"] = std::move(all);
  }
  return error;
}

void say_json(std::string_view kind, object about) {
  std::cerr << ipc::json::serialize(object{{kind, std::move(about)}}) << '\n';
}

/// The text may have several lines and untrusted quotations.
void say(std::string_view text) {
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    std::cerr << plain(text.substr(0, end)) << '\n';
  }
  std::cerr << plain(text) << '\n';
}

}  // namespace

Failure::Failure(const policy::Errors& all) : code(failure_code::policy), error(all.front()), mistakes(all) {}

Failure::Failure(const ipc::RpcError& answered)
    : code(failure_code::refused), error{answered.message, {}, {}}, rpc_code(answered.code) {
  if (answered.code == ipc::error_code::no_such_session) error.advice = "'interlockctl status' shows the sessions";
  if (answered.code != ipc::error_code::no_answer) return;
  code = failure_code::no_answer;
  rpc_code.reset();
  error.advice = "see its log: journalctl --user -u interlockd";
}

void fail(Options& options, const Failure& failure) {
  options.exit_code = failure.code == failure_code::usage ? 2 : 1;
  if (options.json) return say_json("error", to_json(failure));
  // The place first, as compilers do, so that editors find it.
  if (!failure.mistakes.empty()) return say(policy::to_text(failure.mistakes));
  say("interlockctl: " + failure.error.text());
}

void warn(const Options& options, const Error& about) {
  if (options.json) return say_json("warning", fields(about));
  say("interlockctl: " + about.text());
}

void inform(const Options& options, std::string_view key, const ipc::json::object& facts,
            const std::vector<std::string>& sentences) {
  if (options.json) return say_json(key, facts);
  for (const auto& sentence : sentences) say("interlockctl: " + sentence);
}

}  // namespace interlock::cli
