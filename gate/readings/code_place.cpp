#include "gate/readings/code_place.h"
#include "gate/screen/developer_tools.h"

#include <algorithm>
#include <string>

#include "gate/readings/evaluation_context.h"
#include "gate/screen/browser.h"
#include "gate/url/url.h"
#include "gate/words/code_words.h"

namespace interlock::gate {
namespace {

std::optional<CodeKind> by_window(const Window& window, bool in_page) {
  if (is_office(window)) {
    if (says(CodeWords::macro_editor_title, window.title) && window.type != "dialog") return CodeKind::macro_editor;
    if (window.type == "dialog" && says(CodeWords::macro, window.title)) return CodeKind::macro_dialog;
    return std::nullopt;
  }
  if (is_tools_window(window, in_page)) return CodeKind::developer_tools;
  if (!in_page && says(CodeWords::console_title, window.title)) return CodeKind::console;
  return std::nullopt;
}

}  // namespace

std::string_view describe(CodeKind kind) {
  switch (kind) {
    case CodeKind::developer_tools:
      return "developer tools";
    case CodeKind::console:
      return "a console of scripts";
    case CodeKind::macro_editor:
      return "the macro editor";
    case CodeKind::macro_dialog:
      return "a dialog about macros";
  }
  return "developer tools";
}

std::optional<CodeKind> code_place(const EvaluationContext& context) {
  if (context.window == nullptr || context.terminal) return std::nullopt;
  const Element* element = context.element;
  const Document* document = context.observation.document.get();
  const bool chrome = element != nullptr && is_browser_chrome(*element);
  if (element != nullptr && acts_in_developer_tools(context.observation, *element)) return CodeKind::developer_tools;
  if (element == nullptr && document != nullptr && is_tools_url(document->url)) return CodeKind::developer_tools;
  return by_window(*context.window, document != nullptr && element != nullptr && !chrome);
}

}  // namespace interlock::gate
