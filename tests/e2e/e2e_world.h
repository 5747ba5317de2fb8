/// A desktop with interlockd, agents that ask and a human who answers. Tests believe what the applications, the files
/// and the X server report; the daemon's replies are only compared with that.
#pragma once

#include <atomic>
#include <boost/json.hpp>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ipc/client.h"
#include "tests/desktop/desktop.h"
#include "tests/e2e/e2e_app.h"
#include "values/geometry.h"

namespace interlock::test {

namespace json = boost::json;

// Actions in the format of the wire.
json::object click(Point at);
json::object type(std::string_view text);
json::object key(std::string_view chords);

/// A reply to `act`, or the JSON-RPC error.
struct Verdict {
  json::object reply;
  std::string error;  ///< "-32602 ..." if it was an error
  std::chrono::milliseconds took{};

  std::string text(std::string_view key) const;  ///< decision, rule, code, reason, outcome; empty if missing
  std::string window() const;                    ///< the title that the daemon judged; empty if unknown
  std::string element() const;                   ///< the name, likewise
  bool executed() const;
  std::int64_t typed() const;
};
std::ostream& operator<<(std::ostream& out, const Verdict& verdict);

class Agent {
 public:
  Agent(const std::string& socket, const std::string& name);  ///< throws if nothing listens

  /// `params` are additional members of `act`'s parameters, such as dry_run.
  Verdict act(json::object action, json::object params = {});
  /// `act`; repeated while the application does not answer in time, as an agent is advised: on a busy machine it may
  /// need more.
  Verdict act_in_time(const json::object& action);
  /// `act` in another thread: the agent must not be used until the future is ready.
  std::future<Verdict> act_later(json::object action);
  Verdict call(std::string_view method, json::object params = {});
  /// `observe`, which gives applications a quarter of a second; repeated while one has not answered in that time: on a
  /// busy machine it may need more.
  Verdict observe(const json::object& params = {});
  ipc::Client& client() { return client_; }

 private:
  ipc::Client client_;
};

struct CommandResult {
  int code = 0;
  std::string output;  ///< stdout and stderr
};

class World {
 public:
  struct Options {
    DesktopOptions desktop;
    std::string policy = "preset: default\n";
    bool daemon = true;
  };
  explicit World(const Options& options);
  ~World();  ///< ends the daemon as a session does (if it were killed, it could not report leaks)

  Desktop& desktop() { return desktop_; }
  Process& daemon() { return daemon_; }
  /// Starts it (again) with the policy; throws with its log if it does not serve.
  void start_daemon(const std::string& policy);
  /// Starts it with a changed environment and more arguments, and does not wait. An empty value unsets a variable.
  /// `within`: a command with arguments that starts it.
  void launch_daemon(const Process::Environment& change = {}, const std::vector<std::string>& arguments = {},
                     const std::vector<std::string>& within = {});
  bool wait_until_serving();
  void write_policy(const std::string& policy);
  std::string daemon_log() const;
  std::string socket(const std::string& name = "agent") const;

  Agent agent(const std::string& name = "tester") { return {socket(), name}; }
  /// interlockctl, run as by the human at the desktop.
  CommandResult ctl(const std::vector<std::string>& arguments);
  /// The id of the one open question; waits for it, throws if there is none.
  std::string pending_id();
  bool nothing_pending();
  std::string audit() const;  ///< the whole audit log

  /// Waits until the daemon sees the named element at the point: the application has published its tree.
  void wait_until_seen(Point at, const std::string& name);

 private:
  void end_daemon();  ///< the test fails if the daemon crashed, now or before

  Desktop desktop_;
  Process daemon_;
};

/// A human who denies everything at once.
class Naysayer {
 public:
  explicit Naysayer(World& world) : thread_([this, path = world.socket("control")] { run(path); }) {}
  ~Naysayer() {
    stop_ = true;
    thread_.join();
  }

 private:
  void run(const std::string& path);
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace interlock::test
