/// The part of a window that a session may see, from the tree that its application reported.
#pragma once

#include <string>

#include "daemon/sessions/agents.h"
#include "daemon/showing/tree_reply.h"
#include "daemon/showing/wanted_windows.h"

namespace interlock::daemon {

/// True for windows that the policy or the session's profile does not report to agents.
bool is_only_for_people(const Session& session, const Window& window);

/// Only its names.
ShownWindow named_window(const Window& window, ShownText& text);

/// `within`: path of the element to list; empty: all. Nothing is written after `end`.
ShownWindow shown_window(Session& session, const WantedWindow& wanted, const Known<a11y::VisibleTree>& tree,
                         std::string within, platform::Deadline end, ShownText& text);

}  // namespace interlock::daemon
