/// Writes a view for the agent: as text for a model, between marks that quoted text cannot forge, or as JSON.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "daemon/showing/changes.h"
#include "daemon/showing/tree_view.h"
#include "values/observation.h"

namespace interlock::daemon {

/// What is shown of one window; `title`, `app` and `document` as they are shown.
struct ShownWindow {
  std::uint64_t id = 0;
  std::string app;
  std::string title;
  Rect rect;
  bool active = false;
  std::optional<Document> document;
  Known<TreeView> view;
  std::string cut;   ///< why something is missing; empty: nothing is missing
  std::string page;  ///< path of the first web document's element; empty: there is none
  /// If it is set, only these are written, and not the whole view.
  std::optional<Changes> changes = {};
  std::uint64_t since = 0;  ///< number of the look that they are compared with
  bool only_named = false;  ///< it is listed without its elements
  bool same_focus = false;  ///< as in that look
  bool known = false;       ///< the session was shown this window last, with these names: they are not repeated
};

/// Sixteen hexadecimal digits that cannot be guessed.
std::string new_marker();

/// Compares it with what was shown of it in look `since`. Its changes are then written, unless it shows another page,
/// or most of it has changed, or its elements have another order: then all of it is.
void set_changes(ShownWindow& now, const ShownWindow* before, std::uint64_t since);

/// At most `longest_text` bytes; every text of an application is in quotes on one line. `places`: with coordinates.
std::string as_text(const std::vector<ShownWindow>& windows, const std::string& marker, bool places = false);
inline constexpr std::size_t longest_text = 256 * 1024;

boost::json::array as_json(const std::vector<ShownWindow>& windows);

}  // namespace interlock::daemon
