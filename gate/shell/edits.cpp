// Files that sed or perl edit in place, by a script that leaves nothing of any line.
#include <algorithm>

#include "gate/shell/judges.h"
#include "gate/shell/output.h"
#include "gate/shell/paths.h"
#include "gate/shell/sed.h"
#include "values/text.h"

namespace interlock::gate::shell {
namespace {

/// What the options of sed and perl say, which may stand in one word: "-pi.bak" is -p and -i.bak.
struct EditOptions {
  bool in_place = false;
  bool keeps = false;  ///< a copy of the file as it was
  bool quiet = false;  ///< prints only what the script says
  bool prints = false;
  std::vector<std::string_view> scripts;
};

EditOptions edit_options(const Call& call) {
  EditOptions found;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string_view text = call.words[i].text;
    if (text == "--in-place" || text.starts_with("--in-place=")) found.in_place = true, found.keeps = text.size() > 10;
    if (text == "--quiet" || text == "--silent") found.quiet = true;
    if (text.size() < 2 || text[0] != '-' || text[1] == '-') continue;
    for (std::size_t at = 1; at < text.size(); ++at) {
      if (text[at] == 'n') found.quiet = true;
      if (text[at] == 'p') found.prints = true;
      if (text[at] == 'i') {
        found.in_place = true;
        // -pie keeps a copy with the ending "e", but -p -i -e is meant: no copy is counted on.
        found.keeps = at + 1 < text.size() && text.substr(at + 1) != "e";
        break;
      }
      if (text[at] == 'e' || text[at] == 'E') {
        if (at + 1 < text.size()) found.scripts.push_back(text.substr(at + 1));
        if (at + 1 == text.size() && i + 1 < call.words.size()) found.scripts.push_back(call.words[++i].text);
        break;
      }
    }
  }
  return found;
}

bool sed_empties(const Call& call, const EditOptions& options) {
  bool deletes = false, prints = false;
  for (const std::string_view script : scripts_of_sed(call)) {
    const SedFacts facts = read_sed(script);
    deletes = deletes || (facts.deletes_all && !prints);
    prints = prints || facts.prints;
  }
  return deletes || (options.quiet && !prints && !call.has("-f --file"));
}

/// perl -ne without a statement that prints, perl -pe that replaces all of each line.
bool perl_empties(const EditOptions& options) {
  if (options.scripts.empty()) return false;
  const auto says = [](std::string_view script, std::string_view part) { return script.find(part) != script.npos; };
  if (options.quiet && !options.prints) {
    return std::none_of(options.scripts.begin(), options.scripts.end(), [&](std::string_view script) {
      return says(script, "print") || says(script, "say") || says(script, "write");
    });
  }
  if (!options.prints) return false;
  std::string code(options.scripts.back());
  std::erase(code, ' ');
  while (code.ends_with(';')) code.pop_back();
  if (is_listed("$_=\"\" $_='' undef$_ undef($_) $_=q()", code)) return true;
  SedFacts facts = read_sed(code);
  return code.starts_with('s') && facts.deletes_all;
}

/// vim /etc/fstab: what is saved there is no longer a line of this terminal. Viewing is free.
void judge_editors(const Call& call, Dangers& dangers) {
  const bool opens = call.is("vim vi nvim ex ed nano pico micro emacs joe jed hx helix mcedit ne kak sudoedit rvim") ||
                     (call.is("sudo") && call.has("-e --edit"));
  const bool views = call.is("nano pico rnano") ? call.has("-v --view") : call.has("-R --readonly");
  if (!opens || views || call.scene.remote) return;
  for (const Operand& operand : call.operands) {
    const char* what = sensitive_file(operand.text());
    if (what == nullptr) continue;
    return dangers.push_back(
        {Decision::require_confirmation, "persistence", "edits " + in_quotes(operand.text(), 60) + ", " + what});
  }
}

/// Programs that change pictures where they lie, and keep no copy.
void judge_pictures(const Call& call, Dangers& dangers) {
  const bool all = call.is("mogrify") || (call.is("magick gm") && call.has("mogrify"));
  const bool in_place = all && !call.has("-path -format -list -version", false);
  const bool metadata = call.is("exiftool") && call.has("-overwrite_original -overwrite_original_in_place", false);
  if ((in_place || metadata) && !call.operands.empty())
    dangers.push_back({Decision::require_confirmation, "file_destruction", "changes files and keeps no copy of them"});
}

}  // namespace

void judge_edits(const Call& call, Dangers& dangers) {
  judge_editors(call, dangers);
  judge_pictures(call, dangers);
  if (!call.is("sed gsed perl")) return;
  const EditOptions options = edit_options(call);
  if (!options.in_place || options.keeps) return;
  if (!(call.is("perl") ? perl_empties(options) : sed_empties(call, options))) return;
  if (call.operands.empty()) return;
  const std::string& target = call.operands.back().text();
  const Place place = place_of(target, call.scene.command.cwd);
  if (!call.scene.remote && (place == Place::temporary || place == Place::regenerable)) return;
  dangers.push_back({Decision::require_confirmation, "file_destruction", "leaves nothing of " + in_quotes(target, 80)});
}

}  // namespace interlock::gate::shell
