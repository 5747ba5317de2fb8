#include "gate/readings/code_opening.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "gate/readings/browser_page.h"
#include "gate/readings/evaluation_context.h"
#include "gate/screen/browser.h"
#include "gate/screen/developer_tools.h"
#include "gate/screen/editor.h"
#include "gate/words/code_words.h"
#include "values/hash.h"

namespace interlock::gate {
namespace {

template <std::size_t size>
bool is_called(const Window& window, const std::array<std::string_view, size>& names) {
  const std::string app = normalise(window.app).text;
  const std::string wm_class = normalise(window.wm_class).text;
  return std::any_of(names.begin(), names.end(),
                     [&](auto name) { return app.starts_with(name) || wm_class.starts_with(name); });
}

/// Mail programs made of a browser, with a browser's tools.
constexpr std::array<std::string_view, 3> mail_programs = {"thunderbird", "betterbird", "seamonkey"};

/// ctrl+shift with one of the letters, whatever else is held; for i and j alt does for shift.
bool is_tools_letter(const KeyChord& chord, std::initializer_list<char> letters) {
  const Modifiers held = chord.modifiers;
  if (!held.has(Modifier::ctrl) || held.has(Modifier::super)) return false;
  return std::any_of(letters.begin(), letters.end(), [&](char letter) {
    const bool alt = held.has(Modifier::alt) && (letter == 'i' || letter == 'j');
    return is_letter(chord, letter) && (held.has(Modifier::shift) || alt);
  });
}

bool opens_browsers_tools(const KeyChord& chord, const EvaluationContext& context) {
  const Modifiers held = chord.modifiers;
  if (chord.key == "F12") return !held.has(Modifier::alt) && !held.has(Modifier::super);
  if (is_tools_letter(chord, {'i', 'j', 'k', 'c', 'e'})) return true;
  // In a field ctrl+shift+z does again what was undone.
  const bool field = context.element != nullptr && takes_text(context.element->role);
  if (!field && is_tools_letter(chord, {'z'})) return true;
  constexpr std::array<std::string_view, 6> keys = {"F2", "F4", "F5", "F7", "F8", "F9"};
  const bool shift_alone = held.has(Modifier::shift) && to_string(held) == "shift";
  return shift_alone && std::find(keys.begin(), keys.end(), chord.key) != keys.end();
}

bool opens_code(const KeyChord& chord, const EvaluationContext& context) {
  const Window& window = *context.window;
  if (is_office(window)) return chord.key == "F11" && to_string(chord.modifiers) == "alt";
  if (is_browser(window)) return opens_browsers_tools(chord, context);
  if (is_called(window, mail_programs)) return is_tools_letter(chord, {'i', 'j'});
  // Programs made of a browser show their window as a web document; in editors of programs ctrl+shift+i formats.
  const bool electron = context.observation.document.has_value() && !edits_programs(window);
  return electron && is_tools_letter(chord, {'i'});
}

Opening opening_of(const EvaluationContext& context, Reason how) {
  const Window& window = *context.window;
  const auto place = Hash().add("developer tools").add(window.app.empty() ? window.wm_class : window.app).value();
  const Document* page = context.observation.document.get();
  const bool always = is_browser(window) && page != nullptr && browser_page(page->url) != BrowserPage::none &&
                      browser_page(page->url) != BrowserPage::reading;
  return {std::move(how), place, always};
}

/// In a window or menu of the program itself, not in a page.
bool is_opening_entry(const EvaluationContext& context) {
  const Element& element = *context.element;
  const bool in_page = std::any_of(element.ancestors.begin(), element.ancestors.end(),
                                   [](const Ancestor& around) { return around.role == Role::document_web; });
  if (in_page) return false;
  const Window& window = *context.window;
  const std::string_view label = context.control->label;
  if (is_office(window)) return says(CodeWords::macro_label, label);
  const bool web = is_browser(window) || is_called(window, mail_programs) || context.observation.document.has_value();
  if (web) return says(CodeWords::tools_label, label);
  constexpr std::array<std::string_view, 4> scripted = {"gimp", "inkscape", "krita", "scribus"};
  return is_called(window, scripted) && (says(CodeWords::console_title, label) || says(CodeWords::macro_label, label));
}

}  // namespace

std::vector<Opening> code_openings(const EvaluationContext& context) {
  std::vector<Opening> found;
  if (context.window == nullptr || context.deed.releases) return found;
  const Action& meant = context.meant();
  const auto add = [&](const KeyChord& chord) {
    if (opens_code(chord, context)) found.push_back(opening_of(context, to_string(chord)));
  };
  if (const auto* key = std::get_if<Key>(&meant.body)) {
    std::for_each(key->chords.begin(), key->chords.end(), add);
  } else if (const auto* down = std::get_if<KeyDown>(&meant.body)) {
    add(down->key);
  }
  if (context.activates && context.element != nullptr && is_opening_entry(context)) {
    found.push_back(opening_of(context, context.target_text()));
  }
  return found;
}

}  // namespace interlock::gate
