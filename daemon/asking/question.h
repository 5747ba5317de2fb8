/// What a person is asked, as plain data.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "approval/approvers.h"
#include "approval/statement.h"
#include "gate/session/consent.h"
#include "platform/notifier.h"
#include "values/geometry.h"

namespace interlock::daemon {

/// The text of a confirmation, for people; without secrets.
struct Question {
  std::string session;
  std::string record = {};   ///< id of the action's or call's record in the audit log
  std::string request = {};  ///< "press \"Place order\" on shop.example"; empty: `action` on `target` in `window`
  std::string form = {};     ///< what the form shows, the application's words in quotes; empty: nothing
  std::string intent = {};   ///< the agent's own words, in quotes; empty: none
  std::string headline;      ///< what would happen, as a title, only in our own words: "Spend money"
  std::string agent;         ///< "shop-assistant"
  std::string action;        ///< "click (10, 20)"
  std::string target;        ///< the kind of target: "push button"
  std::string label;         ///< its text, the application's words in quotes: "\"Submit Order\""; empty: none
  std::string window;        ///< "chromium, titled \"Shop\""
  Rect about = {};           ///< the target and the form around it, in root pixels; empty: not known
  std::string rule;
  std::string reason;
  std::string undo = {};  ///< whether and how it can be undone, as a sentence; empty: nothing to say
  std::string why;        ///< the reason without the target's name: "It submits something"; empty: as `reason`
  bool confined = false;  ///< the agent can reach neither the display nor a bus
  /// Takes a picture of the target for the prompt within a short limit (daemon/pictures/target_picture.h); null if
  /// there is none.
  std::function<boost::asio::awaitable<std::shared_ptr<const platform::Picture>>()> picture = {};
  /// The same with a longer limit: approvers elsewhere have nothing else to look at. May be null.
  std::function<boost::asio::awaitable<std::shared_ptr<const platform::Picture>>()> patient_picture = {};
  std::string agent_key = {};  ///< equal for all sessions of one agent: each run of a command-line tool has its own
  gate::Consent consent = {};  ///< what the answer applies to, to recognise equal questions; never shown
  approval::Rows whole = {};   ///< for approvers elsewhere: the texts that the other fields cut, whole and marked
  approval::Rows done = {};    ///< what would be done, as data; a secret text stands as bullets
  std::vector<std::string> covers = {};  ///< rules that ask about parts of it, as fields of a form
  std::string consequence = {};          ///< "purchase"; empty: none is known
};

}  // namespace interlock::daemon
