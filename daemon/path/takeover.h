/// Takeover: while a person uses the mouse or keyboard, agents stop at once, also in the middle of a text, and continue
/// when the devices have been quiet for a while. Answering a prompt is not a takeover.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>

#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"
#include "daemon/sessions/events.h"
#include "platform/human_input.h"
#include "policy/settings.h"

namespace interlock::daemon {

class Takeover {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Note = std::function<void(std::string_view what, boost::json::object fields)>;

  /// `devices` may return null: then there are no takeovers.
  Takeover(boost::asio::any_io_executor executor, std::function<std::shared_ptr<platform::HumanInput>()> devices,
           Events& events, Note note, const policy::HumanSettings& settings);

  /// Call it before an act that was requested at `asked`: waits at most a few seconds for a person to stop. Returns
  /// false, with the reason in the step, if they have not or if their input is not watched.
  boost::asio::awaitable<bool> wait(const Session& session, Step& step, Time asked);
  /// Call it after an approval, which may be a click of that person: waits until the mouse is quiet.
  boost::asio::awaitable<bool> wait_after_reply(const Session& session, Step& step);
  /// For platform::Cancelled: true if a person used a device since the step was allowed to act.
  std::function<bool()> check(const Step& step) const;
  /// Call it after a cancelled act: sets the reason if a person caused it.
  void explain(const Session& session, Step& step);

  bool active() const;

 private:
  boost::asio::awaitable<bool> sees(Step& step);
  boost::asio::awaitable<bool> quiet(std::chrono::milliseconds wanted, Time until);
  std::chrono::milliseconds quiet_in(std::chrono::milliseconds wanted) const;
  void interrupted(const Session& session, Step& step);
  void tell(const Session& session, const Step& step);
  boost::asio::awaitable<void> tell_end();

  boost::asio::any_io_executor executor_;
  std::function<std::shared_ptr<platform::HumanInput>()> devices_;
  Events& events_;
  Note note_;
  const policy::HumanSettings& settings_;  ///< the current ones
  bool reported_ = false;                  ///< the current takeover was reported
};

}  // namespace interlock::daemon
