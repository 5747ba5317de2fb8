#include "gate/readings/own_deed.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/screen/control.h"
#include "gate/screen/editor.h"

namespace interlock::gate {
namespace {

/// A verb that ends what the other one began; not those that switch protection or a membership off. Both stand at the
/// begin or both at the end of a label, with the same object: "Start capture" and "Stop capture", "Aufnahme starten"
/// and "Aufnahme stoppen".
struct Opposites {
  std::string_view ends;
  std::string_view begins;
};
// The standard verbs of the desktops' interface guidelines, in the languages most used on desktops.
constexpr auto opposites = std::to_array<Opposites>({
    {"stop", "start"},           {"stop", "run"},          {"stop", "debug"},
    {"stop", "record"},          {"end", "start"},         {"stoppen", "starten"},
    {"anhalten", "starten"},     {"beenden", "starten"},   {"arrêter", "démarrer"},
    {"arrêter", "lancer"},       {"arrêter", "exécuter"},  {"detener", "iniciar"},
    {"detener", "ejecutar"},     {"interrompi", "avvia"},  {"ferma", "avvia"},
    {"arresta", "avvia"},        {"parar", "iniciar"},     {"interromper", "iniciar"},
    {"stop", "begin"},           {"zatrzymaj", "uruchom"}, {"zatrzymaj", "rozpocznij"},
    {"остановить", "запустить"}, {"остановить", "начать"}, {"stoppa", "starta"},
});

/// Buttons that put a form back to what it was, beside those that say so by their category: "Discard".
constexpr auto form_resets = std::to_array<std::string_view>(
    {"reset", "clear", "clear all", "zurücksetzen", "réinitialiser", "restablecer", "limpiar", "reimposta", "redefinir",
     "limpar", "wyczyść", "resetuj", "сбросить", "очистить", "rensa", "nulstil"});

/// Where a control or field is: the application, and of a page its address without query and fragment.
std::string place_of_page(const EvaluationContext& context) {
  std::string place = context.window->app + '\n' + context.window->wm_class + '\n';
  if (const Document* page = context.observation.document.get())
    place += page->url.substr(0, page->url.find_first_of("?#"));
  return place;
}

bool is_place_known(const EvaluationContext& context) {
  const auto& page = context.observation.document;
  return context.window != nullptr && context.element != nullptr && (page.has_value() || page.is_none());
}

/// The control that says `text`, beside the one of the action: in the same application and page, and in the same row.
std::string control_that_says(const EvaluationContext& context, std::string_view text) {
  const auto& around = context.element->ancestors;
  const auto row = std::find_if(around.begin(), around.end(), [](const Ancestor& a) {
    return a.role == Role::table_row || a.role == Role::list_item || a.role == Role::tree_item ||
           a.role == Role::table_cell;
  });
  std::string control = place_of_page(context) + '\n';
  if (row != around.end()) control += row->name;
  return control += '\n' + std::string(text);
}

/// What a label that begins what `ends` ends would say.
std::vector<std::string> beginnings_of(std::string_view ends) {
  std::vector<std::string> found;
  for (const Opposites& pair : opposites) {
    const std::size_t size = pair.ends.size();
    if (ends.starts_with(pair.ends) && (ends.size() == size || ends[size] == ' '))
      found.push_back(std::string(pair.begins) + std::string(ends.substr(size)));
    else if (ends.ends_with(pair.ends) && ends.size() > size && ends[ends.size() - size - 1] == ' ')
      found.push_back(std::string(ends.substr(0, ends.size() - size)) + std::string(pair.begins));
  }
  return found;
}

/// Whether the session pressed a control before that began what this one ends. Only if the verb alone makes it a
/// consequence: a press on "Start server" where the server ran already must not free "Stop server".
bool ends_own(const EvaluationContext& context, const LabelReading& label) {
  if (*label.category != Category::stop || !label.weak || label.grave || label.thing) return false;
  if (context.history.own.pressed.empty()) return false;
  // "Stop" alone may mean another row than "Start" did: which one is chosen is not known.
  if (context.label.text.find(' ') == std::string::npos) return false;
  const std::vector<std::string> beginnings = beginnings_of(context.label.text);
  return std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string& each) {
    return context.history.own.pressed.contains(control_that_says(context, each));
  });
}

/// "Discard all", "Alle verwerfen": more than what the session entered.
bool says_all(std::string_view says) {
  constexpr auto stems =
      std::to_array<std::string_view>({"all", "tout", "tod", "tutt", "tud", "wszyst", "все", "усі", "全"});
  return std::any_of(stems.begin(), stems.end(), [&](auto stem) { return says.find(stem) != says.npos; });
}

/// Programs whose windows are about what is being written there. Elsewhere "Discard" may be about a person's file.
bool writes_drafts(const EvaluationContext& context) {
  return context.observation.document.has_value() || edits_letters(*context.window);
}

/// "Discard", "Discard draft", "Reset" in a page, or a mail program, into which the session entered something.
bool throws_away_own(const EvaluationContext& context, const LabelReading& label) {
  if (!writes_drafts(context) || label.elsewhere) return false;
  if (!context.history.own.entered.contains(place_of_page(context))) return false;
  const std::string& says = context.label.text;
  // "Rollback" puts an older version of a service or a database in the place of the one that runs.
  if (label.words == "rollback" || label.words == "roll back") return false;
  if (*label.category == Category::close_unsaved)
    return std::count(says.begin(), says.end(), ' ') <= 1 && !says_all(says);
  return context.element->role == Role::push_button &&
         std::find(form_resets.begin(), form_resets.end(), says) != form_resets.end();
}

/// "Filter", "Apply filters", "Filtrer": what is shown is narrowed, and put back by a reset.
bool filters(std::string_view says) {
  constexpr auto stems =
      std::to_array<std::string_view>({"filt", "фильтр", "фільтр", "筛选", "篩選", "フィルタ", "필터"});
  return std::any_of(stems.begin(), stems.end(), [&](auto stem) { return says.find(stem) != says.npos; });
}

/// A field that is filled in by a press.
bool is_chosen(const Element& element) {
  switch (element.role) {
    case Role::check_box:
    case Role::radio_button:
    case Role::combo_box:
    case Role::toggle_button:
    case Role::spin_button:
    case Role::slider:
      return true;
    default:
      return is_option_of_combo(element);
  }
}

/// A control that is on or off.
bool is_switch(Role role) {
  return role == Role::check_box || role == Role::toggle_button || role == Role::check_menu_item;
}

/// A field in which one writes, not one that asks for a word or a number.
bool is_for_writing(const Element& element) {
  const bool lines = element.states.has(State::multi_line) || element.role == Role::paragraph ||
                     element.role == Role::section || element.role == Role::document_text ||
                     element.role == Role::document_web || element.role == Role::document_frame;
  return lines || (element.role == Role::text && !element.states.has(State::single_line));
}

/// "Add a comment", "Kommentar schreiben": a noun and a verb. "Comment" alone may be a remark in a form.
bool adds_comment(const Element& field) {
  constexpr auto nouns = std::to_array<std::string_view>(
      {"comment", "kommentar", "comentari", "comentár", "reactie", "komentar", "комментари", "коментар"});
  constexpr auto verbs = std::to_array<std::string_view>(
      {"add ",   "write ",  "leave ", "post ",  "hinzufügen", "schreiben", "verfassen", "ajoute",  "écri",   "laisse",
       "añad",   "agreg",   "escrib", "deja",   "aggiung",    "scriv",     "lascia",    "adicion", "escrev", "deixe",
       "plaats", "schrijf", "dodaj",  "napisz", "skriv",      "добав",     "напиш",     "додат"});
  const auto& said = {std::string_view(field.name), std::string_view(field.labelled_by),
                      field.attribute("placeholder")};
  return std::any_of(said.begin(), said.end(), [&](std::string_view name) {
    const std::string says = normalise(name, 100).text;
    const auto holds = [&](std::string_view part) { return says.find(part) != std::string::npos; };
    return std::any_of(nouns.begin(), nouns.end(), holds) && std::any_of(verbs.begin(), verbs.end(), holds);
  });
}

}  // namespace

void record_own_deed(OwnDeeds& deeds, const EvaluationContext& context) {
  if (!is_place_known(context) || context.terminal) return;
  const bool chooses = context.deed.presses && (is_chosen(*context.element) || filters(context.label.text));
  if (writes_drafts(context) && (context.deed.enters_text || chooses)) deeds.add_entered(place_of_page(context));
  // What could not be remembered is taken for written.
  if (context.deed.enters_text && is_for_writing(*context.element)) deeds.add_written(place_of_page(context));
  if (context.deed.enters_text && adds_comment(*context.element)) deeds.add_commented(place_of_page(context));
  if (context.deed.presses && is_switch(context.element->role)) deeds.add_switched(place_of_page(context));
  if (context.deed.presses && context.activates && !context.label.cut && !context.label.text.empty())
    deeds.add_pressed(control_that_says(context, context.label.text));
}

bool wrote_here(const EvaluationContext& context) {
  const OwnDeeds& own = context.history.own;
  return !is_place_known(context) || own.written.size() >= OwnDeeds::most ||
         own.written.contains(place_of_page(context));
}

bool commented_here(const EvaluationContext& context) {
  const OwnDeeds& own = context.history.own;
  return is_place_known(context) &&
         (own.commented.size() >= OwnDeeds::most || own.commented.contains(place_of_page(context)));
}

bool switched_here(const EvaluationContext& context) {
  const OwnDeeds& own = context.history.own;
  return !is_place_known(context) || own.switched.size() >= OwnDeeds::most ||
         own.switched.contains(place_of_page(context));
}

bool takes_back_own(const EvaluationContext& context, const LabelReading& label) {
  if (!label.category || !is_place_known(context)) return false;
  return ends_own(context, label) || throws_away_own(context, label);
}

}  // namespace interlock::gate
