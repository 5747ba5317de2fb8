/// Developer tools of a browser, and office programs: places where text may run as a program.
#pragma once

#include <string_view>

#include "values/observation.h"

namespace interlock::gate {

/// An element that is, or is inside, the developer tools that a browser shows beside the page. Recognised by structure:
/// Chromium's are a web document named "DevTools", Firefox's are internal frames.
bool is_in_developer_tools(const Window& window, const Element& element);

/// The same for the target of an action, whose document was requested.
bool acts_in_developer_tools(const Observation& observation, const Element& element);

/// The web document of Chromium's tools.
bool is_tools_document(const Element& element);

/// The whole window is developer tools, or a browser's console, by its title. `in_page`: the element is in a web page,
/// whose title may be anything.
bool is_tools_window(const Window& window, bool in_page);

/// The URL of developer tools.
bool is_tools_url(std::string_view url);

/// LibreOffice and its relatives.
bool is_office(const Window& window);

}  // namespace interlock::gate
