// Commands that would disable interlock itself, or answer for the person at the desktop: its control commands, its
// files and service, prompts and screen lockers. Blocked under every policy.
#include <algorithm>

#include "gate/policy/applications.h"
#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/word_reader.h"
#include "gate/shell/wrappers.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate::shell {
namespace {

Danger guarded(std::string what) {
  return {Decision::block, guarded_code, std::move(what)};
}

// These show the content of a file and cannot write it.
constexpr std::string_view readers =
    "cat bat head tail ls ll eza exa stat file wc grep egrep fgrep rg ag diff cmp md5sum sha1sum sha256sum sha512sum "
    "cksum "
    "du tree realpath readlink dirname basename echo printf test [ nl cut od strings hexdump more interlockctl";

bool has_space(std::string_view text) {
  return text.find_first_of(" \t\n") != std::string_view::npos;
}

/// A wildcard below a settings folder that matches interlock's.
bool glob_names_it(const Word& word, std::string_view path) {
  if (!word.glob) return false;
  bool settings = false;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    if (settings && part.find_first_not_of('*') != std::string_view::npos && matches_glob(part, "interlock"))
      return true;
    settings = part == ".config" || part == "etc" || part == "state";
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return false;
}

bool names_own_file(const Word& word, const std::string& cwd) {
  if (word.text.empty() || has_space(word.text)) return false;
  constexpr auto none = std::string::npos;
  if (!word.glob && word.text.find("interlock") == none && cwd.find("interlock") == none) return false;
  const std::string path = plain_path(word.text, cwd);
  return is_own_path(path) || glob_names_it(word, path);
}

bool mentions_own_file(const Script& script) {
  return std::any_of(script.commands.begin(), script.commands.end(), [](const Command& command) {
    return std::any_of(command.words.begin(), command.words.end(),
                       [&](const Word& word) { return names_own_file(word, command.cwd); });
  });
}

bool mentions_daemon(const Script& script) {
  return std::any_of(script.commands.begin(), script.commands.end(), [](const Command& command) {
    return std::any_of(command.words.begin(), command.words.end(),
                       [](const Word& word) { return word.text.find("interlockd") != std::string::npos; });
  });
}

/// What a name given to pkill or killall would end; empty for programs that anyone may end.
std::string_view ends(std::string_view name) {
  if (name.starts_with('^')) name.remove_prefix(1);
  if (name.ends_with('$')) name.remove_suffix(1);
  return is_listed("interlock", name) ? std::string_view("interlock's own") : guarded_kind(base_name(name));
}

/// interlockctl with a written-out command that only shows something.
bool only_reads(const Call& call) {
  if (call.operands.empty())
    return std::all_of(call.options.begin(), call.options.end(),
                       [](std::string_view option) { return is_listed("-h --help --version", option); });
  return is_listed(
             "status pending watch explain audit report tune lint check doctor parse-url redact replay help completion",
             call.operands.front().text()) &&
         !call.has("--fix --output -o", false) &&
         std::all_of(call.words.begin(), call.words.end(), [](const Word& word) { return is_known(word.text); });
}

void control(const Call& call, Dangers& dangers) {
  if (call.is("interlockctl") && !only_reads(call)) {
    dangers.push_back(guarded("controls interlock: that is for the person at the desktop"));
  } else if (call.is("which whereis type command") && call.scene.command.level > 0 && call.has("interlockctl")) {
    dangers.push_back(guarded("takes interlock's own program from where it is"));
  } else if (call.is("xdotool xdo xte ydotool dotool wtype xvkbd") &&
             (!call.is("xdotool xdo") ||
              call.has("click mousedown mouseup mousemove mousemove_relative key keydown keyup type behave set_window "
                       "exec script -"
                       " button_press button_release key_press key_release pointer_motion"))) {
    dangers.push_back(
        {Decision::require_confirmation, "bypass", "clicks or types past interlock, which cannot look at it"});
  } else if (call.is("interlockd")) {
    dangers.push_back(guarded("starts another interlock, which would stand in this one's place"));
  } else if (call.is("systemctl service rc-service") &&
             call.has("stop restart try-restart kill disable mask reload reload-or-restart edit revert set-property") &&
             std::any_of(call.operands.begin(), call.operands.end(),
                         [](const Operand& o) { return o.text().starts_with("interlock"); })) {
    dangers.push_back(guarded("stops or changes interlock's service"));
  } else if (call.is("loginctl") && call.has("unlock-session unlock-sessions")) {
    dangers.push_back(guarded("unlocks the screen"));
  } else if ((call.is("dunstctl") && call.has("action context")) || (call.is("makoctl") && call.has("invoke menu")) ||
             (call.is("swaync-client") && call.has("-a --action"))) {
    // Closing one is a denial, which anybody may give.
    dangers.push_back(guarded("answers notifications: that is for the person at the desktop"));
  }
}

void kills(const Call& call, Dangers& dangers) {
  if (call.is("kill") && mentions_daemon(call.scene.script)) {
    return dangers.push_back(guarded("ends interlock"));
  }
  if (!call.is("pkill killall killall5 skill")) return;
  for (const Operand& operand : call.operands) {
    if (const auto what = ends(operand.text()); !what.empty()) {
      return dangers.push_back(guarded("ends " + operand.text() + ", which is " + std::string(what)));
    }
  }
}

void own_files(const Call& call, Dangers& dangers) {
  constexpr std::string_view what = "may change interlock's own files";
  const bool searches = call.is("find gfind fd");
  const bool hands_on = call.is("xargs parallel");
  if (call.is(readers)) return;
  if (searches && !call.has("-delete -exec -execdir -ok -okdir -fprint -fprintf -fls -x -X --exec", false)) return;
  if (hands_on && mentions_own_file(call.scene.script)) return dangers.push_back(guarded(std::string(what)));
  const bool code = call.is(interpreters);
  for (const Word& word : call.words.subspan(1)) {
    // of=FILE, --output=FILE
    const std::size_t equals = word.text.find('=');
    const std::string& cwd = call.scene.command.cwd;
    const auto after_equals = [&] {
      Word value = word;
      value.text.erase(0, equals + 1);
      return names_own_file(value, cwd);
    };
    if (names_own_file(word, cwd) || (equals != std::string::npos && after_equals()) ||
        (code && is_own_path(word.text))) {
      // A command that sudo and similar programs run is judged separately.
      if (!searches && !hands_on && !unwrap(call).empty()) return;
      return dangers.push_back(guarded(std::string(what)));
    }
  }
}

}  // namespace

bool is_own_path(std::string_view path) {
  if (path.find("interlock") == std::string_view::npos) return false;
  static const PatternSet own = PatternSet::compile_trusted(
      {R"((?:\.config|/etc(?:/xdg)?|\.local/state)/interlock(?:[^\w.-]|$))",
       R"((?:^|[^\w.-])interlock/(?:policy\.yaml|rules\.d|control\.sock|audit))",
       R"((?:^|[^\w-])\.interlock(?:/rules\.d|/?$))", R"(/run/user/[^/]+/interlock(?:/?$|/\*))",
       R"(systemd/(?:user|system)/interlock)", R"((?:/usr(?:/local)?/s?bin|\.local/bin)/interlock(?:d|ctl)?$)"});
  return own.match(path).has_value();
}

void judge_guarded(const Call& call, Dangers& dangers) {
  if (call.scene.remote) return;
  control(call, dangers);
  kills(call, dangers);
  own_files(call, dangers);
}

void judge_guarded_redirects(const Command& command, Dangers& dangers) {
  for (const Redirect& redirect : command.redirects) {
    const bool writes = redirect.kind == Redirect::Kind::write || redirect.kind == Redirect::Kind::append;
    if (writes && names_own_file(redirect.target, command.cwd)) {
      dangers.push_back(guarded("writes to interlock's own files"));
    }
  }
}

}  // namespace interlock::gate::shell
