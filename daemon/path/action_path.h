/// The path of one action: observe, judge, ask the validators, record, ask a person if the gate requires it, observe
/// again, inject. One object for each action; docs/architecture.md describes the path.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>

#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

class ActionPath {
 public:
  /// Uses `step` until take() has returned.
  ActionPath(Shared& shared, std::shared_ptr<Session> session, Step& step)
      : shared_(shared), asker_(std::move(session)), session_(*asker_), step_(step) {}

  /// Call it once. The result is in the step.
  boost::asio::awaitable<void> take();

 private:
  /// Finds the point of the element that a ref names. Returns false if the action is refused or nothing is left to do.
  boost::asio::awaitable<bool> aim();
  bool begin_record();
  boost::asio::awaitable<void> keep_picture();
  /// True if this is the next step, on its target, of a playbook that a person reviewed.
  bool playbook_answers();
  bool form_answers();
  boost::asio::awaitable<bool> judge_known(Observed now);
  /// Asks a person, and after an approval checks that it still applies to the same target.
  boost::asio::awaitable<bool> confirm();
  /// Keeps what the action destroys; what a person was told can be undone is not done if that fails, or asked again.
  boost::asio::awaitable<bool> keep_first();
  boost::asio::awaitable<bool> broken_promise();
  Question asked_question() const;
  boost::asio::awaitable<Observed> observe_approved();
  /// Moves the pointer to the target and observes again; returns false if nothing may be pressed (the step says why).
  boost::asio::awaitable<bool> approach();
  /// Judges a target that differs from the judged one. A target that a person or a playbook approved must not change.
  boost::asio::awaitable<bool> meets_another(Observed now);
  /// Checks that the text to paste is still the judged one: another program may have changed the clipboard.
  boost::asio::awaitable<bool> pastes_the_same();

  Shared& shared_;
  std::shared_ptr<Session> asker_;
  Session& session_;
  Step& step_;
};

}  // namespace interlock::daemon
