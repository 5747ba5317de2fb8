#include "platform/x11/access.h"

#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <charconv>
#include <fstream>
#include <iterator>
#include <utility>

namespace interlock::platform::x11 {

namespace {

constexpr int server_interpreted = 5, local = 252;  // X11/X.h, X11/Xauth.h

std::string name_of(const xcb_host_t& host) {
  const auto* address = reinterpret_cast<const char*>(xcb_host_address(&host));
  std::string value(address, static_cast<std::size_t>(xcb_host_address_length(&host)));
  if (host.family == local) return "LOCAL:";
  if (host.family != server_interpreted) return "a network address";
  // "localuser\0agent"
  if (const auto end = value.find('\0'); end != std::string::npos) value[end] = ':';
  return "SI:" + value;
}

/// A server that was started without cookies admits every user of the machine, and its list does not show this. False
/// also if the server's command line cannot be read.
bool asks_for_cookies(const Connection& x) {
  ucred server{};
  socklen_t size = sizeof server;
  if (::getsockopt(x.socket(), SOL_SOCKET, SO_PEERCRED, &server, &size) != 0) return false;
  std::ifstream file("/proc/" + std::to_string(server.pid) + "/cmdline");
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  return line.find(std::string("\0-auth", 6)) != std::string::npos;
}

}  // namespace

Admitted admitted_by(std::string entry) {
  constexpr std::string_view one_user = "SI:localuser:";
  std::optional<uid_t> user;
  if (entry.starts_with(one_user)) {
    const std::string name = entry.substr(one_user.size());
    uid_t number = 0;
    if (name.starts_with('#')) {
      const auto [end, failed] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
      if (failed == std::errc() && end == name.data() + name.size()) user = number;
    } else if (const passwd* named = ::getpwnam(name.c_str()); named != nullptr) {
      user = named->pw_uid;
    }
  }
  return {user, std::move(entry)};
}

std::vector<Admitted> admitted(const Connection& x) {
  const Reply<xcb_list_hosts_reply_t> list(xcb_list_hosts_reply(x.xcb(), xcb_list_hosts(x.xcb()), nullptr));
  if (!list || list->mode == XCB_ACCESS_CONTROL_DISABLE || !asks_for_cookies(x)) return {admitted_by("everybody")};
  std::vector<Admitted> all;
  for (auto host = xcb_list_hosts_hosts_iterator(list.get()); host.rem > 0; xcb_host_next(&host)) {
    if (auto each = admitted_by(name_of(*host.data)); each.user != ::getuid()) all.push_back(std::move(each));
  }
  return all;
}

}  // namespace interlock::platform::x11
