// Files of statements for a database, and of commands for a program that transfers files: what they change cannot be
// taken back, and one that no line of the session has written was not seen.
#include <algorithm>

#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view statement_blanks = " \t";

/// The files whose statements these lines have a database's client run: \i FILE of psql, source FILE and \. FILE of
/// mysql, .read FILE of sqlite3, @FILE of sqlplus.
std::vector<std::string_view> statement_files_in(std::string_view text) {
  std::vector<std::string_view> files;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n;"), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(statement_blanks), line.size()));
    const std::size_t blank = std::min(line.find_first_of(statement_blanks), line.size());
    const bool at = line.starts_with('@');
    if (!at && !is_listed("\\i \\ir \\include \\. source SOURCE .read", line.substr(0, blank))) continue;
    std::string_view path = line.substr(at ? line.find_first_not_of('@') : blank);
    path.remove_prefix(std::min(path.find_first_not_of(" \t'\""), path.size()));
    path = path.substr(0, path.find_first_of(" \t'\""));
    if (!path.empty()) files.push_back(path);
  }
  return files;
}

Danger destroys_in_database(std::string_view what) {
  return {Decision::require_confirmation, "data_destruction", std::string(what) + " of a database"};
}

}  // namespace

void LineJudge::unseen_statements(const Call& call, std::string_view path) {
  if (is_listed("- /dev/null /dev/stdin", path) || is_read_only_client(call)) return;
  const auto written = written_.find(path);
  bool unseen = written.empty();
  for (const auto& [name, file] : written) {
    if (file.unseen) unseen_files_.insert(name);
    unseen = unseen || file.unseen.has_value();
    for (const std::string& text : file.texts) {
      if (const auto what = destructive_query(text)) add(call.program, call.scene.via, destroys_in_database(*what));
    }
  }
  if (!unseen) return;
  const std::string_view what =
      is_database_client(call) ? "gives a database the statements in " : "runs the commands of a file transfer in ";
  add(call.program, call.scene.via,
      {Decision::require_confirmation, "hidden_command",
       std::string(what) + in_quotes(path, 40) + ", which were not seen"});
}

void LineJudge::statements(const Call& call, std::string_view text) {
  if (is_read_only_client(call)) return;
  if (const auto what = destructive_query(text)) add(call.program, call.scene.via, destroys_in_database(*what));
  for (const std::string_view path : statement_files_in(text)) unseen_statements(call, path);
}

void LineJudge::statement_files(const Call& call) {
  // The statements stand in the line, and what it reads is data. Elsewhere the letters mean other things: psql -q.
  const std::string_view inline_options = call.is("psql pgcli usql")       ? "-c --command"
                                          : call.is("mysql mariadb mycli") ? "-e --execute"
                                          : call.is("sqlite3 sqlite")
                                              ? "-cmd"
                                              : "-c -e -q -Q --command --execute --eval --query";
  if (call.has(inline_options, false)) return;
  const auto redirected = [&](const Command& command) {
    for (const Redirect& redirect : command.redirects) {
      if (redirect.kind == Redirect::Kind::read && redirect.target.sources.empty())
        unseen_statements(call, redirect.target.text);
    }
  };
  redirected(call.scene.command);
  if (call.is("mongosh mongo")) {
    for (const Operand& operand : call.operands) {
      if (operand.text().ends_with(".js")) unseen_statements(call, operand.text());
    }
  }
  // cat FILE | psql, zcat < FILE | mysql
  const Script& script = call.scene.script;
  const Range input = call.scene.command.input;
  for (std::size_t i = input.begin; i < std::min(input.end, script.commands.size()); ++i) {
    const Command& command = script.commands[i];
    if (command.words.empty() ||
        !is_listed("cat bat pv zcat gzcat bzcat xzcat zstdcat lz4cat gunzip gzip xz zstd bzip2",
                   base_name(command.words[0].text)))
      continue;
    redirected(command);
    for (const Word& word : std::span(command.words).subspan(1)) {
      if (!word.text.starts_with('-')) unseen_statements(call, word.text);
    }
  }
}

}  // namespace interlock::gate::shell
