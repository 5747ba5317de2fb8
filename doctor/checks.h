/// Looking over the desktop: what interlock needs of it, and what leaves it open. Each check looks at one thing and
/// says so in a line or a few; none changes anything but `mend`.
#pragma once

#include <optional>

#include <boost/json.hpp>

#include "doctor/line.h"
#include "doctor/ways.h"

namespace interlock::doctor {

struct Here {
  Ways ways;
  std::optional<boost::json::object> status;  ///< what interlockd says of itself; none when it does not answer
};

Lines check_daemon(const Here& here);         ///< it answers, and its parts work
Lines check_sockets(const Here& here);        ///< both are there, alive, and nobody else's
Lines check_display(const Here& here);        ///< XTEST, XInput2
Lines check_access(const Here& here);         ///< who may open the display (xhost)
Lines check_accessibility(const Here& here);  ///< it is on
Lines check_applications(const Here& here);   ///< who shows no tree, and how to restart it
Lines check_notifier(const Here& here);       ///< prompts can be shown and answered
Lines check_lock(const Here& here);           ///< the screen is not locked
Lines check_kernel(const Here& here);         ///< Landlock, bubblewrap
Lines check_browsers(const Here& here);       ///< menus start Chromium and its kin with their trees

/// All of them, in this order.
Lines check_desktop(const Here& here);

/// Changes the settings that a user may change: turns accessibility on, has the menus start browsers with their trees.
/// What was done, a line each.
std::vector<std::string> mend(const Here& here);

}  // namespace interlock::doctor
