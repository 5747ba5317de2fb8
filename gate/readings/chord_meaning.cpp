#include "gate/readings/chord_meaning.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/readings/evaluation_context.h"
#include "gate/screen/browser.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {
namespace {

bool is_any(std::string_view key, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), key) != names.end();
}

bool is_function_key(std::string_view key) {
  return key.size() >= 2 && key.size() <= 3 && key[0] == 'F' && key[1] >= '1' && key[1] <= '9';
}

bool is_held(const KeyChord& chord, std::initializer_list<Modifier> wanted) {
  Modifiers all;
  for (const Modifier modifier : wanted) all.add(modifier);
  return chord.modifiers == all;
}

bool ends_session(const KeyChord& chord) {
  if (is_any(chord.key, {"Terminate_Server", "XF86LogOff"})) return true;
  const bool held = chord.modifiers.has(Modifier::ctrl) && chord.modifiers.has(Modifier::alt);
  return held && is_any(chord.key, {"Delete", "KP_Delete", "BackSpace"});
}

bool opens_console(const KeyChord& chord) {
  const bool held = chord.modifiers.has(Modifier::ctrl) && chord.modifiers.has(Modifier::alt);
  return (held && is_function_key(chord.key)) || chord.key.starts_with("XF86Switch_VT");
}

/// What desktops and window managers bind by default to menus, run dialogs and terminals.
bool launches(const KeyChord& chord) {
  if (is_any(chord.key, {"XF86MenuKB", "XF86Terminal", "XF86ApplicationLeft"}) || chord.key.starts_with("XF86Launch")) {
    return true;
  }
  if (is_any(chord.key, {"Super_L", "Super_R"})) return chord.modifiers.empty() || is_held(chord, {Modifier::super});
  if (is_held(chord, {Modifier::ctrl, Modifier::alt})) return is_letter(chord, 't');
  if (is_held(chord, {Modifier::alt})) return chord.key == "F2" || chord.key == "F1";
  if (!is_held(chord, {Modifier::super})) return false;
  return is_any(chord.key, {"Return", "KP_Enter", "space", " "}) || is_letter(chord, 'r') || is_letter(chord, 'd') ||
         is_letter(chord, 't') || is_letter(chord, 'x');
}

/// What programs put into a title while there is something to save: "*notes.txt - Mousepad", "● main.cpp - Code",
/// "report * - Kate", "notes [modified]".
bool is_marked_unsaved(const std::string& title) {
  static const PatternSet marks = PatternSet::compile_trusted(
      {R"(^\s*[*●•]\s*\S)", R"(\S\s?\*(?:$|\s+[-–—]\s))",
       R"([\[(](?:modified|unsaved|not saved|geändert|modifié|modificado|modificato|gewijzigd|zmodyfikowany|изменен[оа]?)[\])])",
       R"(\b(?:unsaved changes|not saved|nicht gespeichert|non enregistré|sin guardar|non salvato|не сохран[её]н\w*)\b)"});
  const auto hit = marks.match(normalise(title).text);
  return hit && !hit->overflow;
}

}  // namespace

std::optional<ChordCase> chord_case(const KeyChord& chord) {
  if (ends_session(chord)) return ChordCase::end_session;
  if (opens_console(chord)) return ChordCase::console;
  if (is_any(chord.key,
             {"XF86PowerOff", "XF86PowerDown", "XF86Sleep", "XF86Suspend", "XF86Hibernate", "XF86Standby"})) {
    return ChordCase::power;
  }
  if (chord.key == "XF86ScreenSaver" || (is_held(chord, {Modifier::super}) && is_letter(chord, 'l'))) {
    return ChordCase::lock;
  }
  if (is_any(chord.key, {"Sys_Req", "SysRq", "Sysrq", "sysrq"})) return ChordCase::system_request;
  if (launches(chord)) return ChordCase::launcher;
  return std::nullopt;
}

bool closes(const KeyChord& chord, bool terminal) {
  if (chord.key == "XF86Close") return true;
  if (chord.key == "F4") return is_held(chord, {Modifier::alt}) || is_held(chord, {Modifier::ctrl});
  const bool letter = is_letter(chord, 'w') || is_letter(chord, 'q');
  if (!letter) return false;
  return is_held(chord, {Modifier::ctrl, Modifier::shift}) || (!terminal && is_held(chord, {Modifier::ctrl}));
}

std::string unsaved_work(const EvaluationContext& context) {
  const Window* window = context.window;
  if (window == nullptr) return {};
  const bool browser = is_browser(*window);
  if (context.application.messenger) return {};  // their marks tell of unread messages
  if (!browser) return is_marked_unsaved(window->title) ? window->title : std::string();
  // A page's title is the page's own; what was written into it and not sent is lost with the tab.
  const Element* focus = context.observation.focus.get();
  if (focus == nullptr || !takes_text(focus->role) || !focus->states.has(State::multi_line)) return {};
  if (is_browser_chrome(*focus) || context.secret) return {};
  const std::string* value = focus->value.get();
  const std::string text = value != nullptr ? *value : context.typing.line_in(context.observation).text;
  return text.find_first_not_of(" \t\r\n") == std::string::npos ? std::string() : context.target_text().text();
}

}  // namespace interlock::gate
