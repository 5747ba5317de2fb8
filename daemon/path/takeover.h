/// A person who uses the mouse or keyboard has the desktop: agents stop where they are, also in the middle of a text,
/// and go on when the devices have been quiet for a while. Answering a prompt is no takeover.
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

  /// `devices` may give null: then nobody is at them.
  Takeover(boost::asio::any_io_executor executor, std::function<std::shared_ptr<platform::HumanInput>()> devices,
           Events& events, Note note, const policy::HumanSettings& settings);

  /// Before an act that was asked for at `asked`: waits for a person to let go, a few seconds at most. False: they have
  /// not, or what they do cannot be seen, and the step says so.
  boost::asio::awaitable<bool> wait(const Session& session, Step& step, Time asked);
  /// After a yes, which may be a click of that very person's: until the hand has left the mouse.
  boost::asio::awaitable<bool> wait_after_reply(const Session& session, Step& step);
  /// For platform::Cancelled: true once a person has done something since the step was free to act.
  std::function<bool()> check(const Step& step) const;
  /// An act was broken off: says why where a person did it.
  void explain(const Session& session, Step& step);

  bool active() const;

 private:
  boost::asio::awaitable<bool> sees(Step& step);
  boost::asio::awaitable<bool> quiet(std::chrono::milliseconds wanted, Time until);
  std::chrono::milliseconds quiet_in(std::chrono::milliseconds wanted) const;
  void tell(const Session& session, const Step& step);
  boost::asio::awaitable<void> tell_end();

  boost::asio::any_io_executor executor_;
  std::function<std::shared_ptr<platform::HumanInput>()> devices_;
  Events& events_;
  Note note_;
  const policy::HumanSettings& settings_;  ///< those in force
  bool told_ = false;                      ///< of the takeover that goes on
};

}  // namespace interlock::daemon
