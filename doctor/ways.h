/// Where the ways past interlock are on this desktop: what somebody who knows everything about it would try. Values, so
/// that they can be tried from somewhere else: inside a sandbox, as another user.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace interlock::doctor {

/// A file, whatever its name; all zero when there is none.
struct FileId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileId&) const = default;
  explicit operator bool() const { return inode != 0; }
};
/// Of what `path` leads to.
FileId file_id(const std::string& path);

struct Ways {
  std::string display;      ///< an X display's name
  std::string cookies;      ///< the file with its cookie
  std::string session_bus;  ///< D-Bus addresses
  std::string a11y_bus;
  std::string agent_socket;  ///< the one way that is meant to be there
  std::string control_socket;
  std::int64_t daemon = 0;  ///< its process; 0: not known
  std::string policy;       ///< the policy file, or the folder where one would be
  std::string audit_log;
  std::vector<std::string> folders;  ///< that an agent is given: sockets are looked for there
  bool display_at_work = false;      ///< agents are acting: no event may be sent for a try

  // What the paths are when looked at from where this was made.
  FileId policy_id;
  FileId audit_id;
  std::vector<std::pair<std::string, FileId>> sockets;  ///< what it is, and which
};

boost::json::object to_json(const Ways& ways);
tl::expected<Ways, std::string> ways_from_json(const std::string& text);

/// Fills in what the environment says: display, cookies, buses, and the ids of what the paths name.
void look_around(Ways& ways);

/// The file of an X display's socket; empty for a display on another machine.
std::string x_socket(const std::string& display);
/// The path in a D-Bus address "unix:path=...", escapes taken out; empty when there is none.
std::string bus_path(const std::string& address);

}  // namespace interlock::doctor
