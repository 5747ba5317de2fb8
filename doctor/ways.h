/// The ways to bypass interlock on this desktop: what an attacker who knows everything about it would try. Values, so
/// that they can be tried from another place: inside a sandbox, as another user.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "ipc/listeners.h"

namespace interlock::doctor {

/// Identifies a file independently of its name; all zero if there is none.
struct FileId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileId&) const = default;
  explicit operator bool() const { return inode != 0; }
};
/// The file that `path` leads to.
FileId file_id(const std::string& path);

struct Ways {
  std::string display;      ///< an X display's name
  std::string cookies;      ///< the file with its cookie
  std::string session_bus;  ///< D-Bus addresses
  std::string a11y_bus;
  std::string agent_socket;  ///< the only way that agents are meant to have
  std::string control_socket;
  std::string questions_socket;
  std::int64_t daemon = 0;  ///< pid of interlockd; 0: unknown
  std::string policy;       ///< the policy file, or the folder where it could be created
  std::string audit_log;
  std::vector<std::string> folders;                     ///< folders that an agent is given; searched for sockets
  std::optional<std::vector<ipc::Listener>> listeners;  ///< TCP sockets by which programs act on the desktop
  std::optional<std::vector<ipc::Listener>> consoles;   ///< TCP sockets of interlock-console
  bool display_at_work = false;                         ///< agents are acting: a try must not send events

  // What the paths refer to where this value was made.
  FileId policy_id;
  FileId audit_id;
  std::vector<std::pair<std::string, FileId>> sockets;  ///< its description and its file
};

boost::json::object to_json(const Ways& ways);
tl::expected<Ways, std::string> ways_from_json(const std::string& text);

/// Fills in values from the environment: display, cookies, buses, and the ids of the files at the paths.
void look_around(Ways& ways);

/// The path of an X display's socket; empty for a display on another machine.
std::string x_socket(const std::string& display);
/// The path in a D-Bus address "unix:path=...", unescaped; empty if there is none.
std::string bus_path(const std::string& address);

}  // namespace interlock::doctor
