/// Words of command lines as verbs: what the name of a subcommand, an option or a program says that it does.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

/// What a verb does to what it is applied to.
enum class Deed : std::uint8_t {
  none,      ///< no verb that is known
  shows,     ///< reads, makes something new or explains: list, show, create
  reaches,   ///< sends, publishes, pays, or changes who may do what
  takes,     ///< may destroy or stop something; of a tool that edits a project it can be done again
  destroys,  ///< destroys, whatever the tool is
};

/// The parts of a name, in lower case: "delete-all", "deleteAll", "db:delete_all" and "db.deleteAll" begin or end
/// alike.
std::vector<std::string> parts_of_name(std::string_view name);

/// What a subcommand does, by its first part that is a verb, or else its last: "rm-user", "userDelete", "stopall".
Deed deed_of(std::string_view subcommand);
/// What a single part does.
Deed deed_of_part(std::string_view part);
/// What a program is called after: "trash-empty", "destroy_cluster.sh", "dropuser". `none` or `destroys` or `reaches`.
Deed deed_of_program(std::string_view program);
/// What an option says: "--delete", "--remove-all", "--no-dry-run", "--yes-i-am-sure". `none`, `takes` or `destroys`.
Deed deed_of_option(std::string_view option);
/// Whether two words that follow one another change who may do what: "member add", "set-password", "role bind".
bool is_about_rights(std::string_view one, std::string_view other);

}  // namespace interlock::gate::shell
