// git config KEY VALUE that makes git run a program, or go to another server, from now on. Source: git-config(1).
#include <algorithm>
#include <string>

#include "gate/shell/judges.h"
#include "gate/shell/table_commands.h"
#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

/// A program that lies in a folder of its own and not among the system's, or a file that anyone may have put there.
bool names_foreign_program(std::string_view command) {
  if (command.starts_with('!')) command.remove_prefix(1);
  bool first = true;
  while (!command.empty()) {
    const std::size_t end = std::min(command.find(' '), command.size());
    const std::string_view word = command.substr(0, end);
    command.remove_prefix(std::min(end + 1, command.size()));
    if (word.starts_with("/tmp/") || word.starts_with("/var/tmp/") || word.starts_with("/dev/shm/")) return true;
    const bool own = word.starts_with("/usr/") || word.starts_with("/bin/") || word.starts_with("/opt/");
    if (first && word.find('/') != word.npos && !own) return true;
    first = first && word.empty();
  }
  return false;
}

/// The host of an address as git takes it: https://HOST/, git@HOST:
std::string git_host(std::string_view address) {
  if (const std::size_t scheme = address.find("://"); scheme != address.npos) address.remove_prefix(scheme + 3);
  address = address.substr(0, address.find_first_of("/:"));
  return lower(address.substr(address.find('@') + 1));
}

/// What a setting of git makes it do from now on, for a sentence; null: nothing that matters.
const char* git_setting_does(std::string_view key, std::string_view value) {
  if (key.starts_with("alias.")) return nullptr;  // judged as the command that it is
  if (is_git_command(key) && names_foreign_program(value)) return "run a program of one's own";
  const std::size_t last = key.rfind('.');
  const std::string name = lower(key.substr(last + 1));
  if (key.starts_with("url.") && is_listed("insteadof pushinsteadof", name) &&
      git_host(key.substr(4, last - 4)) != git_host(value))
    return "go to another host than its addresses say";
  if (name == "sslverify" && is_listed("false no off 0", value)) return "believe every server";
  return nullptr;
}

}  // namespace

void judge_git_settings(const Call& call, Dangers& dangers) {
  if (!call.is("git") || call.has("--get --get-all --get-regexp --unset --unset-all -l --list")) return;
  const auto config = std::find_if(call.operands.begin(), call.operands.end(),
                                   [](const Operand& operand) { return operand.text() == "config"; });
  if (config == call.operands.end()) return;
  for (auto key = config + 1; key != call.operands.end() && key + 1 != call.operands.end(); ++key) {
    const std::string& value = (key + 1)->text();
    const char* what = git_setting_does(key->text(), value);
    if (what == nullptr) continue;
    return dangers.push_back({Decision::require_confirmation, "persistence",
                              "makes git " + std::string(what) + ": " + in_quotes(key->text() + " " + value, 60)});
  }
}

}  // namespace interlock::gate::shell
