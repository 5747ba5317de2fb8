/// TCP sockets of this machine by which a program could act on the desktop past interlock: debugging ports of browsers
/// (DevTools, Marionette), VNC and X; and those of interlock-console. Read from /proc; nothing is connected to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::ipc {

struct Listener {
  std::string address;  ///< "127.0.0.1", "0.0.0.0", "::1"
  std::uint16_t port = 0;
  std::uint64_t inode = 0;
  std::string what = {};  ///< "DevTools of chromium"

  bool only_loopback() const { return address.starts_with("127.") || address == "::1"; }
  bool operator==(const Listener&) const = default;
};

/// The listening sockets in the text of /proc/net/tcp or /proc/net/tcp6.
std::vector<Listener> listening_in(std::string_view table);

/// What a program offers on a port; empty: nothing that acts on the desktop. `command`: its arguments, the program
/// first; empty: it is not known, as of another user's, and the port alone decides.
std::string offer_of(std::uint16_t port, const std::vector<std::string>& command);

/// Those of this process's network namespace that act on the desktop. Nothing if /proc does not list the sockets: then
/// it is not known whether there are any.
std::optional<std::vector<Listener>> desktop_listeners();

/// Those of interlock-console, where people answer questions; of another user's console nothing is known.
std::optional<std::vector<Listener>> console_listeners();

/// "DevTools of chromium (127.0.0.1:9222)".
std::string text_of(const Listener& listener);

}  // namespace interlock::ipc
