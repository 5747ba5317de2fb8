// What the audit log says about the policy: how well agents know themselves, what is asked about in vain, and what is
// allowed and taken back. Proposes a policy and changes nothing.
#include <array>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>

#include <CLI/CLI.hpp>

#include "audit/files.h"
#include "cli/audit/audit_file.h"
#include "cli/audit/replay.h"
#include "cli/basics/commands.h"
#include "cli/basics/print.h"
#include "cli/tune/answered.h"
#include "cli/tune/diff.h"
#include "cli/tune/proposal.h"
#include "policy/loader.h"
#include "policy/rules_dir.h"
#include "values/utf8.h"

namespace interlock::cli {
namespace {

namespace json = ipc::json;

constexpr auto tune_help =
    R"(Reads the decisions, answers, takeovers and undos of the audit log, and proposes a policy as a diff, which
nothing applies but a person ('patch FILE < diff', then 'interlockctl reload'). What protects from the agent
itself (credential, protected, blocklist) and consequences that are always asked about are never proposed to be
asked about less.)";

struct TuneArguments {
  std::string policy;
  std::string file;
  double miss_rate = 0.05;
};

struct Logs {
  std::vector<std::string> files;
};

/// Decisions that the proposed policy would change.
struct Effect {
  std::size_t stricter = 0, laxer = 0, same = 0, not_judged = 0;
  std::size_t questions_was = 0, questions_now = 0;  ///< of those that were judged again
};

std::string percent(double share) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", share * 100);
  return text.data();
}

std::string figure(double value) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

bool each_line(const Logs& logs, Options& options, const std::function<void(const std::string&)>& take) {
  for (const auto& path : logs.files) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return fail(options, unreadable_log(path, "FILE")), false;
    for (std::string line; std::getline(file, line);) take(line);
    if (file.bad()) return fail(options, unreadable_log(path, "FILE")), false;
  }
  return true;
}

/// The text of a policy, merged over the preset that it names.
tl::expected<policy::Loaded, policy::Errors> loaded_text(const std::string& text, const std::string& name) {
  std::string preset = "default";
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("preset:")) continue;
    preset = line.substr(7, line.find('#') == std::string::npos ? line.npos : line.find('#') - 7);
    std::erase_if(preset, [](char c) { return c == ' ' || c == '"' || c == '\'' || c == '\r'; });
  }
  const auto base = policy::load_preset(preset);
  if (!base) return base;
  auto loaded = policy::load_text(text, name, base->settings);
  if (!loaded) return loaded;
  const auto rules = policy::load_rules_dirs(policy::rules_dirs(""));
  if (!rules) return tl::make_unexpected(rules.error());
  return policy::with_rules(std::move(*loaded), *rules);
}

std::map<std::string, std::vector<Sample>> samples_by_agent(const std::vector<Answered>& acts) {
  std::map<std::string, std::vector<Sample>> samples;
  for (const Answered& act : acts) {
    const auto right = act.right();
    if (act.confidence && right) samples[act.agent].push_back({*act.confidence, *right});
  }
  return samples;
}

json::array habits_json(const std::vector<Habit>& habits) {
  json::array all;
  for (const Habit& habit : habits) {
    all.push_back(json::object{{"rule", habit.rule},
                               {"code", habit.code},
                               {"target", habit.target},
                               {"place", habit.place},
                               {"count", habit.count},
                               {"days", habit.days()},
                               {"answer_ms", habit.answer_ms},
                               {"session", habit.session},
                               {"id", habit.id}});
  }
  return all;
}

void print_reliability(const std::string& agent, const std::vector<Sample>& samples) {
  const Reliability found = reliability_of(samples);
  std::cout << "confidence of " << agent << ": " << found.count << " actions, Brier score " << figure(found.brier)
            << ", expected calibration error " << figure(found.error) << "\n"
            << plot(found);
}

void print_habits(const std::vector<Habit>& habits, std::string_view title, bool asked) {
  if (habits.empty()) return;
  std::cout << title << '\n';
  for (const Habit& habit : habits) {
    std::cout << "  " << habit.count << " x  " << habit.target << " in " << habit.place;
    if (asked) {
      std::cout << "  (" << habit.rule << ", " << habit.code << "; in " << habit.days() << " days, answered in "
                << figure(double(habit.answer_ms) / 1000) << " s; a playbook: interlockctl playbook from-session "
                << habit.session << ")";
    } else {
      std::cout << "  (the latest: interlockctl explain " << habit.id << ")";
    }
    std::cout << '\n';
  }
}

json::object reliability_json(const std::vector<Sample>& samples) {
  const Reliability found = reliability_of(samples);
  json::array bins;
  for (const auto& bin : found.bin)
    bins.push_back(json::object{{"count", bin.count}, {"confidence", bin.confidence}, {"right", bin.right}});
  return {{"count", found.count}, {"brier", found.brier}, {"ece", found.error}, {"bins", std::move(bins)}};
}

class Tuning {
 public:
  Tuning(Options& options, const TuneArguments& arguments) : options_(options), arguments_(arguments) {}

  void run() {
    if (!load()) return;
    AnswerReader reader;
    if (!each_line(logs_, options_, [&](const std::string& line) { reader.line(line); })) return;
    acts_ = reader.finish();
    by_agent_ = samples_by_agent(acts_);
    for (const auto& [agent, samples] : by_agent_)
      evidence_.samples.insert(evidence_.samples.end(), samples.begin(), samples.end());
    evidence_.threshold = was_->settings.gate.confidence_threshold;
    evidence_.best = least_asking(evidence_.samples, arguments_.miss_rate);
    evidence_.consequences = approved_consequences(acts_);
    evidence_.taken_back = taken_back(acts_);
    proposal_ = propose(text_, evidence_);
    if (proposal_.text != text_ && !replay()) return;
    options_.json ? print_json() : print();
  }

 private:
  bool load() {
    const std::string file = arguments_.policy.empty() ? policy::find_policy_file() : arguments_.policy;
    name_ = file.empty() ? "policy.yaml" : file;
    if (file.empty()) {
      text_ = "preset: default\n";
    } else if (auto text = policy::read_policy_file(file)) {
      text_ = *text;
    } else {
      return fail(options_, text.error()), false;
    }
    auto loaded = loaded_text(text_, name_);
    if (!loaded) return fail(options_, loaded.error()), false;
    was_ = std::make_unique<policy::Loaded>(std::move(*loaded));
    const auto dir = audit::folder_of(find_audit_log(options_));
    logs_.files = arguments_.file.empty() ? audit::log_files(dir) : std::vector<std::string>{arguments_.file};
    if (logs_.files.empty()) return fail(options_, no_log(dir, "FILE")), false;
    return true;
  }

  bool replay() {
    const auto now = loaded_text(proposal_.text, name_);
    if (!now) return fail(options_, now.error()), false;
    Replay again(*was_, *now);
    const auto count = [&](const Replayed& decision) {
      auto& counter = !decision.not_judged.empty()   ? effect_.not_judged
                      : decision.now == decision.was ? effect_.same
                      : decision.now > decision.was  ? effect_.stricter
                                                     : effect_.laxer;
      ++counter;
      if (!decision.not_judged.empty()) return;
      effect_.questions_was += decision.was == Decision::require_confirmation;
      effect_.questions_now += decision.now == Decision::require_confirmation;
    };
    const bool read = each_line(logs_, options_, [&](const std::string& line) {
      if (const auto decision = again.line(line)) count(*decision);
    });
    for (const auto& decision : again.rest()) count(decision);
    return read;
  }

  void print() const {
    std::size_t asked = 0;
    for (const Answered& act : acts_) asked += act.outcome.empty() ? 0 : 1;
    std::cout << acts_.size() << " actions, " << asked << " asked about\n\n";
    for (const auto& [agent, samples] : by_agent_) print_reliability(agent, samples);
    if (evidence_.best) {
      const Threshold present = at_threshold(evidence_.samples, evidence_.threshold);
      std::cout << "confidence_threshold " << figure(evidence_.threshold) << " asks about " << present.asked << " of "
                << evidence_.samples.size() << " and misses " << present.missed << " of " << present.wrong
                << " wrong ones; " << figure(evidence_.best->value) << " would have asked about "
                << evidence_.best->asked << " and missed " << evidence_.best->missed << " (at most "
                << percent(arguments_.miss_rate) << ")\n\n";
    } else {
      std::cout << "no agent states a confidence in its actions\n\n";
    }
    print_habits(always_approved(acts_), "always approved, candidates for a playbook:", true);
    print_habits(evidence_.taken_back, "done without a question and taken back, candidates for a rule:", false);
    for (const std::string& each : proposal_.left) std::cout << "not proposed: " << each << '\n';
    if (proposal_.text == text_) {
      std::cout << "no change of the policy is proposed\n";
      return;
    }
    for (const std::string& each : proposal_.stricter) std::cout << "stricter: " << each << '\n';
    for (const std::string& each : proposal_.laxer) std::cout << "laxer:    " << each << '\n';
    std::cout << "judged again by it: " << effect_.stricter << " decisions stricter, " << effect_.laxer << " laxer, "
              << effect_.same << " the same, " << effect_.not_judged << " not judged again\n"
              << "questions about these: " << effect_.questions_now << " instead of " << effect_.questions_was << "\n\n"
              << unified_diff(text_, proposal_.text, name_);
  }

  static json::array texts(const std::vector<std::string>& all) { return json::array(all.begin(), all.end()); }

  void print_json() const {
    json::object agents;
    for (const auto& [agent, samples] : by_agent_) agents[valid_utf8(agent)] = reliability_json(samples);
    json::object report = {{"actions", acts_.size()},
                           {"agents", std::move(agents)},
                           {"always_approved", habits_json(always_approved(acts_))},
                           {"taken_back", habits_json(evidence_.taken_back)},
                           {"stricter", texts(proposal_.stricter)},
                           {"laxer", texts(proposal_.laxer)},
                           {"not_proposed", texts(proposal_.left)},
                           {"diff", unified_diff(text_, proposal_.text, name_)},
                           {"replay",
                            {{"stricter", effect_.stricter},
                             {"laxer", effect_.laxer},
                             {"same", effect_.same},
                             {"not_judged", effect_.not_judged},
                             {"questions_was", effect_.questions_was},
                             {"questions_now", effect_.questions_now}}}};
    if (evidence_.best) {
      report["threshold"] = {{"present", evidence_.threshold},
                             {"least_asking", evidence_.best->value},
                             {"asked", evidence_.best->asked},
                             {"missed", evidence_.best->missed},
                             {"wrong", evidence_.best->wrong}};
    }
    std::cout << json::serialize(report) << '\n';
  }

  Options& options_;
  const TuneArguments& arguments_;
  std::string name_, text_;
  Logs logs_;
  std::unique_ptr<policy::Loaded> was_;
  std::vector<Answered> acts_;
  std::map<std::string, std::vector<Sample>> by_agent_;
  Evidence evidence_;
  Proposal proposal_;
  Effect effect_;
};

}  // namespace

void add_tune(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("tune", "what the audit log says about the policy; proposes changes");
  command->footer(tune_help);
  auto arguments = std::make_shared<TuneArguments>();
  command->add_option("--policy", arguments->policy, "the policy, if it is not the daemon's")->type_name("FILE");
  command
      ->add_option("--miss-rate", arguments->miss_rate,
                   "share of wrong actions that a confidence_threshold may miss (0.05)")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("FILE", arguments->file, "a log other than the daemon's");
  command->callback([&options, arguments] { Tuning(options, *arguments).run(); });
}

}  // namespace interlock::cli
