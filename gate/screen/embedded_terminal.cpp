#include "gate/screen/embedded_terminal.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "values/ascii.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

bool has_class(const Element& element, std::string_view name) {
  const std::string_view all = element.attribute("class");
  for (std::size_t at = 0; (at = all.find(name, at)) != std::string_view::npos; at += name.size()) {
    const bool begins = at == 0 || all[at - 1] == ' ' || all[at - 1] == '.';
    const std::size_t end = at + name.size();
    if (begins && (end == all.size() || all[end] == ' ' || all[end] == '.')) return true;
  }
  return false;
}

/// "Terminal 1, bash", "Terminal input", "Terminal": as VS Code, xterm.js and JetBrains name theirs, in the languages
/// of VS Code.
bool names_terminal(std::string_view name) {
  const std::string label = normalise(name).text;
  constexpr auto words = std::to_array<std::string_view>(
      {"terminal", "integrated terminal", "terminál", "терминал", "ターミナル", "终端", "終端機", "터미널"});
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    if (!label.starts_with(word)) return false;
    const std::string_view rest = std::string_view(label).substr(word.size());
    if (rest.empty() || rest == " input" || rest == " emulator") return true;
    return rest.size() > 1 && rest[0] == ' ' && rest[1] >= '0' && rest[1] <= '9';
  });
}

/// A text area, or a document's node that has the focus: not a field of a form.
bool has_lines(const Element& element) {
  return takes_text(element.role) && (element.states.has(State::multi_line) ||
                                      (element.role == Role::text && !element.states.has(State::single_line)));
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_notebook(const Observation& observation) {
  const Document* document = observation.document.get();
  if (document != nullptr) {
    const std::string url = lower(document->url);
    if (contains(url, ".ipynb") || contains(url, "://colab.") || contains(url, "/notebooks/")) return true;
    if (contains(url, "/lab/tree/") || contains(url, "/notebook/") || contains(url, "kaggle.com/code/")) return true;
  }
  const Window* window = observation.window.get();
  return window != nullptr && contains(lower(window->title), ".ipynb");
}

}  // namespace

bool is_embedded_terminal(const Element& element) {
  if (!takes_text(element.role) || element.role == Role::terminal) return false;
  if (has_class(element, "xterm-helper-textarea") || has_class(element, "xterm")) return true;
  if (!has_lines(element)) return false;
  if (names_terminal(element.name)) return true;
  constexpr std::size_t near = 4;
  const auto end = element.ancestors.begin() + static_cast<std::ptrdiff_t>(std::min(near, element.ancestors.size()));
  return element.name.empty() && std::any_of(element.ancestors.begin(), end, [](const Ancestor& ancestor) {
           return ancestor.role != Role::frame && ancestor.role != Role::window && names_terminal(ancestor.name);
         });
}

bool is_notebook_cell(const Observation& observation, const Element& element) {
  return has_lines(element) && !is_embedded_terminal(element) && is_notebook(observation);
}

}  // namespace interlock::gate
