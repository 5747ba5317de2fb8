/// Developer tools that a browser shows, and office programs: where text may be a program.
#pragma once

#include <string_view>

#include "values/observation.h"

namespace interlock::gate {

/// An element that is, or stands in, the developer tools that a browser shows in its window beside the page. By
/// structure: Chromium's are a web document named "DevTools", Firefox's are frames of the browser's own.
bool is_in_developer_tools(const Window& window, const Element& element);

/// The same of an element that an action acts on, whose document was looked for.
bool acts_in_developer_tools(const Observation& observation, const Element& element);

/// The web document that Chromium's tools are.
bool is_tools_document(const Element& element);

/// All of the window is developer tools, or a browser's console, by its title. `in_page`: what is looked at stands in a
/// web page, whose title may be anything.
bool is_tools_window(const Window& window, bool in_page);

/// The URL of developer tools.
bool is_tools_url(std::string_view url);

/// LibreOffice and its relatives.
bool is_office(const Window& window);

}  // namespace interlock::gate
