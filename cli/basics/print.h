/// Output for people. Texts of agents and applications are untrusted: on a terminal they must not move the cursor, hide
/// text or reverse it.
#pragma once

#include <string>
#include <string_view>

#include "ipc/message.h"

namespace interlock::cli {

/// `text` on one line, with control, invisible and bidi characters written as \u{202E}, invalid UTF-8 as U+FFFD.
std::string plain(std::string_view text);

/// plain() of the string at `key`; empty if there is none.
std::string text_at(const ipc::json::object& object, std::string_view key);
/// The number at `key`, or 0.
double number_at(const ipc::json::object& object, std::string_view key);
bool truth_at(const ipc::json::object& object, std::string_view key);
/// The object at `key`, or an empty one.
const ipc::json::object& object_at(const ipc::json::object& object, std::string_view key);

/// `text` padded with spaces to `width` characters.
std::string padded(std::string text, std::size_t width);

/// "42 s", "3 min", "2 h 5 min".
std::string duration(double seconds);

/// One line for a decision from a watcher's event or an audit record: time, session and agent, decision, action,
/// target, whether it was done, and the rule and its reason unless it was allowed.
std::string decision_line(const ipc::json::object& decision);

}  // namespace interlock::cli
