/// One question to the gate: what is asked for, what is there, what was done before, and what every check would
/// otherwise have to work out for itself, worked out once. Lives while one assessment is made; refers to its parts.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gate/policy/applications.h"
#include "gate/policy/policy.h"
#include "gate/readings/deed.h"
#include "gate/screen/control.h"
#include "gate/screen/secret_field.h"
#include "gate/session/history.h"
#include "gate/shell/judge.h"
#include "gate/typing/typed_line.h"
#include "gate/typing/typing.h"
#include "values/action.h"
#include "values/observation.h"
#include "values/reason.h"
#include "values/text.h"
#include "values/time.h"

namespace interlock::gate {

struct EvaluationContext {
  const Policy& policy;
  const Action& action;
  const Observation& observation;
  const History& history;
  const Typing& typing;
  Time now;

  std::optional<Action> with_held;  ///< what the action comes to while modifiers are held down
  Deed deed;
  const Known<Element>& target;       ///< the element under the pointer, or with the focus, or the one pressed
  const Element* element;             ///< the target; null if it is not known
  const Window* window;               ///< null if it is not known
  Applications::Facts application;    ///< what the window's application is
  std::uint8_t clicks;                ///< the action's, with those just before on the same target: 2 opens
  bool consequence;                   ///< text_rules: consequence
  bool terminal;                      ///< the target is a terminal, by role or by its window's class
  bool notebook;                      ///< the target is a cell of a notebook, whose text runs
  std::optional<Control> control;     ///< what the action presses: not a text field, not a terminal, not a file
  bool activates = false;             ///< ... and sets off
  std::optional<SecretField> secret;  ///< set where text goes into a secret field
  Text label;                         ///< what the control says, normalised: name, else label, else description
  Submitted submitted;                ///< what Return hands over to a terminal

  /// With `pressed`, a control that a key is bound to, the action is judged as what presses that.
  EvaluationContext(const Policy& policy, const Action& action, const Observation& observation, const History& history,
                    const Typing& typing, Time now, const Known<Element>* pressed = nullptr);
  /// What the lines that Return hands over would do, as far as they surely stand there; null if it hands over none.
  /// Read at the first call.
  const shell::Judgement* judged() const;
  /// Reads the lines together with `other`, if both hand over the same ones.
  void judge_with(const EvaluationContext& other);
  /// What the keys mean: the action, with held modifiers if there are any.
  const Action& meant() const { return with_held ? *with_held : action; }

 private:
  shell::Judgement judge_submitted() const;

 public:
  EvaluationContext(const EvaluationContext&) = delete;
  EvaluationContext& operator=(const EvaluationContext&) = delete;

  /// For sentences: `push button "Delete" in chromium "My shop"`.
  Reason target_text() const;
  /// For sentences: `chromium "My shop"`, or that the window is not known and why.
  Reason window_text() const;
  /// For sentences: `the command "ls" in xterm "~"`: what Return hands over, without the secrets in it.
  Reason command_text() const;

 private:
  std::shared_ptr<std::optional<shell::Judgement>> judged_;  ///< null if no lines are handed over
};

/// Whether the window is a terminal's, by the policy's terminal_classes.
bool is_terminal_window(const Policy& policy, const Window& window);

}  // namespace interlock::gate
