/// The menu entries (.desktop files) of Chromium and its kin, which show their content to accessibility only when they
/// are started with --force-renderer-accessibility.
#pragma once

#include <string>
#include <vector>

namespace interlock::doctor {

struct MenuEntry {
  std::string name;     ///< "chromium.desktop"
  std::string path;     ///< the file that counts: the user's own, else the system's
  bool forced = false;  ///< it starts the program with the option
};

/// Of those that are installed.
std::vector<MenuEntry> browser_entries();

/// The entry's text with the option in each Exec line that has it not.
std::string with_forced_tree(const std::string& text);

/// Where a user's own entries are: $XDG_DATA_HOME/applications, else ~/.local/share/applications.
std::string own_entries();

}  // namespace interlock::doctor
