// Key chords that mean more than text: they leave or end the desktop, close unsaved work, delete without the trash,
// open something that takes the next keys.
#include <algorithm>
#include <vector>

#include "gate/checks/checks.h"
#include "gate/readings/chord_meaning.h"
#include "gate/readings/code_opening.h"
#include "gate/screen/embedded_terminal.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

class ChordJudge {
 public:
  ChordJudge(const EvaluationContext& context, Findings& findings) : question_(context), findings_(findings) {}

  void judge(const KeyChord& chord) {
    if (const auto which = chord_case(chord)) return add(*which, chord, {});
    if (closes(chord, question_.terminal && !in_other_program())) {
      const std::string unsaved = unsaved_work(question_);
      if (!unsaved.empty()) add(ChordCase::close_unsaved, chord, unsaved);
    } else if (deletes_for_good(chord)) {
      add(ChordCase::delete_for_good, chord, {});
    }
  }

  /// Once a session for each program, except if the page beside it is an internal page of the browser.
  void judge(const Opening& opening) {
    const Decision decision =
        question_.policy.config().key_chords[static_cast<std::size_t>(ChordCase::developer_tools)];
    const bool once = decision <= Decision::require_confirmation && !opening.always;
    if (decision == Decision::allow || (once && question_.history.entered.contains(opening.place))) return;
    const ChordRow& row = describe(ChordCase::developer_tools);
    findings_.push_back({"key_chord", row.code, decision,
                         opening.how + " " + std::string(row.what) + ", in " + question_.window_text() +
                             (once ? "; asked once a session" : ""),
                         opening.how});
  }

  /// The window manager's close button does the same as alt+F4; a killed program cannot ask whether to save.
  void judge(const CloseWindow& close) {
    const std::string unsaved = unsaved_work(question_);
    const Decision decision = question_.policy.config().key_chords[static_cast<std::size_t>(ChordCase::close_unsaved)];
    if (decision == Decision::allow || (unsaved.empty() && !close.kill)) return;
    const ChordRow& row = describe(ChordCase::close_unsaved);
    const Reason reason = close.kill ? "ends the program without asking it, with all that is open in it"
                                     : "closing the window " + std::string(row.what);
    findings_.push_back({"key_chord", row.code, decision, reason + ", in " + question_.window_text(),
                         std::string(utf8_prefix(unsaved, 160))});
  }

 private:
  /// A terminal in an editor's or a browser's window, whose keys close that.
  bool in_other_program() const { return question_.element != nullptr && is_embedded_terminal(*question_.element); }
  /// In a text shift+Delete cuts. Files and messages that are known are the check `irreversible`'s, too.
  bool deletes_for_good(const KeyChord& chord) const {
    Modifiers shift;
    shift.add(Modifier::shift);
    if ((chord.key != "Delete" && chord.key != "KP_Delete") || chord.modifiers != shift || question_.terminal) {
      return false;
    }
    // A file manager keeps its selection when nothing in it has the focus.
    if (question_.observation.focus.is_none()) return question_.application.file_manager;
    const Element* focus = question_.observation.focus.get();
    if (focus == nullptr) return true;
    if (takes_text(focus->role) || focus->states.has(State::editable)) return false;
    return std::none_of(focus->ancestors.begin(), focus->ancestors.end(), [](const Ancestor& around) {
      return around.role == Role::document_spreadsheet || around.role == Role::document_text;
    });
  }

  void add(ChordCase which, const KeyChord& chord, const std::string& evidence) {
    const Decision decision = question_.policy.config().key_chords[static_cast<std::size_t>(which)];
    if (decision == Decision::allow) return;
    const ChordRow& row = describe(which);
    Reason reason = to_string(chord) + " " + std::string(row.what);
    if (which == ChordCase::close_unsaved || which == ChordCase::delete_for_good) {
      reason += ", in " + question_.window_text();
    }
    findings_.push_back({"key_chord", row.code, decision, std::move(reason),
                         evidence.empty() ? to_string(chord) : std::string(utf8_prefix(evidence, 160)),
                         which == ChordCase::launcher ? "look again before typing" : ""});
  }

  const EvaluationContext& question_;
  Findings& findings_;
};

}  // namespace

void key_chord(const EvaluationContext& context, Findings& findings) {
  const Action& meant = context.meant();
  ChordJudge judge(context, findings);
  if (const auto* close = std::get_if<CloseWindow>(&meant.body)) return judge.judge(*close);
  for (const Opening& opening : code_openings(context)) judge.judge(opening);
  if (const auto* key = std::get_if<Key>(&meant.body)) {
    for (const KeyChord& chord : key->chords) judge.judge(chord);
  } else if (const auto* down = std::get_if<KeyDown>(&meant.body)) {
    // Holding Super is half a chord: the launcher opens when Super is released without another key in between.
    const bool alone = down->key.key == "Super_L" || down->key.key == "Super_R";
    if (!alone) judge.judge(down->key);
  }
}

}  // namespace interlock::gate::checks
