/// Text as it will be read: what was put into the line of one element since the last Return, out of `type`, `key`,
/// BackSpace and pastes, however it was chopped up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct TypedLine {
  static constexpr std::size_t max_bytes = 16 * 1024;

  /// What the keys go to, as far as the lines before say.
  enum class Owner : std::uint8_t {
    line,    ///< a shell or another program that reads lines
    pager,   ///< a program that shows text and takes single keys, until q
    editor,  ///< a program that takes all keys, until it is left
  };

  std::uint64_t field = 0;  ///< which focused element (hash of window and path); 0 before the first key
  std::string text;         ///< a newline in it stands where a shell dropped or ran the line and others may not have
  bool certain = true;      ///< false after a key whose effect on the line is not modelled (history, paste, completion)
  std::uint32_t moves = 0;  ///< so many keys and clicks since the last Return may have moved the cursor in it
  std::string open;         ///< in a terminal: lines handed over before, in which a quote or bracket is still open
  std::size_t dropped = 0;  ///< so many bytes of `text` stood there at the last ctrl+c or ctrl+u: most likely gone

  Owner owner = Owner::line;
  std::size_t behind = 0;  ///< so many bytes of `text` stand behind the cursor
  std::size_t fresh = 0;   ///< so many bytes of `text` went to a program with a screen that has ended since
  /// The text if none of the keys had any effect that were to move the cursor or erase words; set where they were used.
  std::string unmoved;
  bool edited = false;    ///< such keys were used
  bool prefixed = false;  ///< Escape was the last key
  bool recalled = false;  ///< a line of the history was fetched
  bool clicked = false;   ///< a click may have moved the cursor or selected something

  /// The line after `action` on `focus`, up to and including its last unfinished line.
  void apply(const Action& action, const Observation& observation);
  /// The line after an action that was meant for another element.
  void feel(const Action& action);
  /// An empty line of the same field.
  void clear();
};

/// True for actions that insert or remove text before the cursor: keys, and the middle button's paste.
bool writes(const Action& action);

/// The text that an action submits with its Returns, or with the newlines that it pastes.
struct Submitted {
  bool any = false;     ///< it has a Return or pastes a newline
  std::string lines;    ///< all that is handed over, lines separated by newlines, the earlier text of the line first
  bool certain = true;  ///< false if the text of one of the lines is not known
  std::string open;     ///< the unfinished lines before, which a shell reads together with these
  std::size_t dropped = 0;  ///< so many bytes of `lines` are most likely gone, by ctrl+c or ctrl+u
  /// What may be handed over instead: without the keys that a program took which has ended, without the moves of the
  /// cursor.
  std::vector<std::string> others;

  /// The part that is certainly there.
  std::string_view standing() const { return std::string_view(lines).substr(dropped); }
};

/// What `action` submits if the field so far contains `line`.
Submitted submitted(const TypedLine& line, const Action& action, const Observation& observation);

/// The element that typed text goes to: by window and path, or only by window if the element is unknown or a terminal
/// (its tabs share one line here, which errs on the safe side) or a spreadsheet.
std::uint64_t field_of(const Observation& observation);

}  // namespace interlock::gate
