#include <cstdlib>
#include <cstring>

#include "doctor/desk.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XTest.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

namespace interlock::doctor {
namespace {

struct Close {
  void operator()(Display* display) const { XCloseDisplay(display); }
};
using Shown = std::unique_ptr<Display, Close>;

Shown open(const Here& here) {
  return Shown(here.ways.display.empty() ? nullptr : XOpenDisplay(here.ways.display.c_str()));
}

/// "SI:localuser:agent", "LOCAL:", "INET:..." of one entry of the access list, as xhost writes it.
std::string entry_name(const XHostAddress& host) {
  if (host.family == FamilyServerInterpreted) {
    const auto* value = reinterpret_cast<const XServerInterpretedAddress*>(host.address);
    return "SI:" + std::string(value->type, static_cast<std::size_t>(value->typelength)) + ":" +
           std::string(value->value, static_cast<std::size_t>(value->valuelength));
  }
  constexpr int family_local = 252;  // LOCAL: in X11/Xauth.h
  return host.family == family_local ? "LOCAL:" : "a network address";
}

/// True if the server requires a cookie. A server that was started without -auth accepts every user of the machine, and
/// its access list does not show it. Returns nothing if its command line cannot be read.
std::optional<bool> asks_for_cookies(Display* display) {
  ucred server{};
  socklen_t size = sizeof server;
  if (::getsockopt(XConnectionNumber(display), SOL_SOCKET, SO_PEERCRED, &server, &size) != 0) return std::nullopt;
  std::ifstream file("/proc/" + std::to_string(server.pid) + "/cmdline");
  const std::string line{std::istreambuf_iterator<char>(file), {}};
  if (line.empty()) return std::nullopt;
  return line.find(std::string("\0-auth", 6)) != std::string::npos;
}

bool is_us(const std::string& entry) {
  const passwd* user = ::getpwuid(::getuid());
  return entry == "SI:localuser:#" + std::to_string(::getuid()) ||
         (user != nullptr && entry == std::string("SI:localuser:") + user->pw_name);
}

Line desk_line(const Desk& desk) {
  if (!desk.works) return {"desktop", State::bad, desk.message, ""};
  if (desk.advisory.empty()) return {"desktop", State::good, desk.message};
  return {"desktop", State::warning, desk.message, "nothing that agents do is enforced on this desktop"};
}

}  // namespace

Lines check_display(const Here& here) {
  if (const auto desk = desk_of(here)) return {desk_line(*desk)};
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  Lines lines;
  if (wayland != nullptr && wayland[0] != '\0') {
    lines.push_back(
        {"Wayland", State::warning, "this session is Wayland: interlock guards its X applications alone",
         "let the desktop connect to interlockd (docs/desk-protocol.md), or log in to an X11 (Xorg) session"});
  }
  const auto display = open(here);
  if (!display) {
    const auto why = here.ways.display.empty() ? "DISPLAY is not set" : "cannot open " + here.ways.display;
    lines.push_back({"display", State::bad, why, "call interlockctl from inside the desktop session"});
    return lines;
  }
  lines.push_back({"display", State::good, here.ways.display});
  int event = 0;
  int error = 0;
  int major = 0;
  int minor = 0;
  if (XTestQueryExtension(display.get(), &event, &error, &major, &minor)) {
    lines.push_back({"XTEST", State::good, std::to_string(major) + "." + std::to_string(minor)});
  } else {
    lines.push_back({"XTEST", State::bad, "the X server has none: nothing can be clicked or typed",
                     "use an X server that offers XTEST (Xorg, Xvfb, Xephyr do)"});
  }
  int opcode = 0;
  major = 2;
  minor = 2;
  if (XQueryExtension(display.get(), "XInputExtension", &opcode, &event, &error) &&
      XIQueryVersion(display.get(), &major, &minor) == Success && major * 10 + minor >= 22) {
    lines.push_back({"XInput2", State::good, std::to_string(major) + "." + std::to_string(minor)});
  } else {
    lines.push_back({"XInput2", State::bad,
                     "the X server has no XInput 2.2: a person could not stop agents, and so they do nothing",
                     "use an X server with XInput 2.2, or accept it by 'human.need_devices: false' in the policy"});
  }
  return lines;
}

/// Checks again what interlockd checks in platform/x11/access.cpp: doctor must not rely on the daemon's own code
/// (docs/architecture.md).
Lines check_access(const Here& here) {
  const auto display = open(here);
  if (!display) return {};
  int count = 0;
  int enabled = 1;
  XHostAddress* hosts = XListHosts(display.get(), &count, &enabled);
  std::string others;
  for (int i = 0; i < count; ++i) {
    const auto name = entry_name(hosts[i]);
    if (!is_us(name)) others += (others.empty() ? "" : ", ") + name;
  }
  if (hosts != nullptr) XFree(hosts);
  if (enabled == 0) {
    return {{"access to the display", State::warning,
             "everybody on this machine may open it, an agent under its own user too", "xhost -"}};
  }
  const auto cookies = asks_for_cookies(display.get());
  if (!cookies) {
    return {{"access to the display", State::warning,
             "it is not known whether the X server was started with -auth: it may admit every user of this machine",
             "make sure of that before an agent runs here under its own user"}};
  }
  if (!*cookies) {
    return {{"access to the display", State::warning,
             "the X server was started without -auth: every user of this machine may open it",
             "start it with -auth, as display managers do, before an agent runs here under its own user"}};
  }
  if (!others.empty()) {
    return {{"access to the display", State::warning, "it may be opened without a cookie by " + others,
             "remove these entries if agents run as such a user: xhost -" + others.substr(0, others.find(','))}};
  }
  return {{"access to the display", State::good, "with a cookie, or by this user"}};
}

}  // namespace interlock::doctor
