/// How an action, what was seen and what came of it are written down: for the audit, for watchers, for the agent's
/// reply and for prompts. Text meant for a secret field is masked here, before any of them sees it.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "daemon/asking/confirmations.h"
#include "daemon/desk/observer.h"
#include "daemon/records/rollback.h"
#include "daemon/sessions/agents.h"
#include "platform/injector.h"
#include "platform/screen.h"

namespace interlock::daemon {

/// A person's yes to fields as they were shown: the texts that may go into them, and what was asked about each.
struct FormAnswer {
  struct Covered {
    std::string path;  ///< of the field, or of an option
    std::string text;  ///< empty: Return on it
    std::string rule, code;
  };
  std::vector<Covered> covers;
};

/// A place where text is about to be typed, and how it looks before (daemon/path/drawn.h).
struct Undrawn {
  Rect area;
  std::shared_ptr<const platform::Image> before;  ///< null: no picture was taken in time
};

/// One step of the path of an action, start to end.
struct Step {
  std::string id;  ///< of the audit record; empty when none could be written
  Action action;
  Observed seen;
  Assessment assessment;
  std::optional<Action> masked = {};  ///< as records and people get the action, once it was assessed
  Known<std::vector<Element>> form;   ///< what the form around its target holds, if a human is asked about it
  std::optional<Verdict> verdict;     ///< when a human was asked, or a playbook answered
  bool by_playbook = false;           ///< a playbook did
  /// What the act comes to, if that is not what it meets: the option that a key moves to, or that is at the point. It
  /// is judged as a press of this as well.
  std::optional<Element> means = {};
  std::shared_ptr<const FormAnswer> form_answer = {};  ///< the answer about the form that the step is a part of
  platform::Delivery delivery;                         ///< complete: executed
  std::optional<Referred> aimed;                       ///< the element that its ref names; the target must be this one
  std::optional<platform::Refusal> refusal;            ///< why it was not executed although the gate did not object
  std::int64_t validation = 0;  ///< number under which external validators were asked; 0: none was
  bool dry_run = false;
  bool certain = true;               ///< what was seen is settled (a11y/tree_reader.h), not provisional
  bool changed_on_approach = false;  ///< the target was another one when the pointer had come
  std::uint64_t asked = 0;           ///< number of the request in its session
  bool hidden = false;               ///< what it meets is hidden from its session: the reply does not say what it is
  bool tools = false;                ///< what it meets is in developer tools, which agents do not see
  std::optional<bool> arrived;       ///< of `navigate`: whether the page is there
  std::optional<Rollback> rollback = {};  ///< what it destroys, once that was looked at
  std::optional<Undrawn> undrawn = {};    ///< of `type`: where the text appears
  std::chrono::microseconds took{};
  std::chrono::steady_clock::time_point free_since{};    ///< from here on a person's hand breaks it off
  std::optional<std::chrono::milliseconds> retry_after;  ///< a person is at it: when another try may succeed
};

/// The action with typed text and characters replaced by bullets if it may enter a secret.
Action masked(const Action& action, const ActionReading& reading);
/// The action with another value of the field of that number; a single value is field 0.
void set_field_value(Action& action, std::size_t field, std::string value);
/// Gives the step this assessment, and masks its action by it.
void set_assessment(Step& step, Assessment assessment);
/// Masks the step's action also if a later observation, read so, shows that it may enter a secret.
void add_reading(Step& step, const ActionReading& later);
/// The masked action of the step.
Action recorded(const Step& step);

/// The same for a person who is asked: bullets only where the field is known, or likely, to be a secret's. Who decides
/// about text on a target that could not be seen must see the text.
Action masked_for_question(const Step& step, const gate::SafetyGate& judge);

/// What the person said with a no, as a hint for the agent; adds nothing if they said nothing. Also adds it as `word`.
void add_word(boost::json::object& reply, const std::optional<Verdict>& verdict);

/// Whether what the action meets is hidden from its session (gate/readings/blinders.h).
bool meets_hidden(const Session& session, const Step& step);
/// Whether it is in developer tools that agents do not see.
bool meets_tools(const Session& session, const Step& step);

/// Who is at the other end, for records and people: pid and program, of another user than ours the number, too.
boost::json::object peer_json(const ipc::Peer& peer);

boost::json::object audit_begin(const Session& session, const Step& step);
boost::json::object audit_end(const Step& step);
boost::json::object reply(const Step& step);
boost::json::object decision_event(const Session& session, const Step& step);
/// What the action acts on: what it comes to (Step::means); else the subject of the decision, if that is an element;
/// else the first control that its key is bound to; else what is under the pointer or has the focus.
Known<Element> acted_on(const Step& step);

/// `push button "Submit Order"` (the label at most `shown_words` long), or what is unknown and why.
std::string target_text(const Step& step);
std::string window_text(const Known<Window>& window);

}  // namespace interlock::daemon
