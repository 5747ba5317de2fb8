// Paths of files that start programs without a question, or decide who may do what. One table for words of command
// lines and for files that windows save, rename and paste. From the documentation of the programs that read the files:
// bash(1), zsh(1), readline(3), fish(1), X sessions, the XDG autostart specification, systemd's file hierarchy,
// pam_env(8), sshd(8), git-config(1), and programs that run commands from a file in the home when they start.
#include <algorithm>
#include <array>

#include "gate/shell/call.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"

namespace interlock::gate::shell {
namespace {

struct RiskyPath {
  std::string_view part;
  const char* what;
};

constexpr const char* by_itself = "what runs by itself";
constexpr const char* at_start = "what runs at start";
constexpr const char* at_login = "what runs at every login";
constexpr const char* log_in = "how people log in";
constexpr const char* kernel = "the running kernel";
constexpr const char* of_git = "what git runs";
constexpr const char* of_editor = "what an editor runs as it starts";
constexpr const char* of_mail = "where mail goes and what it starts";
constexpr const char* launched = "what starts programs";

/// Parts of a path.
constexpr auto risky_parts = std::to_array<RiskyPath>({
    // git-config(1), githooks(5)
    {".git/hooks/", "what runs at every commit"},
    {".git/config", of_git},
    {".config/git/config", of_git},
    {".git/objects", "the repository's history"},
    {".git/refs", "the repository's branches"},
    // accounts and rights
    {"/etc/passwd", "the system's accounts"},
    {"/etc/shadow", "the system's passwords"},
    {"/etc/group", "the system's groups"},
    {"/etc/gshadow", "the system's groups"},
    {"/etc/sudoers", "who may become root"},
    {"/etc/polkit-1", "who may become root"},
    {"/etc/pam.d", log_in},
    {"/etc/security/", log_in},
    {"/etc/ssh/", "how people log in from outside"},
    {".ssh/", "who may log in here"},
    // the system
    {"/etc/fstab", "what is mounted at start"},
    {"/etc/hosts", "where names lead"},
    {"/etc/resolv.conf", "where names are looked up"},
    {"/etc/apt/", "where software comes from"},
    {"/etc/yum.repos.d/", "where software comes from"},
    {"/etc/yum.conf", "where software comes from"},
    {"/etc/dnf/", "where software comes from"},
    {"/etc/zypp/", "where software comes from"},
    {"/etc/pacman", "where software comes from"},
    {"/usr/share/keyrings/", "whose software is trusted"},
    {"/etc/ld.so", "what every program loads"},
    {"/boot/", "how the system starts"},
    {"/proc/sys", kernel},
    {"/sys/", kernel},
    {"/etc/modprobe.d", kernel},
    {"/etc/modules", kernel},
    // cron(8), at(1), systemd's file hierarchy, init, udev(7)
    {"/etc/crontab", by_itself},
    {"/etc/anacrontab", by_itself},
    {"/etc/cron", by_itself},
    {"/var/spool/cron", by_itself},
    {"/var/spool/at", by_itself},
    {"/etc/systemd", by_itself},
    {"/run/systemd", by_itself},
    {"/lib/systemd", by_itself},
    {"systemd/user/", by_itself},
    {"/etc/udev/", by_itself},
    {"/etc/init.d", at_start},
    {"/etc/rc.local", at_start},
    // aliases(5): mail is forwarded, or given to programs
    {"/etc/aliases", of_mail},
    {"/etc/mail/aliases", of_mail},
    {"/etc/postfix/aliases", of_mail},
    // shells, X sessions, desktops
    {"/etc/profile", at_login},
    {"/etc/environment", at_login},
    {"/etc/bash.bashrc", "what runs in every shell"},
    {"/etc/zsh", "what runs in every shell"},
    {"/etc/X11/Xsession", at_login},
    {"/etc/xdg/autostart", at_login},
    {".config/autostart", at_login},
    {".config/environment.d/", at_login},
    {".config/plasma-workspace/", at_login},
    {".config/fish/", "what runs in every shell"},
    {".config/i3/", at_login},
    {".config/sway/", at_login},
    {".config/hypr/", at_login},
    {".config/openbox/", at_login},
    {".config/awesome/", at_login},
    {".config/bspwm/", at_login},
    {".config/sxhkd/", launched},
    {".local/share/applications/", launched},
    {".local/share/dbus-1/services/", launched},
    {".local/bin/", "a program of the person's"},
    // programs of the person that run commands as they start
    {".vim/", of_editor},
    {".config/nvim/", of_editor},
    {".emacs.d/", of_editor},
    {".config/emacs/", of_editor},
});

/// Names of files in a home.
constexpr auto risky_names = std::to_array<RiskyPath>({
    {".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile .zshenv .zlogin .zlogout "
     ".kshrc .mkshrc .cshrc .tcshrc .login .logout .xprofile .xinitrc .xsession .xsessionrc .xserverrc config.fish "
     ".inputrc .pam_environment",
     "what runs in every shell"},
    {"authorized_keys authorized_keys2 .rhosts .shosts .k5login", "who may log in here"},
    {".gitconfig", of_git},
    {".vimrc .gvimrc .exrc .nvimrc .emacs", of_editor},
    {".tmux.conf .screenrc .gdbinit .lldbinit .psqlrc .sqliterc .irbrc .pryrc .Rprofile .octaverc .mailcap .forward "
     ".procmailrc .mailfilter .maildroprc .qmail .dovecot.sieve .xbindkeysrc sitecustomize.py usercustomize.py",
     "what a program runs as it starts"},
});

/// bin in a home: programs there are found before the system's.
bool is_in_home_bin(std::string_view path) {
  constexpr std::string_view homes = "/home/", administrator = "/root";
  std::size_t below = std::string_view::npos;
  if (path.starts_with('~')) below = path.find('/');
  if (path.starts_with(homes)) below = path.find('/', homes.size());
  if (path.starts_with(administrator)) below = administrator.size();
  return below != std::string_view::npos && path.substr(below).starts_with("/bin/");
}

}  // namespace

const char* sensitive_file(std::string_view written) {
  const std::string path = plain_path(written, {});
  const auto part = std::find_if(risky_parts.begin(), risky_parts.end(),
                                 [&](const RiskyPath& row) { return path.find(row.part) != std::string::npos; });
  if (part != risky_parts.end()) return part->what;
  const std::string_view name = base_name(path);
  const auto named = std::find_if(risky_names.begin(), risky_names.end(),
                                  [&](const RiskyPath& row) { return is_listed(row.part, name); });
  if (named != risky_names.end()) return named->what;
  if (is_in_home_bin(path)) return "a program of the person's";
  for (const std::string_view folder : {"/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/", "/usr/lib/", "/lib/"}) {
    if (path.starts_with(folder)) return "the system's own programs";
  }
  return nullptr;
}

}  // namespace interlock::gate::shell
