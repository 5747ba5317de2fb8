#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

#include "audit/files.h"
#include "cli/audit/audit_file.h"
#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/doctor/doctor_report.h"
#include "doctor/checks.h"
#include "policy/loader.h"

namespace interlock::cli {

namespace {

namespace fs = std::filesystem;

struct DoctorArguments {
  Confined as;
  bool fix = false;
  bool ways = false;
  std::string attempt;
};

std::optional<ipc::json::object> status_of(const Options& options) {
  auto client = ipc::Client::connect(options.socket);
  if (!client) return std::nullopt;
  auto status = client->call("status", {}, std::chrono::seconds{5});
  if (!status || !status->is_object()) return std::nullopt;
  return std::move(status->get_object());
}

/// The policy file, or the nearest folder in which one could be created.
std::string policy_place() {
  if (auto file = policy::find_policy_file(); !file.empty()) return file;
  const std::string folder = policy::config_home();
  std::error_code ignored;
  return fs::exists(folder + "/interlock", ignored) ? folder + "/interlock" : folder;
}

doctor::Here look(const Options& options, const Confined& as) {
  doctor::Here here;
  here.status = status_of(options);
  auto& ways = here.ways;
  ways.control_socket = options.socket;
  ways.agent_socket = audit::folder_of(options.socket) + "/agent.sock";
  ways.questions_socket = audit::folder_of(options.socket) + "/questions.sock";
  ways.audit_log = find_audit_log(options);
  ways.policy = policy_place();
  ways.folders = as.binds;
  ways.folders.insert(ways.folders.end(), as.reads.begin(), as.reads.end());
  if (here.status) {
    ways.daemon = static_cast<std::int64_t>(number_at(*here.status, "pid"));
    const auto* sessions = here.status->if_contains("sessions");
    ways.display_at_work = sessions != nullptr && sessions->is_array() && !sessions->get_array().empty();
  }
  doctor::look_around(ways);
  return here;
}

void examine(DoctorArguments arguments, Options& options) {
  for (auto* paths : {&arguments.as.binds, &arguments.as.reads}) {
    for (auto& path : *paths) {
      std::error_code missing;
      const auto real = fs::canonical(path, missing);
      if (missing) return fail(options, Error{"cannot be given to an agent: " + missing.message(), path, {}});
      path = real.string();
    }
  }
  auto here = look(options, arguments.as);
  if (arguments.ways) {
    std::cout << ipc::json::serialize(doctor::to_json(here.ways)) << '\n';
    return;
  }
  Diagnosis diagnosis;
  if (arguments.fix) diagnosis.fixed = doctor::fix(here);
  if (auto confined = try_confined(here.ways, arguments.as, options.socket)) {
    diagnosis.confined = std::move(*confined);
  } else {
    diagnosis.no_sandbox = confined.error();
  }
  auto outside = here.ways;
  outside.folders.clear();  // any program can open every folder, so their sockets are not searched
  diagnosis.unconfined = doctor::try_all(outside);
  diagnosis.desktop = doctor::check_desktop(here);
  if (options.json) {
    std::cout << ipc::json::serialize(report_json(diagnosis)) << '\n';
  } else {
    std::cout << report(diagnosis);
  }
  options.exit_code = exit_code(diagnosis);
}

/// Tries the ways that `--ways` printed, from this process.
void attempt(const std::string& file, Options& options) {
  std::ifstream opened;
  if (file != "-") opened.open(file);
  std::istream& in = file == "-" ? std::cin : opened;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto ways = doctor::ways_from_json(text);
  if (!ways) return fail(options, Error{ways.error(), file, "'interlockctl doctor --ways' prints what can be tried"});
  const Attempt attempt{doctor::try_all(*ways), doctor::mediation_here()};
  // In the sandbox there is no --json; a person who tries as another user gets a table.
  const bool open = std::any_of(attempt.results.begin(), attempt.results.end(),
                                [](const auto& result) { return result.tried.reach == doctor::Reach::open; });
  if (options.json || file == "-") {
    std::cout << ipc::json::serialize(to_json(attempt)) << '\n';
  } else {
    std::cout << report(attempt);
    options.exit_code = open ? 3 : 0;
  }
}

}  // namespace

void add_doctor(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("doctor", "try the ways around interlock, and check the desktop");
  auto arguments = std::make_shared<DoctorArguments>();
  command->add_flag("--fix", arguments->fix,
                    "fix what you may: turn accessibility on, start browsers with their accessibility trees");
  command->add_flag("--allow-net", arguments->as.network, "as an agent that is started with it");
  command->add_option("--bind", arguments->as.binds, "as an agent that is given it; repeatable")
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)  // else it takes the "--" that ends the options
      ->take_all();
  command->add_option("--ro-bind", arguments->as.reads, "as an agent that is given it to read; repeatable")
      ->type_name("PATH")
      ->expected(1)
      ->allow_extra_args(false)  // else it takes the "--" that ends the options
      ->take_all();
  auto* ways = command->add_flag("--ways", arguments->ways, "print what would be tried, for --try elsewhere");
  command
      ->add_option("--try", arguments->attempt,
                   "try, from here and as this user, what --ways printed to this file (-: standard input)")
      ->type_name("FILE")
      ->excludes(ways);
  command->footer("Exit code: 0 all is well, 1 warnings, 3 a way around interlock is open or a part does not work.");
  command->callback([&options, arguments] {
    if (arguments->attempt.empty()) return examine(*arguments, options);
    attempt(arguments->attempt, options);
  });
}

}  // namespace interlock::cli
