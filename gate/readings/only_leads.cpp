#include "gate/readings/only_leads.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/readings/message_around.h"
#include "gate/readings/own_deed.h"
#include "gate/screen/record_page.h"
#include "gate/words/label_words.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

/// "New" before a noun, in the forms that stand before transfers, orders and payments.
bool says_new(std::string_view word) {
  constexpr auto words = std::to_array<std::string_view>(
      {"new",  "neue", "neuer",  "neues", "neu",  "nuevo", "nueva", "nouveau", "nouvelle", "nuovo", "nuova",
       "novo", "nova", "nieuwe", "nieuw", "nowy", "nowa",  "nowe",  "ny",      "nytt",     "nya",   "nový",
       "nová", "nové", "uusi",   "új",    "yeni", "новый", "новая", "новое",   "новий",    "нова",  "нове"});
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A link that is called "Überweisung", "Nueva transferencia" or "Pedido" and no more leads to the page where money is
/// transferred or spent. In English the word lists mark such words; in other languages the noun and the verb are
/// different words, and the noun is one word.
bool leads_to_payment(const EvaluationContext& context, const LabelReading& label) {
  const bool money = label.category == Category::transfer || label.category == Category::purchase;
  if (!money || context.element->role != Role::link || label.words.find(' ') != std::string::npos) return false;
  std::string_view rest = context.label.text;
  const std::size_t space = rest.find(' ');
  if (space != rest.npos && says_new(rest.substr(0, space))) rest.remove_prefix(space + 1);
  return label.words == rest;
}

/// "Delete a customer": a control says which one, as "Delete customer" or "Delete this customer"; what has "a" before
/// its object is the title of a text about it.
bool names_any_one(std::string_view says, std::string_view verb) {
  const std::size_t at = says.find(verb);
  if (at == says.npos || verb.find(' ') != verb.npos) return false;
  const std::string_view rest = says.substr(at + verb.size());
  constexpr auto articles =
      std::to_array<std::string_view>({" a ", " an ", " ein ", " eine ", " einen ", " un ", " une ", " una ", " um ",
                                       " uma ", " een ", " en ", " et "});
  // "Remove stains from a carpet"
  constexpr auto later = std::to_array<std::string_view>({" from a ", " from an ", " in a ", " in an ", " on a ",
                                                          " on an ", " of a ", " of an ", " with a ", " with an "});
  return std::any_of(articles.begin(), articles.end(), [&](auto article) { return rest.starts_with(article); }) ||
         std::any_of(later.begin(), later.end(), [&](auto each) { return rest.find(each) != rest.npos; });
}

/// "fix: delete stale tokens": the summary of a change, as Conventional Commits has it, in three words or more. A
/// number at the end is not enough: "Cancel order (#1234)".
bool is_summary_of_change(std::string_view says) {
  constexpr auto kinds = std::to_array<std::string_view>(
      {"fix", "feat", "chore", "docs", "refactor", "test", "ci", "build", "perf", "style", "revert"});
  constexpr std::ptrdiff_t fewest_spaces = 2;
  const std::size_t colon = says.find(": ");
  if (colon == says.npos) return false;
  const std::string_view kind = says.substr(0, std::min(colon, says.find_first_of("(!")));
  const std::string_view summary = says.substr(colon + 2);
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end() &&
         std::count(summary.begin(), summary.end(), ' ') >= fewest_spaces;
}

/// "The Purge", "Kill Bill: Volume 2", "Point Break (1991)", "Delete key is not working": no command has an article in
/// front of its verb, a title before a colon, a year behind it, or a verb in the indicative behind its object.
bool is_sentence_or_title(std::string_view says, std::string_view verb) {
  constexpr auto articles =
      std::to_array<std::string_view>({"the ", "a ", "an ", "der ", "die ", "das ", "le ", "la ", "les ", "el ", "los ",
                                       "las ", "il ", "lo ", "gli ", "o ", "os ", "de ", "het "});
  const auto begins = [&](auto word) { return says.starts_with(word) && says.substr(word.size()).starts_with(verb); };
  if (std::any_of(articles.begin(), articles.end(), begins)) return true;
  if (!says.starts_with(verb)) return false;
  constexpr std::size_t year = 6;  // with its parentheses
  const std::string_view last = says.substr(says.size() - std::min(says.size(), year));
  if (last.size() == year && last.front() == '(' && last.back() == ')' &&
      last.find_first_not_of("(0123456789)") == last.npos)
    return true;
  if (const std::size_t colon = says.find(": ");
      colon != says.npos && lexicon().read_label(says.substr(0, colon)).title)
    return true;
  constexpr auto states =
      std::to_array<std::string_view>({" is ", " are ", " was ", " were ", " has ", " does ", " doesn't ", " isn't ",
                                       " won't ", " can't ", " not working"});
  constexpr auto relative = std::to_array<std::string_view>({" that ", " which ", " who ", " whose ", " if "});
  const auto holds = [&](auto word) { return says.find(word) != says.npos; };
  return std::any_of(states.begin(), states.end(), holds) && std::none_of(relative.begin(), relative.end(), holds);
}

/// "Step 2: revoke tokens", "Kapitel 3: ...": what stands behind a word, a number and a colon is a heading.
bool is_numbered_heading(std::string_view says) {
  const std::size_t colon = says.find(':');
  const std::size_t space = says.find(' ');
  if (colon == says.npos || space == says.npos || space > colon) return false;
  const std::string_view number = says.substr(space + 1, colon - space - 1);
  return !number.empty() && number.find_first_not_of("0123456789.") == number.npos;
}

/// Whether a title is quoted behind this: "Re", "Pull request #412". Not "Next" and "Last step".
bool introduces_title(std::string_view before) {
  constexpr auto replies = std::to_array<std::string_view>({"re", "fw", "fwd", "aw", "wg", "sv", "vs", "tr", "rv"});
  return before.find_first_of("0123456789") != before.npos ||
         std::find(replies.begin(), replies.end(), before) != replies.end();
}

/// "Re: please cancel my order", "Pull request #412: Remove legacy API": what stands behind the colon is quoted.
bool quotes_behind_colon(std::string_view says, std::string_view verb) {
  const std::size_t colon = says.find(": ");
  // The verb's words may have an article between them.
  const std::size_t at = says.find(verb.substr(0, verb.find(' ')));
  return colon != says.npos && at != says.npos && at > colon && introduces_title(says.substr(0, colon));
}

/// "How do I ...?", "Log out of all devices: how?": a question of several words that a text answers. "Delete?" and
/// "Delete this file?" are questions that a press answers.
bool asks_how(std::string_view says) {
  constexpr auto words = std::to_array<std::string_view>(
      {"how", "why", "what", "when", "wie", "warum", "comment", "pourquoi", "cómo", "come", "perché", "como", "hoe"});
  constexpr auto ends = std::to_array<std::string_view>({": how it works", ": how to", ": how?", ": why?"});
  const std::string_view first = says.substr(0, says.find(' '));
  return std::find(words.begin(), words.end(), first) != words.end() ||
         std::any_of(ends.begin(), ends.end(), [&](auto end) { return says.ends_with(end); });
}

/// A link to a text about what the label says.
bool is_heading_of_text(const EvaluationContext& context, const LabelReading& label) {
  if (context.element->role != Role::link) return false;
  const std::string& says = context.label.text;
  return names_any_one(says, label.words) || is_numbered_heading(says) || asks_how(says) ||
         is_summary_of_change(says) || quotes_behind_colon(says, label.words) ||
         is_sentence_or_title(says, label.words);
}

/// "Share", "Share calendar" in a page opens the list of whom to share with. In a dialog, or after something was
/// written, it is the button that shares; a menu's entry may share the file that the menu is about at once.
bool opens_sharing(const EvaluationContext& context, const LabelReading& label) {
  if (context.element->role == Role::menu_item) return false;
  if (*label.category != Category::share || label.words.find(' ') != std::string::npos) return false;
  if (label.words.starts_with("freig")) return false;  // in German also to approve an order or a payment
  const std::string& says = context.label.text;
  constexpr std::ptrdiff_t one_object = 1;
  if (!says.starts_with(label.words) || std::count(says.begin(), says.end(), ' ') > one_object) return false;
  return !label.elsewhere && !is_in_dialog(context) && !wrote_here(context);
}

/// "Download" as a button or a menu's entry fetches what the page shows, or one's own papers ("Download invoice"). A
/// link, whatever it looks like, fetches what others offer; programs ("Download for Linux") are listed with what is
/// installed.
bool hands_out_own(const EvaluationContext& context, const LabelReading& label) {
  const Role role = context.element->role;
  if (*label.category != Category::download || context.element->attribute("tag") == "a") return false;
  const bool verb = label.words.find(' ') == std::string::npos;
  return (role == Role::push_button || role == Role::menu_item) && (verb || label.paper);
}

bool is_page_of_payment(const EvaluationContext& context) {
  const PageText page = page_text(*context.observation.document.get());
  return lexicon().read_page(normalise(page.path).text) == Category::purchase ||
         lexicon().read_page(normalise(page.title, 200).text) == Category::purchase;
}

/// "Reserve" and "I'll reserve" at an offer lead to the form of the booking, whose last button says more, or stands on
/// a page about paying.
bool opens_booking(const EvaluationContext& context, const LabelReading& label) {
  const std::string& says = context.label.text;
  const bool whole = says == "reserve" || says == "i'll reserve" || says == "i\u2019ll reserve";
  return whole && label.words == "reserve" && !is_in_dialog(context) && !is_page_of_payment(context);
}

constexpr auto checkouts = std::to_array<std::string_view>({"checkout", "out", "kasse", "kassen", "kassan", "kassa",
                                                            "kassalle", "kasy", "caisse", "pokladně", "pokladni",
                                                            "pénztárhoz", "结算", "去结算", "結帳", "前往結帳"});
// What stands beside it in a label that only leads there. "Complete checkout" and "1-click checkout" pay.
constexpr auto beside_checkouts = std::to_array<std::string_view>(
    {"check",      "proceed", "continue",   "go",       "on",     "to",    "the", "secure", "securely",
     "item",       "items",   "zur",        "zu",       "weiter", "gehen", "til", "gå",     "fortsett",
     "fortsæt",    "videre",  "till",       "fortsätt", "naar",   "de",    "ga",  "verder", "siirry",
     "do",         "przejdź", "passer",     "aller",    "à",      "la",    "k",   "ke",     "přejít",
     "pokračovat", "prejsť",  "pokračovať", "tovább",   "a"});

/// "Proceed to checkout", "Zur Kasse": from the cart to the page where one pays.
bool goes_to_checkout(const EvaluationContext& context, const LabelReading& label) {
  if (*label.category != Category::purchase || context.element->role != Role::push_button) return false;
  const std::string words = label_words(context.label.text).text;
  const auto is_one_of = [](const auto& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  bool named = false;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string_view word = std::string_view(words).substr(at, end - at);
    at = end + 1;
    named = named || is_one_of(checkouts, word);
    const bool number = word.find_first_not_of("0123456789") == word.npos;
    if (!number && !is_one_of(checkouts, word) && !is_one_of(beside_checkouts, word)) return false;
  }
  return named && is_in_cart(context) && !is_in_dialog(context);
}

}  // namespace

bool is_in_cart(const EvaluationContext& context) {
  const Document* document = context.observation.document.get();
  if (document == nullptr) return false;
  const PageText page = page_text(*document);
  return lexicon().is_cart(normalise(page.path + '\n' + std::string(page.title), 400).text);
}

bool only_leads(const EvaluationContext& context, const LabelReading& label) {
  if (!label.category || context.observation.document.get() == nullptr) return false;
  if (label.leads && context.element->role == Role::link) return true;
  return leads_to_payment(context, label) || is_heading_of_text(context, label) || opens_sharing(context, label) ||
         hands_out_own(context, label) || goes_to_checkout(context, label) || opens_booking(context, label);
}

}  // namespace interlock::gate
