/// How long one assessment takes. Two readings: Google Benchmark's mean, and percentiles of single calls over texts
/// that differ from call to call, as a desktop's do (`--percentiles`).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "gate/safety_gate.h"
#include "policy/loader.h"

namespace {

using namespace interlock;
using gate::Action;
using gate::Observation;

gate::Config default_config() {
  const auto loaded = policy::load_preset("default");
  if (!loaded) {
    std::cerr << "the preset `default` does not load\n";
    std::exit(1);
  }
  return loaded->settings.gate;
}

gate::Condition compare(gate::Field field, std::string text) {
  gate::Condition condition{gate::Condition::Kind::compare, {}, {}, {}};
  condition.comparison.field = {field, {}};
  condition.comparison.matchers = {{std::move(text), false, {}}};
  return condition;
}

/// Rules of one's own, each about an action, a control and a site.
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
  if (policy == nullptr) {
    std::cerr << "the benchmark's policy does not compile\n";
    std::exit(1);
  }
  return gate::SafetyGate(*policy);
}

struct Question {
  Action action;
  Observation observation;
};

Observation on(gate::Role role, std::string name, std::string app, std::string wm_class) {
  gate::Window window;
  window.id = 0x3a00007;
  window.app = std::move(app);
  window.wm_class = std::move(wm_class);
  window.title = "Quarterly report - Work";
  window.type = "normal";
  window.pid = 4242U;
  gate::Element element;
  element.role = role;
  element.name = std::move(name);
  element.states = {gate::State::enabled, gate::State::sensitive, gate::State::showing, gate::State::visible};
  element.attributes = {{"tag", "button"}, {"id", "main-action"}, {"class", "btn btn-primary"}};
  element.ancestors = {{gate::Role::section, "", ""}, {gate::Role::document_web, "Quarterly report", ""}};
  element.path = "/org/a11y/atspi/accessible/1234";
  Observation observation;
  observation.window = std::move(window);
  observation.element = element;
  observation.focus = std::move(element);
  observation.document = gate::Document{"https://work.example/reports/17", "Quarterly report"};
  return observation;
}

Action act(gate::ActionBody body) {
  Action action;
  action.body = std::move(body);
  action.confidence = 0.93;
  return action;
}

std::vector<Question> benign_clicks() {
  constexpr std::array<const char*, 12> labels = {
      "Next page", "Back",    "Search",    "Open file", "Settings", "Save",
      "Cancel",    "Details", "Show more", "Zoom in",   "Help",     "Quarterly report for the north-western region"};
  std::vector<Question> questions;
  for (const char* label : labels) {
    for (int i = 0; i < 20; ++i) {
      questions.push_back({act(gate::Click{{i, i}}), on(gate::Role::push_button, label + (" " + std::to_string(i * 37)),
                                                        "chromium", "Chromium")});
    }
  }
  return questions;
}

std::vector<Question> dangerous_clicks() {
  std::vector<Question> questions;
  for (const char* label : {"Delete account", "Submit Order", "Pay now", "Send"}) {
    questions.push_back({act(gate::Click{{1, 2}}), on(gate::Role::push_button, label, "chromium", "Chromium")});
  }
  return questions;
}

std::vector<Question> terminal_lines() {
  std::vector<Question> questions;
  for (const char* line : {"ls -la\n", "git status\n", "cargo build --release && ./run.sh --all\n",
                           "grep -rn 'needle' src | sort | uniq -c | head\n"}) {
    for (int i = 0; i < 20; ++i) {
      questions.push_back({act(gate::Type{"cd project" + std::to_string(i) + " && " + line}),
                           on(gate::Role::terminal, "Terminal", "gnome-terminal-server", "Gnome-terminal")});
    }
  }
  return questions;
}

std::vector<Question> typed_prose() {
  std::vector<Question> questions;
  for (int i = 0; i < 20; ++i) {
    questions.push_back({act(gate::Type{"please delete the second paragraph, number " + std::to_string(i)}),
                         on(gate::Role::entry, "Message " + std::to_string(i), "chromium", "Chromium")});
  }
  return questions;
}

std::vector<Question> long_prose() {
  std::vector<Question> questions;
  for (int i = 0; i < 20; ++i) {
    questions.push_back(
        {act(gate::Type{"The second paragraph repeats what the first one says, so please take it out; the "
                        "token example in section " +
                        std::to_string(i) +
                        " can stay as it is, and the key point should come first, before the figures."}),
         on(gate::Role::entry, "Message " + std::to_string(i), "chromium", "Chromium")});
  }
  return questions;
}

struct Series {
  const char* name;
  std::vector<Question> (*questions)();
  std::size_t extra_patterns;
  std::size_t extra_rules = 0;
};
constexpr std::array<Series, 8> all_series = {{
    {"click_benign", benign_clicks, 0},
    {"click_dangerous", dangerous_clicks, 0},
    {"type_prose", typed_prose, 0},
    {"type_prose_200", long_prose, 0},
    {"type_terminal", terminal_lines, 0},
    {"click_benign_1000_patterns", benign_clicks, 1000},
    {"type_terminal_1000_patterns", terminal_lines, 1000},
    {"click_benign_1000_rules", benign_clicks, 0, 1000},
}};

void assess(benchmark::State& state, const Series& series) {
  const gate::SafetyGate gate = gate_with(series.extra_patterns, series.extra_rules);
  const auto questions = series.questions();
  std::size_t i = 0;
  for (auto _ : state) {
    const Question& question = questions[i++ % questions.size()];
    benchmark::DoNotOptimize(gate.assess(question.action, question.observation, gate::Time{0}));
  }
}

void print_percentiles() {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t calls = 200'000;
  std::printf("%-30s %10s %10s %10s   (microseconds a call, %zu calls)\n", "", "p50", "p99", "p99.9", calls);
  for (const Series& series : all_series) {
    const gate::SafetyGate gate = gate_with(series.extra_patterns, series.extra_rules);
    const auto questions = series.questions();
    std::vector<double> micros(calls);
    for (std::size_t i = 0; i < calls; ++i) {
      const Question& question = questions[i % questions.size()];
      const auto start = Clock::now();
      benchmark::DoNotOptimize(gate.assess(question.action, question.observation, gate::Time{0}));
      micros[i] = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    }
    std::sort(micros.begin(), micros.end());
    std::printf("%-30s %10.2f %10.2f %10.2f\n", series.name, micros[calls / 2], micros[calls * 99 / 100],
                micros[calls * 999 / 1000]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--percentiles") == 0) {
    print_percentiles();
    return 0;
  }
  for (const Series& series : all_series) {
    benchmark::RegisterBenchmark(series.name, [&series](benchmark::State& state) { assess(state, series); });
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
