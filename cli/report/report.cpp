#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

#include <fcntl.h>
#include <unistd.h>

#include "audit/files.h"
#include "audit/link.h"
#include "audit/pictures.h"
#include "cli/audit/audit_file.h"
#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/report/report_page.h"
#include "ipc/nonce.h"

namespace interlock::cli {

namespace {

struct ReportArguments {
  std::string session, file, output;
  std::size_t run = 1;
};

/// All files of the daemon's log, or the one file that was named.
std::vector<std::string> files_of(const ReportArguments& arguments, const Options& options) {
  if (!arguments.file.empty()) return {arguments.file};
  return audit::log_files(audit::folder_of(find_audit_log(options)));
}

/// Readable by its owner only, like the log that it was made from.
bool write_private(const std::string& path, const std::string& text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  std::FILE* file = ::fdopen(fd, "w");
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && written;
}

/// Reads a picture from the folder beside the log. Does not show one that differs from its recorded digest.
KeptPicture picture_in(const std::string& dir, const ipc::json::object& record) {
  const auto name = text_at(record, "file");
  if (!audit::picture_id(name)) return {{}, "the record names no picture"};
  std::ifstream file(audit::picture_dir(dir) + "/" + name, std::ios::binary);
  if (!file) return {{}, "its picture is no longer kept: " + name};
  std::string png{std::istreambuf_iterator<char>(file), {}};
  if (audit::sha256(png) != text_at(record, "sha256")) return {{}, "its picture was changed since: " + name};
  return {std::move(png), {}};
}

void report(const ReportArguments& arguments, Options& options) {
  SessionReader reader(arguments.session);
  const auto files = files_of(arguments, options);
  for (const auto& path : files) {
    std::ifstream log(path);
    if (!log) return fail(options, unreadable_log(path, "--file"));
    for (std::string line; std::getline(log, line);) reader.line(line);
    if (log.bad()) return fail(options, unreadable_log(path, "--file"));
  }
  if (files.empty()) return fail(options, no_log(audit::folder_of(find_audit_log(options)), "--file"));
  const auto runs = reader.finish();
  if (runs.empty()) {
    return fail(options, Error{"session '" + arguments.session + "' did nothing", files.back(),
                               "'interlockctl audit' shows which did"});
  }
  if (arguments.run > runs.size()) {
    return fail(options, Error{"there are only " + std::to_string(runs.size()) + " sessions of that name",
                               {},
                               "--run takes up to " + std::to_string(runs.size())});
  }
  const SessionRecords& chosen = runs[runs.size() - arguments.run];
  if (runs.size() > 1 && arguments.run == 1) {
    warn(options,
         {"the newest of " + std::to_string(runs.size()) + " sessions of that name", {}, "--run 2 is the one before"});
  }
  std::string text;
  if (options.json) {
    ipc::json::array records(chosen.records.begin(), chosen.records.end());
    text = ipc::json::serialize(ipc::json::object{
               {"session", arguments.session}, {"run", chosen.run}, {"records", std::move(records)}}) +
           "\n";
  } else {
    const auto dir = audit::folder_of(files.front());
    text = report_page(arguments.session, chosen, ipc::nonce(32),
                       [&dir](const ipc::json::object& picture) { return picture_in(dir, picture); });
  }
  if (arguments.output.empty()) {
    std::cout << text;
  } else if (!write_private(arguments.output, text)) {
    fail(options, Error{std::string("cannot write: ") + std::strerror(errno), arguments.output, {}});
  }
}

}  // namespace

void add_report(CLI::App& app, Options& options) {
  auto* command =
      app.add_subcommand("report", "one session as a page for a browser: time line, decisions, reasons, pictures");
  auto arguments = std::make_shared<ReportArguments>();
  command->add_option("SESSION", arguments->session, "its id, as 'interlockctl status' and the audit log have it")
      ->required();
  command->add_option("--output,-o", arguments->output, "the file to write, instead of the standard output")
      ->type_name("FILE");
  command->add_option("--file", arguments->file, "a log other than the daemon's")->type_name("FILE");
  command
      ->add_option("--run", arguments->run,
                   "1 (default): of the newest run of interlockd that has it; 2: of the one before")
      ->check(CLI::Range(1, 1'000'000));
  command->callback([&options, arguments] { report(*arguments, options); });
}

}  // namespace interlock::cli
