#include "gate/shell/losses.h"

#include <algorithm>

#include "gate/shell/interactive.h"
#include "gate/shell/judges.h"
#include "gate/shell/loss_reader.h"
#include "gate/shell/output.h"
#include "gate/shell/wrappers.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

/// Programs that only run the one after them, with the same files in the same place.
constexpr std::string_view passing_on =
    "sudo doas env command builtin nohup setsid exec nice ionice time gtime timeout gtimeout stdbuf busybox chronic "
    "xargs gxargs find gfind";
constexpr std::string_view read_shells = "sh bash dash zsh ksh";
constexpr std::string_view no_files =
    "/dev/null /dev/zero /dev/full /dev/tty /dev/stdin /dev/stdout /dev/stderr /dev/fd/1 /dev/fd/2 /dev/random "
    "/dev/urandom";

/// Whether a `cd` may run or not, so that the folder behind it is not certain. A `cd` that fails is noticed when the
/// folders are looked up.
bool may_stay(const Script& script, std::string_view text) {
  bool later = false;
  for (std::size_t i = 1; i < script.commands.size(); ++i) {
    const auto& words = script.commands[i].words;
    later = later || (!words.empty() && words[0].text == "cd");
  }
  if (!later) return false;
  const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (has("&&") && (has(";") || has("\n"))) return true;
  return has("||") || has("if") || has("case") || has("for") || has("while") || has("until") || has("()") ||
         has("function");
}

/// find -name NAME -exec rm {}: files of that name at any depth, which is no pattern for one folder.
void leave_names_open(const Call& call, std::vector<Word>& words) {
  const std::string name(call.value("-name"));
  if (name.empty() || !finds_only_made(call)) return;
  const std::string found = starts_of_find(call).front() + "/" + name;
  for (Word& word : words) {
    if (const std::size_t at = word.text.find(found); at != std::string::npos)
      word.text.replace(at, found.size(), starts_of_find(call).front() + "/" + std::string(unknown_text));
  }
}

/// The script of sh -c SCRIPT; null: it is not given so.
const Word* script_of(const Call& call) {
  bool given = false;
  for (const Word& word : call.words.subspan(1)) {
    const bool option = word.text.starts_with('-') && word.text.size() > 1;
    if (!option) return given ? &word : nullptr;
    given = given || (word.text[1] != '-' && word.text.find('c') != std::string::npos);
  }
  return nullptr;
}

std::string quoted_program(const Call& call) {
  return in_quotes(call.program.substr(0, 40));
}

}  // namespace

void LossReader::unknown(std::string why) {
  if (losses_.unknown.empty()) losses_.unknown = std::move(why);
}

std::string LossReader::whole(const Command& command, std::string_view path) const {
  if (path == "~") return home_;
  if (path.starts_with("~/")) return home_ + std::string(path.substr(1));
  if (path.starts_with('/')) return std::string(path);
  std::string folder = command.cwd;
  if (folder == "~" || folder.starts_with("~/")) folder = home_ + folder.substr(1);
  return folder + "/" + std::string(path);
}

void LossReader::lose(const Call& call, std::string_view path, Loss how) {
  const Command& command = call.scene.command;
  if (path.empty() || path == "-" || is_listed(no_files, path)) return;
  if (path.starts_with("/dev/") && !path.starts_with("/dev/shm/"))
    return unknown("it writes to the device " + in_quotes(path));
  if (losses_.found.size() >= Losses::max_losses) return unknown("it names more files than are looked up");
  const std::string text(path);
  if (!is_known(text) || text.find('\0') != std::string::npos) {
    const bool goes_up = text.find("..") != std::string::npos;
    const bool below = text.starts_with(unknown_text) ||
                       std::any_of(bases_.begin(), bases_.end(), [&](const auto& b) { return text.starts_with(b); });
    if (bases_.empty() || goes_up || !below)
      return unknown("it names files that are only known when the line runs (a variable, the output of a command)");
    const std::vector<std::string> bases = std::move(bases_);
    bases_.clear();
    how.within = true;
    how.into.clear();
    for (const std::string& base : bases) lose(call, base, how);
    bases_ = bases;
    return;
  }
  if (text.starts_with('~') && text.size() > 1 && text[1] != '/')
    return unknown("it names " + in_quotes(text) + ", a home or folder that only the shell knows");
  if (text.find_first_of("(|") != std::string::npos && text.find_first_of("*?+@!") != std::string::npos)
    return unknown("the pattern " + in_quotes(text) + " is not one that can be looked up");
  if (!text.starts_with('/') && !text.starts_with('~') && !command.cwd.starts_with('/') &&
      !command.cwd.starts_with('~'))
    return unknown("it is not known in which folder the line goes on");
  if (command.cwd.starts_with('~') && command.cwd.size() > 1 && command.cwd[1] != '/')
    return unknown("the line changes to " + in_quotes(command.cwd) + ", a folder that only the shell knows");
  if (!is_known(command.cwd)) return unknown("the folder that the line changes to is only known when it runs");
  how.path = whole(command, text);
  if (!how.into.empty()) how.into = whole(command, how.into);
  if (!text.starts_with('/') && !text.starts_with('~')) how.folder = whole(command, ".");
  if (how.folder.ends_with("/.")) how.folder.erase(how.folder.size() - 2);
  if (std::find(losses_.found.begin(), losses_.found.end(), how) == losses_.found.end())
    losses_.found.push_back(std::move(how));
}

void LossReader::read(std::string_view text, Environment environment, int depth) {
  if (depth > max_depth) return unknown("it is wrapped too deep to be read");
  Reading reading;
  reading.environment = std::move(environment);
  reading.environment.forget_sources();
  reading.work = work_;
  read_statements(reading, text, 0);
  work_ = reading.work;
  find_origins(reading.script);
  if (reading.script.problem != Problem::none) unknown("it cannot be read as a command line");
  if (may_stay(reading.script, text)) unknown("in which folder the line goes on depends on what happens in it");
  for (const Command& command : reading.script.commands) this->command(reading, command, depth);
}

void LossReader::command(const Reading& reading, const Command& command, int depth) {
  redirects(reading, command);
  if (!command.words.empty()) words(reading, command.words, {reading.script, command, {}, false, false, depth}, 0);
}

void LossReader::redirects(const Reading& reading, const Command& command) {
  const std::vector<Word> shell = {Word{{"sh", {}}}};
  const Call call(shell, {reading.script, command, {}, false, false, 0});
  for (const Redirect& redirect : command.redirects) {
    if (redirect.kind != Redirect::Kind::write && redirect.kind != Redirect::Kind::append) continue;
    if (!redirect.target.feeds.empty()) continue;  // >(...), whose commands are read themselves
    lose(call, redirect.target.text);
  }
}

void LossReader::words(const Reading& reading, std::span<const Word> all, Scene scene, int wrapped) {
  if (all.empty() || all.front().text.empty()) return;
  if (wrapped > max_depth) return unknown("it is wrapped too deep to be read");
  if (!is_known(all.front().text)) return unknown("it runs a program whose name is only known when it runs");
  const Call call(all, std::move(scene));
  if (call.scene.remote) return unknown(quoted_program(call) + " runs on another machine or in a container");
  if (call.words.size() == 2 && is_listed("--help --version", call.words[1].text)) return;
  if (add_losses(*this, call)) return;
  given(reading, call, wrapped);
}

void LossReader::given(const Reading& reading, const Call& call, int wrapped) {
  if (const Word* script = call.is(read_shells) ? script_of(call) : nullptr) {
    if (!is_known(script->text)) return unknown("what " + quoted_program(call) + " runs is only known when it runs");
    Environment environment;  // a shell of its own has only the variables that are exported
    environment.cwd = call.scene.command.cwd;
    return read(script->text, std::move(environment), call.scene.depth + 1);
  }
  const auto inner = unwrap(call);
  if (inner.empty() || !call.is(passing_on))
    return unknown("what " + quoted_program(call) + " does to files is not known");
  if (call.has("-C --chdir -D -R --chroot -i --login -s --shell -e --edit", false) && call.is("sudo doas env"))
    return unknown(quoted_program(call) + " runs it in another folder or shell");
  const std::vector<std::string> outer = bases_;
  if (call.is("find gfind")) bases_ = starts_of_find(call);
  if (call.is("xargs gxargs")) bases_ = piped_from(call.scene.script, call.scene.command);
  if (call.is("xargs gxargs") && call.has("-a --arg-file")) bases_.clear();
  for (Inner each : inner) {
    if (call.is("find gfind")) leave_names_open(call, each.words);
    if (!each.script) {
      words(reading, each.words,
            {call.scene.script, call.scene.command, {}, each.remote, each.exempt, call.scene.depth}, wrapped + 1);
    } else {
      unknown("what " + quoted_program(call) + " runs is only known when it runs");
    }
  }
  bases_ = outer;
}

std::vector<std::string> LossReader::piped_from(const Script& script, const Command& command) const {
  std::vector<std::string> bases;
  const Command* reads = &command;
  for (int steps = 0; steps < 8 && !reads->input.empty() && bases.empty(); ++steps) {
    if (reads->input.end != reads->input.begin + 1 || reads->input.begin >= script.commands.size()) return {};
    const Command& before = script.commands[reads->input.begin];
    if (before.words.empty()) return {};
    const Call call(before.words, {script, before, {}, false, false, 0});
    if (before.cwd != command.cwd) return {};
    if (call.is("find gfind")) {
      bases = starts_of_find(call);
    } else if (call.is("ls git grep egrep fgrep rg") && !before.input.empty()) {
      if (!call.is("grep egrep fgrep")) return {};
      reads = &before;  // a filter
    } else if (call.is("ls grep egrep fgrep rg") || (call.is("git") && call.has("ls-files"))) {
      bases.emplace_back(".");
      for (const Operand& operand : call.operands) {
        if (!is_known(operand.text()) || operand.text().find("..") != std::string::npos) return {};
        if (operand.text().starts_with('/') || operand.text().starts_with('~')) bases.push_back(operand.text());
      }
    } else if (call.is("head tail sort uniq")) {
      reads = &before;
    } else {
      return {};
    }
  }
  return bases;
}

Losses losses_of(std::string_view lines, std::string_view folder, std::string_view home) {
  LossReader reader(folder, home);
  if (expands_history(lines)) reader.unknown("it stands for a line of the shell's history, which is not known");
  Environment environment;
  environment.cwd = folder;
  reader.read(lines, std::move(environment), 0);
  return reader.take();
}

}  // namespace interlock::gate::shell
