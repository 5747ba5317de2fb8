/// Reacts to input at the desktop's devices: the panic key halts everything; input of other programs is reported and,
/// depending on the policy, pauses or halts agents; keys that agents hold are released when a person takes over.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>

#include "daemon/desk/desktop.h"
#include "daemon/path/stops.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "platform/human_input.h"
#include "platform/screen_lock.h"
#include "policy/settings.h"

namespace interlock::daemon {

class Human {
 public:
  struct Deps {
    std::function<void(std::string_view what, boost::json::object fields)> note;  ///< for the audit log
    std::function<Reach()> reach;
    Agents& agents;
    Stops& stops;
    Events& events;
    std::function<void()> person_acts = [] {};        ///< called when a real device was used
    std::shared_ptr<platform::ScreenLock> lock = {};  ///< null: no service reports locks
  };
  Human(boost::asio::any_io_executor executor, Deps deps, const policy::HumanSettings& settings);

  /// Attaches the devices of a display that was opened.
  void attend(const std::shared_ptr<platform::HumanInput>& devices);
  /// From now on a screen lock pauses agents, and unlocking ends only that pause.
  void watch_lock();
  void set_settings(const policy::HumanSettings& settings);
  /// For `status`: whether the devices are watched, the panic key, and the input that other programs injected.
  boost::json::object status() const;

 private:
  void heard(const platform::HumanEvent& event);
  void foreign(const platform::ForeignInput& input);
  void tell_foreign();
  void panic(bool real);
  void halt_all(const std::string& why);
  void display_lock(bool locked);
  void apply_lock();
  void release_held();

  boost::asio::any_io_executor executor_;
  Deps deps_;
  policy::HumanSettings settings_;
  std::weak_ptr<platform::HumanInput> devices_;
  platform::ForeignInput all_;         ///< since the start
  platform::ForeignInput unreported_;  ///< since the last report
  boost::asio::steady_timer report_timer_;
  std::chrono::steady_clock::time_point reported_{};
  bool waits_to_tell_ = false;
  platform::LockState lock_;
  bool display_locked_ = false;  ///< as the display itself reports it
};

}  // namespace interlock::daemon
