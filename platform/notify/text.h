/// Text as a notification server gets it: trimmed, without characters that could hide or reorder text, and escaped as
/// this server needs it.
#pragma once

#include <string>
#include <string_view>

#include "platform/notifier.h"

namespace interlock::platform::notify {

/// The text format that one server needs.
struct Style {
  bool markup = false;   ///< the body is markup: & < > are escaped
  bool buttons = false;  ///< the server shows our actions as buttons; if not, the text says how to answer
};

struct Text {
  std::string summary;  ///< one line, at most `summary_characters`; never markup on any server
  std::string body;     ///< at most `body_lines` lines of at most `line_characters`
};

// Servers cut a long text anywhere (at the end, in the middle) or show none of it, so it is cut here.
inline constexpr std::size_t summary_characters = 60;
inline constexpr std::size_t body_lines = 4;
inline constexpr std::size_t line_characters = 60;

Text render(const Prompt& prompt, const Style& style);

/// One line of visible characters: controls, bidi and zero-width characters, private and unassigned characters and
/// stacks of combining marks are dropped, runs of whitespace become one space, invalid UTF-8 becomes U+FFFD, and the
/// line is cut to `characters` with "…".
std::string visible_line(std::string_view text, std::size_t characters);

}  // namespace interlock::platform::notify
