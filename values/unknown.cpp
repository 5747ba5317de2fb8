#include "values/unknown.h"

#include <array>

#include "values/table_order.h"

namespace interlock {
namespace {

// Ask or block? If the desktop works but does not report the element, a person who looks at the screen can judge it:
// ask. If the answer is late, contradictory or lost, the person may see something else than the click would hit, and
// the agent can try again: block.
constexpr auto ask = Decision::require_confirmation;
constexpr auto block = Decision::block;

constexpr std::array<UnknownRow, 15> unknown_rows = {{
    {Unknown::not_observed, "not_observed", "the target was not looked at",
     "give the element or focus with the action, or act through the daemon, which looks", ask, true},
    {Unknown::no_display, "no_display", "the X server is not available",
     "start interlockd inside the desktop session, with DISPLAY set", block, false},
    {Unknown::no_window, "no_window", "there is no window there",
     "look again at where the windows are, or focus one first", block, false},
    {Unknown::no_accessibility_bus, "no_accessibility_bus", "the accessibility bus is not available",
     "install at-spi2-core, log in again; interlockctl status reports when it is available", ask, true},
    {Unknown::not_accessible, "not_accessible", "the application does not publish its elements",
     "start it with accessibility switched on (Qt: QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1); some applications have none",
     ask, true},
    {Unknown::accessibility_off, "accessibility_off", "the application shows no content to accessibility",
     "restart it while interlockd runs (Chromium, Electron: or with --force-renderer-accessibility)", ask, true},
    {Unknown::nothing_at_point, "nothing_at_point", "the application names no element there, only its window",
     "aim at the middle of a control, or use the keyboard", ask, true},
    {Unknown::popup_unmatched, "popup_unmatched", "a menu or popup is open and its element could not be found",
     "close it with Escape, or choose with the arrow keys", ask, false},
    {Unknown::unstable, "unstable", "the target changed while it was looked at",
     "wait until the page has settled, then try again", block, false},
    {Unknown::owner_mismatch, "owner_mismatch", "the element there belongs to another program than the window",
     "look again: something else lies over the target", block, false},
    {Unknown::no_focus, "no_focus", "no element reports the keyboard focus", "click into the field first", ask, true},
    {Unknown::deadline, "deadline", "the application did not answer in time",
     "it is busy or hung; wait, then try again", block, false},
    {Unknown::disconnected, "disconnected", "the application went away while it was asked",
     "check whether it still runs, then try again", block, false},
    {Unknown::malformed, "malformed", "the application's answer violates the protocol",
     "report it to the application's authors; use another way to the goal", block, false},
    {Unknown::unsupported, "unsupported", "the program or the desktop does not report it",
     "act on something that is listed, or leave it to the person", ask, true},
}};

static_assert(in_order(unknown_rows, &UnknownRow::reason), "describe() finds a row by its number");
static_assert(static_cast<std::size_t>(Unknown::unsupported) + 1 == unknown_rows.size(), "every reason has a row");

}  // namespace

std::span<const UnknownRow> unknown_table() {
  return unknown_rows;
}

const UnknownRow& describe(Unknown reason) {
  const auto number = static_cast<std::size_t>(reason);
  return unknown_rows[number < unknown_rows.size() ? number : static_cast<std::size_t>(Unknown::malformed)];
}

std::optional<Unknown> unknown_from_code(std::string_view code) {
  for (const UnknownRow& row : unknown_rows) {
    if (row.code == code) return row.reason;
  }
  return std::nullopt;
}

}  // namespace interlock
