/// Text as it will be read: the text put before the cursor of one element since the last Return, from `type`, `key`,
/// BackSpace and pastes, however it was divided.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct TypedLine {
  static constexpr std::size_t max_bytes = 16 * 1024;

  std::uint64_t field = 0;  ///< the focused element (hash of window and path); 0 before the first key
  std::string text;     ///< a newline in it marks where a shell dropped or ran the line and other programs may not have
  bool certain = true;  ///< false after a key whose effect on the line is not modelled (arrows, paste, completion)
  std::uint32_t moves = 0;  ///< number of keys and clicks since the last Return that may have moved the cursor
  std::string open;         ///< in a terminal: earlier submitted lines with a quote or bracket that is still open
  std::size_t dropped = 0;  ///< number of bytes of `text` before the last ctrl+c or ctrl+u: most likely gone

  /// The line after `action` on `focus`, up to and including its last unfinished line.
  void apply(const Action& action, const Observation& observation);
  /// The line after an action that was meant for another element.
  void feel(const Action& action);
};

/// True for actions that insert or remove text before the cursor: keys, and the middle button's paste.
bool writes(const Action& action);

/// The text that an action submits with its Returns, or with the newlines that it pastes.
struct Submitted {
  bool any = false;         ///< it has a Return or pastes a newline
  std::string lines;        ///< all submitted lines, separated by newlines, the earlier text of the line first
  bool certain = true;      ///< false if the text of one of the lines is not known
  std::string open;         ///< the unfinished lines before, which a shell reads together with these
  std::size_t dropped = 0;  ///< number of bytes of `lines` that are most likely gone, by ctrl+c or ctrl+u

  /// The part that is certainly there.
  std::string_view standing() const { return std::string_view(lines).substr(dropped); }
};

/// What `action` submits if the field so far contains `line`.
Submitted submitted(const TypedLine& line, const Action& action, const Observation& observation);

/// The element that typed text goes to: by window and path, or only by window if the element is unknown or a terminal
/// (its tabs share one line here, which errs on the safe side) or a spreadsheet.
std::uint64_t field_of(const Observation& observation);

}  // namespace interlock::gate
