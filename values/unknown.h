/// Why something could not be seen. What was not seen is a value with a reason, never an empty string.
/// The table in unknown.cpp is the only failure table: one row for each reason, with its meaning, what to do, and how
/// an action on such a target is judged unless the policy's `unknown_target` says otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "values/decision.h"

namespace interlock {

enum class Unknown : std::uint8_t {
  not_observed,          ///< not looked at (offline cases; an action that needs no target)
  no_display,            ///< the X server is not available
  no_window,             ///< no window under the point or with the focus
  no_accessibility_bus,  ///< the accessibility bus is not available
  not_accessible,        ///< the window's process is not on the accessibility bus (xterm, games)
  accessibility_off,     ///< on the bus, but it shows no content, although it was asked to (a11y/wake.h)
  nothing_at_point,      ///< the tree names no element at the point, only the window around it
  popup_unmatched,       ///< an open menu or popup whose element could not be found
  unstable,              ///< two readings of the same point disagreed
  owner_mismatch,        ///< the element belongs to another process than the window
  no_focus,              ///< no element of the focused window claims the focus
  deadline,              ///< the application did not answer in time (hung or stopped)
  disconnected,          ///< the application or bus went away while answering
  malformed,             ///< the answer violates the protocol
  unsupported,           ///< the platform has no way to see this
};

struct UnknownRow {
  Unknown reason;
  std::string_view code;     ///< stable name on the wire and in the policy: "owner_mismatch"
  std::string_view meaning;  ///< a clause: "the application did not answer in time"
  std::string_view advice;   ///< what to do
  Decision decision;         ///< how an activation of such a target is judged by default
  bool window_suffices;      ///< a terminal is then judged by its window alone, as it has nothing else to see
};

/// All rows, in the order of the enumeration.
std::span<const UnknownRow> unknown_table();
const UnknownRow& describe(Unknown reason);
std::optional<Unknown> unknown_from_code(std::string_view code);

}  // namespace interlock
