#include "platform/processes.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <systemd/sd-login.h>
#include <unistd.h>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

namespace interlock::platform {
namespace {

/// More generations than any process tree has; a longer chain means that a process ended while it was read.
constexpr std::size_t most_ancestors = 256;
constexpr unsigned console_major = 4;  ///< Documentation/admin-guide/devices.txt in the kernel's sources
constexpr unsigned most_consoles = 63;
constexpr unsigned first_pty_major = 136;
constexpr unsigned last_pty_major = 143;
constexpr unsigned ptys_a_major = 256;

std::string folder_of(pid_t pid) {
  return "/proc/" + std::to_string(pid);
}

std::string executable_of(pid_t pid) {
  std::error_code failed;
  std::string path = std::filesystem::read_symlink(folder_of(pid) + "/exe", failed).string();
  if (failed) return {};
  const std::string replaced = " (deleted)";  // the kernel's mark for a program file that was replaced
  if (path.ends_with(replaced)) path.resize(path.size() - replaced.size());
  return path;
}

std::optional<unsigned> pty_number(unsigned device) {
  const unsigned kind = major(device);
  if (kind < first_pty_major || kind > last_pty_major) return std::nullopt;
  return (kind - first_pty_major) * ptys_a_major + minor(device);
}

std::string host_of(const sockaddr& address) {
  char text[INET6_ADDRSTRLEN] = {};
  const void* bytes = nullptr;
  if (address.sa_family == AF_INET) bytes = &reinterpret_cast<const sockaddr_in&>(address).sin_addr;
  if (address.sa_family == AF_INET6) bytes = &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
  if (bytes == nullptr || inet_ntop(address.sa_family, bytes, text, sizeof text) == nullptr) return {};
  return text;
}

/// A name that is not an address counts as this machine's: it cannot be decided.
bool is_another_machine(std::string host) {
  if (const auto zone = host.find('%'); zone != host.npos) host.resize(zone);
  in_addr four{};
  in6_addr six{};
  const bool is_four = inet_pton(AF_INET, host.c_str(), &four) == 1;
  if (!is_four && inet_pton(AF_INET6, host.c_str(), &six) != 1) return false;
  if (is_four && (ntohl(four.s_addr) >> 24 == 127 || four.s_addr == 0)) return false;
  if (!is_four && (IN6_IS_ADDR_LOOPBACK(&six) || IN6_IS_ADDR_UNSPECIFIED(&six) || IN6_IS_ADDR_V4MAPPED(&six)))
    return false;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return false;
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> keep(all, freeifaddrs);
  for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
    if (each->ifa_addr != nullptr && host_of(*each->ifa_addr) == host) return false;
  }
  return true;
}

std::string taken(char* text) {
  const std::unique_ptr<char, decltype(&std::free)> keep(text, std::free);
  return text == nullptr ? std::string() : std::string(text);
}

}  // namespace

SinceBoot since_boot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::duration_cast<SinceBoot>(std::chrono::seconds{now.tv_sec} +
                                               std::chrono::nanoseconds{now.tv_nsec});
}

std::optional<ProcessFacts> process_facts(pid_t pid) {
  std::ifstream file(folder_of(pid) + "/stat");
  std::string line((std::istreambuf_iterator<char>(file)), {});
  // proc(5): pid (name) state ppid pgrp session tty_nr tpgid ... starttime; the name may hold anything.
  const auto begin = line.find('('), end = line.rfind(')');
  if (begin == line.npos || end == line.npos) return std::nullopt;
  std::istringstream fields(line.substr(end + 1));
  ProcessFacts facts;
  facts.pid = pid;
  facts.name = line.substr(begin + 1, end - begin - 1);
  std::string state, skipped;
  std::int64_t terminal = 0;
  unsigned long long started = 0;
  fields >> state >> facts.parent >> facts.group >> facts.session >> terminal >> facts.foreground;
  for (int i = 0; i < 13; ++i) fields >> skipped;  // flags to itrealvalue
  fields >> started;
  struct stat owner {};
  if (!fields || stat(folder_of(pid).c_str(), &owner) != 0) return std::nullopt;
  facts.terminal = static_cast<unsigned>(terminal);
  facts.started = SinceBoot{started * 1000 / static_cast<unsigned long long>(sysconf(_SC_CLK_TCK))};
  facts.user = owner.st_uid;
  facts.executable = executable_of(pid);
  return facts;
}

std::optional<std::vector<ProcessFacts>> ancestry_of(pid_t pid) {
  std::vector<ProcessFacts> chain;
  while (pid > 1) {
    auto facts = process_facts(pid);
    if (!facts || chain.size() == most_ancestors) return std::nullopt;
    pid = facts->parent;
    chain.push_back(std::move(*facts));
  }
  return chain;
}

std::string terminal_name(unsigned device) {
  if (is_console(device)) return "tty" + std::to_string(minor(device));
  const auto number = pty_number(device);
  return number ? "pts/" + std::to_string(*number) : std::string();
}

bool holds_terminal(pid_t pid, unsigned device) {
  const auto number = pty_number(device);
  std::error_code failed;
  std::filesystem::directory_iterator each(folder_of(pid) + "/fdinfo", failed), end;
  for (; number && !failed && each != end; each.increment(failed)) {
    std::ifstream info(each->path());
    for (std::string field; info >> field;) {
      unsigned index = 0;
      if (field == "tty-index:" && info >> index && index == *number) return true;
    }
  }
  return false;
}

bool is_console(unsigned device) {
  return major(device) == console_major && minor(device) >= 1 && minor(device) <= most_consoles;
}

Known<std::string> environment_of(pid_t pid, const std::string& variable) {
  std::ifstream file(folder_of(pid) + "/environ", std::ios::binary);
  if (!file) return Unknown::not_observed;
  for (std::string entry; std::getline(file, entry, '\0');) {
    if (entry.starts_with(variable + "=")) return entry.substr(variable.size() + 1);
  }
  if (file.bad()) return Unknown::not_observed;
  return none;
}

bool has_loaded(pid_t pid, std::span<const std::string_view> libraries) {
  std::ifstream file(folder_of(pid) + "/maps");
  for (std::string line; std::getline(file, line);) {
    const std::string_view name = std::string_view(line).substr(line.rfind('/') + 1);
    const auto is_it = [&](std::string_view library) { return name.starts_with(library); };
    if (std::any_of(libraries.begin(), libraries.end(), is_it)) return true;
  }
  return false;
}

std::string remote_login_of(pid_t pid) {
  char* session = nullptr;
  if (sd_pid_get_session(pid, &session) < 0) return {};
  const std::string id = taken(session);
  if (sd_session_is_remote(id.c_str()) <= 0) return {};
  char* host = nullptr;
  if (sd_session_get_remote_host(id.c_str(), &host) < 0) return {};
  std::string from = taken(host);
  return is_another_machine(from) ? from : std::string();
}

bool runs_below(const std::string& program, const std::set<pid_t>& roots) {
  if (program.empty() || roots.empty()) return false;
  std::error_code failed;
  for (std::filesystem::directory_iterator each("/proc", failed), end; !failed && each != end; each.increment(failed)) {
    const std::string name = each->path().filename().string();
    pid_t pid = 0;
    const auto [stopped, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || stopped != name.data() + name.size() || executable_of(pid) != program) continue;
    const auto chain = ancestry_of(pid);
    const auto below = [&](const ProcessFacts& one) { return one.pid != pid && roots.contains(one.pid); };
    if (chain && std::any_of(chain->begin(), chain->end(), below)) return true;
  }
  return false;
}

}  // namespace interlock::platform
