/// How a field gets a value: by the clicks and keys with which a person sets it, one after the other. Each of them is
/// judged, recorded and injected like any other action of the agent, and after each the field is looked at again. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::daemon {

/// A field as the application shows it now.
struct FieldNow {
  Element field;
  std::vector<Element> inside;          ///< what is in it, in the tree's order: options, parts of a date
  std::vector<Element> beside;          ///< the radio buttons of its group, if it is one: itself and its neighbours
  std::optional<Element> focus = {};    ///< what has the keyboard focus, if it is an option: of its open list
  std::vector<std::string> avoid = {};  ///< paths of options about which a person would be asked
  bool operator==(const FieldNow&) const = default;
};

/// What is to be done next.
struct NextAct {
  std::optional<Action> act = {};     ///< nothing, and no `wait`: it is over
  std::optional<Element> at = {};     ///< the element that the act is aimed at
  std::optional<Element> means = {};  ///< what the act comes to (Step::means)
  bool has_focus = false;             ///< it has the focus already, and must have it when the keys come
  bool wait = false;                  ///< the last act has not shown its effect yet: look again
  std::string problem = {};           ///< over, and the field does not hold the value: why, and what it holds
};

enum class FieldKind : std::uint8_t { none, text, number, check, radio, combo, list, slider, date };
FieldKind field_kind(const FieldNow& now);
bool is_option(const Element& element);

/// What it holds, for people and agents: "Germany", "checked", "2026-11-24"; nothing if the application does not say.
std::optional<std::string> shown_value(const FieldNow& now);

class FieldPlan {
 public:
  /// `wanted`: text; a number; "2026-11-24", "14:05" or both with a T between them; "true" or "false"; or, with
  /// `option`, the name of an option.
  FieldPlan(std::string wanted, bool option) : wanted_(std::move(wanted)), option_(option) {}

  NextAct next(const FieldNow& now);
  /// Closes the list that an act which was not done left open; nothing if there is none.
  std::optional<NextAct> close(const FieldNow& now);
  /// The last act could not be aimed: something else is hit there. False: there is no other place to aim at.
  bool aim_elsewhere();
  /// An option was chosen by Return.
  bool has_chosen() const { return chosen_; }

 private:
  NextAct fail(const std::string& why) const;
  NextAct act(Action action, const Element& at);
  NextAct press(Action action, const Element& focused);
  NextAct text(const FieldNow& now);
  NextAct check(const FieldNow& now);
  NextAct radio(const FieldNow& now);
  NextAct combo(const FieldNow& now);
  NextAct to_option(const FieldNow& now);
  NextAct list(const FieldNow& now);
  NextAct slider(const FieldNow& now);
  NextAct date(const FieldNow& now);

  std::string wanted_;
  bool option_ = false;
  int acts_ = 0;
  int waits_ = 0;
  int clicks_ = 0;       ///< that were to open a list
  std::string problem_;  ///< to be reported when what was opened is closed
  bool clicked_ = false, entered_ = false, chosen_ = false, sought_ = false;
  bool by_part_ = false;            ///< the part of a date, or the option, is aimed at, not the whole
  std::vector<std::size_t> typed_;  ///< the parts of a date that were typed into
  std::optional<double> before_;    ///< a slider's value before the last key
  std::optional<double> step_;      ///< what one Right adds
  bool leftwards_ = false;          ///< Right changed nothing: Left is tried
};

}  // namespace interlock::daemon
