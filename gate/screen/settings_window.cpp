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

// KDE's, whose pages have the buttons "Defaults", "Reset" and "Apply".
constexpr auto programs_with_apply = std::to_array<std::string_view>(
    {"kcmshell5", "kcmshell6", "org.kde.systemsettings", "systemsettings", "systemsettings5"});

bool is_settings_program(std::string_view name) {
  return std::find(settings_programs.begin(), settings_programs.end(), lower(name)) != settings_programs.end();
}

bool is_with_apply(std::string_view name) {
  return std::find(programs_with_apply.begin(), programs_with_apply.end(), lower(name)) != programs_with_apply.end();
}

}  // namespace

bool applies_settings(const Window& window) {
  return is_with_apply(window.wm_class) || is_with_apply(window.app);
}

bool shows_settings(const Window& window) {
  return is_settings_program(window.wm_class) || is_settings_program(window.app);
}

}  // namespace interlock::gate
