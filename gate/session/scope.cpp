#include "gate/session/scope.h"
#include "values/goal.h"

#include <algorithm>
#include <array>

#include "gate/url/address_bar.h"
#include "gate/url/characters.h"
#include "gate/words/pattern_set.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

struct Verbs {
  GoalType goal;
  std::string_view verbs;  ///< as they begin a clause
};

// The most demanding first.
constexpr auto rules = std::to_array<Verbs>({
    {GoalType::fill_form,
     R"((fill|complete|register|enroll|enrol|sign (up|in|on|out|me)|log ?(in|on|out|me)|apply (for|to)|enter|order|buy|)"
     R"(purchase|pay|book|reserve|rent|check ?out|subscribe|unsubscribe|donate|create (an |a |my |the |new )*account|)"
     R"((change|update|edit|reset|set|delete|close|cancel|manage) (my |the |our |your )*)"
     R"((\w+ )?(account|profile|password|settings?|address|subscription|membership|payment|billing|email|e-mail|preferences?)))"},
    {GoalType::interact,
     R"((click|press|tap|select|choose|pick|drag|drop|scroll|search|look for .+ (on|in|at) |filter|sort|play|pause|watch|)"
     R"(add|put|remove|delete|move|copy|paste|type|write|draft|compose|send|reply|respond|forward|post|publish|tweet|comment|)"
     R"(share|like|follow|upload|download|save|print|export|import|install|run|start|stop|use|create|make|edit|change|)"
     R"(update|rename|set|turn|enable|disable|cancel|close|submit|translate|convert|test|try|solve|answer|vote|rate))"},
    {GoalType::navigate,
     R"((go|open|visit|navigate|browse|bring me|take me|return|show me the (page|site|website)|get to))"},
    {GoalType::read,
     R"((read|find|look|check|what|who|whose|whom|when|where|which|why|how|is|are|was|were|does|do|did|can|could|)"
     R"(tell|list|show|summari[sz]e|sum up|extract|get|gather|collect|compare|count|describe|explain|report|identify|)"
     R"(determine|research|review|monitor|verify|see|view|give me|name|quote))"},
});

/// Verbs count where a clause begins: "read how to sign up" is for reading.
const PatternSet& patterns() {
  static const PatternSet set = [] {
    std::vector<std::string> sources;
    for (const Verbs& row : rules) {
      sources.push_back(
          R"((^|[.;:,!?\n]|\b(and|then|please|also|next|finally|first|now|you|i want you to|to do:|so)\b))"
          R"([\s\-*"']*((please|kindly|then|can you|could you|i (need|want) (you )?to|i'd like (you )?to|you should|help me( to)?|let'?s|)"
          R"(try to)\s+)*)" +
          std::string(row.verbs) + R"(\b)");
    }
    return PatternSet::compile_trusted(sources);
  }();
  return set;
}

// "report.pdf" is a file; top-level domains of the same letters (.sh, .py, .md) are taken for domains only in URLs.
constexpr auto file_endings = std::to_array<std::string_view>(
    {"pdf", "txt",  "doc", "docx", "odt", "xls", "xlsx", "ods",  "csv",  "ppt",  "pptx", "odp",  "png",
     "jpg", "jpeg", "gif", "svg",  "zip", "gz",  "tar",  "html", "htm",  "json", "xml",  "yaml", "yml",
     "md",  "py",   "sh",  "js",   "ts",  "cpp", "cc",   "rs",   "java", "mp",   "mov",  "exe",  "deb",
     "rpm", "iso",  "log", "conf", "cfg", "ini", "bak",  "tmp",  "tex",  "css",  "sql",  "db"});

bool is_file_name(std::string_view token) {
  if (token.find("://") != std::string_view::npos || token.find('/') != std::string_view::npos) return false;
  const std::string ending = lower(token.substr(token.rfind('.') + 1));
  return std::find(file_endings.begin(), file_endings.end(), ending) != file_endings.end();
}

}  // namespace

std::optional<GoalType> classify(std::string_view directive) {
  const auto hit = patterns().match(normalise(directive).text);
  if (!hit) return std::nullopt;
  return hit->overflow ? GoalType::fill_form : rules[hit->index].goal;
}

std::vector<url::DomainPattern> domains_in(std::string_view directive) {
  constexpr std::size_t most = 64;
  constexpr std::string_view around = " \t\r\n\"'()[]{}<>,;`";
  std::vector<url::DomainPattern> domains;
  const std::string_view text = utf8_prefix(directive, max_target_text);
  for (std::size_t at = 0; at < text.size() && domains.size() < most;) {
    const std::size_t begin = text.find_first_not_of(around, at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(around, begin), text.size());
    std::string_view token = text.substr(begin, end - begin);
    at = end;
    while (!token.empty() &&
           (token.back() == '.' || token.back() == ':' || token.back() == '!' || token.back() == '?')) {
      token.remove_suffix(1);
    }
    if (token.find('.') == std::string_view::npos || token.find('@') != std::string_view::npos || is_file_name(token))
      continue;
    const auto opened = url::opened_by(token);
    const auto url = opened ? url::parse_url(*opened) : std::nullopt;
    if (!url || !url->host || url->host->address || url->host->text.find('.') == std::string::npos) continue;
    if (url->scheme != "http" && url->scheme != "https") continue;
    std::string host = url->host->text;
    if (host.starts_with("www.")) host.erase(0, 4);
    std::string error;
    if (auto pattern = url::DomainPattern::parse("*." + host, error)) domains.push_back(std::move(*pattern));
  }
  return domains;
}

Scope scope_of(std::string_view directive, std::optional<GoalType> goal) {
  return {goal ? goal : classify(directive), goal.has_value(), domains_in(directive)};
}

}  // namespace interlock::gate
