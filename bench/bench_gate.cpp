/// The time of one assessment: percentiles of single calls over texts that differ from call to call, as on a desktop,
/// so that no result is only that of a warm cache; and how it grows with the policy's patterns and rules.
#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/rows.h"
#include "gate/safety_gate.h"
#include "policy/loader.h"

namespace {

using namespace interlock;

gate::Config default_config() {
  const auto loaded = policy::load_preset("default");
  if (!loaded) throw std::runtime_error("the preset `default` does not load");
  return loaded->settings.gate;
}

gate::Condition compare(gate::Field field, std::string text) {
  gate::Condition condition{gate::Condition::Kind::compare, {}, {}, {}};
  condition.comparison.field = {field, {}};
  condition.comparison.matchers = {{std::move(text), false, {}}};
  return condition;
}

/// A user's rules, each about an action, a control and a site.
std::vector<gate::CustomRule> own_rules(std::size_t count) {
  std::vector<gate::CustomRule> rules(count);
  for (std::size_t i = 0; i < count; ++i) {
    rules[i].name = std::to_string(i);
    rules[i].when.parts = {compare(gate::Field::action, "click"),
                           compare(gate::Field::target_name, "*custom" + std::to_string(i * 7919) + "*"),
                           compare(gate::Field::document_host, "*.site" + std::to_string(i % 50) + ".example")};
  }
  return rules;
}

gate::SafetyGate gate_with(std::size_t extra_patterns, std::size_t extra_rules) {
  gate::Config config = default_config();
  config.rules = own_rules(extra_rules);
  for (std::size_t i = 0; i < extra_patterns; ++i) {
    const std::string word = "custom" + std::to_string(i * 7919);
    config.blocklist_patterns.push_back("\\b" + word + "\\s+(?:now|all)\\b");
  }
  auto compiled = gate::Policy::compile(std::move(config));
  auto* policy = std::get_if<std::shared_ptr<const gate::Policy>>(&compiled);
  if (policy == nullptr) throw std::runtime_error("the benchmark's policy does not compile");
  return gate::SafetyGate(*policy);
}

struct GateCase {
  Action action;
  Observation observation;
};

Observation on(Role role, std::string name, std::string app, std::string wm_class) {
  Window window;
  window.id = 0x3a00007;
  window.app = std::move(app);
  window.wm_class = std::move(wm_class);
  window.title = "Quarterly report - Work";
  window.type = "normal";
  window.pid = 4242U;
  Element element;
  element.role = role;
  element.name = std::move(name);
  element.states = {State::enabled, State::sensitive, State::showing, State::visible};
  element.attributes = {{"tag", "button"}, {"id", "main-action"}, {"class", "btn btn-primary"}};
  element.ancestors = {{Role::section, "", ""}, {Role::document_web, "Quarterly report", ""}};
  element.path = "/org/a11y/atspi/accessible/1234";
  Observation observation;
  observation.window = std::move(window);
  observation.element = element;
  observation.focus = std::move(element);
  observation.document = Document{"https://work.example/reports/17", "Quarterly report"};
  return observation;
}

Action act(ActionBody body) {
  Action action;
  action.body = std::move(body);
  action.confidence = 0.93;
  return action;
}

std::vector<GateCase> benign_clicks() {
  constexpr std::array<const char*, 12> labels = {
      "Next page", "Back",    "Search",    "Open file", "Settings", "Save",
      "Cancel",    "Details", "Show more", "Zoom in",   "Help",     "Quarterly report for the north-western region"};
  std::vector<GateCase> cases;
  for (const char* label : labels) {
    for (int i = 0; i < 20; ++i) {
      cases.push_back(
          {act(Click{{i, i}}), on(Role::push_button, label + (" " + std::to_string(i * 37)), "chromium", "Chromium")});
    }
  }
  return cases;
}

std::vector<GateCase> dangerous_clicks() {
  std::vector<GateCase> cases;
  for (const char* label : {"Delete account", "Submit Order", "Pay now", "Send"}) {
    cases.push_back({act(Click{{1, 2}}), on(Role::push_button, label, "chromium", "Chromium")});
  }
  return cases;
}

std::vector<GateCase> terminal_lines() {
  std::vector<GateCase> cases;
  for (const char* line : {"ls -la\n", "git status\n", "cargo build --release && ./run.sh --all\n",
                           "grep -rn 'needle' src | sort | uniq -c | head\n"}) {
    for (int i = 0; i < 20; ++i) {
      cases.push_back({act(Type{"cd project" + std::to_string(i) + " && " + line}),
                       on(Role::terminal, "Terminal", "gnome-terminal-server", "Gnome-terminal")});
    }
  }
  return cases;
}

std::vector<GateCase> typed_prose() {
  std::vector<GateCase> cases;
  for (int i = 0; i < 20; ++i) {
    cases.push_back({act(Type{"please delete the second paragraph, number " + std::to_string(i)}),
                     on(Role::entry, "Message " + std::to_string(i), "chromium", "Chromium")});
  }
  return cases;
}

std::vector<GateCase> long_prose() {
  std::vector<GateCase> cases;
  for (int i = 0; i < 20; ++i) {
    cases.push_back(
        {act(Type{"The second paragraph repeats what the first one says, so please take it out; the "
                  "token example in section " +
                  std::to_string(i) + " can stay as it is, and the key point should come first, before the figures."}),
         on(Role::entry, "Message " + std::to_string(i), "chromium", "Chromium")});
  }
  return cases;
}

/// Lines of 16 KiB that are made to cost much: pipes through many programs that are given a secret, substitutions,
/// variables with several values, one program that runs another.
std::vector<GateCase> hostile_lines() {
  std::vector<GateCase> cases;
  for (const char* part : {"curl -d \"$TOKEN\" x|", "echo $(cat a) $(id);", "a=b; a=c; $a x;", "sudo -u x env a=b "}) {
    std::string line;
    while (line.size() < std::size_t{16} * 1024) line += part;
    cases.push_back(
        {act(Type{line + "ls\n"}), on(Role::terminal, "Terminal", "gnome-terminal-server", "Gnome-terminal")});
  }
  return cases;
}

/// Microseconds of single calls.
bench::Samples assess(const gate::SafetyGate& gate, const std::vector<GateCase>& cases, int calls) {
  bench::Samples took;
  for (int i = 0; i < calls; ++i) {
    const GateCase& item = cases[static_cast<std::size_t>(i) % cases.size()];
    const auto start = std::chrono::steady_clock::now();
    (void)gate.assess(item.action, item.observation, Time{0});
    took.add(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return took;
}

void one_assessment(bench::Rows& rows) {
  const int calls = rows.rounds(200'000, 2'000);
  const auto plain = gate_with(0, 0);
  rows.begin("assess", "one assessment, preset `default`");
  const auto click = assess(plain, benign_clicks(), calls);
  rows.figure("click on a harmless button", "us", click);
  rows.figure("click that asks: Delete account, Pay now", "us", assess(plain, dangerous_clicks(), calls));
  rows.figure("prose typed into a field", "us", assess(plain, typed_prose(), calls));
  rows.figure("prose, 200 characters at once", "us", assess(plain, long_prose(), calls));
  rows.figure("a command line with Return", "us", assess(plain, terminal_lines(), calls));
  std::vector<bench::Samples> hostile;
  for (const GateCase& line : hostile_lines()) hostile.push_back(assess(plain, {line}, rows.rounds(50, 3)).times(1e-3));
  const auto slowest = *std::max_element(hostile.begin(), hostile.end(),
                                         [](const auto& one, const auto& two) { return one.median() < two.median(); });
  rows.figure("the slowest of four hostile lines, 16 KiB", "ms", slowest);
  const auto crowded = gate_with(1000, 0);
  const auto with_patterns = assess(crowded, benign_clicks(), calls);
  rows.figure("harmless click, 1,000 patterns more", "us", with_patterns);
  rows.figure("command line, 1,000 patterns more", "us", assess(crowded, terminal_lines(), calls));
  const auto with_rules = assess(gate_with(0, 1000), benign_clicks(), calls);
  rows.figure("harmless click, 1,000 rules more", "us", with_rules);
  rows.goal("harmless click, p50", click.median(), bench::Bound::at_most, 2, "us");
  rows.goal("harmless click, p99", click.quantile(0.99), bench::Bound::at_most, 10, "us");
  rows.goal("hostile line of 16 KiB, p50", slowest.median(), bench::Bound::at_most, 100, "ms");
  rows.goal("with 1,000 patterns more, p50", with_patterns.median(), bench::Bound::at_most, 5, "us");
  rows.goal("with 1,000 rules more, p50", with_rules.median(), bench::Bound::at_most, 5, "us");
}

void with_the_policy(bench::Rows& rows) {
  bench::Growth click, line, compile, rule_click, rule_compile;
  const int calls = rows.rounds(50'000, 500);
  const auto compiled = [&](bench::Growth& growth, std::size_t size, std::size_t patterns, std::size_t rules) {
    bench::Samples took;
    for (int i = 0; i < rows.rounds(5, 2); ++i) took.add(bench::timed([&] { gate_with(patterns, rules); }) / 1000);
    growth.emplace_back(size, took);
  };
  for (const std::size_t size : {0, 500, 1000, 2000, 4000}) {
    compiled(compile, size, size, 0);
    compiled(rule_compile, size, 0, size);
    const auto patterns = gate_with(size, 0);
    click.emplace_back(size, assess(patterns, benign_clicks(), calls));
    line.emplace_back(size, assess(patterns, terminal_lines(), calls));
    rule_click.emplace_back(size, assess(gate_with(0, size), benign_clicks(), calls));
  }
  rows.begin("growth.patterns", "with the number of the policy's own patterns");
  rows.growth("harmless click", "patterns", "us", click);
  rows.growth("command line", "patterns", "us", line);
  rows.growth("compiling the policy", "patterns", "ms", compile);
  rows.begin("growth.rules", "with the number of rules of one's own");
  rows.growth("harmless click", "rules", "us", rule_click);
  rows.growth("compiling the policy", "rules", "ms", rule_compile);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    rows.measure({"assess"}, [&] { one_assessment(rows); });
    rows.measure({"growth.patterns", "growth.rules"}, [&] { with_the_policy(rows); });
  });
}
