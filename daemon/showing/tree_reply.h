/// Writes a view for the agent: as text for a model, between marks that quoted text cannot forge, or as JSON.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

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
  std::string cut;  ///< why something is missing; empty: nothing is missing
};

/// Sixteen hexadecimal digits that cannot be guessed.
std::string new_marker();

/// At most `longest_text` bytes; every text of an application is in quotes on one line.
std::string as_text(const std::vector<ShownWindow>& windows, const std::string& marker);
inline constexpr std::size_t longest_text = 256 * 1024;

boost::json::array as_json(const std::vector<ShownWindow>& windows);

}  // namespace interlock::daemon
