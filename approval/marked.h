/// Text of an agent or application for an approver: whole, with every character that is invisible or that reorders
/// others shown as its number. Different texts stay different.
#pragma once

#include <string>
#include <string_view>

namespace interlock::approval {

/// Replaces control, format, unassigned and default-ignorable characters, invalid bytes and the marks' own brackets by
/// "⟨U+202E⟩" ("⟨xFF⟩" for a byte). Newlines stay; nothing is cut.
std::string marked(std::string_view text);

}  // namespace interlock::approval
