// Commands that query and change windows.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <thread>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {
namespace {

/// Checks the condition every 30 ms, at most 500 times.
template <class Test>
void wait_until(Test test) {
  for (int tries = 0; tries < 500 && !test(); ++tries) std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

/// A window's id in the format of actions.
std::uint64_t id_of(WindowId window) {
  if (window > 0 && window <= 0xFFFF'FFFF) return window;
  say("there is no window " + std::to_string(static_cast<std::int64_t>(window)));
  throw Stop{exit_code::failed};
}

std::string usage_of(const std::string& name, const char* more) {
  return "Usage: " + name + " [options] [window=%1]\n" + more +
         "If no window is given, %1 is used. See WINDOW STACK in xdotool(1)\n";
}

constexpr auto sync_text = "--sync    - only exit when it has happened\n";

/// A command with a window and, if it supports it, --sync.
struct OfWindow {
  bool sync = false;
  std::string window;
};
std::optional<OfWindow> read(Chain& chain, bool has_sync) {
  const std::string usage = usage_of(chain.word(), has_sync ? sync_text : "");
  std::vector<Chain::Option> table;
  if (has_sync) table.push_back({"sync", false, 's'});
  const auto options = chain.options(table, "", usage.c_str());
  if (!options) return std::nullopt;
  return OfWindow{!options->empty(), chain.window_argument(0, usage.c_str())};
}

json::object change_of(WindowId window, const char* change) {
  return {{"type", "window"}, {"window", id_of(window)}, {"change", change}};
}

bool is_visible(Chain& chain, WindowId window) {
  const auto known = chain.link().window(window);
  return known && known->at("visible").as_bool();
}

int change(Chain& chain, const char* what, bool has_sync, bool (*reached)(Chain&, WindowId)) {
  const auto read_options = read(chain, has_sync);
  if (!read_options) return 0;
  for (const WindowId window : chain.windows(read_options->window)) {
    chain.link().act(change_of(window, what));
    if (read_options->sync) wait_until([&] { return reached(chain, window); });
  }
  return 0;
}

struct Spot {
  std::int64_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Spot&) const = default;
};

/// The position of a window that the original reports: it adds the offset in the frame twice.
Spot place_of(const json::object& window, std::int64_t root) {
  const auto rect = object_in(window, "rect"), offset = object_in(window, "offset");
  if (number_in(window, "parent") == root) return {number_in(offset, "x"), number_in(offset, "y")};
  return {number_in(rect, "x") + number_in(offset, "x"), number_in(rect, "y") + number_in(offset, "y")};
}

Spot size_of(const json::object& window) {
  const auto rect = object_in(window, "rect");
  return {number_in(rect, "width"), number_in(rect, "height")};
}

bool has_percent(const std::string& word) {
  return word.find('%') != std::string::npos;
}

int print_id(Chain& chain, WindowId window) {
  if (chain.left() == 0) std::cout << window << '\n';
  chain.found({window});
  return 0;
}

}  // namespace

int getactivewindow(Chain& chain) {
  if (!chain.options({}, "", "Usage: getactivewindow\n")) return 0;
  const auto desktop = chain.link().ask("desktop");
  const auto active = static_cast<WindowId>(number_in(desktop, "active"));
  if (active != 0) return print_id(chain, active);
  std::cerr
      << "xdo_get_active_window reported an error: no window is active, or the window manager does not report it\n";
  return exit_code::failed;
}

int getwindowfocus(Chain& chain) {
  const auto options = chain.options({{nullptr, false, 'f'}}, "f",
                                     "Usage: getwindowfocus [-f]\n"
                                     "-f     - Report the window with focus even if it is not a top-level window.\n");
  if (!options) return 0;
  const auto focus = object_in(chain.link().ask("desktop"), "focus");
  auto window = static_cast<WindowId>(number_in(focus, "exact"));
  if (options->empty() && window > 1) window = static_cast<WindowId>(number_in(focus, "window"));
  if (window != 0) return print_id(chain, window);
  std::cerr << "xdo_focus_window reported an error: no window has the focus\n";
  return exit_code::failed;
}

int getwindowname(Chain& chain) {
  const auto options = read(chain, false);
  if (!options) return 0;
  for (const WindowId window : chain.windows(options->window)) {
    std::string title = text_in(chain.need_window(window), "title");
    for (char& c : title) {
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';  // a title is one line, whatever its program wrote
    }
    std::cout << title << '\n';
  }
  return 0;
}

int getwindowclassname(Chain& chain) {
  const auto options = read(chain, false);
  if (!options) return 0;
  for (const WindowId window : chain.windows(options->window)) {
    std::cout << text_in(chain.need_window(window), "class") << '\n';
  }
  return 0;
}

int getwindowpid(Chain& chain) {
  const auto options = read(chain, false);
  if (!options) return 0;
  for (const WindowId window : chain.windows(options->window)) {
    const auto pid = number_in(chain.need_window(window), "pid");
    if (pid == 0) {
      std::cout.flush();
      std::cerr << "window " << window << " has no pid associated with it.\n";
      return exit_code::failed;
    }
    std::cout << pid << '\n';
  }
  return 0;
}

int getwindowgeometry(Chain& chain) {
  const std::string usage = usage_of(chain.word(),
                                     "--shell      - output shell variables for use with eval\n"
                                     "--prefix STR - use prefix for shell variables names (max 16 chars) \n");
  const auto options = chain.options({{"shell", false, 's'}, {"prefix", true, 'p'}}, "", usage.c_str());
  if (!options) return 0;
  bool shell = false;
  std::string prefix;
  for (const auto& [letter, argument] : *options) {
    shell |= letter == 's';
    if (letter == 'p') prefix = argument.substr(0, 16);
  }
  const auto name = chain.window_argument(0, usage.c_str());
  const auto root = number_in(chain.link().ask("desktop"), "root");
  for (const WindowId window : chain.windows(name)) {
    const auto known = chain.need_window(window);
    const Spot place = place_of(known, root), size = size_of(known);
    if (shell) {
      std::cout << prefix << "WINDOW=" << window << '\n' << prefix << "X=" << place.x << '\n';
      std::cout << prefix << "Y=" << place.y << '\n' << prefix << "WIDTH=" << size.x << '\n';
      std::cout << prefix << "HEIGHT=" << size.y << '\n' << prefix << "SCREEN=0\n";
    } else {
      std::cout << "Window " << window << "\n  Position: " << place.x << ',' << place.y << " (screen: 0)\n";
      std::cout << "  Geometry: " << size.x << 'x' << size.y << '\n';
    }
  }
  return 0;
}

int windowactivate(Chain& chain) {
  return change(chain, "activate", true, [](Chain& each, WindowId window) {
    return static_cast<WindowId>(number_in(each.link().ask("desktop"), "active")) == window;
  });
}

int windowfocus(Chain& chain) {
  return change(chain, "focus", true, [](Chain& each, WindowId window) {
    return static_cast<WindowId>(number_in(object_in(each.link().ask("desktop"), "focus"), "exact")) == window;
  });
}

int windowraise(Chain& chain) {
  return change(chain, "raise", false, nullptr);
}

int windowmap(Chain& chain) {
  return change(chain, "map", true, is_visible);
}

int windowunmap(Chain& chain) {
  return change(chain, "unmap", true, [](Chain& each, WindowId window) { return !is_visible(each, window); });
}

int windowminimize(Chain& chain) {
  return change(chain, "minimize", true, [](Chain& each, WindowId window) { return !is_visible(each, window); });
}

int windowclose(Chain& chain) {
  const auto options = read(chain, false);
  if (!options) return 0;
  for (const WindowId window : chain.windows(options->window)) {
    chain.link().act({{"type", "close_window"}, {"window", id_of(window)}});
  }
  return 0;
}

int windowkill(Chain& chain) {
  const auto options = read(chain, false);
  if (!options) return 0;
  for (const WindowId window : chain.windows(options->window)) {
    chain.link().act({{"type", "close_window"}, {"window", id_of(window)}, {"kill", true}});
  }
  return 0;
}

int set_window(Chain& chain) {
  const std::string usage =
      "Usage: set_window [options] [window=%1]\n"
      "--name NAME  - set the window name (aka title)\n"
      "--icon-name NAME - set the window name while minimized/iconified\n"
      "--role ROLE - set the window's role string\n"
      "--class CLASS - set the window's class\n"
      "--classname CLASSNAME - set the window's classname\n"
      "--overrideredirect and --urgency of the original are not supported.\n";
  const auto options = chain.options({{"name", true, 'n'},
                                      {"icon-name", true, 'i'},
                                      {"role", true, 'r'},
                                      {"class", true, 'C'},
                                      {"classname", true, 'N'},
                                      {"overrideredirect", true, 'O'},
                                      {"urgency", true, 'u'}},
                                     "n:i:r:C:N:u:", usage.c_str());
  if (!options) return 0;
  json::object names;
  for (const auto& [letter, argument] : *options) {
    if (letter == 'O' || letter == 'u') {
      say(letter == 'O' ? "not supported: set_window --overrideredirect: people move and close windows with the window "
                          "manager, which could no longer control this one"
                        : "not supported: set_window --urgency: an agent may not request a person's attention");
      return exit_code::failed;
    }
    const char* key = letter == 'n'   ? "title"
                      : letter == 'i' ? "icon_title"
                      : letter == 'r' ? "role"
                      : letter == 'C' ? "class"
                                      : "class_name";
    names[key] = argument;
  }
  for (const WindowId window : chain.windows(chain.window_argument(0, usage.c_str()))) {
    json::object rename = names;
    rename["type"] = "rename_window";
    rename["window"] = id_of(window);
    chain.link().act(std::move(rename));
  }
  return 0;
}

int windowmove(Chain& chain) {
  const std::string usage =
      "Usage: windowmove [options] [window=%1] x y\n"
      "--sync      - only exit once the window has moved\n"
      "--relative  - make movements relative to the current window position\n"
      "If you use literal 'x' or 'y' for the x coordinates, then the current\n"
      "coordinate will be used. This is useful for moving the window along\n"
      "only one axis.\n";
  const auto options = chain.options({{"sync", false, 's'}, {"relative", false, 'r'}}, "", usage.c_str());
  if (!options) return 0;
  bool sync = false, relative = false;
  for (const auto& [letter, argument] : *options) {
    sync |= letter == 's';
    relative |= letter == 'r';
  }
  const auto name = chain.window_argument(2, usage.c_str());
  const std::string first = chain.word(), second = chain.word(1);
  chain.take(2);
  const bool keep_x = first.starts_with('x'), keep_y = second.starts_with('y');
  // The original checks only the first of the two words for a percent sign.
  const bool percent = has_percent(first);
  const auto desktop = chain.link().ask("desktop");
  const auto root = number_in(desktop, "root");
  Spot to{std::strtol(first.c_str(), nullptr, 0), std::strtol(second.c_str(), nullptr, 0)};
  if (percent && !keep_x) to.x = number_in(desktop, "width") * to.x / 100;
  if (percent && !keep_y) to.y = number_in(desktop, "height") * to.y / 100;
  for (const WindowId window : chain.windows(name)) {
    Spot target = to, before;
    if (sync || relative || keep_x || keep_y) {
      before = place_of(chain.need_window(window), root);
      if (before == (Spot{keep_x ? 0 : to.x, keep_y ? 0 : to.y})) continue;
      if (relative) target = {before.x + to.x, before.y + to.y};
      if (keep_x) target.x = before.x;
      if (keep_y) target.y = before.y;
    }
    chain.link().act({{"type", "move_window"}, {"window", id_of(window)}, {"x", target.x}, {"y", target.y}});
    if (sync) wait_until([&] { return place_of(chain.need_window(window), root) != before; });
  }
  return 0;
}

int windowsize(Chain& chain) {
  const std::string usage =
      "Usage: windowsize [--sync] [--usehints] [window=%1] width height\n"
      "If no window is given, %1 is used. See WINDOW STACK in xdotool(1)\n"
      "--usehints  - Use window sizing hints (like font size in terminals)\n"
      "--sync      - only exit once the window has resized\n";
  const auto options = chain.options({{"usehints", false, 'u'}, {"sync", false, 's'}}, "u", usage.c_str());
  if (!options) return 0;
  bool sync = false, hints = false;
  for (const auto& [letter, argument] : *options) {
    sync |= letter == 's';
    hints |= letter == 'u';
  }
  const auto name = chain.window_argument(2, usage.c_str());
  const std::string first = chain.word(), second = chain.word(1);
  chain.take(2);
  Spot wanted{static_cast<std::int64_t>(std::strtoul(first.c_str(), nullptr, 0)),
              static_cast<std::int64_t>(std::strtoul(second.c_str(), nullptr, 0))};
  if (has_percent(first) || has_percent(second)) {
    const auto desktop = chain.link().ask("desktop");
    if (has_percent(first)) wanted.x = number_in(desktop, "width") * wanted.x / 100;
    if (has_percent(second)) wanted.y = number_in(desktop, "height") * wanted.y / 100;
  }
  for (const WindowId window : chain.windows(name)) {
    Spot size = wanted, before;
    if (hints || sync) {
      const auto known = chain.need_window(window);
      const auto steps = object_in(known, "steps");
      before = size_of(known);
      if (hints && steps.empty()) std::cerr << "No size hints found for window " << window << '\n';
      if (hints && !has_percent(first) && !steps.empty()) {
        size.x = size.x * number_in(steps, "width") + number_in(steps, "base_width");
      }
      if (hints && !has_percent(second) && !steps.empty()) {
        size.y = size.y * number_in(steps, "height") + number_in(steps, "base_height");
      }
      if (sync && before == size) break;
    }
    chain.link().act({{"type", "resize_window"}, {"window", id_of(window)}, {"width", size.x}, {"height", size.y}});
    if (sync) wait_until([&] { return size_of(chain.need_window(window)) != before; });
  }
  return 0;
}

}  // namespace interlock::xdotool
