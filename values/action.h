/// What an agent asks for. Each action type has a struct; an `Action` holds one of them and what the agent says about
/// it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "values/geometry.h"
#include "values/key_chord.h"

namespace interlock {

enum class Button : std::uint8_t { left = 1, middle = 2, right = 3, back = 8, forward = 9 };

struct Action;

struct Move {
  Point at;
};
struct Click {
  Point at;
  Button button = Button::left;
  std::uint8_t count = 1;  ///< 1 to 3
  Modifiers modifiers;
};
struct Drag {
  Point from;
  Point to;
  Button button = Button::left;
  Modifiers modifiers;
};
struct Scroll {
  Point at;
  std::int16_t dx = 0;  ///< wheel clicks, right positive
  std::int16_t dy = 0;  ///< wheel clicks, down positive
  Modifiers modifiers;
};
struct Type {
  std::string text;
};  ///< UTF-8; a newline is Return, a tab is Tab
/// A secret of the policy, by its name. The daemon fetches it from where it is kept and types it; no action holds it.
struct TypeSecret {
  std::string name;
};
struct Key {
  std::vector<KeyChord> chords;
};
struct KeyDown {
  KeyChord key;
};
struct KeyUp {
  KeyChord key;
};
struct MouseDown {
  Point at;
  Button button = Button::left;
};
struct MouseUp {
  Point at;
  Button button = Button::left;
};
struct Wait {
  std::chrono::milliseconds duration{};
};
struct Navigate {
  std::string url;
};  ///< a browser's address bar: ctrl+L, URL, Return
struct Sequence {
  std::vector<Action> steps;
};  ///< in order, each judged on its own; stops at the first that is not done

// What fields are to hold. The daemon does it by clicks and keys, each judged on its own.
/// `value`: text, a number, "2026-11-24", "14:05", "true" or "false", or the name of an option.
struct FieldValue {
  std::string ref;  ///< of the field: "e42"
  std::string value;
};
/// The element that the action is aimed at is a list, a combo box, or one of a group of radio buttons.
struct SelectOption {
  std::string option;
};
struct SetValue {
  std::string value;  ///< as in FieldValue
};
struct FillForm {
  std::vector<FieldValue> fields;
};

// Changes to windows and desktops that a person makes with the window manager. `window` is a window id from a reply.
enum class WindowChange : std::uint8_t {
  activate,
  focus,
  raise,
  minimize,
  map,
  unmap,
  maximize,    ///< in both directions
  unmaximize,  ///< likewise
  fullscreen,
  unfullscreen,
};
struct ChangeWindow {
  std::uint64_t window = 0;
  WindowChange change = WindowChange::activate;
};
struct MoveWindow {
  std::uint64_t window = 0;
  Point to;  ///< root pixels, may lie outside the screen
};
struct ResizeWindow {
  std::uint64_t window = 0;
  std::int32_t width = 0;   ///< 0: unchanged
  std::int32_t height = 0;  ///< 0: unchanged
};
struct CloseWindow {
  std::uint64_t window = 0;
  bool kill = false;  ///< kills its program, and with it all windows of that program
};
/// New names of a window; fields that are not set stay unchanged. Rules still match its former names, too.
struct RenameWindow {
  std::uint64_t window = 0;
  std::optional<std::string> title;       ///< UTF-8, as the other fields
  std::optional<std::string> icon_title;  ///< shown while the window is minimized
  std::optional<std::string> role;        ///< WM_WINDOW_ROLE
  std::optional<std::string> class_name;  ///< WM_CLASS, the first part: "xterm"
  std::optional<std::string> wm_class;    ///< ... and the second, "XTerm"
};
struct SwitchDesktop {
  std::int32_t number = 0;              ///< from 0
  std::optional<std::uint64_t> window;  ///< moves this window there instead; the desktop shown does not change
};
struct SetDesktopCount {
  std::int32_t count = 1;
};
struct MoveViewport {
  Point to;
};

using ActionBody =
    std::variant<Move, Click, Drag, Scroll, Type, Key, KeyDown, KeyUp, MouseDown, MouseUp, Wait, Navigate, Sequence,
                 ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, SwitchDesktop, SetDesktopCount, MoveViewport,
                 RenameWindow, SelectOption, SetValue, FillForm, TypeSecret>;

/// What the agent expects to act on. Checked, never trusted.
struct Expect {
  std::optional<std::string> app;      ///< part of the application's name or window class, case-insensitive
  std::optional<std::string> window;   ///< RE2 pattern for the window's title, case-insensitive
  std::optional<std::string> element;  ///< the element's accessible name
};

/// The element that an action is aimed at instead of a point, by a ref from `observe`. The daemon finds the point
/// before the gate judges the action.
struct OnElement {
  std::string ref;                ///< "e42"; empty: by `text`
  bool scroll_into_view = false;  ///< asks the application to scroll it into view first
  bool focus_only = false;        ///< a click that only focuses it; left out if it has the focus
  std::string text = {};          ///< its name or text, if there is no ref; it must be the only one
  std::uint64_t window = 0;       ///< the window to look for `text` in; 0: the active one
  std::optional<Rect> part = {};  ///< only this part of it, in root pixels
};

struct Action {
  ActionBody body;
  std::optional<double> confidence;  ///< 0 to 1, reported by the agent
  std::string intent;                ///< why the agent does it, in its own words; may raise a decision, never lower it
  Expect expect;
  std::optional<OnElement> on;
};

/// "click", "key_down", ... as on the wire.
std::string_view action_type(const Action& action);
/// The point that an action touches first; returns nothing for keyboard actions and waits.
std::optional<Point> pointer_target(const Action& action);
/// Returns true for actions that go to the keyboard focus: type, type_secret, key, key_down, key_up, navigate.
bool uses_keyboard(const Action& action);
/// The id of the window that the action changes as a whole; returns nothing if it acts inside a window, or on no
/// window.
std::optional<std::uint64_t> window_changed(const Action& action);
/// "activate", "unmap", ... as on the wire.
std::string_view change_name(WindowChange change);
/// Returns true for actions that are done, and judged, step by step: a sequence, and what fields are to hold.
bool is_several(const Action& action);
/// A short description for people: `click (10, 20)`, `type "ls"` (text trimmed to at most `max_text` bytes, between
/// characters).
std::string summarize(const Action& action, std::size_t max_text = 60);

}  // namespace interlock
