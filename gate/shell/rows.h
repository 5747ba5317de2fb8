/// The table of destructive subcommands: one row for a program or family. One file for each field: table_NAME.cpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

struct Row {
  std::string_view programs;  ///< separated by spaces
  /// The operands that select the subcommand, in order: words separated by spaces, alternatives by bars, `delete-*` for
  /// a prefix and `*:delete` for a suffix; options and their values may be in between. Empty: the program itself.
  std::string_view path;
  std::string_view needs;   ///< one of these options or operands must be present; empty: none is needed
  std::string_view unless;  ///< none of these may be present (--dry-run and --help are always checked)
  std::string_view what;    ///< what it does, for a sentence
};

struct Table {
  std::string_view code;  ///< static, for Danger::code
  std::span<const Row> rows;
};

Table system_table();
Table git_table();
Table disk_table();
Table database_table();
Table container_table();
Table cloud_table();
Table backup_table();
Table package_table();
Table secret_table();
Table cluster_table();

/// The first row of any table that matches.
std::optional<Danger> look_up(const Call& call);
/// Programs that take arbitrary words and file names: a command among them is text.
bool takes_any_words(std::string_view program);
/// The same, without the exceptions: "delete" among their operands is no subcommand.
bool takes_words_as_text(std::string_view program);
/// Manages services, accounts or data that others rely on.
bool manages(std::string_view program);
/// Any table names the program.
bool has_row(std::string_view program);
/// Only shows what it would do, by an option.
bool is_dry_run(const Call& call);
/// Programs whose subcommands are known here: "rm" among their words is a subcommand.
bool is_familiar(std::string_view program);
/// A program without a fitting row whose subcommand, option or name is a verb that destroys, sends or takes away.
/// by_verb.cpp
std::optional<Danger> by_verb(const Call& call);
/// A task of a project or a script whose name says that something is deployed, published or destroyed. task_names.cpp
std::optional<Danger> by_task_name(const Call& call);

}  // namespace interlock::gate::shell
