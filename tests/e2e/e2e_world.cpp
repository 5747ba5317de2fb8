#include "tests/e2e/e2e_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace interlock::test {
namespace {

const std::string interlockd = std::string(INTERLOCK_BINARY_DIR) + "/daemon/interlockd";
const std::string interlockctl = std::string(INTERLOCK_BINARY_DIR) + "/cli/interlockctl";

ipc::Client connect(const std::string& path) {
  auto client = ipc::Client::connect(path);
  if (!client) throw std::runtime_error(client.error().text());
  return std::move(*client);
}

const json::value* find(const json::object& object, std::string_view key) {
  return object.if_contains(key);
}

/// The given policy, with defaults for what it does not set: this machine serves the tests' pages, and applications may
/// answer slowly.
std::string for_a_busy_machine(std::string policy) {
  if (policy.find("guardrails:") == std::string::npos) policy += "guardrails:\n  allow_private_networks: true\n";
  if (policy.find("observation_deadline_ms") != std::string::npos) return policy;
  const std::string line = "  observation_deadline_ms: 5000\n", section = "daemon:\n";
  if (const auto at = policy.find(section); at != std::string::npos) return policy.insert(at + section.size(), line);
  if (policy.find("daemon:") != std::string::npos) return policy;
  return policy + section + line;
}

/// `code`: the result of Process::wait(). Tests end interlockd by other signals than these.
bool crashed(int code) {
  const std::array crashes = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP};
  return std::any_of(crashes.begin(), crashes.end(), [&](int signal) { return code == 128 + signal; });
}

std::string string_in(const json::object& object, std::string_view outer, std::string_view inner) {
  const auto* value = find(object, outer);
  const auto* part = value && value->is_object() ? value->as_object().if_contains(inner) : nullptr;
  return part && part->is_string() ? std::string(part->as_string()) : std::string();
}

}  // namespace

json::object click(Point at) {
  return {{"type", "click"}, {"x", at.x}, {"y", at.y}};
}
json::object type(std::string_view text) {
  return {{"type", "type"}, {"text", text}};
}
json::object key(std::string_view chords) {
  return {{"type", "key"}, {"keys", chords}};
}

std::string Verdict::text(std::string_view key) const {
  const auto* value = find(reply, key);
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}
std::string Verdict::window() const {
  return string_in(reply, "window", "title");
}
std::string Verdict::element() const {
  return string_in(reply, "element", "name");
}
bool Verdict::executed() const {
  const auto* value = find(reply, "executed");
  return value && value->is_bool() && value->as_bool();
}
std::int64_t Verdict::typed() const {
  const auto* value = find(reply, "typed");
  return value && value->is_int64() ? value->as_int64() : -1;
}

std::ostream& operator<<(std::ostream& out, const Verdict& verdict) {
  return out << (verdict.error.empty() ? json::serialize(verdict.reply) : "error " + verdict.error);
}

Agent::Agent(const std::string& socket, const std::string& name) : client_(connect(socket)) {
  const auto hello = call("hello", {{"client", name}, {"protocol", ipc::protocol_version}});
  if (!hello.error.empty()) throw std::runtime_error("hello: " + hello.error);
}

Verdict Agent::act(json::object action, json::object params) {
  params["action"] = std::move(action);
  return call("act", std::move(params));
}

Verdict Agent::act_in_time(const json::object& action) {
  Verdict done;
  eventually([&] {
    done = act(action);
    return done.text("reason").find("did not answer in time") == std::string::npos;
  });
  return done;
}

std::future<Verdict> Agent::act_later(json::object action) {
  return std::async(std::launch::async, [this, action = std::move(action)] { return act(action); });
}

Verdict Agent::observe(const json::object& params) {
  Verdict seen;
  eventually([&] {
    seen = call("observe", params);
    const auto all = json::serialize(seen.reply) + seen.error;
    return all.find("not answer in time") == std::string::npos &&
           all.find("not answered in time") == std::string::npos &&
           all.find("no time to list more") == std::string::npos;
  });
  return seen;
}

Verdict Agent::call(std::string_view method, json::object params) {
  Verdict verdict;
  const auto begin = std::chrono::steady_clock::now();
  auto answer = client_.call(method, std::move(params), patience);
  verdict.took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  if (!answer) {
    verdict.error = std::to_string(answer.error().code) + " " + answer.error().message;
  } else if (answer->is_object()) {
    verdict.reply = std::move(answer->as_object());
  }
  return verdict;
}

World::World(const Options& options) : desktop_(options.desktop) {
  if (options.daemon) start_daemon(options.policy);
}

World::~World() {
  daemon_.signal(SIGCONT);
  end_daemon();
}

void World::end_daemon() {
  daemon_.signal(SIGTERM);
  if (!eventually([&] { return !daemon_.running(); })) ADD_FAILURE() << "interlockd does not end";
  if (daemon_.running()) daemon_.kill();
  const int code = daemon_.wait();
  if (crashed(code)) ADD_FAILURE() << "interlockd crashed: signal " << code - 128 << "; its log:\n" << daemon_log();
}

void World::write_policy(const std::string& policy) {
  const auto dir = desktop_.environment().at("XDG_CONFIG_HOME") + "/interlock";
  std::filesystem::create_directories(dir);
  std::ofstream(dir + "/policy.yaml") << for_a_busy_machine(policy);
  // A change by a person: the next daemon finds nothing to compare it with.
  std::filesystem::remove(desktop_.environment().at("XDG_RUNTIME_DIR") + "/interlock/policy");
}

void World::launch_daemon(const Process::Environment& change, const std::vector<std::string>& arguments,
                          const std::vector<std::string>& within) {
  end_daemon();
  std::vector<std::string> command = within;
  command.push_back(interlockd);
  command.insert(command.end(), arguments.begin(), arguments.end());
  auto environment = desktop_.environment();
  for (const auto& [name, value] : change) {
    if (value.empty()) {
      environment.erase(name);
    } else {
      environment[name] = value;
    }
  }
  daemon_ = Process::start(command, environment, desktop_.dir() + "/log/interlockd");
}

// The agents' socket is the last one that interlockd opens.
bool World::wait_until_serving() {
  return eventually([&] { return !daemon_.running() || ipc::Client::connect(socket("agent")).has_value(); }) &&
         daemon_.running();
}

void World::start_daemon(const std::string& policy) {
  write_policy(policy);
  launch_daemon();
  if (!wait_until_serving()) throw std::runtime_error("interlockd does not serve: " + daemon_log());
}

std::string World::daemon_log() const {
  return read_file(desktop_.dir() + "/log/interlockd");
}

std::string World::socket(const std::string& name) const {
  return desktop_.environment().at("XDG_RUNTIME_DIR") + "/interlock/" + name + ".sock";
}

CommandResult World::ctl(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {interlockctl};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto log = desktop_.dir() + "/log/interlockctl";
  std::filesystem::remove(log);
  const int code = Process::start(command, desktop_.environment(), log).wait();
  return {code, read_file(log)};
}

std::string World::pending_id() {
  std::string id;
  auto control = connect(socket("control"));
  const bool open = eventually([&] {
    const auto answer = control.call("pending");
    if (!answer) throw std::runtime_error("pending: " + answer.error().message);
    const auto& list = answer->at("pending").as_array();
    if (list.empty()) return false;
    id = std::string(list.front().at("id").as_string());
    return true;
  });
  if (!open) throw std::runtime_error("no prompt came up");
  return id;
}

bool World::nothing_pending() {
  auto control = connect(socket("control"));
  return eventually([&] {
    const auto answer = control.call("pending");
    return answer && answer->at("pending").as_array().empty();
  });
}

std::string World::audit() const {
  return read_file(desktop_.environment().at("XDG_STATE_HOME") + "/interlock/audit.jsonl");
}

void World::wait_until_seen(Point at, const std::string& name) {
  auto watcher = agent("watcher");
  Verdict last;
  const bool seen = eventually([&] {
    last = watcher.act(click(at), {{"dry_run", true}});
    return last.element() == name;
  });
  if (!seen) {
    std::ostringstream said;
    said << "the daemon never saw '" << name << "'; last: " << last;
    throw std::runtime_error(said.str());
  }
}

void Naysayer::run(const std::string& path) {
  auto control = ipc::Client::connect(path);
  while (control && control->is_open() && !stop_) {
    const auto open = control->call("pending");
    if (open) {
      for (const auto& prompt : open->at("pending").as_array()) {
        (void)control->call("reply", {{"id", prompt.at("id")}, {"approve", false}});
      }
    }
    // Asking often takes the processor from what is tested.
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
}

}  // namespace interlock::test
