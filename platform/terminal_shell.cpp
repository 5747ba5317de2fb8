#include "platform/terminal_shell.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include "platform/processes.h"

namespace interlock::platform {
namespace {

namespace fs = std::filesystem;

using Known = tl::expected<TerminalShell, std::string>;

constexpr std::array<std::string_view, 8> shells = {"bash", "sh", "dash", "zsh", "ksh", "mksh", "ksh93", "ash"};

/// The foreground process group of each pseudo terminal that the process holds.
std::map<unsigned, pid_t> foregrounds(pid_t emulator) {
  std::map<unsigned, pid_t> found;
  std::error_code failed;
  for (fs::directory_iterator at("/proc", failed), none; !failed && at != none; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    pid_t pid = 0;
    if (std::from_chars(name.data(), name.data() + name.size(), pid).ec != std::errc() || pid == 0) continue;
    const auto facts = process_facts(pid);
    if (!facts || facts->terminal == 0 || found.contains(facts->terminal)) continue;
    if (holds_terminal(emulator, facts->terminal)) found[facts->terminal] = facts->foreground;
  }
  return found;
}

/// Whether it is a shell that runs a script or a single command.
bool runs_script(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/cmdline", std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  std::istringstream arguments(std::move(all).str());
  std::string argument;
  for (bool first = true; std::getline(arguments, argument, '\0'); first = false) {
    if (!first && (!argument.starts_with('-') || argument == "-c")) return true;
  }
  return false;
}

Known shell_of(pid_t pid) {
  const auto facts = process_facts(pid);
  if (!facts) return tl::make_unexpected(std::string("the program that reads what is typed has just ended"));
  const bool shell = std::find(shells.begin(), shells.end(), facts->name) != shells.end();
  if (!shell || runs_script(pid)) return tl::make_unexpected("'" + facts->name + "' reads what is typed, not a shell");
  std::error_code failed;
  const fs::path folder = fs::read_symlink("/proc/" + std::to_string(pid) + "/cwd", failed);
  if (failed || !fs::is_directory(folder, failed))
    return tl::make_unexpected(std::string("the shell's folder cannot be seen"));
  const auto home = environment_of(pid, "HOME");
  if (!home) return tl::make_unexpected(std::string("the shell's home folder cannot be seen"));
  return TerminalShell{facts->name, folder.string(), *home};
}

}  // namespace

tl::expected<TerminalShell, std::string> shell_of_terminal(pid_t emulator) {
  std::optional<TerminalShell> only;
  for (const auto& [terminal, foreground] : foregrounds(emulator)) {
    auto shell = shell_of(foreground);
    if (!shell) return shell;
    if (only && (only->folder != shell->folder || only->home != shell->home || only->program != shell->program))
      return tl::make_unexpected(
          std::string("several shells run in this terminal, and it is not known which one is in front"));
    only = std::move(*shell);
  }
  if (!only) return tl::make_unexpected(std::string("no shell is found in this terminal"));
  return *only;
}

}  // namespace interlock::platform
