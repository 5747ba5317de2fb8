#include "gate/readings/taken_back.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/readings/evaluation_context.h"
#include "gate/readings/message_around.h"
#include "gate/readings/message_field.h"
#include "gate/readings/own_deed.h"
#include "gate/screen/editor.h"
#include "gate/screen/meeting.h"
#include "gate/screen/record_page.h"

namespace interlock::gate {
namespace {

bool is_in_dialog(const EvaluationContext& context) {
  const auto message = message_around(context);
  return message && message->dialog;
}

/// "Replace all" in a dialog that searches a text; the text's editor takes it back.
bool edits_text(const EvaluationContext& context) {
  const auto message = message_around(context);
  if (!message || !message->dialog || message->text.cut) return false;
  const MessageReading reading = lexicon().read_message(message->text.text);
  return reading.edits && !reading.asks;
}

/// The control belongs to an editor, in a window or a page, and to none of its dialogs.
bool is_in_document_editor(const EvaluationContext& context) {
  const Document* page = context.observation.document.get();
  const bool editor = page != nullptr ? edits_document(*page) : context.window && edits_document(*context.window);
  return editor && !is_in_dialog(context);
}

/// In an editor of programs. Some are made of a browser and show themselves as a document of the disk or of their own
/// scheme; a page of the web that one of them shows is not its own, nor is one that could not be seen.
bool is_in_program_editor(const EvaluationContext& context) {
  const Document* page = context.observation.document.get();
  if (context.observation.document.is_unknown() || (page != nullptr && page->url.starts_with("http"))) return false;
  return context.window != nullptr && edits_programs(*context.window) && !is_in_dialog(context);
}

/// An editor's Undo brings back what it does to its document: whatever is deleted, reset, merged or converted there,
/// unless the label names something that lies elsewhere, as "Delete file". A program that an editor of programs has
/// stopped can be started again.
bool is_undone_by_editor(const EvaluationContext& context, const LabelReading& label) {
  if (label.elsewhere) return false;
  const bool page = context.observation.document.has_value();
  const bool verb = label.words.find(' ') == std::string::npos && !label.thing;
  switch (*label.category) {
    case Category::delete_:
      return is_in_document_editor(context) || (label.replaces && is_in_program_editor(context));
    case Category::wipe:
      return (verb || label.weak) && is_in_document_editor(context);
    case Category::account:  // "Merge", "Lock"; in a page also what is done to those who work on it
      return !page && is_in_document_editor(context);
    case Category::grant:  // "Reject", "Unlock layer"
      return !page && (verb || label.weak) && is_in_document_editor(context);
    case Category::publish:  // "Release clip", "Convert to mesh": verbs of many uses
    case Category::transfer:
      return !page && label.weak && is_in_document_editor(context);
    case Category::stop:
      return is_in_document_editor(context) || (verb && is_in_program_editor(context));
    default:
      return false;
  }
}

/// What a document's editor takes back: parts of it, and a search that replaces.
bool edits_parts(const EvaluationContext& context, const LabelReading& label) {
  if (*label.category != Category::delete_) return false;
  const Document* page = context.observation.document.get();
  if (page != nullptr && !edits_document(*page) && !edits_notebook(*page)) return false;
  return label.part || edits_text(context);
}

bool is_in_meeting(const EvaluationContext& context) {
  const Document* page = context.observation.document.get();
  const Meeting meeting = page != nullptr  ? meeting_in(*page)
                          : context.window ? meeting_in(*context.window)
                                           : Meeting::none;
  // "Leave" in the menu of a team or group chat ends a membership; a meeting has a button for it.
  const bool button = context.element != nullptr && context.element->role == Role::push_button;
  return (meeting == Meeting::only || (meeting == Meeting::and_teams && button)) && !is_in_dialog(context);
}

/// "Replace All" in a search bar, in whatever program. "Replace" alone may be about a file, and files that exist
/// already are asked about in dialogs.
bool replaces_text(const EvaluationContext& context, const LabelReading& label) {
  const bool page = context.observation.document.has_value() || context.observation.document.is_unknown();
  const bool all = label.replaces && label.words == context.label.text && label.words.find(' ') != std::string::npos;
  if (!all || page || context.application.file_manager) return false;
  return context.window != nullptr && !is_in_dialog(context);
}

/// "Format" at a message or in a toolbar is about letters, not about disks.
bool formats_text(const EvaluationContext& context, const LabelReading& label) {
  const bool one_word = label.words == context.label.text && label.words.find(' ') == std::string::npos;
  if (*label.category != Category::wipe || !one_word || !label.words.starts_with("format")) return false;
  const auto& around = context.element->ancestors;
  const bool letters = context.window != nullptr && edits_letters(*context.window);
  return letters || is_in_messenger(context) || is_in_program_editor(context) ||
         std::any_of(around.begin(), around.end(), [](const Ancestor& a) { return a.role == Role::tool_bar; });
}

/// "Log out" of a site: one logs in again. On the desktop it ends what runs there.
bool leaves_site(const EvaluationContext& context) {
  constexpr auto labels = std::to_array<std::string_view>(
      {"log out",     "logout",        "log off",         "sign out",      "abmelden",    "ausloggen", "se déconnecter",
       "déconnexion", "cerrar sesión", "terminar sessão", "uitloggen",     "afmelden",    "wyloguj",   "wyloguj się",
       "logga ut",    "logg ut",       "log ud",          "kirjaudu ulos", "odhlásit se", "odhlásit",  "kijelentkezés",
       "çıkış yap",   "ログアウト",    "退出登录",        "登出",          "로그아웃"});
  const bool says = std::find(labels.begin(), labels.end(), context.label.text) != labels.end();
  const auto& around = context.element->ancestors;
  // In a table of devices or sessions it is somebody else who is logged out.
  const bool row = std::any_of(around.begin(), around.end(), [](const Ancestor& a) {
    return a.role == Role::table_row || a.role == Role::table_cell;
  });
  return says && !row && context.observation.document.has_value() && !is_in_dialog(context);
}

/// A player's "Stop" stops a film or a song.
bool stops_playing(const EvaluationContext& context, const LabelReading& label) {
  const bool verb = label.words == context.label.text && label.words.find(' ') == std::string::npos;
  return *label.category == Category::stop && verb && context.window != nullptr && plays_media(*context.window) &&
         !is_in_dialog(context);
}

}  // namespace

bool is_taken_back(const EvaluationContext& context, const LabelReading& label) {
  if (edits_parts(context, label) || is_undone_by_editor(context, label) || formats_text(context, label)) return true;
  if (replaces_text(context, label) || takes_back_own(context, label)) return true;
  if (leaves_site(context) || stops_playing(context, label)) return true;
  if (label.attends && is_in_meeting(context)) return true;
  const Document* page = context.observation.document.get();
  return label.follows && page != nullptr && page_text(*page).tracked;
}

}  // namespace interlock::gate
