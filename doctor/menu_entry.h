/// The menu entries (.desktop files) of Chromium-based programs, which show their content to accessibility only if they
/// are started with --force-renderer-accessibility.
#pragma once

#include <string>
#include <vector>

namespace interlock::doctor {

struct MenuEntry {
  std::string name;     ///< "chromium.desktop"
  std::string path;     ///< the file in effect: the user's own, else the system's
  bool forced = false;  ///< starts the program with the option
};

/// The entries of installed programs.
std::vector<MenuEntry> browser_entries();

/// The entry's text with the option added to each Exec line that lacks it.
std::string with_forced_tree(const std::string& text);

/// The folder of the user's own entries: $XDG_DATA_HOME/applications, else ~/.local/share/applications.
std::string own_entries();

}  // namespace interlock::doctor
