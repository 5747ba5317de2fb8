// Programs without a row: what they are asked to do, by the verbs of their subcommands, options and names.
#include <algorithm>
#include <array>

#include "gate/shell/paths.h"
#include "gate/shell/rows.h"
#include "gate/shell/value.h"
#include "gate/shell/verb_words.h"

namespace interlock::gate::shell {
namespace {

/// These change a project's own files, a playlist or the windows on the screen, which is easily done again.
constexpr std::string_view everyday_programs =
    "poetry pipenv uv pdm rye bun bundle composer dotnet flutter dart gem pub stack cabal gradle lerna nx ng rails "
    "opam pipx nimble dub shards mix rebar3 vcpkg pre-commit tox nox hatch pyenv rbenv nodenv nvm fnm volta "
    "rustup sdk jenv direnv mise asdf conda mamba micromamba jekyll hugo eleventy astro gatsby next nuxt "
    "mpc playerctl cmus-remote mocp i3-msg swaymsg hyprctl bspc herbstclient wmctrl amixer pactl pamixer wpctl "
    "brightnessctl dunstctl makoctl swaync-client notify-send xclip xsel wl-copy copyq parcellite clipman "
    "quilt jupyter jupytext expect dialog pv parallel nohup setsid timeout stdbuf script gdb lldb strace ltrace "
    "valgrind perf entr "
    "timew watson toggl hamster-cli bartib klog task jrnl ollama transmission-remote deluge-console "
    "pdftk qpdf mutool pdfunite imgp mogrify gm vips exiv2 sox lame flac opusenc mkvmerge mediainfo yt-dlp "
    "pytest py.test unittest jest vitest mocha ctest phpunit rspec behave cucumber robot cypress playwright "
    "gcc g++ clang clang++ cc c++ javac rustc tsc esbuild webpack rollup vite parcel black ruff mypy pylint "
    "eslint prettier swiftc kotlinc scalac ghc ocaml dune bazel buck pants waf scons meson qmake sbt lein";

bool is_everyday(std::string_view program) {
  return is_listed(everyday_programs, program);
}

/// How far verbs that may be harmless in other tools count here.
bool counts_all_verbs(const Call& call) {
  if (manages(call.program)) return true;
  const bool is_name = call.program.front() < 'A' || call.program.front() > 'Z';  // "Never rm it.": a sentence
  return (is_name || call.is("POST DELETE PUT PATCH")) && !has_row(call.program) && !is_everyday(call.program);
}

/// "DeleteInstance", "users.Users/TerminateAll": the call of an interface, as clients of clouds and gRPC name it.
bool is_call_of_interface(std::string_view text) {
  text.remove_prefix(std::min(text.rfind('/') + 1, text.size()));
  constexpr std::size_t longest = 64;
  if (text.size() > longest) return false;
  for (const std::string_view verb : {"Delete",  "Destroy",  "Terminate", "Purge",      "Drop", "Remove", "Revoke",
                                      "Release", "Disable",  "Detach",    "Deregister", "Wipe", "Erase",  "Cancel",
                                      "Send",    "Transfer", "Refund",    "Reboot",     "Stop", "Grant",  "Invite"}) {
    if (text.size() <= verb.size() || !text.starts_with(verb)) continue;
    const char next = text[verb.size()];
    if (next >= 'A' && next <= 'Z') return true;
  }
  return false;
}

bool is_subcommand(std::string_view text) {
  return !text.empty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == ':' || c == '.';
  });
}

Danger destroys(std::string what) {
  return {Decision::require_confirmation, "data_destruction", std::move(what)};
}

Danger reaches(std::string what) {
  return {Decision::require_confirmation, "cloud_destruction", std::move(what)};
}

std::optional<Danger> danger_of(Deed deed, std::string_view word, bool all_verbs) {
  std::string what = "is asked to " + std::string(word) + " something";
  if (deed == Deed::destroys || (deed == Deed::takes && all_verbs)) return destroys(std::move(what));
  // Whatever the tool is; of everyday ones, too.
  constexpr std::string_view outward =
      "pay payout send sendmany sendtoaddress send-payment send-money send-mail send-email send-message sendmail "
      "transfer withdraw purchase buy refund payinvoice keysend grant revoke add-role assign-role set-role create-role "
      "create-user create-admin add-admin add-user set-password reset-password change-password promote impersonate "
      "createsuperuser invite publish unpublish";
  if ((deed == Deed::reaches && all_verbs) || is_listed(outward, word)) return reaches(std::move(what));
  return std::nullopt;
}

/// `bconsole -c 'purge volume'`: a command of the program's own, as an option's value.
std::optional<Danger> own_command(const Call& call, bool all_verbs) {
  for (std::size_t i = 1; i + 1 < call.words.size(); ++i) {
    if (!is_listed("-c -e -q -x --command --cmd --execute --eval --query --exec", call.words[i].text)) continue;
    const std::string& value = call.words[i + 1].text;
    const std::string_view verb = std::string_view(value).substr(0, value.find(' '));
    if (verb.size() < value.size() && deed_of(verb) == Deed::destroys)
      return destroys("is asked to " + std::string(verb) + " something");
  }
  const std::string_view action = all_verbs ? call.value("-a --action -action --command --operation --op") : "";
  if (action.size() > 1 && is_subcommand(action)) return danger_of(deed_of(action), action, true);
  return std::nullopt;
}

/// "pkg_delete old", "nwipe --autonuke", "fdupes --delete": by what the program is called, or an option of it.
std::optional<Danger> by_name_or_option(const Call& call, bool all_verbs) {
  // "delete me" is a text: hardly a program has a space in its name.
  const bool plain =
      call.program.front() >= 'a' && call.program.front() <= 'z' && call.program.find(' ') == call.program.npos;
  const Deed named = plain ? deed_of_program(call.program) : Deed::none;
  if (named == Deed::destroys) return destroys("is called after what it destroys");
  if (named == Deed::reaches && all_verbs && !has_row(call.program) && call.words.size() > 1)
    return reaches("is called after what it sends");
  for (const std::string_view option : call.options) {
    const Deed deed = deed_of_option(option);
    if (deed == Deed::destroys || (deed == Deed::takes && all_verbs))
      return destroys("is asked to destroy something by " + std::string(option.substr(0, 40)));
  }
  return std::nullopt;
}

/// "fwctl", "svc-tool": the word in a program's name that says what it manages, without an ending such as "ctl".
std::string purpose_of(std::string_view program) {
  for (const std::string_view ending : {"ctl", "cli", "-tool", "tool", "mgr", "adm", "-client", "cmd"}) {
    if (program.size() > ending.size() + 1 && program.ends_with(ending)) {
      program.remove_suffix(ending.size());
      break;
    }
  }
  const std::vector<std::string> parts = parts_of_name(program);
  return parts.empty() ? std::string() : parts.front();
}

/// "fwctl stop", "avctl exclude /tmp": protection is switched off. "cronctl add", "svcctl install": something will run
/// by itself from now on.
std::optional<Danger> by_what_it_manages(const Call& call) {
  constexpr std::string_view protection =
      "fw firewall waf edr av antivirus dlp audit auditd alarm ids ips siem defender guard protection antimalware";
  constexpr std::string_view starters = "cron crontab svc service services servicemgr autostart startup launchd daemon";
  const std::string purpose = purpose_of(call.program);
  std::string about = purpose;
  for (const Operand& operand : call.operands) {
    const std::string& text = operand.text();
    if (is_listed(protection, about) && is_listed("stop disable off pause exclude silence mute unload bypass", text))
      return destroys("is asked to switch protection off");
    if (is_listed(starters, about) && is_listed("add install register enable create", text))
      return Danger{Decision::require_confirmation, "persistence", "makes something run by itself from now on"};
    if (!operand.after_option && is_listed("startup autostart", text) && &operand == &call.operands.back())
      return Danger{Decision::require_confirmation, "persistence", "makes something run by itself from now on"};
    if (!is_listed(protection, purpose) && !is_listed(starters, purpose)) about = text;
  }
  if (call.program == "autostart-add" || call.program.starts_with("autostart-"))
    return Danger{Decision::require_confirmation, "persistence", "makes something run by itself from now on"};
  return std::nullopt;
}

/// "--role=admin", "--role Owner", "--role=roles/owner": rights as the value of an option. The names of clouds stand
/// behind a "/", in any case.
std::optional<Danger> gives_rights(const Call& call) {
  std::string_view value = call.value(
      "--role --roles --scope --scopes --group --groups -groups --permission --grant --policy-arn --clusterrole");
  value.remove_prefix(value.rfind('/') + 1);
  std::string lower(value.substr(0, 64));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (!is_listed("admin administrator admins root owner superuser superadmin sudo wheel write full all contributor "
                 "editor administratoraccess poweruseraccess cluster-admin",
                 lower))
    return std::nullopt;
  return reaches("is asked to make somebody " + std::string(value));
}

/// "squid -k shutdown": the signal that ends a server, as an option's value.
std::optional<Danger> by_signal(const Call& call) {
  if (!is_listed("stop shutdown kill quit exit terminate", call.value("-k -s --signal"))) return std::nullopt;
  return destroys("is asked to end something that runs");
}

/// "docker-clean all", "files:cleanup --force", "close --all": everything at once.
std::optional<Danger> in_bulk(const Call& call) {
  constexpr std::string_view sweeping =
      "clean cleanup close stop merge move lock mark unload dismiss down offline cancel";
  const bool all = call.has("--all --all-users --everything all ALL", false);
  // nextflow clean -f
  const bool cleans = !call.operands.empty() && is_listed("clean cleanup", call.operands[0].text()) && call.has("-f");
  if (!all && !cleans && !call.has("--force --yes", false)) return std::nullopt;
  std::vector<std::string> names = parts_of_name(call.program);
  if (!call.operands.empty() && is_subcommand(call.operands[0].text())) {
    for (std::string& part : parts_of_name(call.operands[0].text())) names.push_back(std::move(part));
  }
  for (const std::string& name : names) {
    if (is_listed(all ? sweeping : sweeping.substr(0, 13), name))
      return destroys("is asked to " + name + (all ? " everything" : " without a question"));
  }
  return std::nullopt;
}

/// "xh DELETE https://...", "gh-api -X DELETE /repos/a": a method of HTTP that deletes or changes.
std::optional<Danger> by_method(const Call& call) {
  const std::string_view method = call.value("-X --request --method");
  if (is_listed("POST DELETE PUT PATCH", call.program) && !call.operands.empty())
    return destroys("sends " + std::string(call.program) + " to a server");
  const bool given = is_listed("DELETE PUT PATCH POST", method);
  const bool first = call.operands.size() > 1 && is_listed("DELETE delete PUT PATCH", call.operands[0].text()) &&
                     call.operands[1].text().find('/') != std::string::npos;
  if (given && !call.operands.empty()) return destroys("sends " + std::string(method) + " to a server");
  if (first) return destroys("sends " + call.operands[0].text() + " to a server");
  for (const Operand& operand : call.operands) {
    const std::string& text = operand.text();
    if (text.starts_with("mutation ") || text.starts_with("mutation{")) return destroys("changes data of a server");
  }
  return std::nullopt;
}

/// "ctrl slot=0 ld 1 delete": the object first, the verb last. "-jar jenkins-cli.jar -s URL delete-job NAME".
std::optional<Danger> behind_the_object(const Call& call) {
  if (call.operands.size() > 1) {
    const Operand& last = call.operands.back();
    if (!last.after_option && is_listed("delete del destroy purge erase wipe", last.text()))
      return destroys("is asked to " + std::string(last.text()) + " something");
  }
  if (!call.is("java")) return std::nullopt;
  for (const Operand& operand : call.operands) {
    if (is_subcommand(operand.text()) && deed_of(operand.text()) == Deed::destroys)
      return destroys("is asked to " + operand.text() + " something");
  }
  return std::nullopt;
}

/// Two subcommands that together are a verb: "power off", "pr merge", "member add".
std::optional<Danger> by_two_words(std::string_view one, std::string_view other) {
  const bool power = is_listed("power outlet", one) && is_listed("off cycle reset soft", other);
  const bool shown = is_listed("visibility access", one) && is_listed("public world everyone", other);
  const bool merges = is_listed("pr mr cl change revision", one) && is_listed("merge close land", other);
  if (power) return destroys("is asked to switch something off");
  if (merges) return reaches("is asked to " + std::string(other) + " a change");
  if (shown) return reaches("is asked to show something to everybody");
  if (is_about_rights(one, other)) return reaches("is asked to change who may do what");
  return std::nullopt;
}

/// What the subcommands say. `settled`: that nothing is destroyed, so that later words are what is shown or made.
struct Said {
  std::optional<Danger> danger;
  bool settled = false;
};

/// "user create", "admin:user:create", "power off": two words of one subcommand, or of two.
std::optional<Danger> by_pairs(std::string_view before, const std::string& text) {
  if (auto danger = by_two_words(before, text)) return danger;
  const std::vector<std::string> parts = parts_of_name(text);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (auto danger = by_two_words(parts[i - 1], parts[i])) return danger;
  }
  // set-org-role
  const bool role = parts.size() > 2 && is_listed("role roles password owner permission permissions", parts.back());
  if (role && is_listed("set unset assign add create change reset", parts.front()))
    return reaches("is asked to change who may do what");
  return std::nullopt;
}

/// "az --query delete vm list": what follows only shows something, so the verb before it is an option's value.
bool shows_behind(const Call& call, std::size_t at) {
  return std::any_of(call.operands.begin() + static_cast<std::ptrdiff_t>(at) + 1, call.operands.end(),
                     [](const Operand& each) { return deed_of(each.text()) == Deed::shows; });
}

/// The subcommands, from the first on: what shows or makes something ends them.
Said by_subcommands(const Call& call, bool all_verbs) {
  constexpr std::size_t most = 5;
  std::string_view before;
  std::size_t looked = 0;
  for (std::size_t i = 0; i < call.operands.size() && looked < most; ++i) {
    const Operand& operand = call.operands[i];
    const std::string& text = operand.text();
    // "sacctmgr -i delete user", "iscsiadm -o delete": behind an option a verb is none but these.
    const bool bare = all_verbs && is_listed("delete destroy erase purge wipe", text);
    if (operand.after_option && bare && !shows_behind(call, i)) return {destroys("is asked to " + text + " something")};
    if (operand.after_option) continue;
    if (is_call_of_interface(text)) return {destroys("calls " + text + " of an interface")};
    if (!is_subcommand(text)) {
      if (looked == 0 && call.is("grpcurl evans aliyun tccli hcloud openstack")) continue;
      return {};
    }
    if (is_listed("can-i help explain", text)) return {std::nullopt, true};
    // "gcloud config set disable_prompts true": behind them stands the name of a setting.
    if (is_listed("config configuration settings", before) && is_listed("set get unset", text))
      return {std::nullopt, true};
    // As with git, whose commits these programs push.
    if (text == "push" && call.is("hub vcsh yadm dolt dvc datalad jj sl pijul stg")) return {std::nullopt, true};
    // It is started again by the next command.
    if (text == "kill-server" && call.is("adb")) return {std::nullopt, true};
    if (call.is("act") && looked == 0) return {std::nullopt, true};           // the name of an event
    if (call.is("dotnet") && text == "publish") return {std::nullopt, true};  // into a folder
    if (call.is("conda mamba micromamba") && text == "deactivate") return {std::nullopt, true};
    // pip cache purge: what is kept of the network is fetched again.
    if (!manages(call.program) && is_listed("cache caches buildcache", text)) return {std::nullopt, true};
    if (all_verbs) {
      if (auto danger = by_pairs(before, text)) return {std::move(danger)};
    }
    // "turbo unlink": ends what "link" began; without an operand nothing else can be meant.
    if (text == "unlink" && i + 1 == call.operands.size()) return {std::nullopt, true};
    const Deed deed = deed_of(text);
    const bool more = i + 1 < call.operands.size() && !call.operands[i + 1].after_option;
    // "share list", "archive show": the verb is what another verb is about.
    const bool is_object = deed != Deed::destroys && more && deed_of_part(call.operands[i + 1].text()) == Deed::shows;
    if (auto danger = is_object ? std::nullopt : danger_of(deed, text, all_verbs)) return {std::move(danger)};
    if (deed == Deed::shows && (looked > 0 || !manages(call.program))) return {std::nullopt, true};
    before = text;
    ++looked;
  }
  return {};
}

/// "sg_unmap", "fw-commit", "cryptsetup-reencrypt": a part of a name that says that a device is changed.
bool names_writing(std::string_view name) {
  const std::vector<std::string> parts = parts_of_name(name);
  return std::any_of(parts.begin(), parts.end(), [](const std::string& part) {
    return is_listed(
        "format write restore burn flash install zero fill unmap sanitize erase reencrypt commit ffu "
        "writeprotect reset repair",
        part);
  });
}

/// A disk device as an operand of a program whose options or subcommand make it write.
std::optional<Danger> on_a_disk(const Call& call) {
  if (has_row(call.program)) return std::nullopt;
  for (const Operand& operand : call.operands) {
    if (place_of(operand.text(), call.scene.command.cwd) != Place::disk) continue;
    const bool writes = call.has("-w --write --force --yes --format", false) || names_writing(call.program) ||
                        names_writing(call.operands[0].text());
    if (writes) return destroys("is given a whole disk, " + operand.text().substr(0, 40));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Danger> by_verb(const Call& call) {
  if (takes_words_as_text(call.program) || call.program.empty() || !is_known(call.program) || is_dry_run(call))
    return std::nullopt;
  const bool all_verbs = counts_all_verbs(call);
  const auto made = parts_of_name(call.program);
  const bool installs = std::any_of(made.begin(), made.end(), [](const std::string& part) {
    return is_listed("install installer setup init create new bootstrap", part);
  });
  const Said said = by_subcommands(call, all_verbs);
  if (said.danger) return said.danger;
  if (auto danger = by_name_or_option(call, all_verbs && !said.settled && !installs)) return danger;
  if (auto danger = own_command(call, all_verbs)) return danger;
  if (all_verbs) {
    if (auto danger = by_method(call)) return danger;
    if (auto danger = on_a_disk(call)) return danger;
    if (auto danger = by_what_it_manages(call)) return danger;
    if (auto danger = gives_rights(call)) return danger;
    if (auto danger = in_bulk(call)) return danger;
    if (auto danger = by_signal(call)) return danger;
  }
  return said.settled ? std::nullopt : behind_the_object(call);
}

}  // namespace interlock::gate::shell
