#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <regex>

#include <unistd.h>

#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/basics/print.h"
#include "cli/desktop/parts.h"
#include "cli/desktop/places.h"
#include "cli/desktop/programs.h"
#include "cli/desktop/server.h"
#include "cli/desktop/show_title.h"
#include "cli/desktop/title.h"
#include "cli/sandbox/run_options.h"

namespace interlock::cli {
namespace {

struct DesktopArguments {
  std::string name = "agent";
  std::string size = "1280x900";
  std::string view;
  bool wayland = false;
  std::string window_manager = "openbox";
  std::string policy;
  std::vector<std::string> programs;
  bool list = false;
  RunArguments run;
};

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool has_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path ? path : "";
  while (!folders.empty()) {
    const auto end = std::min(folders.find(':'), folders.size());
    const std::string file = std::string(folders.substr(0, end)) + "/" + std::string(name);
    if (::access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

/// From its list of options: before 23.1 it has no -geometry.
bool xwayland_has_geometry() {
  FILE* help = ::popen("Xwayland -help 2>&1", "r");
  if (help == nullptr) return false;
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t got = std::fread(part.data(), 1, part.size(), help)) text.append(part.data(), got);
  ::pclose(help);
  return text.find("-geometry") != std::string::npos;
}

tl::expected<Server, Error> find_server(const DesktopArguments& arguments) {
  Surroundings around{.on_wayland = is_set("WAYLAND_DISPLAY"), .on_x = is_set("DISPLAY"), .has = has_program};
  const bool may_be_window = !arguments.wayland && (arguments.view.empty() || arguments.view == "window");
  if (may_be_window && around.on_wayland) around.xwayland_has_geometry = xwayland_has_geometry();
  std::optional<View> wanted;
  for (const View view : {View::none, View::window, View::vnc}) {
    if (arguments.view == to_string(view)) wanted = view;
  }
  around.has_desk = arguments.wayland && !desk_program().empty();
  return arguments.wayland ? choose_wayland_server(wanted, around) : choose_server(wanted, around);
}

void print_where(const Options& options, const DesktopPlaces& places, const Parts& parts, Server server) {
  const std::string display = parts.variables.at(is_wayland(server) ? "WAYLAND_DISPLAY" : "DISPLAY"),
                    vnc = places.runtime + "/vnc.sock";
  ipc::json::object facts = {{"name", places.name},
                             {"display", display},
                             {"view", to_string(view_of(server))},
                             {"agent_socket", places.runtime + "/interlock/agent.sock"},
                             {"home", places.home},
                             {"log", places.log()}};
  std::vector<std::string> sentences = {"the desktop '" + places.name + "' runs on display " + display +
                                        "; 'interlockctl --desktop " + places.name +
                                        " watch' shows what its agents do and answers questions"};
  if (server == Server::xvnc) {
    facts["vnc"] = vnc;
    sentences.push_back("to see it: vncviewer " + vnc + "; from another machine first: ssh -L 5900:" + vnc + " HOST");
  }
  inform(options, "desktop", facts, sentences);
}

/// The part whose end ended the desktop. That of the X server ends its clients, too, whose end may be noticed first.
const Part& cause_of_end(Programs& programs, const Parts& parts, const Part& noticed) {
  constexpr std::chrono::milliseconds moment{500};
  const auto is_desk = [](const Part& part) { return part.name == program_of(Server::desk); };
  const auto desk = std::ranges::find_if(parts.needed, is_desk);
  const Part& display = desk == parts.needed.end() ? parts.needed.front() : *desk;
  if (noticed.pid == display.pid) return noticed;
  while (const auto end = programs.next_end(moment)) {
    if (end->pid == display.pid) return display;
    if (end->pid == 0) break;
  }
  return noticed;
}

/// Until the agent ends, or without an agent until a signal comes. Returns the exit code.
int stay(Options& options, Programs& programs, const DesktopPlaces& places, const Parts& parts, pid_t agent) {
  for (;;) {
    const auto end = programs.next_end();
    if (!end) continue;
    if (end->pid == 0 || end->pid == agent) return end->code;
    const auto noticed = std::ranges::find(parts.needed, end->pid, &Part::pid);
    if (noticed == parts.needed.end()) continue;
    const Part& part = cause_of_end(programs, parts, *noticed);
    const std::string last = programs.last_line(part.name);
    fail(options,
         Error{"the desktop ends, because " + part.name + " has ended" + (last.empty() ? "" : ": " + plain(last)),
               places.log() + "/" + part.name,
               {}});
    return options.exit_code;
  }
}

void run_desktop(const DesktopArguments& arguments, Options& options) {
  const auto places = desktop_places(arguments.name);
  if (!places) return fail(options, {places.error(), failure_code::usage});
  const auto server = find_server(arguments);
  if (!server) return fail(options, server.error());
  const auto lock = take_places(*places);
  if (!lock) return fail(options, lock.error());
  {
    std::optional<TitleKeeper> title;  // ends after interlockd, which closes its connection
    Programs programs(places->log());
    const auto parts = start_parts(programs, *places,
                                   {.server = *server,
                                    .size = arguments.size,
                                    .window_manager = arguments.window_manager,
                                    .policy = arguments.policy,
                                    .programs = arguments.programs});
    if (parts) {
      print_where(options, *places, *parts, *server);
      if (auto show = title_shower(*server, first_title(places->name), parts->titles, parts->variables))
        title.emplace(places->name, places->runtime + "/interlock/control.sock", std::move(show));
      auto agent = tl::expected<pid_t, Error>(0);
      if (!arguments.run.confined.command.empty()) {
        auto words = run_words(arguments.run);
        words.insert(words.begin(), "/proc/self/exe");
        agent = programs.start_here(words, parts->variables);
      }
      if (agent) {
        options.exit_code = stay(options, programs, *places, *parts, *agent);
      } else {
        fail(options, agent.error());
      }
    } else {
      fail(options, parts.error());
    }
  }
  leave_places(*places, *lock);
}

void list(const Options& options) {
  const auto names = running_desktops();
  if (options.json) {
    std::cout << ipc::json::serialize(ipc::json::object{{"desktops", ipc::json::value_from(names)}}) << '\n';
    return;
  }
  for (const auto& name : names) std::cout << name << '\n';
}

std::string wrong_size(const std::string& size) {
  static const std::regex shape("[1-9][0-9]{2,4}x[1-9][0-9]{2,4}");
  return std::regex_match(size, shape) ? "" : "'" + size + "' is no size; write it like 1280x900";
}

}  // namespace

void add_desktop(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("desktop", "a desktop of its own for an agent, guarded by its own interlockd");
  auto arguments = std::make_shared<DesktopArguments>();
  command->add_option("--name", arguments->name, "of the desktop (default: agent)")->type_name("NAME");
  command->add_option("--size", arguments->size, "in pixels (default: 1280x900)")->type_name("WxH")->check(wrong_size);
  command
      ->add_option("--view", arguments->view,
                   "how you see it: window, vnc or none (default: window if there is a desktop)")
      ->type_name("HOW")
      ->check(CLI::IsMember({"window", "vnc", "none"}));
  command->add_flag("--wayland", arguments->wayland, "for programs of Wayland: interlock-desk in place of an X server");
  command->add_flag_callback(
      "--vnc", [arguments] { arguments->view = "vnc"; }, "the same as --view vnc");
  command
      ->add_option("--start", arguments->programs, "a program that it begins with, as a line for the shell; repeatable")
      ->type_name("LINE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--wm", arguments->window_manager, "window manager (default: openbox)")
      ->type_name("LINE")
      ->excludes("--wayland");
  command->add_option("--policy", arguments->policy, "policy file of its interlockd (default: yours)")
      ->type_name("FILE");
  command->add_flag("--list", arguments->list, "list the running desktops, and start none");
  add_run_options(*command, arguments->run);
  command->add_option("AGENT", arguments->run.confined.command, "after --: the program and its arguments");
  command->footer("Ends with the agent, whose exit code it has; without an agent, on Ctrl+C.");
  command->callback([&options, arguments] {
    if (arguments->list) return list(options);
    options.exit_code = in_child([&] {
      run_desktop(*arguments, options);
      return options.exit_code;
    });
  });
}

}  // namespace interlock::cli
