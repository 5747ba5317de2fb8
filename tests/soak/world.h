/// The environment of both soak tests: a desktop, interlockd as systemd runs it, an application, agents as processes, a
/// person, and a watcher of the X server.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/desktop/desktop.h"
#include "tests/desktop/parts.h"
#include "tests/e2e/e2e_app.h"
#include "tests/soak/agent.h"
#include "tests/soak/human.h"
#include "tests/soak/invariants.h"
#include "tests/soak/service.h"
#include "tests/soak/wire.h"

namespace interlock::soak {

class AgentProcess {
 public:
  AgentProcess(const test::Desktop& desktop, Plan plan);
  const Plan& plan() const { return plan_; }
  test::Process& process() { return process_; }
  bool rests() const;
  void kill();  ///< SIGKILL
  bool ends();  ///< SIGTERM; true: all its requests were answered
  Talk talk() const { return talk_of(plan_.name, plan_.log); }

 private:
  Plan plan_;
  test::Process process_;
};

class World {
 public:
  /// `policy`: more keys of its `daemon:` section, as "key: value, ".
  explicit World(std::uint64_t seed, const std::string& daemon_settings = "");
  ~World();

  test::Desktop& desktop() { return desktop_; }
  Service& service() { return *service_; }
  test::Parts& parts() { return parts_; }
  Human& human() { return *human_; }
  test::App& form() { return *form_; }
  std::string socket(const std::string& name) const;

  /// The plan of an agent for this world's application; each gets its own seed.
  Plan plan(const std::string& kind, double rate);
  AgentProcess start_agent(Plan plan) { return {desktop_, std::move(plan)}; }

  /// Starts the application (again), with its window in the same place.
  void start_form();
  /// How often the button was pressed in all instances of the application, by their own reports.
  int clicked(const std::string& button) const;
  void start_watching();
  /// Everything that the watchers have reported so far.
  const std::vector<Event>& events();
  const std::vector<Record>& records();

  /// How long interlockd takes to answer `status`; nothing: not within `limit`.
  std::optional<double> answer_ms(std::chrono::milliseconds limit) const;
  /// Makes interlockd load everything that it loads on first use.
  void warm_up();
  /// Waits until an action on the application would be done: interlockd sees it and decides. A question that occupies
  /// the desktop does not matter.
  bool decides_again(std::chrono::milliseconds limit) { return acts(limit, true); }
  /// Waits until an action on the application is done.
  bool acts_again(std::chrono::milliseconds limit) { return acts(limit, false); }

 private:
  bool acts(std::chrono::milliseconds limit, bool dry_run);

  std::uint64_t seed_;
  test::Desktop desktop_;
  test::Parts parts_;
  std::unique_ptr<Service> service_;
  std::unique_ptr<test::App> form_;
  std::vector<std::string> form_logs_;
  Point next_, submit_, note_;
  test::Process watcher_;
  std::vector<Growing> watched_;
  std::vector<Event> events_;
  Audit audit_;
  int agents_ = 0;
  std::unique_ptr<Human> human_;
};

}  // namespace interlock::soak
