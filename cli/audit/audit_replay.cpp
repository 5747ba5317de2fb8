#include <fstream>
#include <iostream>
#include <map>
#include <memory>

#include "audit/files.h"
#include "cli/audit/audit_file.h"
#include "cli/audit/replay.h"
#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "policy/rules_dir.h"

namespace interlock::cli {

namespace {

constexpr int something_changes = 3;

constexpr auto replay_help =
    R"(Judges each recorded decision again: by the policy that interlockd would load now, or --was, to see that
the record leads to it, and by the new one. Both with the rules of rules.d, unless --rules names others for the
new one. A decision that cannot be judged again is reported with the reason in --json, and counted.

Exit code 0: nothing would change; 1: a failure; 3: something would.)";

struct ReplayArguments {
  std::string policy;
  std::string was;
  std::vector<std::string> rules;
  std::string file;
};

tl::expected<policy::Loaded, policy::Errors> load(const std::string& file, const std::vector<std::string>& rules) {
  auto loaded = file.empty() ? policy::load_preset("default") : policy::load_file(file);
  if (!loaded) return loaded;
  const auto more = rules.empty() ? policy::load_rules_dirs(policy::rules_dirs("")) : policy::load_rules(rules);
  if (!more) return tl::make_unexpected(more.error());
  return policy::with_rules(std::move(*loaded), *more);
}

class Report {
 public:
  explicit Report(bool json) : json_(json) {}

  void add(const Replayed& decision) {
    const bool judged = decision.not_judged.empty();
    const bool changes = judged && decision.now != decision.was;
    if (!judged) {
      ++not_judged_[decision.not_judged];
    } else if (changes) {
      ++(decision.now > decision.was ? stricter_ : laxer_);
    } else {
      ++same_;
    }
    if (json_ ? changes || !judged : changes) print(decision, judged);
  }
  bool changes() const { return stricter_ + laxer_ > 0; }
  void finish() const {
    std::size_t left_out = 0;
    for (const auto& [why, count] : not_judged_) left_out += count;
    if (json_) {
      std::cout << ipc::json::serialize(ipc::json::object{
                       {"stricter", stricter_}, {"laxer", laxer_}, {"same", same_}, {"not_judged", left_out}})
                << '\n';
      return;
    }
    std::cout << stricter_ + laxer_ + same_ + left_out << " decisions: " << stricter_ << " stricter, " << laxer_
              << " laxer, " << same_ << " the same, " << left_out << " not judged again\n";
    for (const auto& [why, count] : not_judged_) std::cout << "  " << count << ": " << why << '\n';
  }

 private:
  void print(const Replayed& decision, bool judged) const {
    const auto& begin = decision.begin;
    const auto was = decision_name(decision.was);
    const auto now = decision_name(decision.now);
    if (json_) {
      ipc::json::object line = {{"id", text_at(begin, "id")}, {"was", was}};
      if (judged) {
        line["now"] = now;
        line["rule"] = decision.rule;
        line["reason"] = decision.reason;
      } else {
        line["not_judged"] = decision.not_judged;
      }
      std::cout << ipc::json::serialize(line) << '\n';
      return;
    }
    const auto target = text_at(begin, "target");
    std::cout << text_at(begin, "id") << "  " << text_at(begin, "agent") << "  " << text_at(begin, "summary")
              << (target.empty() ? "" : " on " + target) << "\n  " << was << " -> " << now << "  " << decision.rule
              << ": " << decision.reason << '\n';
  }

  bool json_;
  std::size_t stricter_ = 0;
  std::size_t laxer_ = 0;
  std::size_t same_ = 0;
  std::map<std::string, std::size_t> not_judged_;
};

void replay(const ReplayArguments& arguments, Options& options) {
  const auto was = load(arguments.was.empty() ? policy::find_policy_file() : arguments.was, {});
  const auto now = load(arguments.policy, arguments.rules);
  for (const auto* loaded : {&was, &now}) {
    if (!*loaded) return fail(options, loaded->error());
  }
  const auto files = arguments.file.empty() ? audit::log_files(audit::folder_of(find_audit_log(options)))
                                            : std::vector<std::string>{arguments.file};
  if (files.empty()) return fail(options, no_log(audit::folder_of(find_audit_log(options)), "FILE"));
  Replay replay(*was, *now);
  Report report(options.json);
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(options, unreadable_log(path, "FILE"));
    for (std::string line; std::getline(file, line);) {
      if (const auto decision = replay.line(line)) report.add(*decision);
    }
    if (file.bad()) return fail(options, unreadable_log(path, "FILE"));
  }
  for (const auto& decision : replay.rest()) report.add(decision);
  report.finish();
  if (report.changes()) options.exit_code = something_changes;
}

}  // namespace

void add_audit_replay(CLI::App& audit, Options& options) {
  auto* command = audit.add_subcommand("replay", "which recorded decisions another policy would change");
  command->footer(replay_help);
  auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("--policy", arguments->policy, "the new policy")->type_name("FILE")->required();
  command->add_option("--was", arguments->was, "the policy that made the decisions, if it is not the daemon's")
      ->type_name("FILE");
  command->add_option("--rules", arguments->rules, "additional rules for the new policy; repeatable")
      ->type_name("PATH");
  command->add_option("FILE", arguments->file, "a log other than the daemon's");
  command->callback([&options, arguments] { replay(*arguments, options); });
}

}  // namespace interlock::cli
