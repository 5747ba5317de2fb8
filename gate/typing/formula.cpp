#include "gate/typing/formula.h"

#include <algorithm>
#include <array>
#include <optional>

#include "gate/url/address_bar.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

enum class Use { none, joins, fetches, links, refers, runs };

struct Named {
  std::string_view name;  ///< in lower case
  Use use;
};

// Functions of LibreOffice, Excel, Gnumeric and Google Sheets, in the languages whose names differ.
constexpr auto functions = std::to_array<Named>({{"webservice", Use::fetches},
                                                 {"webdienst", Use::fetches},
                                                 {"serviceweb", Use::fetches},
                                                 {"service.web", Use::fetches},
                                                 {"servicioweb", Use::fetches},
                                                 {"serviçoweb", Use::fetches},
                                                 {"servizio.web", Use::fetches},
                                                 {"servizioweb", Use::fetches},
                                                 {"webbtjänst", Use::fetches},
                                                 {"webtjeneste", Use::fetches},
                                                 {"verkkopalvelu", Use::fetches},
                                                 {"webszolgáltatás", Use::fetches},
                                                 {"webhizmeti", Use::fetches},
                                                 {"вебслужба", Use::fetches},
                                                 {"importdata", Use::fetches},
                                                 {"importxml", Use::fetches},
                                                 {"importhtml", Use::fetches},
                                                 {"importfeed", Use::fetches},
                                                 {"importrange", Use::fetches},
                                                 {"image", Use::fetches},
                                                 {"bild", Use::fetches},
                                                 {"hyperlink", Use::links},
                                                 {"lien_hypertexte", Use::links},
                                                 {"hipervinculo", Use::links},
                                                 {"hipervínculo", Use::links},
                                                 {"hiperlink", Use::links},
                                                 {"hiperligação", Use::links},
                                                 {"collegamento.ipertestuale", Use::links},
                                                 {"collegam.ipertestuale", Use::links},
                                                 {"hiperłącze", Use::links},
                                                 {"hyperlänk", Use::links},
                                                 {"hypertextový.odkaz", Use::links},
                                                 {"köprü", Use::links},
                                                 {"гиперссылка", Use::links},
                                                 {"indirect", Use::refers},
                                                 {"indirekt", Use::refers},
                                                 {"indirecto", Use::refers},
                                                 {"indireto", Use::refers},
                                                 {"indiretto", Use::refers},
                                                 {"двссыл", Use::refers},
                                                 {"concatenate", Use::joins},
                                                 {"concat", Use::joins},
                                                 {"verketten", Use::joins},
                                                 {"concatener", Use::joins},
                                                 {"concatenar", Use::joins},
                                                 {"dde", Use::runs},
                                                 {"rtd", Use::runs},
                                                 {"call", Use::runs},
                                                 {"exec", Use::runs},
                                                 {"register", Use::runs},
                                                 {"register.id", Use::runs}});

Use use_of(std::string_view name) {
  std::string normal = normalise(name).text;
  for (const std::string_view prefix : {"_xlfn.", "com.sun.star.sheet.addin.", "_xlws."}) {
    if (normal.starts_with(prefix)) normal.erase(0, prefix.size());
  }
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [&](const Named& row) { return normalise(row.name).text == normal; });
  return found == functions.end() ? Use::none : found->use;
}

bool is_dangerous(Use use) {
  return use == Use::fetches || use == Use::links || use == Use::runs;
}

/// The beginning of a function's name, which an application may complete.
bool may_be_completed(std::string_view name) {
  const std::string normal = normalise(name).text;
  return !normal.empty() && std::any_of(functions.begin(), functions.end(), [&](const Named& row) {
    return is_dangerous(row.use) && row.name.size() > normal.size() && row.name.starts_with(normal);
  });
}

/// The minimum number of parts of `text` from which the name would have to be assembled; 0 if that is impossible.
std::size_t parts_of(std::string_view name, std::string_view text) {
  std::size_t parts = 0;
  for (std::size_t at = 0; at < name.size(); ++parts) {
    std::size_t length = 0;
    while (at + length < name.size() && text.find(name.substr(at, length + 1)) != text.npos) ++length;
    if (length == 0) return 0;
    at += length;
  }
  return parts;
}

/// Each move of the cursor may have inserted later text between two parts of earlier text.
bool may_be_put_together(std::string_view text, std::size_t moves) {
  const std::string normal = normalise(text).text;
  return std::any_of(functions.begin(), functions.end(), [&](const Named& row) {
    if (!is_dangerous(row.use)) return false;
    const std::size_t parts = parts_of(row.name, normal);
    // A short name occurs in many formulas by chance; its arguments are in quotes.
    constexpr std::size_t short_name = 5;
    const bool by_chance = row.name.size() <= short_name && (parts > 2 || text.find('"') == text.npos);
    return parts > 0 && parts <= 2 * moves + 1 && !by_chance;
  });
}

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_name(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '.' || c == '$';
}

class FormulaReader {
 public:
  FormulaReader(std::string_view text, bool whole) : text_(text), whole_(whole) {}

  Formula read() {
    while (at_ < text_.size()) step();
    while (!open_.empty()) close(whole_);
    return std::move(formula_);
  }

  /// The name at the end of the text; empty if there is none.
  std::string_view last_name() const { return last_name_; }

 private:
  struct Call {
    Use use = Use::none;
    std::string_view name;
    std::size_t argument = 0;
    std::string literal;      ///< the literals of the first argument, joined
    bool cells = false;       ///< the first argument has parts that are not literals
    bool unfinished = false;  ///< the first argument ends inside a string
  };

  void step() {
    const char c = text_[at_];
    last_name_ = {};
    if (c == '"') return string();
    if (c == '\'') return quoted_name();
    if (is_name_start(c)) return name();
    ++at_;
    if (c == '(') open_.emplace_back();
    if (c == ')') close(true);
    if ((c == ';' || c == ',') && !open_.empty()) next_argument();
    if (c >= '0' && c <= '9') mark_cells();
  }

  void string() {
    std::string literal;
    bool ended = false;
    for (++at_; at_ < text_.size() && !ended; ++at_) {
      if (text_[at_] != '"') {
        literal += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        literal += text_[at_++];
      } else {
        ended = true;
      }
    }
    for (Call& call : open_) {
      if (call.argument > 0 && call.use != Use::joins) continue;
      call.literal += literal;
      call.unfinished = !ended;
    }
  }

  /// 'file:///other.ods'#$Sheet1.A1, 'http://...'#...: another document, which is loaded.
  void quoted_name() {
    const std::size_t end = text_.find('\'', at_ + 1);
    const std::string_view inside = text_.substr(at_ + 1, end == text_.npos ? text_.npos : end - at_ - 1);
    if (end != text_.npos && inside.find("://") != inside.npos) lead_to(std::string(inside), inside.substr(0, 40));
    at_ = end == text_.npos ? text_.size() : end + 1;
    mark_cells();
  }

  void name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    std::size_t next = at_;
    while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
    if (next == text_.size()) last_name_ = name;
    const char behind = next < text_.size() ? text_[next] : '\0';
    if (behind == '|') run(name);  // program|'its document'!item
    const Use use = behind == '(' ? use_of(name) : Use::none;
    if (use != Use::joins) mark_cells();
    if (behind != '(') return;
    at_ = next + 1;
    if (use == Use::runs) run(name);
    open_.push_back({.use = use, .name = name});
  }

  /// A part that is not a literal makes the address around it a composed one.
  void mark_cells() {
    for (Call& call : open_) {
      if (call.argument == 0 || call.use == Use::joins) call.cells = true;
    }
  }

  void next_argument() {
    Call& call = open_.back();
    if (call.argument == 0) judge(call, true);
    ++call.argument;
  }

  void close(bool ended) {
    if (open_.empty()) return;
    if (open_.back().argument == 0) judge(open_.back(), ended);
    open_.pop_back();
  }

  void judge(const Call& call, bool ended) {
    if (call.use != Use::fetches && call.use != Use::links && call.use != Use::refers) return;
    const bool far = call.literal.find("://") != std::string::npos || call.literal.starts_with("file:");
    if (call.use == Use::refers && !far) return;
    if (call.use == Use::links && call.literal.starts_with('#')) return;  // a link inside the same document
    if (call.unfinished && !ended) return;
    if (!call.literal.empty()) lead_to(call.literal, call.name);
    if (call.cells) note(formula_.built, call.name);
  }

  void lead_to(const std::string& address, std::string_view function) {
    const auto url = url::opened_by(address);
    if (!url) return;
    if (formula_.function.empty()) formula_.function = function;
    formula_.addresses.push_back(*url);
  }

  void run(std::string_view name) { note(formula_.runs, name); }

  void note(bool& which, std::string_view name) {
    which = true;
    if (formula_.function.empty()) formula_.function = name;
  }

  std::string_view text_;
  bool whole_;
  std::size_t at_ = 0;
  Formula formula_;
  std::vector<Call> open_;
  std::string_view last_name_;
};

}  // namespace

Formula read_formula(std::string_view text, std::size_t moves, bool whole) {
  const bool certain = moves == 0;
  while (!text.empty() && (text.front() == ' ' || text.front() == '{')) text.remove_prefix(1);
  const bool starts = !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
  // In a line whose parts may be in another order, the sign may be anywhere.
  if (!starts && (certain || text.find('=') == text.npos)) return {};
  FormulaReader reader(text, whole);
  Formula formula = reader.read();
  if (!formula.harmless()) return formula;
  const bool completed = (whole || !certain) && may_be_completed(reader.last_name());
  if (completed || (!certain && may_be_put_together(text, moves))) {
    formula.built = true;
    formula.function = reader.last_name();
  }
  return formula;
}

}  // namespace interlock::gate
