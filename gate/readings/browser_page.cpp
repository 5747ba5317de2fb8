#include "gate/readings/browser_page.h"

#include <algorithm>
#include <array>

#include "gate/readings/activation.h"
#include "gate/readings/code_place.h"
#include "gate/readings/evaluation_context.h"
#include "gate/screen/browser.h"
#include "gate/url/address_bar.h"
#include "gate/url/characters.h"
#include "values/hash.h"

namespace interlock::gate {
namespace {

constexpr auto schemes =
    std::to_array<std::string_view>({"about", "chrome", "edge", "brave", "vivaldi", "opera", "resource"});

// By the name after the colon or the host, without the subdomain of a side panel (".top-chrome").
constexpr auto reading_pages = std::to_array<std::string_view>({"about",
                                                                "blank",
                                                                "buildconfig",
                                                                "bookmarks",
                                                                "chrome-urls",
                                                                "credits",
                                                                "dino",
                                                                "downloads",
                                                                "gpu",
                                                                "history",
                                                                "home",
                                                                "home-page",
                                                                "license",
                                                                "logo",
                                                                "mozilla",
                                                                "neterror",
                                                                "network",
                                                                "newtab",
                                                                "new-tab-page",
                                                                "pdf.js",
                                                                "pdfjs",
                                                                "performance",
                                                                "predictors",
                                                                "print",
                                                                "print-preview",
                                                                "privatebrowsing",
                                                                "processes",
                                                                "protections",
                                                                "reader",
                                                                "read-later",
                                                                "rights",
                                                                "robots",
                                                                "sessionrestore",
                                                                "srcdoc",
                                                                "startpage",
                                                                "startpageshared",
                                                                "support",
                                                                "system",
                                                                "tab-search",
                                                                "tabcrashed",
                                                                "telemetry",
                                                                "terms",
                                                                "third-party",
                                                                "translations",
                                                                "version",
                                                                "welcome",
                                                                "welcomeback",
                                                                "whats-new",
                                                                "new-tab-page-third-party",
                                                                "customize-chrome-side-panel",
                                                                "bookmarks-side-panel",
                                                                "certerror",
                                                                "httpsonlyerror",
                                                                "blocked",
                                                                "loading",
                                                                "media-internals",
                                                                "manifesto",
                                                                "fingerprintingprotection"});

constexpr auto pages_of_powers = std::to_array<std::string_view>(
    {"config",      "debugging",      "devtools-toolbox", "devtools",  "logins",
     "policies",    "policy",         "profiles",         "flags",     "inspect",
     "extensions",  "addons",         "password-manager", "passwords", "certificate-manager",
     "certificate", "serviceworkers", "studies",          "wallet",    "rewards",
     "adblock"});

constexpr auto acting_pages = std::to_array<std::string_view>({"restart",
                                                               "quit",
                                                               "crash",
                                                               "kill",
                                                               "hang",
                                                               "shorthang",
                                                               "gpucrash",
                                                               "gpuhang",
                                                               "gpukill",
                                                               "gpuclean",
                                                               "badcastcrash",
                                                               "inducebrowsercrashforrealz",
                                                               "inducebrowserdcheckforrealz",
                                                               "memory-exhaust",
                                                               "delayeduithreadhang",
                                                               "browser-hang",
                                                               "crashparent",
                                                               "crashcontent",
                                                               "crashextensions",
                                                               "crash-ui",
                                                               "restartrequired",
                                                               "uithreadhang",
                                                               "heapcorruptioncrash",
                                                               "crashdump",
                                                               "ppapiflashcrash",
                                                               "ppapiflashhang"});

template <std::size_t size>
bool holds(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// "preferences" of about:preferences#privacy, "settings" of chrome://settings/privacy; empty for other URLs.
std::string page_name(const url::Url& url) {
  if (!holds(schemes, url.scheme)) return {};
  std::string_view name = url.host && !url.host->text.empty() ? std::string_view(url.host->text) : url.path;
  while (name.starts_with('/')) name.remove_prefix(1);
  if (name.ends_with(".top-chrome")) name.remove_suffix(11);
  return lower(name.substr(0, name.find_first_of("/?#")));
}

/// The page is a link list, or for reading.
bool is_harmless_there(const EvaluationContext& context) {
  const Element* element = context.element;
  if (element == nullptr) return context.target.is_none();
  if (is_query(*element)) return true;
  switch (element->role) {
    case Role::link:
    case Role::page_tab:
    case Role::scroll_bar:
    case Role::document_web:
    case Role::landmark:
      return true;
    case Role::heading:
    case Role::paragraph:
    case Role::static_:
    case Role::image:
    case Role::section:
    case Role::panel:
      return element->presses.empty() && element->listener.is_none();
    default:
      return false;
  }
}

}  // namespace

BrowserPage browser_page(std::string_view text) {
  if (url::is_plain_web(text)) return BrowserPage::none;
  const auto url = url::destination_of(text).url;
  const std::string name = url ? page_name(*url) : std::string();
  if (name.empty()) return BrowserPage::none;
  if (url->scheme == "resource") return name == "pdf.js" ? BrowserPage::none : BrowserPage::settings;
  if (holds(pages_of_powers, name) || name.ends_with("-internals")) return BrowserPage::powers;
  // Passwords and payment cards have separate sections.
  if (name == "settings" && url->path.find("password") != std::string::npos) return BrowserPage::powers;
  return holds(reading_pages, name) ? BrowserPage::reading : BrowserPage::settings;
}

bool acts_when_opened(std::string_view text) {
  const auto url = url::parse_url(text);
  return url && holds(acting_pages, page_name(*url));
}

std::optional<PageUse> page_used(const EvaluationContext& context) {
  const Document* document = context.observation.document.get();
  if (document == nullptr || context.deed.releases) return std::nullopt;
  if (!context.deed.presses && !context.deed.enters_text) return std::nullopt;
  if (context.element != nullptr && is_browser_chrome(*context.element)) return std::nullopt;
  const BrowserPage page = browser_page(document->url);
  if (page == BrowserPage::none || page == BrowserPage::reading || code_place(context)) return std::nullopt;
  if (is_harmless_there(context)) return std::nullopt;
  const auto url = url::destination_of(document->url).url;
  Hash section;
  section.add("page").add(url->scheme).add(page_name(*url)).add(url->path).add(url->fragment.value_or(""));
  return PageUse{page, document->url, section.value()};
}

}  // namespace interlock::gate
