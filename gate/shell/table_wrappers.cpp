#include "gate/shell/table_wrappers.h"

namespace interlock::gate::shell {
namespace {

constexpr Wrapper wrappers[] = {
    {"sudo", "ugphCrtTUDR",
     "--user --group --prompt --host --chdir --close-from --role --type --other-user --command-timeout", 0, true},
    {"doas", "uC", ""},
    {"pkexec", "", "--user"},
    {"env", "uC", "--unset --chdir", 0, true},
    {"command builtin noglob nocorrect chronic ifne ts retry dbus-launch", "", ""},
    {"nohup setsid fakeroot torsocks torify proxychains proxychains4 dbus-run-session unbuffer "
     "eatmydata caffeinate catchsegv "
     "firejail aa-exec linux32 linux64 unshare gdb lldb rlwrap cgexec ionice-run optirun prime-run "
     "gamemoderun nocache rr sem do xvfb-run ssh-agent gpg-agent choom uclampset distrobox-host-exec",
     "ptgdeus", ""},
    // bwrap(1)
    {"bwrap", "",
     "--args --argv0 --userns --userns2 --pidns --uid --gid --hostname --chdir --unsetenv --lock-file --sync-fd "
     "--remount-ro --exec-label --file-label --proc --dev --tmpfs --mqueue --dir --seccomp --add-seccomp-fd --block-fd "
     "--userns-block-fd --info-fd --json-status-fd --cap-add --cap-drop --perms --size --overlay-src --tmp-overlay "
     "--ro-overlay",
     0, false, false, false, "",
     "--bind --bind-try --dev-bind --dev-bind-try --ro-bind --ro-bind-try --bind-fd --ro-bind-fd --bind-data "
     "--ro-bind-data --file --symlink --setenv --chmod"},
    {"exec", "a", ""},
    {"nice", "n", "--adjustment"},
    {"ionice", "cnpPu", "--class --classdata"},
    {"chrt", "TPD", "", 1},
    {"taskset setarch", "", "", 1},
    {"time gtime", "fo", "--format --output"},
    {"timeout gtimeout", "ks", "--kill-after --signal", 1},
    {"stdbuf", "ioe", "--input --output --error"},
    // -e, -i, -l, --replace, --max-lines take an attached value or none.
    {"xargs gxargs", "aEILnPsdJRS", "--arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var"},
    {"parallel", "jaINnLSPdC",
     "--jobs --arg-file --max-args --delay --timeout --colsep --joblog --retries --sshlogin --results --tmpdir --halt "
     "--load --memfree --workdir --tagstring"},
    {"watch viddy", "nq", "--interval", 0, false, true},
    {"flock", "wE", "--timeout --wait --conflict-exit-code", 1},
    {"strace ltrace", "oepPsSuEabIOXU", "--output --trace --attach --user --string-limit"},
    {"chroot", "", "", 1},
    {"busybox toybox", "", ""},
    {"runuser", "ugG", "--user --group"},
    {"systemd-run", "pMHutEC",
     "--unit --property --machine --host --uid --gid --description --slice --on-calendar --on-active --setenv "
     "--working-directory --service-type --nice --timer-property"},
    {"systemd-inhibit", "", "--what --who --why --mode"},
    {"pdsh clush dsh", "wxgXlNtufom", "", 0, false, true, true},
    {"pssh parallel-ssh", "hHlptoeOx", "", 0, false, true, true},
    {"ssh autossh mosh slogin", "BbcDEeFIiJLlmOopQRSWwP", "", 1, false, true, true},
    {"rsh", "l", "", 1, false, true, true},
    {"sshpass", "pfdPe", ""},
    {"docker podman nerdctl", "uwe", "--user --workdir --env --env-file --detach-keys --context --host", 1, false,
     false, true, "exec"},
    {"docker podman nerdctl", "uwe", "--user --workdir --env --env-file", 1, false, false, true, "container exec"},
    {"docker docker-compose podman-compose podman", "fpuwe", "--user --workdir --env --index --file", 1, false, false,
     true, "compose exec"},
    {"docker-compose podman-compose", "fpuwe", "--user --workdir --env --index", 1, false, false, true, "exec"},
    {"lxc incus", "", "--user --cwd --env", 1, false, false, true, "exec"},
    {"heroku", "arse", "--app --remote --size --env", 0, false, false, true, "run"},
    {"vagrant", "", "", 0, false, true, true, "ssh -c"},
    {"distrobox toolbox", "n", "--name", 0, false, false, true, "enter run"},
    {"poetry pipenv uv pdm hatch rye pixi conda mamba micromamba", "nprxm",
     "--env --name --prefix --python --with --from", 0, false, false, false, "run"},
    {"bundle direnv mise asdf nvm rbenv pyenv opam rustup chroma op", "", "", 0, false, false, false, "exec"},
    {"direnv", "", "", 1, false, false, false, "exec"},
    {"npx bunx pnpx uvx pipx", "pc", "--package --spec"},
    {"npm yarn pnpm", "", "--package", 0, false, false, false, "exec"},
    {"pnpm yarn", "", "", 0, false, false, false, "dlx"},
    {"doppler chamber aws-vault envchain infisical dotenv", "pcef", "--project --config --env --path", 0, false, false,
     false, "run"},
    {"aws-vault chamber", "", "", 1, false, false, false, "exec"},
    {"python python2 python3 pypy pypy3", "WXQ", "", 0, false, false, false, "-m"},
    {"valgrind", "", ""},
    {"perf", "eopFg", "", 0, false, false, false, "stat"},
    {"perf", "eopFg", "", 0, false, false, false, "record"},
    {"nsenter", "tSGW", "--target"},
    {"proot", "rbwq", ""},
    {"nix", "", "", 1, false, false, false, "shell"},
    {"setpriv prlimit numactl cpulimit tini dumb-init trickle softlimit chpst run0 ld.so ld-linux.so.2 "
     "ld-linux-x86-64.so.2 start-stop-daemon",
     "ugl", ""},
    {"gosu su-exec faketime logsave", "", "", 1},
    {"ip", "n", "", 1, false, false, false, "netns exec"},
    {"tmux", "cFnstxyeLf", "", 0, false, true, false, "new-session"},
    {"tmux", "cFnstxyeLf", "", 0, false, true, false, "new"},
    {"tmux", "cFnstxyeLf", "", 0, false, true, false, "neww"},
    {"tmux", "cFnstxyeLfl", "", 0, false, true, false, "splitw"},
    {"tmux", "cFnstxyeLfl", "", 0, false, true, false, "display-popup"},
    {"tmux", "t", "", 0, false, true, false, "run"},
    {"tmux", "t", "", 0, false, true, false, "if-shell"},
    {"tmux", "t", "", 0, false, true, false, "pipe-pane"},
    {"tmux", "t", "", 0, false, true, false, "pipep"},
    {"tmux", "t", "", 0, false, true, false, "send"},
    {"tmux", "t", "", 0, false, true, false, "respawnp"},
    {"tmux", "t", "", 0, false, true, false, "respawn-window"},
    {"tmux", "cFnstxyeLf", "", 0, false, true, false, "new-window"},
    {"tmux", "cFnstxyeLfl", "", 0, false, true, false, "split-window"},
    {"tmux", "t", "", 0, false, true, false, "run-shell"},
    {"tmux", "t", "", 0, false, true, false, "send-keys"},
    {"tmux", "t", "", 0, false, true, false, "respawn-pane"},
    {"screen", "SscTtphe", "", 0, false, true},
    {"screen", "SscTtphe", "", 0, false, true, false, "-X stuff"},
    {"x-terminal-emulator xterm gnome-terminal konsole xfce4-terminal kitty alacritty urxvt foot wezterm", "TtnGgfbc",
     "--title --geometry --working-directory"},
    {"git", "cC", "--git-dir --work-tree", 0, false, true, false, "submodule foreach"},
    {"git", "cC", "", 0, false, false, false, "bisect run"},
    {"entr", "", ""},
    {"hyperfine", "wrmMcpsnSu",
     "--warmup --runs --min-runs --max-runs --prepare --cleanup --setup --export-json --export-markdown", 0, false,
     true},
};

}  // namespace

std::span<const Wrapper> all_wrappers() {
  return wrappers;
}

}  // namespace interlock::gate::shell
