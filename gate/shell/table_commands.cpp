#include "gate/shell/table_commands.h"

#include <algorithm>
#include <array>

#include "gate/shell/call.h"

namespace interlock::gate::shell {
namespace {

constexpr CommandOption options[] = {
    {"rsync", "-e --rsh --rsync-path", "", Speech::shell},
    {"scp sftp", "-S -D", "", Speech::shell},
    {"man", "-P --pager -H --html", "", Speech::shell},
    {"dpkg-query", "--pager", "", Speech::shell},
    {"tar gtar bsdtar",
     "--to-command -I --use-compress-program -F --info-script --new-volume-script --rsh-command --rmt-command", "",
     Speech::shell},
    {"zip", "-TT --unzip-command", "", Speech::shell},
    {"split", "--filter", "", Speech::shell},
    {"sort", "--compress-program", "", Speech::shell},
    {"tcpdump", "-z", "", Speech::shell},
    {"wget", "--use-askpass", "", Speech::shell},
    {"nano", "-s --speller", "", Speech::shell},
    {"fzf", "--preview", "", Speech::shell},
    {"mapfile readarray", "-C", "", Speech::shell},
    {"hyperfine", "-p --prepare -c --cleanup -s --setup --conclude", "", Speech::shell},
    {"npx npm", "-c --call", "", Speech::shell},
    {"git", "--upload-pack --receive-pack --sendmail-cmd --to-cmd --cc-cmd --extcmd --open-files-in-pager", "",
     Speech::shell},
    {"git", "--tree-filter --index-filter --msg-filter --env-filter --parent-filter --commit-filter --tag-name-filter",
     "", Speech::shell},
    {"git", "-u", "clone", Speech::shell},
    {"git", "-x --exec", "rebase", Speech::shell},
    {"git", "-x", "difftool", Speech::shell},
    {"git", "-O", "grep", Speech::shell},
    {"git", "--exec", "archive", Speech::shell},
    {"git", "--exec", "push", Speech::shell},
    {"git", "--exec", "fetch-pack", Speech::shell},
    {"su runuser script flock ssh-agent capsh sg", "-c --command --session-command", "", Speech::shell},
    {"xterm urxvt gnome-terminal konsole xfce4-terminal kitty alacritty x-terminal-emulator", "-e -x --command", "",
     Speech::shell},
    {"nix-shell", "--run --command", "", Speech::shell},
    {"env", "-S --split-string", "", Speech::shell},
    {"apt apt-get aptitude apt-cache", "-o --option", "", Speech::words},
    {"mutt neomutt", "-e", "", Speech::words},
    {"ranger", "--cmd", "", Speech::words},
    {"vim vi nvim view ex gvim gview vimdiff rvim", "-c --cmd +", "", Speech::words},
    {"less more most zless", "+", "", Speech::words},
    {"gdb cgdb", "-ex -iex --ex --eval-command --init-eval-command", "", Speech::words},
    {"lldb", "-o -O -b --one-line --one-line-before-file", "", Speech::words},
    {"sqlite3", "-cmd", "", Speech::words},
    {"mysql mariadb", "-e --execute", "", Speech::words},
    {"psql", "-c --command", "", Speech::words},
    {"lftp", "-c -e", "", Speech::words},
    {"sftp ftp", "-b", "", Speech::file},
    {"rails", "runner", "", Speech::code},
    {"emacs emacsclient", "-e --eval -eval --execute -execute", "", Speech::code},
    {"make gmake", "--eval -E", "", Speech::makefile},
    {"vim vi nvim view ex gvim gview vimdiff rvim", "-S -s -u", "", Speech::file},
    {"gdb cgdb", "-x --command -ix --init-command", "", Speech::file},
    {"lldb", "-s --source -S --source-before-file", "", Speech::file},
    {"emacs", "-l --load --script -script -load", "", Speech::file},
    {"sqlite3", "-init", "", Speech::file},
    {"psql usql cqlsh cockroach hive beeline presto trino spark-sql impala-shell snowsql cypher-shell mongosh mongo "
     "surreal mysqlsh",
     "-f --file", "", Speech::file},
    {"sqlcmd mssql-cli isql", "-i", "", Speech::file},
    {"clickhouse-client clickhouse", "--queries-file", "", Speech::file},
    {"redis-cli valkey-cli", "--eval", "", Speech::file},
    {"lftp", "-f", "", Speech::file},
    {"at batch", "-f", "", Speech::file},
    {"bash sh", "--rcfile --init-file", "", Speech::file},
    {"nmap", "--script", "", Speech::file},
    {"sed gsed", "-f --file", "", Speech::file},
};

}  // namespace

std::span<const CommandOption> command_options() {
  return options;
}

bool is_git_command(std::string_view key) {
  if (is_listed("core.pager core.editor core.sshCommand core.sshcommand core.fsmonitor core.askPass core.askpass "
                "core.gitProxy core.gitproxy core.alternateRefsCommand sequence.editor diff.external gpg.program "
                "credential.helper web.browser uploadpack.packObjectsHook sendemail.smtpServer sendemail.sendmailCmd "
                "sendemail.toCmd sendemail.ccCmd",
                key))
    return true;
  constexpr auto families = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"alias.", ""},
      {"pager.", ""},
      {"diff.", ".textconv"},
      {"diff.", ".command"},
      {"filter.", ".clean"},
      {"filter.", ".smudge"},
      {"filter.", ".process"},
      {"merge.", ".driver"},
      {"gpg.", ".program"},
      {"credential.", ".helper"},
      {"difftool.", ".cmd"},
      {"mergetool.", ".cmd"},
      {"browser.", ".cmd"},
      {"man.", ".cmd"},
      {"remote.", ".uploadpack"},
      {"remote.", ".receivepack"},
      {"submodule.", ".update"},
      {"trailer.", ".command"},
      {"trailer.", ".cmd"},
      {"tar.", ".command"},
  });
  return std::any_of(families.begin(), families.end(), [&](const auto& family) {
    return key.starts_with(family.first) && key.ends_with(family.second) && key.size() > family.first.size();
  });
}

bool is_git_folder(std::string_view key) {
  return is_listed("core.hooksPath core.hookspath include.path init.templateDir init.templatedir protocol.ext.allow",
                   key) ||
         (key.starts_with("includeIf.") && key.ends_with(".path"));
}

bool is_command_variable(std::string_view name) {
  return name.starts_with("GIT_CONFIG_VALUE_") ||
         is_listed(
             "GIT_SSH_COMMAND GIT_SSH PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR "
             "GIT_EXTERNAL_DIFF GIT_ASKPASS GIT_PROXY_COMMAND SSH_ASKPASS SUDO_ASKPASS SUDO_EDITOR FCEDIT LESSOPEN "
             "LESSCLOSE BROWSER RSYNC_RSH SYSTEMD_PAGER DELTA_PAGER BAT_PAGER",
             name);
}

}  // namespace interlock::gate::shell
