// The pointer's commands. An action of interlock needs a point, so commands without one use the pointer's position.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {
namespace {

using namespace std::chrono_literals;

constexpr int max_scroll = 100;      ///< wheel clicks of one action
constexpr auto multi_click = 300ms;  ///< clicks with less time than this between them are one double or triple click
constexpr int wheel_up = 4, wheel_right = 7;

struct Place {
  int x = 0;
  int y = 0;
};

Place pointer(const json::object& desktop) {
  const auto at = object_in(desktop, "pointer");
  return {static_cast<int>(number_in(at, "x")), static_cast<int>(number_in(at, "y"))};
}

Place clamped(Place to, const json::object& desktop) {
  const auto within = [](int value, std::int64_t size) {
    return std::clamp(value, 0, std::max(0, static_cast<int>(size) - 1));
  };
  return {within(to.x, number_in(desktop, "width")), within(to.y, number_in(desktop, "height"))};
}

json::object at(const char* type, Place place) {
  return {{"type", type}, {"x", place.x}, {"y", place.y}};
}

/// Moves the pointer; a point outside the screen is moved to its edge.
void move_to(Chain& chain, Place to) {
  if (to.x >= 0 && to.y >= 0 && to.x <= 0xFFFF && to.y <= 0xFFFF &&
      !chain.link().try_act(at("move", to), "outside_screen")) {
    return;
  }
  chain.link().act(at("move", clamped(to, chain.link().ask("desktop"))));
}

/// Degrees clockwise from the top, and a distance.
Place polar(Place from, int degrees, int distance) {
  const double radians = ((360 - degrees) + 90) * M_PI / 180;
  return {static_cast<int>(from.x + std::cos(radians) * distance),
          static_cast<int>(from.y + -std::sin(radians) * distance)};
}

Place origin_of(const json::object& window) {
  const auto rect = object_in(window, "rect");
  return {static_cast<int>(number_in(rect, "x")), static_cast<int>(number_in(rect, "y"))};
}

Place middle_of(const json::object& rect, Place corner) {
  return {corner.x + static_cast<int>(number_in(rect, "width")) / 2,
          corner.y + static_cast<int>(number_in(rect, "height")) / 2};
}

/// "left" for 1; nothing for the buttons of the wheel and for unknown buttons.
const char* button_name(int button) {
  switch (button) {
    case 1:
      return "left";
    case 2:
      return "middle";
    case 3:
      return "right";
    case 8:
      return "back";
    case 9:
      return "forward";
    default:
      return nullptr;
  }
}

bool is_wheel(int button) {
  return button >= wheel_up && button <= wheel_right;
}

void scroll(Chain& chain, Place place, int button, int times) {
  while (times > 0) {
    const int now = std::min(times, max_scroll);
    auto action = at("scroll", place);
    action[button <= 5 ? "dy" : "dx"] = button % 2 == 0 ? -now : now;
    chain.link().act(std::move(action));
    times -= now;
  }
}

/// The pointer's position. A named window must be the one under it: interlock sends no events to other windows.
Place place_for(Chain& chain, WindowId window) {
  const auto desktop = chain.link().ask("desktop");
  const auto under = number_in(object_in(desktop, "pointer"), "window");
  if (window != current_window && static_cast<WindowId>(under) != window) {
    say("not supported: a click is sent where the pointer is, and window " + std::to_string(window) +
        " is not under it; use 'mousemove --window " + std::to_string(window) + " X Y' first");
    throw Stop{exit_code::failed};
  }
  return pointer(desktop);
}

int need_button(const std::string& word) {
  const int button = std::atoi(word.c_str());
  if (button_name(button) != nullptr || is_wheel(button)) return button;
  say("not supported: button " + word + "; there are 1 to 9");
  throw Stop{exit_code::failed};
}

constexpr auto move_usage =
    "Usage: mousemove [options] <x> <y>\n"
    "-c, --clearmodifiers      - release held modifiers meanwhile\n"
    "-p, --polar               - x is an angle in degrees, y a distance\n"
    "--screen SCREEN           - 0; there is one\n"
    "--sync                    - only exit once the mouse has moved\n"
    "-w, --window <windowid>   - a window that x and y are relative to\n";

/// Where `mousemove` goes: `to` counted from the corner of the window, or as angle and distance from the middle of the
/// window or the screen.
Place destination(Chain& chain, WindowId window, Place to, bool by_angle) {
  if (window == current_window) {
    return by_angle ? polar(middle_of(chain.link().ask("desktop"), {}), to.x, to.y) : to;
  }
  const auto known = chain.need_window(window);
  const Place corner = origin_of(known);
  if (!by_angle) return {corner.x + to.x, corner.y + to.y};
  // The original adds a window's offset in its frame twice.
  const auto offset = object_in(known, "offset");
  const bool framed = number_in(known, "parent") != number_in(chain.link().ask("desktop"), "root");
  const Place place{corner.x + (framed ? static_cast<int>(number_in(offset, "x")) : 0),
                    corner.y + (framed ? static_cast<int>(number_in(offset, "y")) : 0)};
  return polar(middle_of(object_in(known, "rect"), place), to.x, to.y);
}

}  // namespace

int mousemove(Chain& chain) {
  const auto options = chain.options({{"clearmodifiers", false, 'c'},
                                      {"polar", false, 'p'},
                                      {"screen", true, 'S'},
                                      {"sync", false, 's'},
                                      {"window", true, 'w'}},
                                     "cw:pd:", move_usage);
  if (!options) return 0;
  std::optional<std::string> window;
  bool by_angle = false, clear = false;
  for (const auto& [letter, argument] : *options) {
    if (letter == 'w') window = argument;
    by_angle |= letter == 'p';
    clear |= letter == 'c';
    if (letter == 'S' && std::atoi(argument.c_str()) != 0) {
      say("not supported: screen " + argument + "; interlock sees screen 0");
      return exit_code::failed;
    }
  }
  const bool restore = chain.left() > 0 && chain.word() == "restore";
  if (chain.left() < (restore ? 1U : 2U)) {
    wrong("You specified the wrong number of args (expected 2 coordinates or 'restore').", move_usage);
  }
  if (restore && !chain.last_pointer) {
    std::cerr << "Have no previous mouse position. Cannot restore.\n";
    return exit_code::failed;
  }
  Place to;
  if (restore) {
    to = {chain.last_pointer->first, chain.last_pointer->second};
    chain.take(1);
  } else {
    to = {std::atoi(chain.word().c_str()), std::atoi(chain.word(1).c_str())};
    chain.take(2);
  }
  const bool wanted_back = chain.keeps_pointer || chain.has_word("restore");
  each_window(chain, window, [&](WindowId id) {
    if (id == current_window && wanted_back) {
      const auto now = pointer(chain.link().ask("desktop"));
      chain.last_pointer = {now.x, now.y};
    }
    const bool restored = restore && id == current_window;
    const Place target = destination(chain, id, to, by_angle && !restored);
    const Cleared cleared(chain, clear);
    move_to(chain, target);
  });
  return 0;
}

int mousemove_relative(Chain& chain) {
  constexpr auto usage =
      "Usage: mousemove_relative [options] <x> <y>\n"
      "-c, --clearmodifiers      - release held modifiers meanwhile\n"
      "-p, --polar               - x is an angle in degrees, y a distance\n"
      "--sync                    - only exit once the mouse has moved\n"
      "\n"
      "Negative numbers come after '--':\n"
      "   mousemove_relative -- -20 -15\n";
  const auto options =
      chain.options({{"sync", false, 's'}, {"polar", false, 'p'}, {"clearmodifiers", false, 'c'}}, "cp", usage);
  if (!options) return 0;
  if (chain.left() < 2) wrong("You specified the wrong number of args (expected 2).", usage);
  int x = std::atoi(chain.word().c_str()), y = std::atoi(chain.word(1).c_str());
  chain.take(2);
  if (x == 0 && y == 0) return 0;
  bool clear = false;
  for (const auto& [letter, argument] : *options) {
    clear |= letter == 'c';
    if (letter != 'p') continue;
    const Place by = polar({}, x, y);
    x = by.x;
    y = by.y;
  }
  const auto desktop = chain.link().ask("desktop");
  const Place from = pointer(desktop);
  const Cleared cleared(chain, clear);
  chain.link().act(at("move", clamped({from.x + x, from.y + y}, desktop)));
  return 0;
}

int click(Chain& chain) {
  constexpr auto usage =
      "Usage: click [options] <button>\n"
      "--clearmodifiers       - release held modifiers meanwhile\n"
      "--window WINDOW        - the window to click in; it must be under the pointer\n"
      "--repeat REPEATS       - number of times to click. Default is 1\n"
      "--delay MILLISECONDS   - delay in milliseconds between clicks. Default is 100\n"
      "\n"
      "Button is a button number. Generally, left = 1, middle = 2, \n"
      "right = 3, wheel up = 4, wheel down = 5\n";
  const auto options = chain.options(
      {{"clearmodifiers", false, 'c'}, {"window", true, 'w'}, {"delay", true, 'd'}, {"repeat", true, 'r'}},
      "cw:", usage);
  if (!options) return 0;
  std::optional<std::string> window;
  bool clear = false;
  int repeat = 1;
  std::chrono::milliseconds delay = 100ms;
  for (const auto& [letter, argument] : *options) {
    if (letter == 'w') window = argument;
    clear |= letter == 'c';
    if (letter == 'd') delay = std::chrono::milliseconds(std::strtoul(argument.c_str(), nullptr, 0));
    if (letter != 'r') continue;
    repeat = std::atoi(argument.c_str());
    if (repeat <= 0) wrong("Invalid repeat value '" + argument + "' (must be >= 1)", usage);
  }
  if (chain.left() < 1) wrong("You specified the wrong number of args.", usage);
  const int button = need_button(chain.word());
  each_window(chain, window, [&](WindowId id) {
    const Place place = place_for(chain, id);
    const Cleared cleared(chain, clear);
    if (is_wheel(button)) return scroll(chain, place, button, repeat);
    for (int left = repeat; left > 0;) {
      const int together = delay <= multi_click ? std::min(left, 3) : 1;
      auto action = at("click", place);
      action["button"] = button_name(button);
      action["count"] = together;
      chain.link().act(std::move(action));
      left -= together;
      if (left > 0) std::this_thread::sleep_for(delay);
    }
  });
  chain.take(1);
  return 0;
}

namespace {

int hold(Chain& chain, bool down, const char* usage) {
  const auto options = chain.options({{"clearmodifiers", false, 'c'}, {"window", true, 'w'}}, "cw:", usage);
  if (!options) return 0;
  std::optional<std::string> window;
  bool clear = false;
  for (const auto& [letter, argument] : *options) {
    if (letter == 'w') window = argument;
    clear |= letter == 'c';
  }
  if (chain.left() < 1) wrong("What button do you want me to send?", usage);
  const int button = need_button(chain.word());
  each_window(chain, window, [&](WindowId id) {
    const Place place = place_for(chain, id);
    const Cleared cleared(chain, clear);
    if (is_wheel(button)) {
      if (down) scroll(chain, place, button, 1);
      return;
    }
    auto action = at(down ? "mouse_down" : "mouse_up", place);
    action["button"] = button_name(button);
    chain.link().act(std::move(action));
    if (down) chain.buttons_down.insert(button_name(button));
    if (!down) chain.buttons_down.erase(button_name(button));
  });
  chain.take(1);
  return 0;
}

}  // namespace

int mousedown(Chain& chain) {
  return hold(chain, true,
              "Usage: mousedown [--clearmodifiers] [--window WINDOW] <button>\n"
              "--window <windowid>    - the window to press it in; it must be under the pointer\n"
              "--clearmodifiers       - release held modifiers meanwhile\n");
}

int mouseup(Chain& chain) {
  return hold(chain, false,
              "Usage: mouseup [--clearmodifiers] [--window WINDOW] <button>\n"
              "--window <windowid>    - the window to release it in; it must be under the pointer\n"
              "--clearmodifiers       - release held modifiers meanwhile\n");
}

namespace {

/// The window that the original reports under the pointer: below the child of the root, the first window that a window
/// manager marks as an application's or that has child windows; if that one has none under the pointer, the child of
/// the root itself.
std::optional<WindowId> client_below(Chain& chain, const json::object& window, int depth = 0) {
  if (window.contains("managed") && window.at("managed").as_bool())
    return static_cast<WindowId>(number_in(window, "id"));
  const auto& children = window.at("children").as_array();
  if (children.empty() || depth > 8) return std::nullopt;
  for (const auto& id : children) {
    const auto child = chain.link().window(static_cast<WindowId>(id.to_number<std::uint64_t>()));
    if (!child) continue;
    const bool leads_on = child->at("managed").as_bool() || !child->at("children").as_array().empty();
    if (!leads_on) continue;
    const auto found = client_below(chain, *child, depth + 1).value_or(0);
    return found != 0 ? found : static_cast<WindowId>(number_in(window, "id"));
  }
  return 0;
}

WindowId named_at(Chain& chain, const json::object& desktop) {
  const auto frame = static_cast<WindowId>(number_in(object_in(desktop, "pointer"), "frame"));
  if (frame == 0) return static_cast<WindowId>(number_in(desktop, "root"));
  const auto known = chain.link().window(frame);
  if (!known) return 0;
  return client_below(chain, *known).value_or(frame);
}

}  // namespace

int getmouselocation(Chain& chain) {
  const auto options = chain.options({{"shell", false, 's'}, {"prefix", true, 'p'}}, "",
                                     "Usage: getmouselocation [--shell] [--prefix <STR>]\n"
                                     "--shell      - output shell variables for use with eval\n"
                                     "--prefix STR - use prefix for shell variables names (max 16 chars) \n");
  if (!options) return 0;
  bool shell = false;
  std::string prefix;
  for (const auto& [letter, argument] : *options) {
    shell |= letter == 's';
    if (letter == 'p') prefix = argument.substr(0, 16);
  }
  const auto desktop = chain.link().ask("desktop");
  const Place place = pointer(desktop);
  const auto window = named_at(chain, desktop);
  if (shell) {
    std::cout << prefix << "X=" << place.x << '\n' << prefix << "Y=" << place.y << '\n';
    std::cout << prefix << "SCREEN=0\n" << prefix << "WINDOW=" << window << '\n';
  } else {
    std::cout << "x:" << place.x << " y:" << place.y << " screen:0 window:" << window << '\n';
  }
  return 0;
}

}  // namespace interlock::xdotool
