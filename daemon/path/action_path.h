/// The path of one action: look, judge, ask the validators, write it down, ask a person where the gate says so, look
/// again, inject. One object an action; docs/architecture.md has the path in words.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

class ActionPath {
 public:
  /// Works on `step` until take() has returned.
  ActionPath(Shared& shared, std::shared_ptr<Session> session, Step& step)
      : shared_(shared), asker_(std::move(session)), session_(*asker_), step_(step) {}

  /// Once. What came of it is in the step.
  boost::asio::awaitable<void> take();

 private:
  /// Finds the place of what a ref names. False: nothing is to be done, or nothing is left to do.
  boost::asio::awaitable<bool> aim();
  bool begin_record();
  boost::asio::awaitable<void> keep_picture();
  /// A person looked over a list of steps, and this is the next of them, on its target.
  bool playbook_answers();
  /// Asks, and after a yes makes sure that the yes still means the same thing.
  boost::asio::awaitable<bool> confirm();
  boost::asio::awaitable<Observed> observe_approved();
  /// Brings the pointer there and looks again; false: nothing is to be pressed, and the step says why.
  boost::asio::awaitable<bool> approach();
  /// Judges what is there instead of what was judged. What a person or a playbook agreed to is not replaced by
  /// anything.
  boost::asio::awaitable<bool> meets_another(Observed now);
  /// What is pasted must be what was judged: another program may have put something else there since.
  boost::asio::awaitable<bool> pastes_the_same();

  Shared& shared_;
  std::shared_ptr<Session> asker_;
  Session& session_;
  Step& step_;
};

}  // namespace interlock::daemon
