#include "doctor/ways.h"

#include <cstdlib>

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "doctor/bus.h"

namespace interlock::doctor {
namespace {

namespace json = boost::json;

/// The text members, by their names on the wire.
struct TextField {
  const char* name;
  std::string Ways::*member;
};
constexpr TextField texts[] = {{"display", &Ways::display},
                               {"cookies", &Ways::cookies},
                               {"session_bus", &Ways::session_bus},
                               {"a11y_bus", &Ways::a11y_bus},
                               {"agent_socket", &Ways::agent_socket},
                               {"control_socket", &Ways::control_socket},
                               {"questions_socket", &Ways::questions_socket},
                               {"policy", &Ways::policy},
                               {"audit_log", &Ways::audit_log}};

/// The lists of TCP sockets, likewise; not there: unknown.
constexpr std::pair<const char*, std::optional<std::vector<ipc::Listener>> Ways::*> listener_lists[] = {
    {"listeners", &Ways::listeners}, {"consoles", &Ways::consoles}};

json::array to_json(const std::vector<ipc::Listener>& listeners) {
  json::array list;
  for (const auto& listener : listeners)
    list.push_back({{"address", listener.address}, {"port", listener.port}, {"what", listener.what}});
  return list;
}

std::vector<ipc::Listener> listeners_from(const json::array& list) {
  std::vector<ipc::Listener> listeners;
  for (const auto& item : list) {
    listeners.push_back({.address = json::value_to<std::string>(item.at("address")),
                         .port = item.at("port").to_number<std::uint16_t>(),
                         .what = json::value_to<std::string>(item.at("what"))});
  }
  return listeners;
}

json::value to_json(const FileId& id) {
  return {id.device, id.inode};
}

FileId id_from(const json::value& value) {
  const auto& pair = value.as_array();
  return {pair.at(0).to_number<std::uint64_t>(), pair.at(1).to_number<std::uint64_t>()};
}

std::string from_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

FileId file_id(const std::string& path) {
  struct stat info {};
  if (path.empty() || ::stat(path.c_str(), &info) != 0) return {};
  return {info.st_dev, info.st_ino};
}

json::object to_json(const Ways& ways) {
  json::object object;
  for (const auto& field : texts) object[field.name] = ways.*field.member;
  object["daemon"] = ways.daemon;
  object["at_work"] = ways.display_at_work;
  object["folders"] = json::value_from(ways.folders);
  object["policy_id"] = to_json(ways.policy_id);
  object["audit_id"] = to_json(ways.audit_id);
  json::array sockets;
  for (const auto& [name, id] : ways.sockets) sockets.push_back({name, to_json(id)});
  object["sockets"] = std::move(sockets);
  for (const auto& [name, member] : listener_lists) {
    if (const auto& listeners = ways.*member) object[name] = to_json(*listeners);
  }
  return object;
}

tl::expected<Ways, std::string> ways_from_json(const std::string& text) try {
  const auto value = json::parse(text);
  const auto& object = value.as_object();
  Ways ways;
  for (const auto& field : texts) ways.*field.member = json::value_to<std::string>(object.at(field.name));
  ways.daemon = object.at("daemon").to_number<std::int64_t>();
  ways.display_at_work = object.at("at_work").as_bool();
  ways.folders = json::value_to<std::vector<std::string>>(object.at("folders"));
  ways.policy_id = id_from(object.at("policy_id"));
  ways.audit_id = id_from(object.at("audit_id"));
  for (const auto& item : object.at("sockets").as_array()) {
    ways.sockets.emplace_back(json::value_to<std::string>(item.as_array().at(0)), id_from(item.as_array().at(1)));
  }
  for (const auto& [name, member] : listener_lists) {
    if (const auto* listeners = object.if_contains(name)) ways.*member = listeners_from(listeners->as_array());
  }
  return ways;
} catch (const std::exception& error) {
  return tl::unexpected(std::string("these are not the ways that 'interlockctl doctor --ways' prints: ") +
                        error.what());
}

void look_around(Ways& ways) {
  ways.display = from_environment("DISPLAY");
  ways.cookies = from_environment("XAUTHORITY");
  if (ways.cookies.empty()) ways.cookies = from_environment("HOME") + "/.Xauthority";
  ways.session_bus = from_environment("DBUS_SESSION_BUS_ADDRESS");
  if (const auto runtime = from_environment("XDG_RUNTIME_DIR"); ways.session_bus.empty() && !runtime.empty())
    ways.session_bus = "unix:path=" + runtime + "/bus";
  if (auto bus = Bus::open(ways.session_bus)) ways.a11y_bus = bus->accessibility_bus().value_or("");
  ways.listeners = ipc::desktop_listeners();
  ways.consoles = ipc::console_listeners();
  ways.policy_id = file_id(ways.policy);
  ways.audit_id = file_id(ways.audit_log);
  const auto runtime_dir = from_environment("XDG_RUNTIME_DIR"), wayland = from_environment("WAYLAND_DISPLAY");
  const std::string wayland_socket = wayland.empty() || wayland.front() == '/' ? wayland : runtime_dir + "/" + wayland;
  const auto own_folder = ways.control_socket.substr(0, ways.control_socket.rfind('/'));
  const std::pair<const char*, std::string> named[] = {{"the X server's socket", x_socket(ways.display)},
                                                       {"the Wayland socket", wayland_socket},
                                                       {"the desktop's line to interlock", own_folder + "/desk.sock"},
                                                       {"the session bus", bus_path(ways.session_bus)},
                                                       {"the accessibility bus", bus_path(ways.a11y_bus)},
                                                       {"interlock's control socket", ways.control_socket},
                                                       {"interlock's questions socket", ways.questions_socket}};
  for (const auto& [name, path] : named) {
    if (const auto id = file_id(path)) ways.sockets.emplace_back(name, id);
  }
}

std::string x_socket(const std::string& display) {
  const auto colon = display.rfind(':');
  if (colon == std::string::npos || (colon != 0 && display.substr(0, colon) != "unix")) return {};
  return "/tmp/.X11-unix/X" + display.substr(colon + 1, display.find('.', colon) - colon - 1);
}

std::string bus_path(const std::string& address) {
  const std::string key = "unix:path=";
  const auto at = address.find(key);
  if (at == std::string::npos) return {};
  std::string path;
  for (std::size_t i = at + key.size(); i < address.size() && address[i] != ',' && address[i] != ';'; ++i) {
    if (address[i] == '%' && i + 2 < address.size()) {
      path += static_cast<char>(std::strtol(address.substr(i + 1, 2).c_str(), nullptr, 16));
      i += 2;
    } else {
      path += address[i];
    }
  }
  return path;
}

}  // namespace interlock::doctor
