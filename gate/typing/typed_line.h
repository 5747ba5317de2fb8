/// Text as it will be read: what was put before the cursor of one element since the last Return, out of
/// `type`, `key`, BackSpace and pastes, however it was chopped up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate {

struct TypedLine {
  static constexpr std::size_t max_bytes = 16 * 1024;

  std::uint64_t field = 0;  ///< which focused element (hash of window and path); 0 before the first key
  std::string text;         ///< a newline in it stands where a shell dropped or ran the line and others may not have
  bool certain = true;      ///< false after a key whose effect on the line is not modelled (arrows, paste, completion)
  std::uint32_t moves = 0;  ///< so many keys and clicks since the last Return may have moved the cursor in it
  std::string open;         ///< in a terminal: lines handed over before, in which a quote or bracket is still open
  std::size_t dropped = 0;  ///< so many bytes of `text` stood there at the last ctrl+c or ctrl+u: most likely gone

  /// The line after `action` on `focus`, up to and including its last unfinished line.
  void apply(const Action& action, const Observation& observation);
  /// The line after an action that was not meant for it.
  void feel(const Action& action);
};

/// True for actions that put text before the cursor, or take it away: keys, and the middle button's paste.
bool writes(const Action& action);

/// What an action hands over with its Returns, or with the newlines that it pastes.
struct Submitted {
  bool any = false;     ///< it has a Return or pastes a newline
  std::string lines;    ///< all that is handed over, lines separated by newlines, the earlier text of the line first
  bool certain = true;  ///< false where the text of one of the lines is not known
  std::string open;     ///< the unfinished lines before, which a shell reads together with these
  std::size_t dropped = 0;  ///< so many bytes of `lines` are most likely gone, by ctrl+c or ctrl+u

  /// What surely stands there.
  std::string_view standing() const { return std::string_view(lines).substr(dropped); }
};

/// What `action` hands over when `line` stands in the field so far.
Submitted submitted(const TypedLine& line, const Action& action, const Observation& observation);

/// Which element typed text goes to: by window and path, or by window alone where the element is unknown or a terminal
/// (its tabs share one line here, which errs on the safe side) or a spreadsheet.
std::uint64_t field_of(const Observation& observation);

}  // namespace interlock::gate
