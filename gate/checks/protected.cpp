// What no policy permits to an agent: interlock's own prompts, files and controls, notifications, dialogs for passwords
// and rights, screen lockers. An action there would be done in the name of the person at the desktop.
#include <algorithm>
#include <string>
#include <utility>

#include "gate/checks/checks.h"
#include "gate/policy/patterns.h"
#include "gate/readings/file_deed.h"
#include "gate/readings/file_scene.h"
#include "gate/screen/browser.h"
#include "gate/screen/file_path.h"
#include "gate/secrets/secret_text.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

void block(Findings& findings, std::string_view code, Reason reason, std::string evidence) {
  findings.push_back({"protected", code, Decision::block, std::move(reason), std::move(evidence)});
}

/// The description of a window that only people may use; empty for others.
std::string_view kind_of(const Window& window, std::string_view by_name) {
  if (!by_name.empty()) return by_name;
  // `interlockctl watch` gives its terminal this title: a key there may be a person's yes.
  if (window.title.find("interlockctl watch") != std::string::npos && !is_browser(window)) {
    return "a terminal in which a person answers interlock";
  }
  return window.type == "notification" ? std::string_view("a notification") : std::string_view();
}

void windows(const EvaluationContext& context, Findings& findings) {
  if (context.window != nullptr) {
    if (const auto kind = kind_of(*context.window, context.application.guarded); !kind.empty()) {
      return block(findings, "protected_window",
                   context.window_text() + " is " + std::string(kind) + ": it is for the person at the desktop alone",
                   std::string(kind));
    }
  }
  const Window* onto = context.observation.drop_window.get();
  if (onto == nullptr) return;
  const auto facts = context.policy.patterns().applications.facts_of(*onto);
  if (const auto kind = kind_of(*onto, facts.guarded); !kind.empty()) {
    block(findings, "protected_window",
          "the drag would end on " + std::string(kind) + ": it is for the person at the desktop alone",
          std::string(kind));
  }
}

/// An editor or a shell with one of interlock's own files or folders in its title. In a file manager, changing folders
/// and reading is free.
void own_file_open(const EvaluationContext& context, Findings& findings) {
  const Window* window = context.window;
  if (window == nullptr || !(context.deed.presses || context.deed.enters_text)) return;
  if (is_browser(*window) || context.application.file_manager) return;
  const Config& config = context.policy.config();
  const bool named = window->title.find("interlock") != std::string::npos && shell::is_own_path(window->title);
  if (!named) {
    if (config.own_paths.empty()) return;
    const auto paths = paths_in_title(window->title);
    if (std::none_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return own_path(config, path) == OwnPath::yes; })) {
      return;
    }
  }
  block(findings, "own_file", context.window_text() + " has interlock's own files open: they are for people to change",
        std::string(utf8_prefix(window->title, 160)));
}

/// A path that is typed into a dialog, or is already in it: saving under interlock's own names.
void own_file_named(const EvaluationContext& context, Findings& findings) {
  if (context.terminal || context.element == nullptr || !takes_text(context.element->role)) return;
  if (!context.deed.enters_text && !context.deed.presses) return;
  const auto& around = context.element->ancestors;
  const bool dialog = (context.window != nullptr && context.window->type == "dialog") ||
                      std::any_of(around.begin(), around.end(), [](const Ancestor& ancestor) {
                        return ancestor.role == Role::dialog || ancestor.role == Role::file_chooser;
                      });
  if (!dialog) return;
  for (const std::string& text : texts_in_field(context)) {
    const bool names =
        shell::is_own_path(text) || (is_whole_path(text) && own_path(context.policy.config(), text) == OwnPath::yes);
    if (!names) continue;
    return block(findings, "own_file",
                 context.target_text() + " would name one of interlock's own files: they are for people to change",
                 std::string(utf8_prefix(text, 160)));
  }
}

/// How certain it is that the action changes interlock's own files, and which.
std::pair<OwnPath, std::string> own_file_met(const EvaluationContext& context, const FileDeed& deed) {
  const Config& config = context.policy.config();
  std::pair<OwnPath, std::string> met{OwnPath::no, {}};
  const auto consider = [&](const std::string& path) {
    const FileFact* fact = fact_of(context, path);
    OwnPath found = own_path(config, path);
    // The real path is known, so a match of only the last part does not count.
    if (fact != nullptr) found = std::max(own_path(config, fact->real), found == OwnPath::yes ? found : OwnPath::no);
    if (found > met.first) met = {found, path};
  };
  for (const std::string& path : deed.files) {
    consider(path);
    if (deed.takes_away && holds_own_path(config, path)) met = {OwnPath::yes, path};
  }
  for (const std::string& folder : deed.folders) consider(folder);
  // The title contains only "interlock", and nothing else names the folder.
  const bool elsewhere = std::any_of(deed.folders.begin(), deed.folders.end(), is_whole_path);
  if (met.first == OwnPath::may_be && met.second == "interlock" && !elsewhere) met.first = OwnPath::yes;
  return met;
}

/// By a file manager, a file chooser, or a drag into one of their folders.
void own_file_changed(const EvaluationContext& context, Findings& findings) {
  const auto deed = file_deed(context);
  if (!deed) return;
  const auto [sure, path] = own_file_met(context, *deed);
  if (sure == OwnPath::no) return;
  if (sure == OwnPath::yes) {
    return block(findings, "own_file",
                 deed->what + ": " + in_quotes(path) + " is interlock's own, for people alone to change",
                 std::string(utf8_prefix(path, 160)));
  }
  findings.push_back({"protected", "own_file", Decision::require_confirmation,
                      deed->what + ": " + in_quotes(path) + " may be one of interlock's own files or folders",
                      std::string(utf8_prefix(path, 160))});
}

void guarded_command(const EvaluationContext& context, Findings& findings) {
  const shell::Judgement* judged = context.judged();
  if (judged == nullptr || judged->code != shell::guarded_code) return;
  block(findings, "command", context.command_text() + ": " + judged->reason,
        std::string(utf8_prefix(without_secrets(context.submitted.standing()), 200)));
}

}  // namespace

void protection(const EvaluationContext& context, Findings& findings) {
  // A pressed button must be released wherever it is; the release goes to the window of the press.
  if (context.deed.releases || std::holds_alternative<Wait>(context.action.body)) return;
  windows(context, findings);
  own_file_open(context, findings);
  own_file_named(context, findings);
  own_file_changed(context, findings);
  guarded_command(context, findings);
}

}  // namespace interlock::gate::checks
