/// Internal pages of a browser (about:preferences, chrome://settings), which can do what no web page can.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::gate {

struct EvaluationContext;

enum class BrowserPage : std::uint8_t {
  none,      ///< a page of the web, a file, an extension's
  reading,   ///< for reading: about:support, chrome://version, a new tab
  settings,  ///< changes how the browser works: about:preferences, chrome://settings; any unknown page
  powers,    ///< switches off protection, shows passwords, or runs programs: about:config, chrome://flags
};
BrowserPage browser_page(std::string_view url);

/// A page that acts when it is opened: chrome://restart, chrome://quit, chrome://crash.
bool acts_when_opened(std::string_view url);

/// The action changes something on such a page.
struct PageUse {
  BrowserPage page = BrowserPage::settings;
  std::string url;
  std::uint64_t place = 0;  ///< the page's section, as History::entered names it: `settings` are asked about once
};
std::optional<PageUse> page_used(const EvaluationContext& context);

}  // namespace interlock::gate
