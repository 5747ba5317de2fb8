#include "tests/soak/world.h"

#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace interlock::soak {
namespace {

using namespace std::chrono_literals;

const std::string tools = std::string(INTERLOCK_BINARY_DIR) + "/tests/soak/";

/// These tests repeat the same few actions, and get many denials.
std::string policy_with(const std::string& daemon_settings) {
  return "preset: default\nloop_threshold: 0\n"
         "guardrails: {stuck_repeat_hint: 0, stuck_repeat_warn: 0, stuck_repeat_stop: 0, stuck_cycle_repeats: 0,\n"
         "  max_consecutive_errors: 0, stuck_failure_cluster_threshold: 0}\n"
         "daemon: {" +
         daemon_settings + "prompt_timeout_s: 2, denial_memory_s: 0, max_denials: 0, audit_rotate_mb: 4096}\n";
}

const test::Desktop& with_policy(const test::Desktop& desktop, const std::string& daemon_settings) {
  const auto dir = desktop.environment().at("XDG_CONFIG_HOME") + "/interlock";
  std::filesystem::create_directories(dir);
  std::ofstream(dir + "/policy.yaml") << policy_with(daemon_settings);
  return desktop;
}

}  // namespace

AgentProcess::AgentProcess(const test::Desktop& desktop, Plan plan) : plan_(std::move(plan)) {
  std::vector<std::string> command = {tools + "soak_agent",
                                      "--kind",
                                      plan_.kind,
                                      "--socket",
                                      plan_.socket,
                                      "--name",
                                      plan_.name,
                                      "--log",
                                      plan_.log,
                                      "--seed",
                                      std::to_string(plan_.seed),
                                      "--rate",
                                      std::to_string(plan_.rate)};
  if (!plan_.rest_file.empty()) command.insert(command.end(), {"--rest-file", plan_.rest_file});
  if (plan_.holds) command.push_back("--holds");
  const auto place = [&](const std::string& option, Point at) {
    command.insert(command.end(), {option + "-x", std::to_string(at.x), option + "-y", std::to_string(at.y)});
  };
  place("--next", plan_.next);
  place("--submit", plan_.submit);
  place("--note", plan_.note);
  process_ = test::Process::start(command, desktop.environment(), plan_.log + ".err");
}

bool AgentProcess::rests() const {
  return std::filesystem::exists(plan_.log + ".resting");
}

void AgentProcess::kill() {
  process_.kill();
  std::filesystem::remove(plan_.log + ".resting");
}

bool AgentProcess::ends() {
  process_.signal(SIGCONT);
  process_.signal(SIGTERM);
  return process_.wait() == 0;
}

World::World(std::uint64_t seed, const std::string& daemon_settings)
    : seed_(seed),
      desktop_({.notifier = "xfce4-notifyd"}),
      parts_(desktop_),
      audit_(desktop_.environment().at("XDG_STATE_HOME") + "/interlock/audit.jsonl") {
  with_policy(desktop_, daemon_settings);
  service_ = std::make_unique<Service>(desktop_, desktop_.dir() + "/log/interlockd");
  start_watching();
  start_form();
  if (!acts_again(60s)) {
    throw std::runtime_error("interlockd does not act: " + test::read_file(desktop_.dir() + "/log/interlockd"));
  }
  human_ = std::make_unique<Human>(socket("control"), seed_ + 1);
}

World::~World() {
  human_.reset();
  service_.reset();
}

std::string World::socket(const std::string& name) const {
  return desktop_.environment().at("XDG_RUNTIME_DIR") + "/interlock/" + name + ".sock";
}

Plan World::plan(const std::string& kind, double rate) {
  const auto name = kind + " " + std::to_string(++agents_);
  return {.kind = kind,
          .socket = socket("agent"),
          .name = name,
          .log = desktop_.dir() + "/agent " + name,
          .seed = seed_ * 1000 + static_cast<std::uint64_t>(agents_),
          .rate = rate,
          .next = next_,
          .submit = submit_,
          .note = note_};
}

void World::start_form() {
  form_.reset();
  form_ = std::make_unique<test::App>(test::start_gtk3(desktop_));
  form_logs_.push_back(form_->log());
  const auto next = form_->centre("Next");
  if (next_ != Point{} && next != next_) throw std::runtime_error("the application is not where it was");
  next_ = next;
  submit_ = form_->centre("Submit Order");
  note_ = form_->centre("note");
}

int World::clicked(const std::string& button) const {
  int count = 0;
  for (const auto& log : form_logs_) count += test::App({}, log).count("clicked", button);
  return count;
}

void World::start_watching() {
  const auto file = desktop_.dir() + "/events." + std::to_string(watched_.size());
  watcher_ = desktop_.start({tools + "soak_watch", desktop_.display(), file});
  if (!test::eventually([&] { return std::filesystem::exists(file); })) throw std::runtime_error("nobody watches X");
  watched_.emplace_back(file);
}

const std::vector<Event>& World::events() {
  for (auto& file : watched_) {
    for (const auto& line : file.new_lines()) events_.push_back(event_of(line));
  }
  return events_;
}

const std::vector<Record>& World::records() {
  audit_.read_on();
  return audit_.records();
}

std::optional<double> World::answer_ms(std::chrono::milliseconds limit) const {
  const auto begin = std::chrono::steady_clock::now();
  auto control = Wire::connect(socket("control"));
  if (!control || !control->call("status", {}, limit)) return std::nullopt;
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void World::warm_up() {
  auto wire = Wire::connect(socket("agent"));
  if (wire) wire->call("observe", {}, 5s);
}

bool World::acts(std::chrono::milliseconds limit, bool dry_run) {
  std::optional<Wire> wire;
  return test::eventually(
      [&] {
        if (!wire || !wire->is_open()) {
          wire = Wire::connect(socket("agent"));
          if (wire) wire->call("hello", {{"client", "probe"}, {"protocol", 1}}, 1s);
        }
        if (!wire) return false;
        const json::object action = {{"type", "click"}, {"x", next_.x}, {"y", next_.y}};
        const auto done = wire->call("act", {{"action", action}, {"dry_run", dry_run}}, 5s);
        const auto* result = done ? done->if_contains("result") : nullptr;
        if (!result && wire->is_open()) wire.reset();  // it does not answer
        return result && (dry_run ? result->at("decision") == "allow" : result->at("executed").as_bool());
      },
      limit);
}

}  // namespace interlock::soak
