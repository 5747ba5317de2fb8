#include "gate/shell/prompts.h"

#include <algorithm>
#include <array>

#include "gate/shell/judges.h"
#include "gate/shell/notebook.h"
#include "gate/shell/output.h"
#include "gate/shell/wrappers.h"
#include "values/ascii.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view sql_clients =
    "psql mysql mariadb sqlite3 sqlite duckdb sqlcmd usql pgcli mycli litecli clickhouse-client cqlsh sqlplus hive "
    "beeline presto trino impala-shell spark-sql snowsql cockroach mysqlsh isql dolt influx cypher-shell";
constexpr std::string_view editors =
    "vim vi nvim view vimdiff rvim gview nano pico micro emacs joe jed hx helix mcedit ne kak rnano ex ed";
constexpr std::string_view pagers =
    "less more most man info pinfo htop top btop atop iotop iftop nethogs glances nvtop watch journalctl bat batcat "
    "ncdu ranger mc nnn lf vifm lazygit lazydocker tig k9s ctop bmon nload tcpdump ping mtr zless zmore dmesg";

/// A program that waits for lines, by its own name, under which its lines are judged.
struct LineProgram {
  std::string_view names;
  std::string_view judged_as;
  std::string_view unless;        ///< options with which it does not wait
  std::size_t most_operands = 0;  ///< with more it does not wait
};

constexpr auto line_programs = std::to_array<LineProgram>({
    {"psql mysql mariadb sqlcmd usql pgcli mycli litecli clickhouse-client cqlsh sqlplus hive beeline presto trino "
     "impala-shell spark-sql snowsql mysqlsh isql influx cypher-shell",
     "", "-c --command -e --execute -f --file -l --list --version", 2},
    {"sqlite3 sqlite duckdb dolt", "", "-c --version -version", 1},
    {"cockroach", "psql", "-e --execute", 1},
    {"mongosh mongo", "", "--eval --version", 1},
    {"redis-cli valkey-cli keydb-cli", "redis-cli", "--version --scan --bigkeys --pipe --eval", 0},
    {"python python2 python3 pypy pypy3 ipython ipython3 bpython ptpython", "python3", "-c -m -V --version", 0},
    {"irb pry", "ruby", "--version", 0},
    {"node nodejs deno bun", "node", "-e --eval -p --print -c -v --version", 0},
    {"php", "php", "-r -v --version", 0},
    {"lua luajit julia R ghci scala", "lua", "-e -v --version", 0},
    {"gdb lldb cgdb", "gdb", "-batch --batch -v --version", 2},
    {"ftp sftp lftp", "", "-c -e -b -f", 2},
    {"telnet nc ncat netcat", "telnet", "-z -l -e -c", 2},
    {"openssl", "telnet", "", 9},
});

/// SUBCOMMAND of PROGRAM waits for lines as another program does.
struct Console {
  std::string_view programs;
  std::string_view subcommands;
  std::string_view judged_as;
};

constexpr auto consoles = std::to_array<Console>({
    {"rails", "console c", "ruby"},
    {"rails", "dbconsole db", "psql"},
    {"hanami bundle", "console", "ruby"},
    {"python python3 manage.py django-admin", "shell shell_plus", "python3"},
    {"python python3 manage.py django-admin", "dbshell", "psql"},
    {"flask", "shell", "python3"},
    {"php artisan", "tinker", "php"},
    {"heroku", "pg:psql psql", "psql"},
    {"wrangler", "d1", ""},
    {"supabase", "psql", "psql"},
});

/// Programs whose lines are their own subcommands: "virsh" and then "destroy x" is "virsh destroy x".
constexpr std::string_view subcommand_programs =
    "virsh openstack lvm zkCli.sh bluetoothctl wpa_cli kadmin kadmin.local ipa samba-tool nmcli asadmin jboss-cli.sh "
    "redis-cli rabbitmqadmin aws-shell etcdctl parted fdisk gdisk cryptsetup nvme zfs zpool btrfs";

bool is_plain(const Command& command) {
  return command.level == 0 && command.reads == 0 && command.writes == 0 && !command.background &&
         command.input.empty();
}

Prompt waiting(const Call& call) {
  for (const Console& console : consoles) {
    if (!call.is(console.programs) || !call.has(console.subcommands)) continue;
    return {std::string(console.judged_as), Screen::lines, {}};
  }
  for (const LineProgram& row : line_programs) {
    if (!call.is(row.names) || call.has(row.unless, false)) continue;
    if (call.is("openssl") && !call.has("s_client")) continue;
    const auto own = std::count_if(call.operands.begin(), call.operands.end(), [&](const Operand& operand) {
      return !(operand.after_option && call.is("psql mysql mariadb mongosh mongo redis-cli valkey-cli sqlcmd sqlplus"));
    });
    if (static_cast<std::size_t>(own) > row.most_operands) continue;
    return {std::string(row.judged_as.empty() ? call.program : row.judged_as), Screen::lines, {}};
  }
  if (call.is(subcommand_programs) && call.operands.empty() && call.options.empty())
    return {std::string(call.program), Screen::lines, {}};
  const bool names_command = std::any_of(call.words.begin() + 1, call.words.end(),
                                         [](const Word& word) { return word.text.starts_with('+'); });
  const bool edits =
      (call.is(editors) && !names_command &&
       !call.has("-c --cmd -e -es -s -S --batch --version -version --eval", false)) ||
      (call.is("git") && ((call.has("rebase") && call.has("-i --interactive")) ||
                          (call.has("commit") && !call.has("-m --message -F --file -C --no-edit --dry-run -am")))) ||
      (call.is("crontab") && call.has("-e")) || call.is("visudo sudoedit vipw") ||
      (call.is("kubectl oc systemctl") && call.has("edit"));
  if (edits) return {"vim", Screen::editor, {}};
  if (call.is(pagers)) return {std::string(call.program), Screen::pager, {}};
  const bool shows = (call.is("git") && call.has("log diff show blame reflog") && !call.has("--no-pager")) ||
                     (call.is("tail") && call.has("-f -F --follow")) || (call.is("systemctl") && call.has("status"));
  if (shows) return {"less", Screen::pager, {}};
  return {};
}

/// The program at the end of "sudo", "docker exec -it db", ...
Prompt waiting_inside(const Call& call, int depth) {
  constexpr int deepest = 4;
  if (Prompt found = waiting(call); !found.empty() || depth > deepest) return found;
  if (call.is("find xargs parallel")) return {};
  for (const Inner& inner : unwrap(call)) {
    if (inner.words.empty() || inner.script) continue;
    if (Prompt found = waiting_inside(Call(inner.words, call.scene), depth + 1); !found.empty()) return found;
  }
  return {};
}

std::string_view trimmed_line(std::string_view line) {
  const auto begin = std::min(line.find_first_not_of(" \t\n"), line.size());
  line.remove_prefix(begin);
  while (!line.empty() && std::string_view(" \t\n;").find(line.back()) != std::string_view::npos) line.remove_suffix(1);
  return line;
}

/// Words that statements of databases begin with.
bool begins_statement(std::string_view line) {
  line = trimmed_line(line);
  const std::string first = lower(line.substr(0, line.find_first_of(" \t\n(;")));
  return is_listed("select insert update delete drop truncate alter create grant revoke with merge replace explain",
                   first);
}

/// What follows the last statement that is ended by a semicolon.
std::string_view open_statement(std::string_view text) {
  char quote = '\0';
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote != '\0') {
      if (text[i] == quote) quote = '\0';
    } else if (text[i] == '\'' || text[i] == '"') {
      quote = text[i];
    } else if (text[i] == ';') {
      begin = i + 1;
    }
  }
  text.remove_prefix(begin);
  return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
}

}  // namespace

Prompt left_running(const Script& script) {
  for (auto command = script.commands.rbegin(); command != script.commands.rend(); ++command) {
    if (command->words.empty() || command->level > 0) continue;
    const bool given = std::any_of(command->redirects.begin(), command->redirects.end(),
                                   [](const Redirect& redirect) { return redirect.kind != Redirect::Kind::duplicate; });
    if (!is_plain(*command) || given || !is_known(command->words[0].text)) return {};
    return waiting_inside(Call(command->words, {script, *command, {}, false, false, 0}), 0);
  }
  return {};
}

bool reads_code(const Prompt& prompt) {
  return prompt.screen == Screen::lines && is_listed("python3 ruby node php lua", prompt.program);
}

bool leaves(const Prompt& prompt, std::string_view line) {
  line = trimmed_line(line);
  if (prompt.screen == Screen::editor) {
    if (line.ends_with("ZZ") || line.ends_with("ZQ")) return true;
    const std::size_t colon = line.rfind(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view name = line.substr(colon + 1);
    return !name.empty() && std::string_view("qxwc").find(name[0]) != std::string_view::npos &&
           name.find_first_of("qx") != std::string_view::npos;
  }
  if (prompt.screen == Screen::pager) return line.ends_with('q');
  return is_listed("\\q \\quit quit exit exit() quit() .quit .exit q bye by :q :quit exit!", line);
}

std::string as_given(const Prompt& prompt, std::string_view lines) {
  if (prompt.screen != Screen::lines) return {};
  if (prompt.empty() && prompt.said.empty()) return {};
  if (is_listed(subcommand_programs, prompt.program)) return prompt.program + " " + std::string(lines);
  if (prompt.program == "python3") return cell_as_script(prompt.said + std::string(lines));  // of IPython
  return given_lines(prompt.empty() ? "psql" : prompt.program, prompt.said + std::string(lines));
}

std::string still_said(const Prompt& prompt, std::string_view lines) {
  constexpr std::size_t longest = 4096;
  constexpr std::size_t longest_alone = 512;
  std::string said = prompt.said + std::string(lines);
  if (!said.ends_with('\n')) said += '\n';
  if (prompt.program == "telnet") return keeps_letter_open(said) && said.size() <= longest ? said : std::string();
  const bool sql = prompt.empty() || is_listed(sql_clients, prompt.program);
  if (sql) said = std::string(open_statement(said));
  // Without a client only what looks like a statement is taken for one.
  if (prompt.empty() && (!begins_statement(said) || said.size() > longest_alone)) return {};
  if (said.starts_with('\\') || is_listed(subcommand_programs, prompt.program)) return {};
  if (said.size() > longest) said.erase(0, said.find('\n', said.size() - longest) + 1);
  return said;
}

}  // namespace interlock::gate::shell
