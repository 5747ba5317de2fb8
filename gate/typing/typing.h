/// Text that has been typed on one desktop and is not yet submitted: the line before the cursor of each terminal, and
/// the modifiers that are held down. It does not depend on who typed it, so all sessions of a desktop share one object.
/// A plain value, limited in size.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "gate/shell/judge.h"
#include "gate/typing/typed_line.h"
#include "values/action.h"
#include "values/observation.h"
#include "values/time.h"

namespace interlock::gate {

namespace shell {
struct Memory;
}

/// The kind of a field, for the rules.
enum class FieldKind : std::uint8_t {
  ordinary,
  terminal,
  secret,
  cell,      ///< of a spreadsheet, which stays in the edited cell while other windows are typed into
  notebook,  ///< a cell of a notebook, whose text runs
};

/// A button of the mouse that is down, and its target.
struct Press {
  Button button = Button::left;
  std::uint64_t target = 0;  ///< hash of window and element
  std::string says;          ///< the target, for sentences: `list item "report.odt"`
  Time when{};
  std::uint8_t clicks = 0;  ///< number of presses counted together
};

struct Typing {
  static constexpr std::size_t max_lines = 64;  ///< unfinished lines of other terminals remembered

  TypedLine line;                    ///< the line of the field typed into last
  bool line_is_kept = false;         ///< that field is a terminal or a cell, whose line is remembered
  std::deque<TypedLine> unfinished;  ///< left behind in other terminals, oldest first
  bool forgot_a_line = false;        ///< more than max_lines were left behind
  Modifiers held;                    ///< down since a key_down
  std::optional<Press> down;         ///< since a mouse_down
  std::optional<Press> last_press;   ///< by click or mouse_down

  std::shared_ptr<const shell::Memory> memory;  ///< of lines submitted in terminals; null if there is none

  /// What earlier lines set up for a line in the field of `observation`.
  shell::Before before_line_in(const Observation& observation) const;
  /// The line in the field of `observation`, as far as it was typed through interlock.
  TypedLine line_in(const Observation& observation) const;
  /// Updates the text in the focused field; text for a secret field is not kept.
  void record_text(const Action& action, const Observation& observation, FieldKind kind);
  /// The text in the field of `observation` is no longer known.
  void lost_sight(const Observation& observation);

 private:
  /// Makes the field of `observation` the one typed into last.
  void turn_to(const Observation& observation);
  /// Takes in lines that were handed over in the field typed into last.
  void remember(std::string_view lines);
  /// The program that reads the lines of that field has ended.
  void end_program();
};

}  // namespace interlock::gate
