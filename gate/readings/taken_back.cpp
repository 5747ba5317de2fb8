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
#include "gate/screen/settings_window.h"
#include "values/ascii.h"

namespace interlock::gate {
namespace {

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
  const bool editor =
      page != nullptr ? edits_document(*page) || edits_post(*page) : context.window && edits_document(*context.window);
  return editor && !is_in_dialog(context);
}

/// In an editor of programs. Some are made of a browser and show themselves as a document of the disk or of their own
/// scheme; a page of the web that one of them shows is not its own, nor is one that could not be seen.
bool is_in_program_editor(const EvaluationContext& context) {
  const Document* page = context.observation.document.get();
  if (context.observation.document.is_unknown() || (page != nullptr && page->url.starts_with("http"))) return false;
  return context.window != nullptr && edits_programs(*context.window) && !is_in_dialog(context);
}

/// The view of an editor of programs that searches all files of a folder; in one file such editors find, in a bar of
/// that name.
bool is_in_search_view(const EvaluationContext& context) {
  constexpr auto views = std::to_array<std::string_view>(
      {"search", "suchen", "suche", "rechercher", "recherche", "buscar", "cerca", "pesquisar", "zoeken", "wyszukaj",
       "szukaj", "hledat", "ara", "поиск", "搜索", "搜尋", "検索", "검색"});
  if (context.window == nullptr || !edits_programs(*context.window)) return false;
  const auto& around = context.element->ancestors;
  return std::any_of(around.begin(), around.end(), [&](const Ancestor& ancestor) {
    return std::find(views.begin(), views.end(), lower(ancestor.name)) != views.end();
  });
}

/// A search that replaces in files of a folder or a project, which no editor has open: by the words of its panel.
bool replaces_in_files(const EvaluationContext& context) {
  if (is_in_search_view(context)) return true;
  constexpr auto places = std::to_array<std::string_view>(
      {"in files",     "in path",     "in folder",         "in project",      "in workspace", "in directory",
       "in dateien",   "in ordnern",  "dans les fichiers", "dans le dossier", "en archivos",  "en ficheros",
       "nei file",     "em arquivos", "em ficheiros",      "nos arquivos",    "in bestanden", "w plikach",
       "i filer",      "v souborech", "в файлах",          "在文件中",        "在檔案中",     "ファイル内",
       "ファイルから", "파일에서"});
  const auto says = [&](std::string_view text) {
    const std::string low = lower(text);
    return std::any_of(places.begin(), places.end(), [&](auto place) { return low.find(place) != low.npos; });
  };
  const auto& around = context.element->ancestors;
  return (context.window != nullptr && says(context.window->title)) ||
         std::any_of(around.begin(), around.end(), [&](const Ancestor& a) { return says(a.name) || says(a.text); });
}

/// An editor's Undo brings back what it does to its document: whatever is deleted, reset, merged or converted there,
/// unless the label names something that lies elsewhere, as "Delete file". A program that an editor of programs has
/// stopped can be started again; what it removes from its lists ("Remove breakpoint", "Clear console") is no file.
bool is_undone_by_editor(const EvaluationContext& context, const LabelReading& label) {
  if (label.elsewhere || (label.replaces && replaces_in_files(context))) return false;
  const bool page = context.observation.document.has_value();
  const bool verb = label.words.find(' ') == std::string::npos && !label.thing;
  switch (*label.category) {
    case Category::delete_:
      return is_in_document_editor(context) || ((label.replaces || label.weak) && is_in_program_editor(context));
    case Category::wipe:
      return is_in_document_editor(context);
    case Category::close_unsaved:  // "Discard layer mask"; not "Discard changes"
      return label.part && is_in_document_editor(context);
    case Category::install:  // "Update all" of a document's tables and links
      return !page && label.words.starts_with("update") && is_in_document_editor(context);
    case Category::account:  // "Merge", "Lock"; in a page also what is done to those who work on it
      return (!page || label.words == "detach") && is_in_document_editor(context);
    case Category::grant:  // "Reject", "Unlock layer"
      return !page && (verb || label.weak) && is_in_document_editor(context);
    case Category::sign:  // "Accept" a change that is tracked; what is signed goes to others
      return !page && label.agrees && is_in_document_editor(context);
    case Category::publish:  // "Release clip", "Convert to mesh": verbs of many uses
    case Category::transfer:
      return !page && label.weak && is_in_document_editor(context);
    case Category::stop:
      // "Stop 'invoice'": what stands in quotes is the name of what was started.
      return is_in_document_editor(context) ||
             ((!label.thing || context.label.text.ends_with('\'')) && is_in_program_editor(context));
    default:
      return false;
  }
}

/// What a document's editor takes back: parts of it, and a search that replaces.
bool edits_parts(const EvaluationContext& context, const LabelReading& label) {
  if (*label.category != Category::delete_) return false;
  const Document* page = context.observation.document.get();
  if (page != nullptr && !edits_document(*page) && !edits_post(*page) && !edits_notebook(*page)) return false;
  return label.part || edits_text(context);
}

/// Verbs that take something out of a list, and not those that delete it: "Remove", "Clear".
bool takes_out(const LabelReading& label) {
  return label.weak || label.words.starts_with("clear") || label.words.starts_with("remove");
}

bool is_in_meeting(const EvaluationContext& context) {
  const Document* page = context.observation.document.get();
  const Meeting meeting = page != nullptr  ? meeting_in(*page)
                          : context.window ? meeting_in(*context.window)
                                           : Meeting::none;
  // "Leave" in the menu of a team or group chat ends a membership; a meeting has a button for it.
  const bool button = context.element != nullptr && context.element->role == Role::push_button;
  // In a dialog a label of one word may answer another question.
  const bool whole = context.label.text.find(' ') != std::string::npos;
  return (meeting == Meeting::only || (meeting == Meeting::and_teams && button)) && (whole || !is_in_dialog(context));
}

/// "Leave call", "Join meeting": the label itself says that it is about a meeting, wherever that is held.
bool names_meeting(const EvaluationContext& context, const LabelReading& label) {
  const bool button = context.element != nullptr && context.element->role == Role::push_button;
  const std::string& says = context.label.text;
  constexpr auto meetings = std::to_array<std::string_view>({"meeting", "call", "huddle"});
  return label.attends && button && std::any_of(meetings.begin(), meetings.end(), [&](std::string_view meeting) {
           return says.ends_with(meeting) && says.size() > meeting.size();
         });
}

/// "Replace All" in the search bar of a letter that is written. "Replace" alone may be about a file. In programs that
/// edit no single document it changes records, messages or files, and nothing tells that it is taken back.
bool replaces_in_letter(const EvaluationContext& context, const LabelReading& label) {
  const bool page = context.observation.document.has_value() || context.observation.document.is_unknown();
  const bool all = label.replaces && label.words == context.label.text && label.words.find(' ') != std::string::npos;
  return all && !page && context.window != nullptr && edits_letters(*context.window) && !is_in_dialog(context);
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

/// A player's "Stop" stops a film or a song; "Clear" and "Remove" empty its lists, "Disable" a track. Files that it
/// deletes are called so, or by "Delete".
bool is_players_own(const EvaluationContext& context, const LabelReading& label) {
  if (context.window == nullptr || !plays_media(*context.window) || is_in_dialog(context)) return false;
  const bool verb = label.words == context.label.text && label.words.find(' ') == std::string::npos;
  switch (*label.category) {
    case Category::stop:
      return verb;
    case Category::account:
      return verb;
    case Category::delete_:
      return !label.elsewhere && takes_out(label);
    default:
      return false;
  }
}

/// "Clear" in a calculator, "Reset" of a stopwatch.
bool clears_display(const EvaluationContext& context, const LabelReading& label) {
  const bool verb = label.words == context.label.text && label.words.find(' ') == std::string::npos;
  const bool clears =
      *label.category == Category::delete_ || *label.category == Category::wipe || *label.category == Category::stop;
  return verb && clears && context.window != nullptr && keeps_nothing(*context.window) && !is_in_dialog(context);
}

/// "Disconnect" in a client ends the client's own connection.
bool ends_connection(const EvaluationContext& context) {
  constexpr auto labels =
      std::to_array<std::string_view>({"disconnect", "trennen", "verbindung trennen", "déconnecter", "desconectar",
                                       "disconnetti", "verbinding verbreken", "rozłącz", "koppla från", "отключиться"});
  return std::find(labels.begin(), labels.end(), context.label.text) != labels.end() && context.window != nullptr &&
         connects_to_servers(*context.window) && !is_in_dialog(context);
}

/// "Rollback" in a client of a database ends one's own transaction, and is what one does in doubt.
bool ends_own_transaction(const EvaluationContext& context, const LabelReading& label) {
  const bool only = context.label.text == "rollback" || context.label.text == "roll back";
  return only && *label.category == Category::close_unsaved && context.window != nullptr &&
         queries_databases(*context.window) && !context.observation.document.has_value() && !is_in_dialog(context);
}

/// "Restart" in a notebook's dialog about its kernel: the cells stay, and run again.
bool restarts_kernel(const EvaluationContext& context, const LabelReading& label) {
  const Document* page = context.observation.document.get();
  if (*label.category != Category::stop || page == nullptr || !edits_notebook(*page)) return false;
  const auto message = message_around(context);
  return label.words == "restart" && message && message->text.text.find("kernel") != std::string::npos;
}

/// "Subscribe" to a channel and "Join" a forum where both cost nothing and are taken back by the same button.
bool follows_for_free(const EvaluationContext& context, const LabelReading& label) {
  const Document* page = context.observation.document.get();
  if (page == nullptr || context.element->role != Role::push_button) return false;
  const auto is_at = [&](std::string_view host) {
    return page->url.starts_with("https://www." + std::string(host) + "/") ||
           page->url.starts_with("https://m." + std::string(host) + "/");
  };
  return (label.follows && is_at("youtube.com")) || ((label.follows || label.attends) && is_at("reddit.com"));
}

/// "Reset" and "Defaults" in settings that take effect by "Apply": they change what the window shows.
bool resets_unapplied(const EvaluationContext& context, const LabelReading& label) {
  const bool verb = label.words == context.label.text && *label.category == Category::wipe;
  return verb && context.element->role == Role::push_button && context.window != nullptr &&
         applies_settings(*context.window) && !is_in_dialog(context);
}

}  // namespace

bool is_taken_back(const EvaluationContext& context, const LabelReading& label) {
  if (edits_parts(context, label) || is_undone_by_editor(context, label) || formats_text(context, label)) return true;
  if (replaces_in_letter(context, label) || takes_back_own(context, label)) return true;
  if (leaves_site(context) || is_players_own(context, label)) return true;
  if (restarts_kernel(context, label) || follows_for_free(context, label)) return true;
  if (ends_own_transaction(context, label)) return true;
  if (clears_display(context, label)) return true;
  if (ends_connection(context) || resets_unapplied(context, label)) return true;
  if (label.attends && (is_in_meeting(context) || names_meeting(context, label))) return true;
  const Document* page = context.observation.document.get();
  return label.follows && page != nullptr && page_text(*page).tracked;
}

}  // namespace interlock::gate
