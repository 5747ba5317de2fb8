// Lines of programs that have commands of their own, and command lines that stand in words of any program.
#include <algorithm>
#include <array>

#include "gate/shell/interactive.h"
#include "gate/shell/judges.h"
#include "gate/shell/line_judge.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/rows.h"
#include "gate/shell/sed.h"
#include "gate/shell/wrappers.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

constexpr std::string_view line_blanks = " \t";

/// Takes the next word of letters off `line`.
std::string_view next_name(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t:+.\\"), line.size()));
  std::size_t end = 0;
  while (end < line.size() && ((line[end] >= 'a' && line[end] <= 'z') || (line[end] >= 'A' && line[end] <= 'Z'))) ++end;
  const std::string_view name = line.substr(0, end);
  line.remove_prefix(end);
  return name;
}

/// The shell command of a line of vim, gdb, sqlite3 and their like; nothing if there is none.
std::optional<std::string_view> command_in(std::string_view line) {
  if (const auto escaped = shell_escape(line)) return escaped;
  std::string_view rest = line;
  for (int i = 0; i < 4; ++i) {
    const std::string_view name = next_name(rest);
    if (rest.starts_with('!') && !name.empty() && !is_listed("q wq w e x", name)) return rest.substr(1);
    if (is_listed("shell system sh terminal term make", name) && rest.starts_with(' ')) return rest.substr(1);
    if (!is_listed("silent sil sile silen platform noautocmd noa execute exe call norm normal set editor", name)) break;
    if (rest.starts_with('!')) rest.remove_prefix(1);
    const std::size_t text = rest.find_first_not_of(" \t=\"'");
    if (text != std::string_view::npos && rest.substr(text).starts_with('!')) return rest.substr(text + 1);
  }
  return std::nullopt;
}

/// Whether one of the words is a path of the home or the system.
bool names_fixed_place(std::string_view words) {
  while (!words.empty()) {
    words.remove_prefix(std::min(words.find_first_not_of(" \t"), words.size()));
    const std::size_t end = std::min(words.find_first_of(" \t"), words.size());
    if (is_at_fixed_place(words.substr(0, end))) return true;
    words.remove_prefix(end);
  }
  return false;
}

/// What lines of file transfer programs and editors delete.
std::optional<Danger> told_in_words(const Call& call, std::string_view text) {
  const bool transfers = call.is("ftp sftp lftp");
  const bool edits = call.is("vim vi nvim view ex gvim ed red");
  while (!text.empty() && (transfers || edits)) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::string_view rest = line;
    const std::string_view name = next_name(rest);
    if (transfers && is_listed("rm mrm rmdir delete mdelete del mdel glob", name) &&
        (name != "glob" || rest.find(" rm") != rest.npos)) {
      return Danger{Decision::require_confirmation, "file_destruction", "deletes files of another machine"};
    }
    if (transfers && name == "mirror" && (rest.find("--delete") != rest.npos || rest.find("--Remove") != rest.npos)) {
      return Danger{Decision::require_confirmation, "file_destruction", "deletes files that are not at the source"};
    }
    const bool puts = is_listed("put mput reput", name) ||
                      (name == "mirror" && (rest.find(" -R") != rest.npos || rest.find("--reverse") != rest.npos));
    if (transfers && puts && names_fixed_place(rest))
      return Danger{Decision::require_confirmation, "exfiltration", "sends files to another machine"};
    line.remove_prefix(std::min(line.find_first_not_of(" \t:"), line.size()));
    for (const std::string_view all : {"%d", "1,$d", ",d", "%delete"}) {
      if (edits && (line == all || line.starts_with(std::string(all) + "|"))) {
        return Danger{Decision::require_confirmation, "file_destruction", "deletes all lines of a file"};
      }
    }
  }
  return std::nullopt;
}

/// Programs that a word may run, if the word is a command line at all.
constexpr std::string_view suspects =
    "rm shred dd mkfs wipefs sudo doas sh bash zsh dash ksh eval curl wget truncate unlink find xargs interlockctl "
    "python python3 perl";

/// Options and programs whose text is meant for people.
constexpr std::string_view spoken_options =
    "-m -am --message --title --body --description --notes --reason --comment --subject -t -b --summary --text "
    "--author --label --name --query --grep --pattern --regex --regexp --search";

}  // namespace

void LineJudge::spoken(const Reading& reading, const Call& call, const Word& text, const std::string& via) {
  constexpr std::size_t most = 32;
  if (!spend(text.text.size())) return;
  if (text.text == unknown_text) {
    for (const Range& source : text.sources) return unseen(call, origin(call.scene.script, source));
    return unseen(call, Origin::unknown);
  }
  for (std::size_t i = 0, from = 0; i < most && from < text.text.size(); ++i) {
    const std::size_t end = std::min(text.text.find('\n', from), text.text.size());
    const std::string_view line = std::string_view(text.text).substr(from, end - from);
    if (const auto command = command_in(line)) {
      std::string shell(command->substr(std::min(command->find_first_not_of(line_blanks), command->size())));
      for (const char quote : {'"', '\''}) {
        const bool left_over = std::count(shell.begin(), shell.end(), quote) == 1;
        if (left_over) std::erase(shell, quote);
      }
      read(shell, reading.environment, via, call.scene.remote, call.scene.depth + 1);
    }
    from = end + 1;
  }
  if (const auto danger = told_in_words(call, text.text)) add(call.program, call.scene.via, *danger);
  if (is_database_client(call)) statements(call, text.text);
  if (const auto danger = dangerous_code(text.text)) add(call.program, call.scene.via, *danger);
  literals(reading, call, commands_in_code(text.text), via);
}

void LineJudge::spoken_input(const Reading& reading, const Call& call, const std::string& via) {
  Word text;
  text.text = standard_input(call.scene.script, call.scene.command);
  if (!text.text.empty() && text.text != unknown_text) spoken(reading, call, text, via);
  for (const Redirect& redirect : call.scene.command.redirects) {
    if (redirect.kind == Redirect::Kind::read) ran(reading, call, redirect.target.text, via);
  }
  if (call.is("sqlite3")) {
    for (const Operand& operand : call.operands) spoken(reading, call, *operand.word, via);
  }
}

void LineJudge::sed(const Reading& reading, const Call& call, std::string_view text, const std::string& via) {
  if (!spend(text.size())) return;
  const SedFacts facts = read_sed(text);
  if (facts.runs_input) {
    add(call.program, call.scene.via,
        {Decision::require_confirmation, "hidden_command", "runs lines that it reads or makes, as commands"});
  }
  for (const std::string& command : facts.commands)
    read(command, reading.environment, via, call.scene.remote, call.scene.depth + 1);
  for (const std::string& path : facts.written) written_.mark_unseen(path, Origin::filtered);
}

void LineJudge::sed_scripts(const Reading& reading, const Call& call, const std::string& via) {
  for (const std::string_view script : scripts_of_sed(call)) sed(reading, call, script, via);
}

void LineJudge::embedded(const Reading& reading, const Call& call, bool alone, const std::string& via, int wrapped) {
  if (takes_any_words(call.program) || call.is(shells) || call.is(interpreters)) return;
  const bool sentence =
      !call.program.empty() && call.program[0] >= 'A' && call.program[0] <= 'Z';  // typed into an editor
  if (sentence) return;
  std::size_t looked = 0;
  const bool unfamiliar = alone && !is_familiar(call.program);
  for (std::size_t i = 1; i < call.words.size() && looked < 4; ++i) {
    const std::string& text = call.words[i].text;
    const std::string_view before = call.words[i - 1].text;
    if (is_listed(spoken_options, before) || is_listed(spoken_options, before.substr(0, before.find('=')))) continue;
    if (unfamiliar && is_listed(suspects, base_name(text))) {
      ++looked;
      const Scene& scene = call.scene;
      words(reading, call.words.subspan(i), {scene.script, scene.command, via, scene.remote, scene.exempt, scene.depth},
            wrapped + 1);
      continue;
    }
    if (text.find(' ') == std::string::npos || is_listed(spoken_options, text.substr(0, text.find('=')))) continue;
    for (std::size_t at = 0; at < text.size() && looked < 4; ++at) {
      const bool starts = at == 0 || std::string_view("=!(:|;\"'`{[,").find(text[at - 1]) != std::string_view::npos;
      if (!starts) continue;
      const std::size_t begin = std::min(text.find_first_not_of(' ', at), text.size());
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      if (end == text.size() || !is_listed(suspects, base_name(std::string_view(text).substr(begin, end - begin))))
        continue;
      ++looked;
      std::string line = text.substr(begin);
      if (at > 0 && std::string_view("([{").find(text[at - 1]) != std::string_view::npos) {
        line.resize(std::min(line.find_last_of(")]}"), line.size()));
      }
      if (at > 0 && std::string_view("\"'`").find(text[at - 1]) != std::string_view::npos) {
        line.resize(std::min(line.find(text[at - 1]), line.size()));
      }
      literals(reading, call, {line}, via);
    }
  }
}

}  // namespace interlock::gate::shell
