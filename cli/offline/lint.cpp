#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "ipc/encode.h"
#include "policy/lint.h"
#include "policy/rules_dir.h"

namespace interlock::cli {

namespace {

namespace fs = std::filesystem;
using ipc::json::object;

constexpr auto lint_help =
    R"(Without a FILE: the policy and the rules that interlockd would read. A FILE in a folder named
rules.d is read as such, any other as a policy, which may have 'rules' of its own.

Exit code 0: nothing to say; 1: a mistake, interlockd would refuse it; 3: nothing but warnings.)";

constexpr int only_warnings = 3;

struct LintArguments {
  std::vector<std::string> files;
  std::string project;
};

class Report {
 public:
  explicit Report(bool json) : json_(json) {}

  void mistakes(const policy::Errors& errors) {
    for (const auto& error : errors) say("error", "refused", error);
    any_error_ = any_error_ || !errors.empty();
  }
  void warnings(const policy::Warnings& warnings) {
    for (const auto& [code, what] : warnings) say("warning", code, what);
    any_warning_ = any_warning_ || !warnings.empty();
  }
  int exit_code() const { return any_error_ ? 1 : any_warning_ ? only_warnings : 0; }
  void finish() {
    if (json_) std::cout << ipc::json::serialize(found_) << '\n';
  }

 private:
  void say(std::string_view severity, std::string_view code, const Error& error) {
    if (json_) {
      found_.push_back(object{{"severity", severity},
                              {"code", code},
                              {"where", valid_utf8(error.where)},
                              {"message", valid_utf8(error.what)},
                              {"advice", valid_utf8(error.advice)}});
      return;
    }
    std::cout << plain(error.where) << ": " << severity << ": " << plain(error.what);
    if (!error.advice.empty()) std::cout << " (" << plain(error.advice) << ")";
    std::cout << " [" << code << "]\n";
  }

  bool json_;
  bool any_error_ = false;
  bool any_warning_ = false;
  ipc::json::array found_;
};

void lint_file(const std::string& file, bool as_rules, Report& report) {
  const auto text = policy::read_policy_file(file);
  if (!text) return report.mistakes(text.error());
  const auto warnings = as_rules ? policy::lint_rules_text(*text, file) : policy::lint_policy(*text, file);
  if (warnings) {
    report.warnings(*warnings);
  } else {
    report.mistakes(warnings.error());
  }
}

/// Everything that interlockd would read, including the rules of all files against each other.
void lint_installed(const LintArguments& arguments, Report& report) {
  if (const auto file = policy::find_policy_file(); !file.empty()) lint_file(file, false, report);
  const auto dirs = policy::rules_dirs(arguments.project);
  policy::Warnings warnings;
  policy::lint_rule_dirs(dirs, warnings);
  if (const auto rules = policy::load_rules_dirs(dirs)) {
    policy::lint_rules(*rules, warnings);
  } else {
    report.mistakes(rules.error());
  }
  report.warnings(warnings);
}

void lint(const LintArguments& arguments, Options& options) {
  Report report(options.json);
  for (const std::string& file : arguments.files) {
    const bool as_rules = fs::path(file).parent_path().filename() == "rules.d";
    lint_file(file, as_rules, report);
  }
  if (arguments.files.empty()) lint_installed(arguments, report);
  report.finish();
  options.exit_code = report.exit_code();
}

}  // namespace

void add_lint(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("lint", "check a policy or rules: mistakes, and what is probably not intended");
  command->footer(lint_help);
  auto arguments = std::make_shared<LintArguments>();
  command->add_option("FILE", arguments->files, "a policy, or a file of rules.d")->type_name("FILE");
  command->add_option("--project", arguments->project, "a folder whose .interlock/rules.d is used as well")
      ->type_name("DIR");
  command->callback([&options, arguments] { lint(*arguments, options); });
}

}  // namespace interlock::cli
