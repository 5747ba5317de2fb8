#include "ipc/listeners.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

namespace interlock::ipc {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// /proc writes an address as numbers of 32 bits in the machine's byte order.
std::string address_of(std::string_view hex) {
  std::array<std::uint32_t, 4> words{};
  const std::size_t count = hex.size() / 8;
  if (count != 1 && count != 4) return {};
  for (std::size_t i = 0; i < count; ++i) std::from_chars(hex.data() + 8 * i, hex.data() + 8 * i + 8, words.at(i), 16);
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (::inet_ntop(count == 1 ? AF_INET : AF_INET6, words.data(), text.data(), text.size()) == nullptr) return {};
  const std::string address = text.data();
  constexpr std::string_view mapped = "::ffff:";
  return address.starts_with(mapped) ? address.substr(mapped.size()) : address;
}

std::vector<std::string> command_of(const fs::path& process) {
  std::vector<std::string> words;
  std::istringstream in(text_in(process / "cmdline"));
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return words;
}

/// The inode of a socket, from the name of a descriptor: "socket:[123]"; 0 if it is none.
std::uint64_t inode_of(const std::string& name) {
  constexpr std::string_view start = "socket:[";
  std::uint64_t inode = 0;
  if (name.starts_with(start)) std::from_chars(name.data() + start.size(), name.data() + name.size(), inode);
  return inode;
}

/// The commands of the programs that have one of these sockets open, as far as they can be read.
std::map<std::uint64_t, std::vector<std::string>> owners_of(const std::vector<Listener>& listeners) {
  std::map<std::uint64_t, std::vector<std::string>> owners;
  std::error_code unreadable;
  for (const auto& process : fs::directory_iterator("/proc", unreadable)) {
    if (process.path().filename().string().find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code not_ours;
    auto entry = fs::directory_iterator(process.path() / "fd", not_ours);
    for (; !not_ours && entry != fs::directory_iterator(); entry.increment(not_ours)) {
      std::error_code gone;
      const auto inode = inode_of(fs::read_symlink(entry->path(), gone).string());
      const bool wanted = inode != 0 && std::any_of(listeners.begin(), listeners.end(),
                                                    [&](const Listener& each) { return each.inode == inode; });
      if (wanted) owners.try_emplace(inode, command_of(process.path()));
    }
  }
  return owners;
}

bool has(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// Of a program of another user, whose command cannot be read.
std::string usual_offer(std::uint16_t port) {
  if (port == 9222) return "a browser's DevTools (by its port)";
  if (port == 2828) return "Firefox's Marionette (by its port)";
  if (port >= 5900 && port < 5910) return "VNC (by its port)";
  if (port >= 6000 && port < 6064) return "an X server (by its port)";
  return {};
}

}  // namespace

std::vector<Listener> listening_in(std::string_view table) {
  std::vector<Listener> found;
  std::istringstream lines{std::string(table)};
  std::string line;
  std::getline(lines, line);  // the heading
  while (std::getline(lines, line)) {
    std::istringstream in(line);
    const std::vector<std::string> columns{std::istream_iterator<std::string>(in), {}};
    if (columns.size() < 10 || columns[3] != "0A") continue;  // TCP_LISTEN
    const std::string& place = columns[1];
    const auto colon = place.find(':');
    if (colon == std::string::npos) continue;
    Listener listener{.address = address_of(std::string_view(place).substr(0, colon))};
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), listener.port, 16);
    std::from_chars(columns[9].data(), columns[9].data() + columns[9].size(), listener.inode);
    if (!listener.address.empty()) found.push_back(std::move(listener));
  }
  return found;
}

std::string offer_of(std::uint16_t port, const std::vector<std::string>& command) {
  if (command.empty() || command.front().empty()) return usual_offer(port);
  const std::string program = command.front().substr(command.front().rfind('/') + 1);
  const auto option = [&](std::string_view name) {
    return std::any_of(command.begin() + 1, command.end(), [&](std::string_view word) {
      const auto begin = word.find_first_not_of('-');
      return begin != 0 && begin != std::string_view::npos && word.substr(begin).starts_with(name);
    });
  };
  if (option("remote-debugging-port")) return "DevTools of " + program;
  if (has(program, {"firefox"}) && (option("marionette") || port == 2828)) return "Marionette of " + program;
  if (has(program, {"chrom", "firefox", "brave", "msedge", "vivaldi", "opera"})) return "a port of " + program;
  if (has(program, {"geckodriver", "chromedriver"})) return "WebDriver of " + program;
  if (has(program, {"vnc", "krfb", "vino", "gnome-remote-desktop", "xrdp"})) return "a remote desktop by " + program;
  if (has(program, {"Xorg", "Xvfb", "Xephyr", "Xwayland", "Xnest"})) return "the X server " + program;
  return {};
}

namespace {

using Offer = std::string (*)(std::uint16_t port, const std::vector<std::string>& command);

/// Those of this process's network namespace that offer something.
std::optional<std::vector<Listener>> listeners_with(Offer offer) {
  const std::string table = text_in("/proc/self/net/tcp");
  if (table.empty()) return std::nullopt;  // it has a heading at least
  std::vector<Listener> all = listening_in(table);
  const auto more = listening_in(text_in("/proc/self/net/tcp6"));  // is not there without IPv6
  all.insert(all.end(), more.begin(), more.end());
  if (all.empty()) return all;
  const auto owners = owners_of(all);
  for (Listener& listener : all) {
    const auto owner = owners.find(listener.inode);
    listener.what = offer(listener.port, owner == owners.end() ? std::vector<std::string>() : owner->second);
  }
  std::erase_if(all, [](const Listener& listener) { return listener.what.empty(); });
  return all;
}

std::string console_offer(std::uint16_t, const std::vector<std::string>& command) {
  const bool is_console = !command.empty() && fs::path(command.front()).filename() == "interlock-console";
  return is_console ? "interlock-console" : "";
}

}  // namespace

std::optional<std::vector<Listener>> desktop_listeners() {
  return listeners_with(offer_of);
}

std::optional<std::vector<Listener>> console_listeners() {
  return listeners_with(console_offer);
}

std::string text_of(const Listener& listener) {
  const bool v6 = listener.address.find(':') != std::string::npos;
  return listener.what + " (" + (v6 ? "[" + listener.address + "]" : listener.address) + ":" +
         std::to_string(listener.port) + ")";
}

}  // namespace interlock::ipc
