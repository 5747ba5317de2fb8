#include "gate/spreadsheet.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/browser.h"
#include "gate/case.h"
#include "gate/formula.h"
#include "gate/url/url.h"

namespace interlock::gate {
namespace {

bool is_sheet_program(const Window& window) {
  constexpr std::array<std::string_view, 7> names = {
      "libreoffice-calc", "openoffice-calc", "gnumeric", "localc", "scalc", "et", "calligrasheets"};
  const auto is = [&](std::string_view name) {
    const std::string normal = normalise(name).text;
    return std::find(names.begin(), names.end(), normal) != names.end();
  };
  if (is(window.app) || is(window.wm_class)) return true;
  return std::any_of(window.former.begin(), window.former.end(),
                     [&](const auto& names_) { return is(names_.wm_class); });
}

bool is_sheet_page(const Document& document) {
  const auto url = url::parse_url(document.url);
  if (!url || !url->host) return false;
  const std::string& host = url->host->text;
  if (host == "docs.google.com") return url->path.starts_with("/spreadsheets/");
  if (host == "sheet.zoho.com" || host == "excel.cloud.microsoft" || host == "excel.office.com") return true;
  return host.ends_with(".officeapps.live.com") && host.find("excel") != std::string::npos;
}

/// How often the cursor of a line that is not certain may have been moved.
std::size_t moves_of(const TypedLine& line) {
  return std::max<std::size_t>(line.moves, 1);
}

std::string why(const Formula& formula, const Case& question) {
  std::string text = formula.function.empty() ? "the formula" : formula.function + " in the formula";
  text += " in " + question.window_text();
  if (formula.runs) return text + " starts a program, or asks one for its data";
  return text + " may hand on what stands in the cells, to an address that is put together out of them";
}

}  // namespace

bool is_spreadsheet(const Observation& observation) {
  const Window* window = observation.window.get();
  if (window == nullptr) return false;
  if (is_sheet_program(*window)) return true;
  const Element* focus = observation.focus.get();
  if (focus == nullptr || is_browser_chrome(*focus)) {
    const bool sheet = focus != nullptr &&
                       std::any_of(focus->ancestors.begin(), focus->ancestors.end(),
                                   [](const Ancestor& around) { return around.role == Role::document_spreadsheet; });
    if (sheet || focus != nullptr) return sheet;
  }
  const Document* document = observation.document.get();
  return document != nullptr && is_sheet_page(*document);
}

std::optional<WrittenFormula> formula_written(const Case& question) {
  if (!writes(question.meant()) || !is_spreadsheet(question.observation)) return std::nullopt;
  const TypedLine line = question.typing.line_in(question.observation);
  const Submitted out = submitted(line, question.meant(), question.observation);
  TypedLine after = line;
  after.apply(question.meant(), question.observation);
  WrittenFormula written;
  const auto read = [&](std::string_view text, std::size_t moves, bool whole) {
    const Formula formula = read_formula(text, moves, whole);
    if (formula.harmless()) return;
    if (written.text.empty()) written.text = text, written.reason = why(formula, question);
    written.runs = written.runs || formula.runs;
    written.built = written.built || formula.built;
    written.addresses.insert(written.addresses.end(), formula.addresses.begin(), formula.addresses.end());
  };
  const auto* keys = std::get_if<Key>(&question.meant().body);
  const std::size_t here = keys == nullptr ? 0 : keys->chords.size();
  for (std::size_t at = 0; out.any && at <= out.lines.size();) {
    const std::size_t end = std::min(out.lines.find_first_of("\n\t", at), out.lines.size());
    read(std::string_view(out.lines).substr(at, end - at), out.certain ? 0 : moves_of(line) + here, true);
    at = end + 1;
  }
  if (question.deed.enters_text) read(after.text, after.certain ? 0 : moves_of(after), false);
  return written.text.empty() ? std::nullopt : std::optional(written);
}

}  // namespace interlock::gate
