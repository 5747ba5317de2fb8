#include "gate/screen/spreadsheet.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "gate/screen/browser.h"
#include "gate/url/url.h"
#include "values/text.h"

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

}  // namespace interlock::gate
