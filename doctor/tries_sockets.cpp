#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "doctor/sockets.h"

namespace interlock::doctor {
namespace {

namespace fs = std::filesystem;
constexpr int most_entries = 100'000;  ///< of a folder that an agent is given

/// What the socket file is, if it leads to the desktop; else empty.
std::string leads_to(const Ways& ways, const std::string& path) {
  const auto id = file_id(path);
  for (const auto& [name, known] : ways.sockets) {
    if (known == id && try_connect(path).reach == Reach::open) return name;
  }
  switch (who_answers(path)) {
    case Speaks::x11:
      return "an X server";
    case Speaks::dbus:
      return "a D-Bus";
    default:
      return {};
  }
}

/// Every socket file in the folders; stops early if there are too many files.
std::vector<std::string> sockets_in(const std::vector<std::string>& folders) {
  std::vector<std::string> found;
  int seen = 0;
  for (const auto& folder : folders) {
    std::error_code failed;
    if (fs::is_socket(folder, failed)) found.push_back(folder);
    auto entry = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && entry != fs::recursive_directory_iterator() && ++seen < most_entries; entry.increment(failed)) {
      std::error_code ignored;
      if (entry->is_socket(ignored)) found.push_back(entry->path().string());
    }
  }
  return found;
}

}  // namespace

Tried try_x_socket(const Ways& ways) {
  const auto path = x_socket(ways.display);
  if (path.empty()) return {Reach::untried, ways.display.empty() ? "no DISPLAY" : "no local display"};
  return try_x_server(path);
}

Tried try_x_abstract(const Ways& ways) {
  const auto path = x_socket(ways.display);
  if (path.empty()) return {Reach::untried, ways.display.empty() ? "no DISPLAY" : "no local display"};
  return try_x_server(std::string(1, '\0') + path);
}

Tried try_control_socket(const Ways& ways) {
  return try_connect(ways.control_socket);
}

Tried try_questions_socket(const Ways& ways) {
  return try_connect(ways.questions_socket);
}

/// It stands beside the others and gives each of its clients a link.
Tried try_console_socket(const Ways& ways) {
  if (ways.control_socket.empty()) return {Reach::untried, "where the control socket is, is not known"};
  return try_connect((fs::path(ways.control_socket).parent_path() / "console.sock").string());
}

Tried try_other_sockets(const Ways& ways) {
  std::string found;
  for (const auto& path : sockets_in(ways.folders)) {
    if (const auto what = leads_to(ways, path); !what.empty())
      found += (found.empty() ? "" : "; ") + path + " is " + what;
  }
  if (!found.empty()) return {Reach::open, found};
  return {Reach::closed, ways.folders.empty() ? "no folder was given" : "none in the folders that were given"};
}

}  // namespace interlock::doctor
