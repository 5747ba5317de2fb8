/// The table of what subcommands destroy: one row a program or family. One file a field: table_NAME.cpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

struct Row {
  std::string_view programs;  ///< separated by spaces
  /// The operands that make it, in order: words separated by spaces, alternatives by bars, `delete-*` for a start and
  /// `*:delete` for an end; options and their values may stand between. Empty: the program as such.
  std::string_view path;
  std::string_view needs;   ///< any of these options or operands must be there; empty: none is needed
  std::string_view unless;  ///< none of these may be there (--dry-run and --help are always looked for)
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

/// The first row of any table that fits.
std::optional<Danger> look_up(const Call& call);
/// Programs that take words and file names as they come: a command among them is text.
bool takes_any_words(std::string_view program);
/// Programs whose subcommands are known here: "rm" among their words is theirs.
bool is_familiar(std::string_view program);
/// What a program that no row knows says of itself: its subcommand is called delete, destroy, purge, ...
std::optional<Danger> by_verb(const Call& call);

}  // namespace interlock::gate::shell
