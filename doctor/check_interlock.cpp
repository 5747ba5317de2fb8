#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

#include "doctor/checks.h"
#include "doctor/sockets.h"
#include "ipc/client.h"

namespace interlock::doctor {
namespace {

namespace json = boost::json;

const json::object* part_of(const json::object& status, std::string_view name) {
  const auto* part = status.if_contains(name);
  return part == nullptr ? nullptr : part->if_object();
}

std::string text_of(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

Line check_socket(const std::string& name, const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0)
    return {name, State::bad, path + ": " + std::strerror(errno),
            "start interlockd: systemctl --user start interlockd"};
  const auto tried = try_connect(path);
  if (tried.reach != Reach::open) {
    return {name, State::bad, path + " is left over from an interlockd that has ended (" + tried.seen + ")",
            "start interlockd: systemctl --user start interlockd"};
  }
  if (info.st_uid != ::getuid() || (info.st_mode & 07) != 0) {
    return {name, State::bad, path + " belongs to somebody else, or everybody may connect to it",
            "remove it and start interlockd again"};
  }
  return {name, State::good, path};
}

}  // namespace

Lines check_daemon(const Here& here) {
  if (!here.status) {
    return {{"interlockd", State::bad, "does not answer at " + here.ways.control_socket,
             "start it: systemctl --user start interlockd"}};
  }
  const auto& status = *here.status;
  Lines lines = {{"interlockd", State::good, text_of(status, "version") + ", " + text_of(status, "state")}};
  for (const char* name : {"display", "accessibility", "human", "audit"}) {
    const auto* part = part_of(status, name);
    const auto* ok = part == nullptr ? nullptr : part->if_contains("ok");
    if (ok == nullptr || !ok->is_bool() || ok->get_bool()) continue;
    lines.push_back({std::string("interlockd: ") + name, State::bad, text_of(*part, "message"),
                     "fix it; interlockd tries again with the next action"});
  }
  if (const auto* audit = part_of(status, "audit"))
    lines.push_back({"audit log", State::good, text_of(*audit, "path")});
  return lines;
}

Lines check_sockets(const Here& here) {
  Lines lines = {check_socket("agent socket", here.ways.agent_socket),
                 check_socket("control socket", here.ways.control_socket)};
  // The agent socket may be lent to a group; the control socket answers only the user.
  struct stat info {};
  if (::stat(here.ways.control_socket.c_str(), &info) == 0 && (info.st_mode & 077) != 0) {
    lines.push_back({"control socket", State::warning, "its file lets others try to connect",
                     "chmod 600 " + here.ways.control_socket});
  }
  return lines;
}

}  // namespace interlock::doctor
