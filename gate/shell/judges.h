/// The judges that need more than a row of a table. Each looks at one program about to run, or at what the shell itself
/// would do, and adds what cannot be taken back.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

using Dangers = std::vector<Danger>;

/// rm, find -delete, shred, dd, mkfs, mv, cp, truncate, chmod, chown, ...
void judge_files(const Call& call, Dangers& dangers);
/// Whether the -name options of `find` select only files that a build makes again: *.pyc, __pycache__.
bool finds_only_made(const Call& call);
/// > and >> onto devices, system files and what runs by itself; sockets.
void judge_redirects(const Command& command, Dangers& dangers);
/// Nothing at all written into a file that is named from the root or the home: : > ~/notes, cat /dev/null > /srv/x.
void judge_emptied(const Script& script, const Command& command, Dangers& dangers);
/// A file that is emptied before a program of the same pipe reads it: sort x > x.
void judge_overwritten_input(const Script& script, const Command& command, Dangers& dangers);
/// Interlock's control commands, files and service; prompts, notifications and screen lockers. Not on other machines.
void judge_guarded(const Call& call, Dangers& dangers);
void judge_guarded_redirects(const Command& command, Dangers& dangers);
/// Secrets shown or sent away, files uploaded, connections that hand out a shell.
void judge_network(const Call& call, Dangers& dangers);
/// Ways into this machine: forwarded ports, servers that ask for no password or serve whole folders; printers.
void judge_exposure(const Call& call, Dangers& dangers);
/// What telnet, nc and openssl s_client send that mails, deletes or changes something on a server.
void judge_protocol(const Call& call, Dangers& dangers);
/// Lines of SMTP in which a letter was begun and is not ended.
bool keeps_letter_open(std::string_view said);
/// git config KEY VALUE that makes git run a program, or go to another server, from now on.
void judge_git_settings(const Call& call, Dangers& dangers);
/// Software from an address or a file, unseen.
void judge_installs(const Call& call, Dangers& dangers);
/// Files that sed or perl edit so that nothing is left of them.
void judge_edits(const Call& call, Dangers& dangers);
/// Methods of other programs on D-Bus that start or run something.
void judge_bus(const Call& call, Dangers& dangers);
/// A client of a database: it runs the statements that it is given.
bool is_database_client(const Call& call);
/// By an option it changes nothing.
bool is_read_only_client(const Call& call);
/// SQL and its like given to a database's client.
void judge_database(const Call& call, Dangers& dangers);

/// A line that begins with SQL is for a database's client that runs in the terminal: no shell has such a command.
void judge_statement(const Call& call, Dangers& dangers);

/// What a statement in SQL, in a database's shell or of a key-value store destroys, as a sentence; empty if nothing.
std::optional<std::string_view> destructive_query(std::string_view text);
/// What inline code of an interpreter destroys, runs or sends; nothing if it does none of these.
std::optional<Danger> dangerous_code(std::string_view code);
/// The string literals of code, in whatever language.
std::vector<std::string> literals_in_code(std::string_view code, std::size_t most);
/// The string literals of code that runs commands: each as a command line.
std::vector<std::string> commands_in_code(std::string_view code);

/// The string literals that code gives a database as statements: execute('...'), dbExecute(con, "...").
std::vector<std::string> statements_in_code(std::string_view code);

/// Fills in Command::origin, worst_origin and reads_secrets, once for a script that is read to its end: they are asked
/// for by each word that a command's output is part of.
void find_origins(Script& script);
/// The worst of `commands` and of what reaches them by pipes.
Origin origin_of(const Script& script, Range commands);
/// Whether `commands`, or what reaches them by pipes, read secrets, the environment, or files as a whole.
bool reads_secrets(const Script& script, Range commands);

}  // namespace interlock::gate::shell
