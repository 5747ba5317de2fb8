#include "gate/readings/looking.h"

#include <algorithm>
#include <array>
#include <string>

#include "gate/readings/browser_page.h"
#include "gate/shell/shows.h"
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
      R"re(^\W*where [^?]{1,40}\?\W*$|looking for)re",
      // What a tracker, a locator or a translator is given.
      R"re(^\W*((enter|type) )?((your|a|the) )?(tracking|order|flight|train|parcel|package|shipment|waybill|consignment) (number|no\.?|id|code)s?\W*$)re",
      R"re(^\W*((enter|type) )?((your|a|the) )?((city|town|place|location),? (or|and) )*(zip|post(al)?)[- ]?code\W*$|(source text|text to translate)\W*$)re",
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

constexpr auto readers = std::to_array<std::string_view>(
    {"apropos", "bat",     "cal",         "cat",        "cd",        "clear",    "cmp",      "cut",       "date",
     "df",      "diff",    "dir",         "dirname",    "basename",  "du",       "echo",     "egrep",     "exit",
     "fgrep",   "file",    "free",        "grep",       "groups",    "head",     "help",     "history",   "hostname",
     "htop",    "id",      "info",        "jobs",       "less",      "locate",   "ls",       "lsblk",     "lscpu",
     "lsof",    "lspci",   "lsusb",       "man",        "md5sum",    "more",     "nl",       "nproc",     "popd",
     "printf",  "ps",      "pushd",       "pwd",        "readlink",  "realpath", "rg",       "sha256sum", "sort",
     "stat",    "tac",     "tail",        "top",        "tr",        "tree",     "type",     "uname",     "uniq",
     "uptime",  "w",       "wc",          "whatis",     "whereis",   "which",    "who",      "whoami",    "zcat",
     "zgrep",   "column",  "printenv",    "pgrep",      "nslookup",  "dig",      "ss",       "getent",    "findmnt",
     "lsmod",   "modinfo", "lsb_release", "lslocks",    "lsns",      "lsipc",    "lslogins", "ldd",       "nm",
     "objdump", "readelf", "strings",     "hexdump",    "od",        "host",     "ping",     "vmstat",    "iostat",
     "mpstat",  "sensors", "apt-cache",   "dpkg-query", "pidof",     "pstree",   "last",     "lastlog",   "uuidgen",
     "seq",     "expr",    "bc",          "sha1sum",    "sha512sum", "cksum",    "tty",      "users",     "locale",
     "arch",    "getconf", "numfmt",      "factor",     "jq",        "test"});

/// What hands in a search: "Search", "Go", "Show results".
bool is_query_button(const Element& button) {
  static const PatternSet more = PatternSet::compile_trusted(
      {R"re(^\W*(go|next|previous|(show|see|view|update) (more|all|results)|apply (the )?filters?|filter|sort|reset filters?)\W*$)re"});
  return is_query_field(button) || more.match(normalise(button.name).text);
}

/// `find` without what it does to what it finds, `xargs` in front of a reader, or a reader itself.
bool is_reader(std::string_view name, std::string_view command) {
  if (name == "find") {
    constexpr auto deeds = std::to_array<std::string_view>({"-exec", "-ok", "-delete", "-fprint", "-fls"});
    return std::none_of(deeds.begin(), deeds.end(),
                        [&](std::string_view deed) { return command.find(deed) != command.npos; });
  }
  if (name == "xargs") {
    const std::size_t last = command.find_first_not_of(" \t0-", command.find("xargs") + 5);
    const std::string_view run = command.substr(std::min(last, command.size()));
    const std::string_view program = run.substr(0, run.find_first_of(" \t"));
    return std::find(readers.begin(), readers.end(), program) != readers.end();
  }
  return std::find(readers.begin(), readers.end(), name) != readers.end();
}

}  // namespace

bool is_query_field(const Element& element) {
  if (element.attribute("text-input-type") == "search" || element.attribute("xml-roles") == "searchbox") return true;
  const std::string& name = element.name.empty() ? element.labelled_by : element.name;
  return query_labels().match(normalise(name).text).has_value();
}

bool only_looks(std::string_view lines) {
  // Whatever redirects, substitutes, groups or goes on in the background is left to a person.
  if (lines.find_first_of("><`$(){}\\&") != lines.npos) {
    if (lines.find("&&") == lines.npos || lines.find_first_of("><`$(){}\\") != lines.npos) return false;
  }
  bool any = false;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find_first_of("\n;|&", at), lines.size());
    std::string_view command = lines.substr(at, end - at);
    at = end + 1;
    std::size_t begin = command.find_first_not_of(" \t");
    if (begin == command.npos) continue;
    // As another user one sees more: "sudo ss -tlnp". An option of its own is left to a person.
    if (command.substr(begin).starts_with("sudo ")) {
      command.remove_prefix(begin + 5);
      begin = command.find_first_not_of(" \t");
      if (begin == command.npos) continue;
    }
    const std::string_view name =
        command.substr(begin, std::min(command.find_first_of(" \t", begin), command.size()) - begin);
    if (!is_reader(name, command) && !shell::only_shows(command)) return false;
    // "sort -o FILE", "less +!command"; "ps -o" names columns
    if ((command.find(" -o") != command.npos && name != "ps" && name != "ss" && name != "findmnt") ||
        command.find(" +") != command.npos || command.find(" --output") != command.npos)
      return false;
    any = true;
  }
  return any;
}

bool leaves_unchanged(const EvaluationContext& context) {
  if (context.terminal) {
    if (!context.submitted.any) return true;
    return context.submitted.certain && context.submitted.open.empty() && only_looks(context.submitted.lines);
  }
  if (is_free_pick(context)) return true;
  if (context.element->role == Role::push_button) return is_query_button(*context.element);
  return takes_text(context.element->role) && is_query_field(*context.element);
}

}  // namespace interlock::gate
