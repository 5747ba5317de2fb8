/// Text as it will be read: what was put before the cursor of one element since the last Return, out of
/// `type`, `key` and BackSpace, however it was chopped up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gate/action.h"
#include "gate/observation.h"

namespace interlock::gate {

struct TypedLine {
  static constexpr std::size_t max_bytes = 16 * 1024;

  std::uint64_t field = 0;  ///< which focused element (hash of window and path); 0 before the first key
  std::string text;         ///< a newline in it stands where a shell dropped the line and another program may not have
  bool certain = true;      ///< false after a key whose effect on the line is not modelled (arrows, paste, completion)
  std::string open;         ///< in a terminal: lines handed over before, in which a quote or bracket is still open

  /// The line after `action` on `focus`, up to and including its last unfinished line.
  void apply(const Action& action, const Observation& observation);
};

/// What a keyboard action hands over with its Returns.
struct Submitted {
  bool any = false;     ///< it has a Return
  std::string lines;    ///< all that is handed over, lines separated by newlines, the earlier text of the line first
  bool certain = true;  ///< false where the text of one of the lines is not known
  std::string open;     ///< the unfinished lines before, which a shell reads together with these
};

/// What `action` hands over when `line` stands in the field so far.
Submitted submitted(const TypedLine& line, const Action& action, const Observation& observation);

/// Which element typed text goes to: by window and path, or by window alone where the element is unknown or a terminal
/// (its tabs share one line here, which errs on the safe side).
std::uint64_t field_of(const Observation& observation);

}  // namespace interlock::gate
