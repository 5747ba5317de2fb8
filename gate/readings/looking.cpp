#include "gate/readings/looking.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/readings/browser_page.h"
#include "gate/screen/record_page.h"
#include "gate/screen/settings_window.h"
#include "gate/shell/looks.h"
#include "gate/words/lexicon.h"
#include "gate/words/pattern_set.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

/// "Search" in the languages of the word lists, and what search boxes and filters are called besides.
const PatternSet& query_labels() {
  static const PatternSet set = PatternSet::compile_trusted({
      R"re((?:^|[^\pL])(search|find|filter|look ?up|query|keywords?|suche?n?|durchsuchen|filtern|buscar?|búsqueda|filtrar|pesquisar?)(?:[^\pL]|$))re",
      R"re((?:^|[^\pL])(procurar|rechercher?|filtrer|cerca(re)?|ricerca|zoek(en)?|szukaj|wyszukaj|hledat|hľadať|keresés|keress)(?:[^\pL]|$))re",
      R"re((?:^|[^\pL])(căut(are|ați)|caută|sök|søg|søk|haku|hae|etsi|ara(ma)?|cari|tìm( kiếm)?|traži|pretraži)(?:[^\pL]|$))re",
      R"re(поиск|найти|искать|пошук|знайти|търсене|претрага|αναζήτηση|חיפוש|بحث|جستجو|تلاش)re",
      R"re(खोज|অনুসন্ধান|தேடு|ค้นหา|搜索|搜寻|搜尋|查找|検索|검색)re",
      // The criteria of a search for journeys, rooms, goods.
      R"re(^\W*(from|to|origin|destination|depart(ure|ing)?|arrival|return(ing)?|leaving|going to|flying (from|to)|where( to| from)?)( (city|airport|station|place|date|time))?\W*$)re",
      R"re(^\W*((check|pick|drop)[- ]?(in|out|up|off)( (date|location|time|place))?|(start|end|from|to|travel )?dates?)\W*$)re",
      R"re(^\W*where [^?]{1,40}\?\W*$|looking for|^\W*what (would|do|are) you [^?]{0,20}(like to|want to|looking|search|need)[^?]{0,24}\?\W*$)re",
      R"re(^\W*((travel|departure|arrival|outbound|inbound|return|start|end|leaving|from|to|of|the) )*(date|time|airport|station|stop)\W*$)re",
      // What a tracker, a locator or a translator is given.
      R"re(^\W*((enter|type) )?((your|a|the) )?(tracking|order|flight|train|parcel|package|shipment|waybill|consignment) (number|no\.?|id|code)s?\W*$)re",
      R"re(^\W*((enter|type) )?((your|a|the) )?(city|town|place|location|zip|post(al)?)([- ]?code)?(,? (or|and) (city|town|place|location|zip|post(al)?)([- ]?code)?)+\W*$|(source text|text to translate)\W*$)re",
      R"re(^\W*((min|max)(imum)?( price)?|price( (from|to|range))?|guests?|travell?ers|passengers|adults|children|rooms|page( number)?|go to page)\W*$)re",
  });
  return set;
}

/// Ticks that agree to something, or let others know or do something.
const PatternSet& agreeing_labels() {
  static const PatternSet set = PatternSet::compile_trusted(
      {R"(\b(agree|accept|consent|terms|conditions|newsletters?|subscribe|subscription|offers by|marketing|updates by|notify|e-?mails?|sms|text me|)"
       R"(call me|remember|stay signed|keep me|save (my|this|card)|share|public|visib|allow|permission|authori[sz]e|i (have|am|certify|confirm|understand)|donat|insurance|protection plan)\b)"});
  return set;
}

bool is_pick(Role role) {
  switch (role) {
    case Role::check_box:
    case Role::radio_button:
    case Role::combo_box:
    case Role::list_box:
    case Role::list_item:
    case Role::menu_item:
    case Role::check_menu_item:
    case Role::radio_menu_item:
    case Role::spin_button:
    case Role::slider:
    case Role::date_editor:
      return true;
    default:
      return false;
  }
}

/// "List View", "Sort by size", "Nach Datum sortieren": how a window shows what it shows.
bool chooses_view(const EvaluationContext& context) {
  static const PatternSet views = PatternSet::compile_trusted({
      R"re(^(list|icons?|grid|compact|details?|tree|columns?|gallery|thumbnails?|month|week|day|year|agenda)( view)?$|^(sort|order|group|arrange)( by)? [^ ]+( [^ ]+)?$)re",
      R"re(^[^ ]+ (view|ansicht|visning|görünümü?|näkymä|nézet|zobrazení)$|^(nach [^ ]+ sortieren|trier par|ordenar por|ordina per|sorteren op|sortuj według|sortera efter|сортировать по) ?[^ ]*$)re",
      R"re(ansicht$|^(vue|vista|visualizzazione|weergave|widok|вид) )re",
  });
  const Element& element = *context.element;
  const Role role = element.role;
  const bool choice = role == Role::radio_button || role == Role::radio_menu_item || role == Role::toggle_button;
  const bool settings = context.window == nullptr || shows_settings(*context.window);
  return choice && !settings && views.match(normalise(element.name).text).has_value();
}

/// The page is one on which settings take effect as they are chosen: of an account, of the browser.
bool is_page_of_settings(const EvaluationContext& context) {
  const Document* document = context.observation.document.get();
  if (document == nullptr || !document->url.starts_with("http")) return true;
  return lexicon().read_page(normalise(document->title).text) == Category::account ||
         lexicon().read_page(normalise(document->url).text) == Category::account;
}

bool is_free_pick(const EvaluationContext& context) {
  const Element& element = *context.element;
  if (!is_pick(element.role)) return false;
  if (is_query_field(element)) return true;
  if (is_page_of_settings(context)) return false;
  return !agreeing_labels().match(normalise(element.name + " " + element.labelled_by + " " + element.description).text);
}

/// What hands in a search: "Search", "Go", "Show results".
bool is_query_button(const Element& button) {
  static const PatternSet more = PatternSet::compile_trusted(
      {R"re(^\W*(go|next|previous|(show|see|view|update) (more|all|results)|apply (the )?filters?|filter|sort|reset filters?)\W*$)re"});
  return is_query_field(button) || more.match(normalise(button.name).text);
}

}  // namespace

bool is_query_field(const Element& element) {
  if (element.attribute("text-input-type") == "search" || element.attribute("xml-roles") == "searchbox") return true;
  const std::string& name = element.name.empty() ? element.labelled_by : element.name;
  return query_labels().match(normalise(name).text).has_value();
}

namespace {

/// The page answers what its fields are given: a converter, a calculator, a dictionary, a tracker.
bool is_page_of_queries(const EvaluationContext& context) {
  static const PatternSet answers = PatternSet::compile_trusted(
      {R"re(convert(er|or)?\b|calculat(or|e)\b|exchange[ -]?rates?|currency|dictionary|thesaurus|translat(e|or|ion)\b|\btrack(ing|er)?\b|rechner\b|übersetzer|wörterbuch)re"});
  const Document* document = context.observation.document.get();
  if (document == nullptr || lexicon().read_page(normalise(document->title).text)) return false;
  const PageText page = page_text(*document);
  return answers.match(normalise(std::string(page.title) + '\n' + page.path, 400).text).has_value();
}

}  // namespace

bool leaves_unchanged(const EvaluationContext& context) {
  if (context.terminal) {
    if (!context.submitted.any) return true;
    if (!context.submitted.certain || !context.submitted.open.empty()) return false;
    const shell::Prompt* prompt = context.typing.before_line_in(context.observation).prompt;
    const std::string& lines = context.submitted.lines;
    if (shell::only_looks(lines, prompt)) return true;
    // A "q" before the line may have ended a pager; if it did not, no program has that name. Other readings of the line
    // (its cursor may have moved) do not count.
    const auto& others = context.submitted.others;
    return std::any_of(others.begin(), others.end(), [&](const std::string& other) {
      return trimmed(lines).ends_with(trimmed(other)) && shell::only_looks(other, prompt);
    });
  }
  if (is_free_pick(context) || chooses_view(context)) return true;
  if (context.element->role == Role::push_button) return is_query_button(*context.element);
  return takes_text(context.element->role) && (is_query_field(*context.element) || is_page_of_queries(context));
}

}  // namespace interlock::gate
