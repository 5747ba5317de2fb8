#include "gate/screen/settings_window.h"

#include <algorithm>
#include <array>

#include "values/ascii.h"

namespace interlock::gate {
namespace {

// Chosen by hand: the settings of the desktops that Debian packages.
constexpr auto settings_programs = std::to_array<std::string_view>(
    {"budgie-control-center", "cinnamon-settings", "dde-control-center", "gnome-control-center",
     "io.elementary.settings", "kcmshell5", "kcmshell6", "lxqt-config", "mate-control-center", "org.gnome.settings",
     "org.kde.systemsettings", "systemsettings", "systemsettings5", "ukui-control-center", "xfce4-settings-manager"});

bool is_settings_program(std::string_view name) {
  return std::find(settings_programs.begin(), settings_programs.end(), lower(name)) != settings_programs.end();
}

}  // namespace

bool shows_settings(const Window& window) {
  return is_settings_program(window.wm_class) || is_settings_program(window.app);
}

}  // namespace interlock::gate
