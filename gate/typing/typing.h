/// What has been typed on one desktop and is not handed over yet: the line before the cursor of each terminal, and the
/// modifiers that are held down. It stands there whoever typed it, so all sessions of a desktop share one. A plain
/// value, bounded.
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

/// What a field is to the rules.
enum class FieldKind : std::uint8_t {
  ordinary,
  terminal,
  secret,
  cell,  ///< of a spreadsheet, which stays in the edited cell while other windows are typed into
};

/// A button of the mouse that went down, and on what.
struct Press {
  Button button = Button::left;
  std::uint64_t target = 0;  ///< hash of window and element
  std::string says;          ///< for sentences: `list item "report.odt"`
  Time when{};
  std::uint8_t clicks = 0;  ///< presses of a double click, or of the one before it
};

struct Typing {
  static constexpr std::size_t max_lines = 64;  ///< unfinished lines of other terminals remembered

  TypedLine line;                    ///< of the field typed into last
  bool line_is_kept = false;         ///< that field is a terminal or a cell: what stands there is remembered
  std::deque<TypedLine> unfinished;  ///< left behind in other terminals, oldest first
  bool forgot_a_line = false;        ///< more than max_lines were left behind
  Modifiers held;                    ///< down since a key_down
  std::optional<Press> down;         ///< since a mouse_down
  std::optional<Press> last_press;   ///< by click or mouse_down

  std::shared_ptr<const shell::Memory> memory;  ///< of lines handed over in terminals; null while there is none

  /// What earlier lines left behind for one in the field of `observation`.
  shell::Before before_line_in(const Observation& observation) const;
  /// The line that stands in the field of `observation`, as far as it was typed through here.
  TypedLine line_in(const Observation& observation) const;
  /// Follows the text in the focused field; of what goes into a secret one nothing is kept.
  void record_text(const Action& action, const Observation& observation, FieldKind kind);
  /// What stands in the field of `observation` is no longer known.
  void lost_sight(const Observation& observation);

 private:
  /// Makes the field of `observation` the one typed into last.
  void turn_to(const Observation& observation);
};

}  // namespace interlock::gate
