#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

#include "audit/append_file.h"
#include "audit/collect.h"
#include "audit/files.h"
#include "cli/basics/commands.h"
#include "cli/basics/failure.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

constexpr auto collect_help =
    R"(A log service may deliver lines again, or out of order. The chain of the log says which line comes next: the copy has each
line once, in its place, and nothing else. To check the copy: interlockctl audit verify --without-pictures --dir DIR

Exit code 0: everything that was received is in the copy; 1: some lines follow nothing, because those before them have not
come yet, or they are not of this log.)";

struct CollectArguments {
  std::string dir;
  std::vector<std::string> received;
};

/// Calls `take` with each line that has an end, and its place; the error of `take` or of the file.
template <class Take>
tl::expected<void, Error> each_line(const std::string& path, Take take) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(Error{std::string("cannot be read: ") + std::strerror(errno), path, {}});
  std::uint64_t number = 0;
  for (std::string line; std::getline(file, line) && !file.eof();) {
    if (auto taken = take(line, path + ":" + std::to_string(++number)); !taken) return taken;
  }
  if (file.bad()) return tl::unexpected(Error{"cannot be read to its end", path, {}});
  return {};
}

void report(Options& options, const audit::Collector& collector) {
  const auto left = collector.left_over();
  if (options.json) {
    std::cout << ipc::json::serialize(ipc::json::object{{"written", collector.written()},
                                                        {"repeats", collector.repeats()},
                                                        {"left_over", left.lines},
                                                        {"first_left_over", left.first}})
              << '\n';
  } else {
    std::cout << "new lines in the copy: " << collector.written() << "; repeats left out: " << collector.repeats()
              << '\n';
    if (left.lines > 0)
      std::cout << "lines that follow nothing in the copy: " << left.lines << ", one of them " << plain(left.first)
                << '\n';
  }
  if (left.lines > 0) options.exit_code = 1;
}

void collect(const CollectArguments& arguments, Options& options) {
  auto copy = audit::AppendFile::open(arguments.dir, audit::file_name);
  if (!copy) return fail(options, copy.error());
  if (copy->torn())
    return fail(options, Error{"the copy ends within a line", copy->path(), "remove it and collect it again"});
  audit::Collector collector([&](std::string_view line) { return copy->append(std::string(line) + "\n"); });
  const auto known = each_line(copy->path(), [&](const std::string& line, const std::string&) {
    collector.has(line);
    return tl::expected<void, Error>();
  });
  if (!known) return fail(options, known.error());
  for (const std::string& path : arguments.received) {
    const auto taken = each_line(
        path, [&](const std::string& line, const std::string& where) { return collector.receive(line, where); });
    if (!taken) return fail(options, taken.error());
  }
  report(options, collector);
}

}  // namespace

void add_audit_collect(CLI::App& audit, Options& options) {
  auto* command = audit.add_subcommand("collect", "make a copy of a log from what a log service received of it");
  command->footer(collect_help);
  auto arguments = std::make_shared<CollectArguments>();
  command->add_option("RECEIVED", arguments->received, "files with what was received, each line as it came")
      ->required()
      ->type_name("FILE");
  command->add_option("--dir", arguments->dir, "the copy's folder; what it has stays")->required()->type_name("DIR");
  command->callback([&options, arguments] { collect(*arguments, options); });
}

}  // namespace interlock::cli
