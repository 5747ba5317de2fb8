/// Checks of the desktop: what interlock needs, and what would let agents bypass it. Each check examines one thing and
/// reports one or a few lines; only `fix` changes anything.
#pragma once

#include <optional>

#include <boost/json.hpp>

#include "doctor/line.h"
#include "doctor/ways.h"

namespace interlock::doctor {

struct Here {
  Ways ways;
  std::optional<boost::json::object> status;  ///< interlockd's status; none if it does not answer
};

Lines check_daemon(const Here& here);         ///< interlockd answers, and its parts work
Lines check_sockets(const Here& here);        ///< both exist, are served, and belong to us only
Lines check_display(const Here& here);        ///< XTEST, XInput2
Lines check_access(const Here& here);         ///< who may open the display (xhost)
Lines check_injection(const Here& here);      ///< what else can inject input in a Wayland session
Lines check_accessibility(const Here& here);  ///< accessibility is on
Lines check_applications(const Here& here);   ///< applications without a tree, and how to restart them
Lines check_notifier(const Here& here);       ///< prompts can be shown and answered by notifications
Lines check_questions(const Here& here);      ///< the texts of interlock's own prompt windows can be drawn
Lines check_reading(const Here& here);        ///< labels can be read from pixels, and in which languages
Lines check_lock(const Here& here);           ///< the screen is not locked
Lines check_kernel(const Here& here);         ///< Landlock, bubblewrap
Lines check_browsers(const Here& here);       ///< menus start Chromium-based programs with accessibility

/// All of them, in this order.
Lines check_desktop(const Here& here);

/// Changes the settings that a user may change: turns accessibility on, and makes the menus start browsers with
/// accessibility. Returns what was done, a line each.
std::vector<std::string> fix(const Here& here);

}  // namespace interlock::doctor
