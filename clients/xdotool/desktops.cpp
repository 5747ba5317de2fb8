// Commands of the display as a whole and of virtual desktops.
#include <cstdlib>
#include <iostream>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {
namespace {

bool supports(const json::object& desktop, std::string_view ability) {
  for (const auto& each : desktop.at("supported").as_array()) {
    if (each.is_string() && each.get_string() == ability) return true;
  }
  return false;
}

int unsupported(const char* ability, const char* what) {
  std::cerr << "Your windowmanager claims not to support " << ability << ", so " << what << " was aborted.\n";
  return exit_code::failed;
}

/// A number about desktops that the window manager reports.
int print_number(Chain& chain, const char* usage, const char* key, const char* ability, const char* what) {
  if (!chain.options({}, "", usage)) return 0;
  const auto desktop = chain.link().ask("desktop");
  const bool reported = supports(desktop, ability);
  std::cout << (reported ? number_in(desktop, key) : 0) << '\n';
  return reported ? 0 : unsupported(ability, what);
}

std::int64_t desktop_number(const std::string& word) {
  return std::strtol(word.c_str(), nullptr, 0);
}

}  // namespace

int getdisplaygeometry(Chain& chain) {
  const auto options = chain.options({{"screen", true, 'S'}, {"shell", false, 's'}}, "", "Usage: getdisplaygeometry\n");
  if (!options) return 0;
  bool shell = false;
  for (const auto& [letter, argument] : *options) {
    shell |= letter == 's';
    if (letter == 'S' && std::atoi(argument.c_str()) != 0) {
      std::cerr << "Invalid screen number " << argument << " outside range 0 - 0\n";
      return exit_code::failed;
    }
  }
  const auto desktop = chain.link().ask("desktop");
  const auto width = number_in(desktop, "width"), height = number_in(desktop, "height");
  if (shell) {
    std::cout << "WIDTH=" << width << "\nHEIGHT=" << height << '\n';
  } else {
    std::cout << width << ' ' << height << '\n';
  }
  return 0;
}

int get_desktop(Chain& chain) {
  return print_number(chain, "Usage: get_desktop\n", "desktop", "_NET_CURRENT_DESKTOP",
                      "the query for the current desktop");
}

int get_num_desktops(Chain& chain) {
  return print_number(chain, "Usage: get_num_desktops\n", "desktops", "_NET_NUMBER_OF_DESKTOPS",
                      "the attempt to query the number of desktops");
}

int set_desktop(Chain& chain) {
  constexpr auto usage =
      "Usage: set_desktop desktop\n"
      "--relative    - Move relative to the current desktop. Negative values OK\n";
  const auto options = chain.options({{"relative", false, 'r'}}, "", usage);
  if (!options) return 0;
  if (chain.left() < 1) wrong({}, usage);
  auto wanted = desktop_number(chain.word());
  chain.take(1);
  if (!options->empty()) {
    const auto desktop = chain.link().ask("desktop");
    const auto count = number_in(desktop, "desktops");
    if (count > 0) wanted = ((wanted + number_in(desktop, "desktop")) % count + count) % count;
  }
  chain.link().act({{"type", "desktop"}, {"number", wanted}});
  return 0;
}

int set_num_desktops(Chain& chain) {
  constexpr auto usage = "Usage: set_num_desktops num_desktops\n";
  if (!chain.options({}, "", usage)) return 0;
  if (chain.left() < 1) wrong({}, usage);
  const auto count = desktop_number(chain.word());
  chain.take(1);
  chain.link().act({{"type", "desktop_count"}, {"count", count}});
  return 0;
}

int get_desktop_for_window(Chain& chain) {
  constexpr auto usage = "Usage: get_desktop_for_window [window=%1]\n";
  if (!chain.options({}, "", usage)) return 0;
  const auto name = chain.window_argument(0, usage);
  int code = 0;
  for (const WindowId window : chain.windows(name)) {
    const auto known = chain.link().window(window);
    const json::value* desktop = known ? known->if_contains("desktop") : nullptr;
    const bool reported = desktop != nullptr && !desktop->is_null();
    std::cout << (reported ? static_cast<std::int32_t>(number_in(*known, "desktop")) : -1) << '\n';
    code = reported ? 0 : exit_code::failed;
    if (!reported) say("the window manager does not report the desktop of window " + std::to_string(window) + " is");
  }
  return code;
}

int set_desktop_for_window(Chain& chain) {
  constexpr auto usage = "Usage: set_desktop_for_window [window=%1] <desktop>\n";
  if (!chain.options({}, "", usage)) return 0;
  const auto name = chain.window_argument(1, usage);
  const auto desktop = desktop_number(chain.word());
  chain.take(1);
  for (const WindowId window : chain.windows(name)) {
    chain.link().act({{"type", "desktop"}, {"number", desktop}, {"window", window}});
  }
  return 0;
}

int get_desktop_viewport(Chain& chain) {
  const auto options = chain.options({{"shell", false, 's'}}, "", "Usage: get_desktop_viewport\n");
  if (!options) return 0;
  const auto desktop = chain.link().ask("desktop");
  const auto viewport = object_in(desktop, "viewport");
  if (!supports(desktop, "_NET_DESKTOP_VIEWPORT") || viewport.empty()) {
    return unsupported("_NET_DESKTOP_VIEWPORT", "the query for the viewport");
  }
  const auto x = number_in(viewport, "x"), y = number_in(viewport, "y");
  if (options->empty()) {
    std::cout << x << ' ' << y << '\n';
  } else {
    std::cout << "X=" << x << "\nY=" << y << '\n';
  }
  return 0;
}

int set_desktop_viewport(Chain& chain) {
  constexpr auto usage = "Usage: set_desktop_viewport x y\n";
  if (!chain.options({}, "", usage)) return 0;
  if (chain.left() < 2) wrong("Not enough arguments given.", usage);
  const int x = std::atoi(chain.word().c_str()), y = std::atoi(chain.word(1).c_str());
  chain.take(2);
  chain.link().act({{"type", "viewport"}, {"x", x}, {"y", y}});
  return 0;
}

}  // namespace interlock::xdotool
