#include "doctor/menu_entry.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace interlock::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::array names = {"chromium.desktop",      "chromium-browser.desktop", "google-chrome.desktop",
                              "brave-browser.desktop", "microsoft-edge.desktop",   "vivaldi-stable.desktop",
                              "code.desktop",          "codium.desktop",           "slack.desktop",
                              "discord.desktop",       "signal-desktop.desktop",   "element-desktop.desktop"};
constexpr const char* option = "--force-renderer-accessibility";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::string own_entries() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && data[0] == '/')
    return std::string(data) + "/applications";
  const char* home = std::getenv("HOME");
  return std::string(home == nullptr ? "" : home) + "/.local/share/applications";
}

std::vector<MenuEntry> browser_entries() {
  std::vector<MenuEntry> entries;
  for (const std::string name : names) {
    for (const auto& folder :
         {own_entries(), std::string("/usr/local/share/applications"), std::string("/usr/share/applications")}) {
      const auto path = folder + "/" + name;
      std::error_code missing;
      if (!fs::is_regular_file(path, missing)) continue;
      const auto text = text_of(path);
      entries.push_back({name, path, with_forced_tree(text) == text});
      break;
    }
  }
  return entries;
}

std::string with_forced_tree(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Exec=") && line.find(option) == std::string::npos) {
      // After the program's name, which may be quoted, and before what it opens.
      const std::size_t begin = std::string_view("Exec=").size();
      const bool quoted = line.size() > begin && line[begin] == '"';
      std::size_t end = quoted ? line.find('"', begin + 1) : line.find(' ', begin);
      end = end == std::string::npos ? line.size() : end + (quoted ? 1 : 0);
      line.insert(end, std::string(" ") + option);
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace interlock::doctor
