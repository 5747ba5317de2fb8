#include "gate/screen/browser.h"

#include <algorithm>
#include <array>

#include "gate/screen/developer_tools.h"
#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

// Programs and classes, normalised, up to their first character that is neither a letter nor a hyphen.
constexpr auto browsers = std::to_array<std::string_view>({"chromium",
                                                           "chromium-browser",
                                                           "chrome",
                                                           "google-chrome",
                                                           "firefox",
                                                           "firefox-esr",
                                                           "librewolf",
                                                           "waterfox",
                                                           "floorp",
                                                           "zen",
                                                           "tor-browser",
                                                           "navigator",
                                                           "brave",
                                                           "brave-browser",
                                                           "vivaldi",
                                                           "vivaldi-stable",
                                                           "vivaldi-bin",
                                                           "opera",
                                                           "msedge",
                                                           "microsoft-edge",
                                                           "microsoft-edge-stable",
                                                           "epiphany",
                                                           "falkon",
                                                           "konqueror",
                                                           "midori",
                                                           "qutebrowser",
                                                           "gnome-web"});

/// Names of plain letters need no normalisation but for their case: compared without a copy, since each assessment asks
/// several times.
bool is_plain_browsers_name(std::string_view name) {
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return std::any_of(browsers.begin(), browsers.end(), [&](std::string_view known) {
    return known.size() == last.size() &&
           std::equal(last.begin(), last.end(), known.begin(), [](char a, char b) { return lower(a) == b; });
  });
}

bool is_browsers_name(std::string_view name) {
  if (name.empty()) return false;
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.'; };
  if (std::all_of(name.begin(), name.end(), is_plain)) return is_plain_browsers_name(name);
  const std::string normal = normalise(name).text;
  const std::string_view last =
      std::string_view(normal).substr(normal.rfind('.') + 1);  // names such as org.gnome.Epiphany
  return std::any_of(browsers.begin(), browsers.end(),
                     [&](std::string_view known) { return normal == known || last == known; });
}

bool ends_at_window(const std::vector<Ancestor>& ancestors) {
  if (ancestors.empty()) return false;
  const Role last = ancestors.back().role;
  return last == Role::frame || last == Role::window || last == Role::application || last == Role::dialog;
}

/// The English names of Chromium's and Firefox's address bars.
bool is_address_label(std::string_view name) {
  const std::string label = normalise(name).text;
  return label == "address and search bar" || label == "address bar" || label == "location" ||
         label.ends_with("enter address");
}

}  // namespace

bool is_browser(const Window& window) {
  return is_browsers_name(window.app) || is_browsers_name(window.wm_class);
}

bool is_browser_chrome(const Element& element) {
  return ends_at_window(element.ancestors) &&
         std::none_of(element.ancestors.begin(), element.ancestors.end(),
                      [](const Ancestor& ancestor) { return ancestor.role == Role::document_web; });
}

bool is_address_bar(const Observation& observation) {
  const Element* focus = observation.focus.get();
  const Window* window = observation.window.get();
  if (focus == nullptr || window == nullptr || !is_browser(*window)) return false;
  if (!takes_text(focus->role) || focus->role == Role::password_text || focus->role == Role::terminal) return false;
  if (focus->attribute("id") == "urlbar-input") return true;
  if (is_in_developer_tools(*window, *focus)) return false;
  if (is_browser_chrome(*focus)) return true;
  return focus->ancestors.empty() && is_address_label(focus->name);
}

}  // namespace interlock::gate
