#include "gate/screen/developer_tools.h"

#include <algorithm>
#include <string>

#include "gate/screen/browser.h"
#include "gate/url/url.h"
#include "gate/words/code_words.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

bool is_tools_document(Role role, std::string_view name) {
  return role == Role::document_web && (name == "DevTools" || name.starts_with("DevTools - "));
}

/// Firefox's tools are documents of the role `application` in internal frames. The window itself may be too far up to
/// be among the ancestors; a page would come before it.
bool is_firefox_tools(const Element& element) {
  bool embedded = element.role == Role::embedded;
  bool framed = false;
  for (const Ancestor& around : element.ancestors) {
    if (around.role == Role::document_web) return false;
    if (embedded && around.role == Role::internal_frame) framed = true;
    embedded = embedded || around.role == Role::embedded;
  }
  return framed;
}

}  // namespace

bool is_office(const Window& window) {
  const auto is = [](std::string_view name) {
    const std::string normal = normalise(name).text;
    return normal.starts_with("soffice") || normal.starts_with("libreoffice") || normal.starts_with("openoffice");
  };
  return is(window.app) || is(window.wm_class);
}

bool is_tools_document(const Element& element) {
  return is_tools_document(element.role, element.name);
}

bool is_tools_url(std::string_view text) {
  if (url::is_plain_web(text)) return false;
  const auto url = url::parse_url(text);
  if (!url) return false;
  if (url->scheme == "devtools" || url->scheme == "chrome-devtools") return true;
  if (url->scheme == "about") return url->path.starts_with("devtools");
  return url->scheme == "chrome" && url->host && url->host->text == "devtools";
}

bool is_in_developer_tools(const Window& window, const Element& element) {
  if (is_tools_document(element.role, element.name)) return true;
  const bool inside = std::any_of(element.ancestors.begin(), element.ancestors.end(),
                                  [](const Ancestor& around) { return is_tools_document(around.role, around.name); });
  return inside || (is_browser(window) && is_firefox_tools(element));
}

bool acts_in_developer_tools(const Observation& observation, const Element& element) {
  const Window* window = observation.window.get();
  if (window == nullptr) return false;
  if (is_in_developer_tools(*window, element)) return true;
  // The document may be too far up to be among the ancestors.
  const Document* document = observation.document.get();
  return document != nullptr && !is_browser_chrome(element) && is_tools_url(document->url);
}

bool is_tools_window(const Window& window, bool in_page) {
  return !in_page && is_browser(window) && says(CodeWords::tools_title, window.title);
}

}  // namespace interlock::gate
