#include <iostream>
#include <memory>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/basics/lines.h"
#include "cli/offline/checker.h"
#include "ipc/limits.h"
#include "policy/rules_dir.h"

namespace interlock::cli {

namespace {

constexpr auto check_help = R"(Judges actions on observations given as values, without a desktop: the same gate that the
daemon runs. A line in and a line out for each case, JSON:

  {"id": "1", "session": "s", "action": {"type": "click", "x": 10, "y": 20},
   "observation": {"window": {"app": "shop"}, "element": {"role": "push button", "name": "Submit Order"}}}

Lines of one session share its history. A broken line gets {"id", "error": {"line", "message"}}; the exit code is then
1. docs/policy.md has more.)";

struct CheckArguments {
  std::string file;
  std::string preset;
  std::vector<std::string> rules;
  bool explain = false;
};

void check(const CheckArguments& arguments, Options& options) {
  auto base = !arguments.file.empty() ? policy::load_file(arguments.file)
                                      : policy::load_preset(arguments.preset.empty() ? "default" : arguments.preset);
  if (base && !arguments.rules.empty()) {
    const auto rules = policy::load_rules(arguments.rules);
    base = rules ? policy::with_rules(std::move(*base), *rules) : tl::make_unexpected(rules.error());
  }
  if (!base) return fail(options, base.error());
  Checker checker(std::move(*base), arguments.explain);
  std::string line;
  for (std::size_t number = 1; next_line(*std::cin.rdbuf(), line, ipc::limits::line_bytes); ++number) {
    auto answer = line.size() > ipc::limits::line_bytes ? checker.refuse(number, "the line is too long")
                                                        : checker.answer(line, number);
    // Flushed, so that a program can send and read line by line.
    std::cout << ipc::json::serialize(answer) << std::endl;
    if (!std::cout) return;
  }
  if (!checker.all_judged()) options.exit_code = 1;
}

}  // namespace

void add_check(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("check", "judge actions offline: JSON lines in, decisions out");
  command->footer(check_help);
  auto arguments = std::make_shared<CheckArguments>();
  auto* file = command->add_option("--policy", arguments->file, "a policy file")->type_name("FILE");
  command->add_option("--preset", arguments->preset, "a policy that comes with interlock (default: default)")
      ->type_name("NAME")
      ->excludes(file);
  command->add_option("--rules", arguments->rules, "additional rules: a file, or a folder like rules.d; repeatable")
      ->type_name("PATH");
  command->add_flag("--explain", arguments->explain, "add the findings of all rules, with their evidence");
  command->callback([&options, arguments] { check(*arguments, options); });
}

}  // namespace interlock::cli
