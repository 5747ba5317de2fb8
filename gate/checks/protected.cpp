// What no policy opens to an agent: interlock's own prompts, files and controls, notifications, dialogs for passwords
// and rights, screen lockers. What is done there would be done in the name of the person at the desktop.
#include <algorithm>

#include "gate/browser.h"
#include "gate/checks.h"
#include "gate/patterns.h"
#include "gate/secrets/secret_text.h"

namespace interlock::gate::checks {
namespace {

void block(Findings& findings, std::string_view code, std::string reason, std::string evidence) {
  findings.push_back({"protected", code, Decision::block, std::move(reason), std::move(evidence)});
}

/// What a window is that only people may touch; empty for others.
std::string_view kind_of(const Window& window, std::string_view by_name) {
  if (!by_name.empty()) return by_name;
  // `interlockctl watch` gives its terminal this title: a key there may be a person's yes.
  if (window.title.find("interlockctl watch") != std::string::npos && !is_browser(window)) {
    return "a terminal in which a person answers interlock";
  }
  return window.type == "notification" ? std::string_view("a notification") : std::string_view();
}

void windows(const Case& question, Findings& findings) {
  if (question.window != nullptr) {
    if (const auto kind = kind_of(*question.window, question.application.guarded); !kind.empty()) {
      return block(findings, "protected_window",
                   question.window_text() + " is " + std::string(kind) + ": it is for the person at the desktop alone",
                   std::string(kind));
    }
  }
  const Window* onto = question.observation.drop_window.get();
  if (onto == nullptr) return;
  const auto facts = question.policy.patterns().applications.facts_of(*onto);
  if (const auto kind = kind_of(*onto, facts.guarded); !kind.empty()) {
    block(findings, "protected_window",
          "the drag would end on " + std::string(kind) + ": it is for the person at the desktop alone",
          std::string(kind));
  }
}

/// An editor, a file manager or a shell that has one of interlock's own files or folders in its title.
void own_file_open(const Case& question, Findings& findings) {
  const Window* window = question.window;
  if (window == nullptr || !(question.deed.presses || question.deed.enters_text)) return;
  if (window->title.find("interlock") == std::string::npos || is_browser(*window)) return;
  if (!shell::is_own_path(window->title)) return;
  block(findings, "own_file", question.window_text() + " has interlock's own files open: they are for people to change",
        std::string(trimmed(window->title, 160)));
}

/// A path that is typed into a dialog: saving under interlock's own names.
void own_file_named(const Case& question, Findings& findings) {
  if (question.terminal || question.element == nullptr || !takes_text(question.element->role)) return;
  if (!question.deed.enters_text && !question.deed.presses) return;
  std::string text = question.typing.line_in(question.observation).text;
  if (const auto* type = std::get_if<Type>(&question.meant().body)) text += type->text;
  if (question.deed.pastes && question.observation.clipboard) text += *question.observation.clipboard;
  if (!shell::is_own_path(text)) return;
  const auto& around = question.element->ancestors;
  const bool dialog = (question.window != nullptr && question.window->type == "dialog") ||
                      std::any_of(around.begin(), around.end(), [](const Ancestor& ancestor) {
                        return ancestor.role == Role::dialog || ancestor.role == Role::file_chooser;
                      });
  if (!dialog) return;
  block(findings, "own_file",
        question.target_text() + " would name one of interlock's own files: they are for people to change",
        std::string(trimmed(text, 160)));
}

void command(const Case& question, Findings& findings) {
  if (!question.judged || question.judged->code != shell::guarded_code) return;
  block(findings, "command", question.command_text() + ": " + question.judged->reason,
        std::string(trimmed(without_secrets(question.submitted.standing()), 200)));
}

}  // namespace

void guarded(const Case& question, Findings& findings) {
  // What is pressed must be let go wherever it is; it goes to the window where it went down.
  if (question.deed.releases || std::holds_alternative<Wait>(question.action.body)) return;
  windows(question, findings);
  own_file_open(question, findings);
  own_file_named(question, findings);
  command(question, findings);
}

}  // namespace interlock::gate::checks
