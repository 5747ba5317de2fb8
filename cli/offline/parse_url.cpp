#include <iostream>

#include "cli/basics/commands.h"
#include "cli/basics/lines.h"
#include "cli/offline/parsed_url.h"
#include "ipc/limits.h"

namespace interlock::cli {

namespace {

constexpr auto parse_url_help =
    R"(Shows what a browser makes of a URL, by the URL Standard: the same parser that the gate's rules about
destinations use. A line in and a line out, JSON:

  {"id": "1", "text": "http://0x7f.1/"}  ->  {"id": "1", "valid": true, "scheme": "http", "host": "127.0.0.1"}

A broken line gets {"id", "error": {"line", "message"}}; the exit code is then 1.)";

void parse_urls(Options& options) {
  std::string line;
  for (std::size_t number = 1; next_line(*std::cin.rdbuf(), line, ipc::limits::line_bytes); ++number) {
    const auto answer = parsed_url(line, number);
    if (answer.contains("error")) options.exit_code = 1;
    std::cout << ipc::json::serialize(answer) << std::endl;
    if (!std::cout) return;
  }
}

}  // namespace

void add_parse_url(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("parse-url", "read URLs as browsers do: JSON lines in, hosts out");
  command->footer(parse_url_help);
  command->callback([&options] { parse_urls(options); });
}

}  // namespace interlock::cli
