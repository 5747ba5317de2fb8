#include "values/action.h"

#include <array>

#include "values/input_names.h"
#include "values/text.h"
#include "values/utf8.h"
#include "values/visit.h"

namespace interlock {
namespace {

// In the order of ActionBody's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<ActionBody>> type_names = {
    "move",          "click",         "drag",         "scroll",     "type",          "key",      "key_down",
    "key_up",        "mouse_down",    "mouse_up",     "wait",       "navigate",      "sequence", "window",
    "move_window",   "resize_window", "close_window", "desktop",    "desktop_count", "viewport", "rename_window",
    "select_option", "set_value",     "fill_form",    "type_secret"};

std::string place(Point at) {
  return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ")";
}

std::string with_modifiers(Modifiers modifiers) {
  return modifiers.empty() ? "" : " with " + to_string(modifiers);
}

std::string chords_text(const std::vector<KeyChord>& chords) {
  std::string text;
  for (const KeyChord& chord : chords) text += (text.empty() ? "" : " ") + to_string(chord);
  return text;
}

/// " to "Report", of class "Notes"": each name that is given.
std::string new_names(const RenameWindow& rename, std::size_t max_text) {
  std::string text;
  const auto add = [&](std::string_view what, const std::optional<std::string>& name) {
    if (!name) return;
    text += text.empty() ? " " : ", ";
    text += std::string(what) + " " + in_quotes(*name, max_text);
  };
  add("to", rename.title);
  add("minimized to", rename.icon_title);
  add("of role", rename.role);
  add("of class name", rename.class_name);
  add("of class", rename.wm_class);
  return text;
}

}  // namespace

std::string_view action_type(const Action& action) {
  return type_names[action.body.index()];
}

std::optional<Point> pointer_target(const Action& action) {
  return std::visit(
      Overloaded{
          [](const Move& m) { return std::optional(m.at); },
          [](const Click& c) { return std::optional(c.at); },
          [](const Drag& d) { return std::optional(d.from); },
          [](const Scroll& s) { return std::optional(s.at); },
          [](const MouseDown& m) { return std::optional(m.at); },
          [](const MouseUp& m) { return std::optional(m.at); },
          [](const Sequence& s) { return s.steps.empty() ? std::optional<Point>() : pointer_target(s.steps.front()); },
          [](const AnyOf<Type, Key, KeyDown, KeyUp, Wait, Navigate, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow,
                         RenameWindow, SelectOption, SetValue, FillForm, TypeSecret, SwitchDesktop, SetDesktopCount,
                         MoveViewport> auto&) { return std::optional<Point>(); },
      },
      action.body);
}

bool uses_keyboard(const Action& action) {
  return std::visit(
      Overloaded{
          [](const AnyOf<Type, TypeSecret, Key, KeyDown, KeyUp, Navigate> auto&) { return true; },
          [](const AnyOf<Move, Click, Drag, Scroll, MouseDown, MouseUp, Wait, Sequence, SelectOption, SetValue,
                         FillForm, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop,
                         SetDesktopCount, MoveViewport> auto&) { return false; },
      },
      action.body);
}

bool is_several(const Action& action) {
  return std::visit(
      Overloaded{
          [](const AnyOf<Sequence, SelectOption, SetValue, FillForm> auto&) { return true; },
          [](const AnyOf<Move, Click, Drag, Scroll, Type, TypeSecret, Key, KeyDown, KeyUp, MouseDown, MouseUp, Wait,
                         Navigate, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop,
                         SetDesktopCount, MoveViewport> auto&) { return false; },
      },
      action.body);
}

std::optional<std::uint64_t> window_changed(const Action& action) {
  using Id = std::optional<std::uint64_t>;
  return std::visit(
      Overloaded{
          [](const AnyOf<ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow> auto& body) -> Id {
            return body.window;
          },
          [](const SwitchDesktop& desktop) -> Id { return desktop.window; },
          [](const AnyOf<Move, Click, Drag, Scroll, Type, Key, KeyDown, KeyUp, MouseDown, MouseUp, Wait, Navigate,
                         Sequence, SelectOption, SetValue, FillForm, TypeSecret, SetDesktopCount, MoveViewport> auto&)
              -> Id { return std::nullopt; },
      },
      action.body);
}

std::string_view change_name(WindowChange change) {
  constexpr std::array<std::string_view, 10> names = {
      "activate", "focus", "raise", "minimize", "map", "unmap", "maximize", "unmaximize", "fullscreen", "unfullscreen"};
  return names[static_cast<std::size_t>(change) % names.size()];
}

std::string summarize(const Action& action, std::size_t max_text) {
  const std::string type(action_type(action));
  return std::visit(
      Overloaded{
          [&](const Move& m) { return type + " " + place(m.at); },
          [&](const Click& c) {
            std::string text = type;
            if (c.button != Button::left) text = std::string(button_name(c.button)) + " " + text;
            if (c.count == 2) text = "double " + text;
            if (c.count > 2) text = "triple " + text;
            return text + " " + place(c.at) + with_modifiers(c.modifiers);
          },
          [&](const Drag& d) {
            return type + " " + place(d.from) + " to " + place(d.to) + with_modifiers(d.modifiers);
          },
          [&](const Scroll& s) {
            return type + " " + place(s.at) + " by " + place(Point{s.dx, s.dy}) + with_modifiers(s.modifiers);
          },
          [&](const Type& t) { return type + " " + in_quotes(t.text, max_text); },
          [&](const TypeSecret& t) { return "type the secret " + in_quotes(t.name, max_text); },
          [&](const Key& k) { return type + " " + std::string(utf8_prefix(chords_text(k.chords), max_text)); },
          [&](const KeyDown& k) { return type + " " + to_string(k.key); },
          [&](const KeyUp& k) { return type + " " + to_string(k.key); },
          [&](const MouseDown& m) { return type + " " + std::string(button_name(m.button)) + " " + place(m.at); },
          [&](const MouseUp& m) { return type + " " + std::string(button_name(m.button)) + " " + place(m.at); },
          [&](const Wait& w) { return type + " " + std::to_string(w.duration.count()) + " ms"; },
          [&](const Navigate& n) { return type + " " + in_quotes(n.url, max_text); },
          [&](const Sequence& s) { return type + " of " + std::to_string(s.steps.size()) + " steps"; },
          [&](const SelectOption& s) { return "select option " + in_quotes(s.option, max_text); },
          [&](const SetValue& s) { return "set value " + in_quotes(s.value, max_text); },
          [&](const FillForm& f) { return "fill in " + std::to_string(f.fields.size()) + " fields"; },
          [&](const ChangeWindow& c) { return std::string(change_name(c.change)) + " window"; },
          [&](const MoveWindow& m) { return "move window to " + place(m.to); },
          [&](const ResizeWindow& r) {
            return "resize window to " + std::to_string(r.width) + " x " + std::to_string(r.height);
          },
          [&](const CloseWindow& c) { return std::string(c.kill ? "kill the program of window" : "close window"); },
          [&](const RenameWindow& r) { return "rename window" + new_names(r, max_text); },
          [&](const SwitchDesktop& d) {
            return (d.window ? "move window to desktop " : "switch to desktop ") + std::to_string(d.number);
          },
          [&](const SetDesktopCount& d) { return "have " + std::to_string(d.count) + " desktops"; },
          [&](const MoveViewport& v) { return "move the viewport to " + place(v.to); },
      },
      action.body);
}

}  // namespace interlock
