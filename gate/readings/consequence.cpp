#include "gate/readings/consequence.h"

#include <algorithm>
#include <array>

#include "gate/readings/evaluation_context.h"
#include "gate/readings/message_around.h"
#include "gate/readings/only_leads.h"
#include "gate/readings/own_deed.h"
#include "gate/readings/taken_back.h"
#include "gate/screen/browser.h"
#include "gate/screen/editor.h"
#include "gate/screen/queued_changes.h"
#include "gate/screen/record_page.h"
#include "gate/screen/settings_window.h"
#include "gate/words/label_words.h"
#include "gate/words/lexicon.h"
#include "gate/words/price.h"
#include "gate/words/verbal_noun.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

/// "Schedule send".
bool schedules(std::string_view says) {
  constexpr auto verbs = std::to_array<std::string_view>({"schedule ", "programmer ", "programar ", "programmare "});
  return std::any_of(verbs.begin(), verbs.end(), [&](auto verb) { return says.starts_with(verb); });
}

/// As a menu's entry: it says no time, so one is chosen before anything is sent, and choosing is asked about.
bool asks_for_time(const EvaluationContext& context, Category category) {
  const std::string& says = context.label.text;
  const bool names_time = says.find_first_of("0123456789") != says.npos;
  return category == Category::send && schedules(says) && !names_time && context.element->role == Role::menu_item;
}

/// What a dialog offers to choose from, as "Monday morning" in one that is called "Schedule send".
bool is_entry(Role role) {
  return role == Role::menu_item || role == Role::list_item || role == Role::push_button || role == Role::table_row;
}

/// What the web page around the control is about; nothing outside a web page.
std::optional<Category> page_about(const EvaluationContext& context) {
  const Document* document = context.observation.document.get();
  if (document == nullptr) return std::nullopt;
  const PageText page = page_text(*document);
  const auto by_path = lexicon().read_page(normalise(page.path).text);
  const auto by_title = lexicon().read_page(normalise(page.title, 200).text);
  if (by_path && by_title) return std::min(*by_path, *by_title);
  return by_path ? by_path : by_title;
}

bool submits_form(const Element& element) {
  return element.attribute("type") == "submit" || element.attribute("tag") == "input-submit";
}

Reason does(const EvaluationContext& context, Category category) {
  return context.target_text() + " " + std::string(describe(category).what);
}

/// What only ever acts. Links, rows and texts also open what they are the name of: "Kill Bill", "delete-user.py".
bool presses_alone(Role role) {
  return role == Role::push_button || role == Role::push_button_menu || role == Role::toggle_button ||
         role == Role::menu_item || role == Role::tearoff_menu_item;
}

/// "deploy-prod", "release-2024": words joined by hyphens, as jobs and branches are named. "sign-up", "re-send" and
/// "check-out" are verbs.
bool is_hyphenated_name(std::string_view text) {
  if (text.find('-') == text.npos) return false;
  constexpr auto particles = std::to_array<std::string_view>({"up", "out", "in", "off", "on", "to", "now", "pre", "re",
                                                              "un", "de", "e", "auto", "self", "co", "non", "click"});
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find('-', from), text.size());
    const std::string_view part = text.substr(from, to - from);
    from = to + 1;
    const bool plain =
        std::all_of(part.begin(), part.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
    if (part.empty() || !plain || std::find(particles.begin(), particles.end(), part) != particles.end()) return false;
  }
  return true;
}

/// One word that joins several by signs that no language writes within a word.
bool is_identifier(std::string_view text) {
  const std::size_t sign = text.find_first_of(":_");
  return sign != text.npos && sign > 0 && sign + 1 < text.size() && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ':' || c == '_' || c == '-' || c == '/';
         });
}

/// "delete-user.py": no space, and an ending. "deploy:staging", "publish_docs": the name of a job or a function.
/// Only for what opens things: a button may be called "soft-delete".
bool names_one_file(std::string_view text) {
  if (text.find(' ') == text.npos && (is_identifier(text) || is_hyphenated_name(text))) return true;
  const std::size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || text.find(' ') != text.npos) return false;
  const std::string_view ending = text.substr(dot + 1);
  constexpr std::size_t longest_ending = 5;
  return !ending.empty() && ending.size() <= longest_ending && has_letters(ending);
}

/// An entry of a menu, or a button that says that it opens one.
bool leads_to_menu(const Element& element) {
  if (element.role == Role::menu_item) return true;
  const bool button = element.role == Role::push_button || element.role == Role::toggle_button;
  return button && element.states.has(State::has_popup);
}

/// "Delete Account...", "Format Disk…": the entry of a program's own menu. Its dots say, as the guidelines of GNOME,
/// KDE, Windows and macOS have it, that more is asked for before anything is done, and what comes then is judged
/// itself. File managers let one switch the question off, and so may a box that the session ticked in that program.
bool is_entry_before_dialog(const EvaluationContext& context, Category category) {
  if (context.element->role != Role::menu_item || !context.observation.document.is_none()) return false;
  const bool destroys = category == Category::delete_ || category == Category::wipe;
  return !(destroys && context.application.file_manager) && !switched_here(context);
}

/// "Push...", "Publish library…", "Finish attempt…": in pages and on buttons the dots count where nothing is deleted.
bool opens_dialog(const EvaluationContext& context, Category category) {
  const Element& element = *context.element;
  if (!context.label.text.ends_with("...")) return false;
  if (is_entry_before_dialog(context, category)) return true;
  switch (category) {
    case Category::send:
    case Category::publish:
    case Category::share:
    case Category::stop:
      return leads_to_menu(element);
    case Category::submit:
      return leads_to_menu(element) || element.role == Role::push_button;
    default:
      return false;
  }
}

/// By its own words: its name or, if that has no letters, its other texts.
std::optional<Consequence> by_label(const EvaluationContext& context, const LabelReading& label, bool in_page) {
  if (!label.category) return std::nullopt;
  const Category category = *label.category;
  // What a page offers to download is saved; in an application the same words mean its own lists and queues.
  if (category == Category::download && !in_page) return std::nullopt;
  // On a page about an account "Download" may mean all that is kept there.
  const bool all = category == Category::download && !label.paper && page_about(context) == Category::account;
  if (opens_dialog(context, category) || asks_for_time(context, category)) return std::nullopt;
  if ((only_leads(context, label) && !all) || is_taken_back(context, label)) return std::nullopt;
  // A browser's own "Stop" stops loading.
  if (category == Category::stop && label.words == context.label.text && is_browser_chrome(*context.element) &&
      context.window != nullptr && is_browser(*context.window)) {
    return std::nullopt;
  }
  const bool plain = context.control && context.control->plain;
  const bool pressed = presses_alone(context.element->role) || is_option_of_combo(*context.element);
  const bool named = plain || !pressed;
  if (named && (label.title || names_one_file(context.label.text))) return std::nullopt;
  return Consequence{category, "consequence", does(context, category), label.words};
}

/// How a control answers what is asked around it.
enum class ButtonAnswer : std::uint8_t {
  yes,       ///< OK, Continue; or a label that says nothing
  declines,  ///< Cancel, Close, "No, keep it"
  looks,     ///< Details, Copy, Help: the question stays
  own,       ///< by words of its own, as "Write" or "Count me in"
};

ButtonAnswer answer_of(const LabelReading& label, Category asked, bool silent) {
  // "Close" is a yes if the question is whether to close; so is "No, keep going".
  const bool closing = asked == Category::close_unsaved || asked == Category::stop;
  if (label.leaves && !label.agrees && !(label.goes_on && closing)) return ButtonAnswer::declines;
  if (label.keeps && asked == Category::close_unsaved) return ButtonAnswer::declines;
  if (label.agrees || label.goes_on || silent) return ButtonAnswer::yes;
  return label.shows || label.excepted ? ButtonAnswer::looks : ButtonAnswer::own;
}

/// A banner about cookies says that something is shared and agreed to; whichever button is pressed, a person would not
/// be asked.
bool is_about_cookies(std::string_view says, Category category) {
  constexpr std::array<std::string_view, 6> words = {
      "cookie",       "\u043a\u0443\u043a\u0438", "\u30af\u30c3\u30ad\u30fc",
      "\ucfe0\ud0a4", "\u06a9\u0648\u06a9\u06cc", "\u05e2\u05d5\u05d2\u05d9\u05d5\u05ea"};
  const bool agrees = category == Category::send || category == Category::share || category == Category::publish ||
                      category == Category::grant || category == Category::sign;
  return agrees && std::any_of(words.begin(), words.end(), [&](auto word) { return says.find(word) != says.npos; });
}

/// "Done" in a dialog that is called "Share" and asks nothing closes it: what was shared is shared already. "Next" and
/// "Continue" go on to what the dialog is about.
bool only_finishes(std::string_view says, Category category) {
  constexpr auto words = std::to_array<std::string_view>(
      {"done",     "finished", "fertig", "terminé", "listo",  "hecho",  "fatto",  "fine",   "concluído",
       "concluir", "pronto",   "gereed", "klaar",   "gotowe", "klar",   "färdig", "færdig", "ferdig",
       "valmis",   "hotovo",   "kész",   "gata",    "bitti",  "готово", "完成",   "完了",   "완료"});
  const bool of_others = category == Category::share || category == Category::send || category == Category::publish;
  return of_others && std::find(words.begin(), words.end(), says) != words.end();
}

/// `acquitted`: the dialog says that nothing of the kind happens, or the control declines it, whatever the page is
/// about.
std::optional<Consequence> by_dialog(const EvaluationContext& context, const LabelReading& label, bool& acquitted,
                                     bool& unread) {
  const auto message = message_around(context);
  if (!message) return std::nullopt;
  unread = unread || message->text.cut;
  const std::string& says = message->text.text;
  MessageReading reading = lexicon().read_message(says);
  if (reading.edits && !reading.asks) reading.category.reset();  // "Replace with:" is no announcement
  // "We'll take 20 EUR every month", in whatever words.
  if (!reading.category && reading.asks && message->dialog && names_money(says)) reading.category = Category::purchase;
  // "The subscription is active until May. [OK]": about money, but it neither asks nor names an amount, nor goes on.
  const bool states = reading.category == Category::purchase && !reading.asks && !names_money(says) && !label.goes_on;
  const bool reports = (reading.reports || states) && !reading.asks;
  if (!reading.category || reports || is_about_cookies(says, *reading.category)) {
    acquitted = message->dialog && !message->text.cut && has_letters(says);
    return std::nullopt;
  }
  if (!message->dialog && !reading.asks) return std::nullopt;  // a page has many texts
  if (!reading.asks && only_finishes(context.label.text, *reading.category)) {
    acquitted = true;
    return std::nullopt;
  }
  const ButtonAnswer answer = answer_of(label, *reading.category, !has_letters(context.label.text));
  acquitted = answer == ButtonAnswer::declines;
  // A title that only says "Confirm" does not say what: then a button's own words do.
  const bool asked = context.element->role == Role::push_button && is_question(*message, reading);
  const bool time = *reading.category == Category::send && is_entry(context.element->role) && schedules(says);
  const bool own = answer == ButtonAnswer::own && *reading.category != Category::confirm && (asked || time);
  if (answer != ButtonAnswer::yes && !own) return std::nullopt;
  return Consequence{*reading.category, "dialog",
                     context.target_text() +
                         (message->dialog ? " answers a dialog that " : " answers a question that ") +
                         std::string(describe(*reading.category).what) + ": " + in_quotes(says, 160),
                     std::string(utf8_prefix(says, 160))};
}

std::optional<Consequence> by_page(const EvaluationContext& context, const LabelReading& label) {
  // JupyterHub's addresses begin with "/user/NAME/": "Save" there keeps the notebook.
  const Document* page = context.observation.document.get();
  if (label.keeps && page != nullptr && (edits_notebook(*page) || edits_document(*page))) return std::nullopt;
  const bool submits = submits_form(*context.element);
  if (!(label.agrees || label.keeps || label.goes_on) && !submits) return std::nullopt;
  const auto about = page_about(context);
  if (about && *about != Category::account && (label.agrees || (label.goes_on && *about != Category::purchase))) {
    return Consequence{*about, "page",
                       context.target_text() + " answers a page that " + std::string(describe(*about).what),
                       std::string(category_table()[static_cast<std::size_t>(*about)].name)};
  }
  if (about == Category::grant && label.keeps) {  // "Save changes" on "People and access"
    return Consequence{Category::grant, "page", context.target_text() + " changes who has access", "page of access"};
  }
  const bool changes = label.keeps || label.agrees;
  if (about == Category::account && changes) {
    return Consequence{Category::account, "page", context.target_text() + " changes an account", "account page"};
  }
  const bool own = !page_text(*context.observation.document).managed;
  if (about == Category::purchase && own && label.keeps && !label.goes_on &&
      !is_in_cart(context)) {  // "Apply" a voucher
    return Consequence{Category::account, "page", context.target_text() + " keeps details for payment", "payment page"};
  }
  if (submits && !label.ordinary && !label.leaves && !label.goes_on) {
    return Consequence{Category::submit, "form", context.target_text() + " hands a form in", "type=submit"};
  }
  return std::nullopt;
}

/// In the desktop's settings a switch is named after what it switches: "Remote Login".
std::optional<Consequence> by_switch(const EvaluationContext& context, const LabelReading& label) {
  if (!label.grave || context.element->role != Role::toggle_button) return std::nullopt;
  if (context.window == nullptr || !shows_settings(*context.window)) return std::nullopt;
  return Consequence{*label.grave, "consequence", does(context, *label.grave),
                     std::string(utf8_prefix(context.label.text, 80))};
}

/// "Get Plus - $12/month": a button that names its price.
std::optional<Consequence> by_price(const EvaluationContext& context, const LabelReading& label) {
  const bool other = (label.ordinary && !label.goes_on) || label.leaves || label.shows;
  if (other || context.element->role != Role::push_button || !offers_for_a_price(context.label.text)) {
    return std::nullopt;
  }
  return Consequence{Category::purchase, "consequence", does(context, Category::purchase),
                     std::string(utf8_prefix(context.label.text, 80))};
}

/// "Comment" on a page publishes what stands in the field beside it; in an office program, and in the toolbar of a page
/// that edits a document, it makes a note. After a comment was written, "Save" publishes it.
std::optional<Consequence> by_posting(const EvaluationContext& context, const LabelReading& label) {
  const bool posts = label.posts || (label.keeps && commented_here(context));
  if (!posts || context.element->role != Role::push_button) return std::nullopt;
  const auto& around = context.element->ancestors;
  if (std::any_of(around.begin(), around.end(), [](const Ancestor& a) { return a.role == Role::tool_bar; }))
    return std::nullopt;
  return Consequence{Category::publish, "consequence", does(context, Category::publish),
                     std::string(utf8_prefix(context.label.text, 80))};
}

/// "Apply" in a partition editor or a package manager.
std::optional<Consequence> by_queue(const EvaluationContext& context) {
  if (context.window == nullptr || context.observation.document.has_value()) return std::nullopt;
  const auto does_then = says_apply(context.label.text) ? queued_changes(*context.window) : std::nullopt;
  if (!does_then) return std::nullopt;
  return Consequence{*does_then, "consequence", does(context, *does_then),
                     std::string(utf8_prefix(context.label.text, 80))};
}

/// The agent's own words may raise a control that says nothing by itself.
std::optional<Consequence> by_intent(const EvaluationContext& context) {
  if (context.action.intent.empty()) return std::nullopt;
  std::string words;
  const auto category = lexicon().read_text(normalise(context.action.intent).text, words);
  if (!category) return std::nullopt;
  return Consequence{*category, "intent",
                     context.target_text() + " " + std::string(describe(*category).what) +
                         ", by what the agent says it wants: " + in_quotes(context.action.intent, 160),
                     words};
}

LabelReading read_element(const EvaluationContext& context, bool& unread) {
  const Element& element = *context.element;
  LabelReading label = lexicon().read_label(context.label.text);
  if (!label.category) {
    const auto unmarked = without_mnemonic(context.label.text);
    if (unmarked) label = lexicon().read_label(*unmarked);
  }
  // A button called "Account deletion" deletes it; a link or a tab of that name shows a page about it.
  const auto verb = label.category || label.shows || label.leaves || label.excepted || !presses_alone(element.role)
                        ? std::nullopt
                        : with_verb(context.label.text);
  if (verb) {
    LabelReading as_verb = lexicon().read_label(*verb);
    // "Noise cancellation", "Background removal" name no object that is ever deleted. "Cancel subscription" is one
    // phrase.
    const bool object = as_verb.thing || as_verb.elsewhere || as_verb.words.find(' ') != std::string::npos;
    if (as_verb.category && object) label = std::move(as_verb);
  }
  unread = context.label.cut;
  bool silent = !has_letters(context.label.text);  // a cross, a bin: the next text says what it is
  for (const std::string* more : {&element.labelled_by, &element.description, &element.text}) {
    if (label.category || more->empty()) continue;
    const Text text = normalise(*more);
    unread = unread || text.cut;
    LabelReading other = lexicon().read_label(text.text);
    if (silent) {
      label = std::move(other);
    } else {
      label.category = other.category;
      label.words = std::move(other.words);
      label.leads = other.leads;
      label.title = other.title;
    }
    silent = silent && !has_letters(text.text);
  }
  return label;
}

std::optional<Consequence> read_all(const EvaluationContext& context, bool& unread) {
  const bool in_page = context.observation.document.get() != nullptr;
  const LabelReading label = read_element(context, unread);
  const bool generic = label.agrees || label.goes_on || !has_letters(context.label.text);
  // Nothing but a word that answers: "Remove", "Decline"; not "Yes, delete it".
  const bool only = label.words.empty() || label.words == context.label.text || label.category == Category::confirm;
  const bool answers = (generic || label.leaves) && only;
  const bool closes = label.category == Category::close_unsaved;  // "Don't save" leaves, and is no "Cancel"
  bool acquitted = false;
  if ((answers || !label.category) && !closes) {
    if (auto found = by_dialog(context, label, acquitted, unread)) return found;
  }
  // "Remove account" and "Empty cart" are phrases of their own.
  const bool one_verb = !label.thing && label.words.find(' ') == std::string::npos;
  const bool of_goods = label.weak || one_verb;
  const bool takes_out = of_goods && label.category == Category::delete_ && in_page && is_in_cart(context);
  if (takes_out && lexicon().read_page(context.label.text) != Category::account) return std::nullopt;  // "Hesabımı sil"
  if (!(acquitted && answers)) {
    if (auto found = by_label(context, label, in_page)) return found;
    if (auto found = by_switch(context, label)) return found;
    if (auto found = by_price(context, label)) return found;
    if (auto found = by_queue(context)) return found;
  }
  if (in_page) {
    if (auto found = by_posting(context, label)) return found;
    if (auto found = by_page(context, label)) return found;
  }
  if (generic) return by_intent(context);
  return std::nullopt;
}

/// A text that may not be a button asks only if it names the most harmful acts; "Invitation" and "Submit" are read.
bool counts_in_plain_text(Category category) {
  switch (category) {
    case Category::send:
    case Category::publish:
    case Category::purchase:
    case Category::transfer:
    case Category::delete_:
    case Category::wipe:
    case Category::grant:
    case Category::account:
    case Category::stop:
      return true;
    default:
      return false;
  }
}

std::optional<Consequence> of_plain_text(const EvaluationContext& context, bool& unread) {
  const LabelReading label = read_element(context, unread);
  bool acquitted = false;
  if (label.agrees || label.goes_on) return by_dialog(context, label, acquitted, unread);
  auto found = by_label(context, label, context.observation.document.has_value());
  if (found && !counts_in_plain_text(found->category)) found.reset();
  return found;
}

std::optional<Consequence> with_unread(const EvaluationContext& context, std::optional<Consequence> found,
                                       bool unread) {
  if (!found && unread) {
    found = Consequence{Category::confirm,
                        "text_too_long",
                        context.target_text() + " or the dialog around it has a text too long to be read whole",
                        {}};
  }
  if (found) found->unread = unread;
  return found;
}

}  // namespace

std::optional<Consequence> consequence_of(const EvaluationContext& context) {
  bool unread = false;
  const bool plain = context.control && context.control->plain;
  auto found = plain ? of_plain_text(context, unread) : read_all(context, unread);
  return with_unread(context, std::move(found), unread);
}

std::optional<Consequence> consequence_of_form(const EvaluationContext& context) {
  const Element& field = *context.element;
  std::string says = field.name + '\n' + field.labelled_by + '\n' + field.description + '\n';
  says += std::string(field.attribute("placeholder")) + '\n';
  for (const Ancestor& ancestor : field.ancestors) {
    if (ancestor.role == Role::document_web) break;
    if (ancestor.role == Role::form || ancestor.role == Role::landmark) says += ancestor.name + '\n';
  }
  std::string words;
  const Text text = normalise(says);
  if (const auto category = lexicon().read_text(text.text, words)) {
    return Consequence{*category, "form", context.target_text() + " " + std::string(describe(*category).what), words};
  }
  // If its buttons are not known, one of them may do something other than what the page is about.
  const auto about = context.observation.bound.is_none() ? page_about(context) : std::nullopt;
  if (!about || *about == Category::account) return std::nullopt;
  return Consequence{*about, "page",
                     context.target_text() + " answers a page that " + std::string(describe(*about).what),
                     std::string(category_table()[static_cast<std::size_t>(*about)].name)};
}

std::optional<Consequence> consequence_of_dialog(const EvaluationContext& context) {
  LabelReading yes;
  yes.agrees = true;
  bool acquitted = false;
  bool unread = false;
  auto found = by_dialog(context, yes, acquitted, unread);
  return with_unread(context, std::move(found), unread);
}

}  // namespace interlock::gate
