/// The keys of each action on the wire, each stated once, in the order in which they are written. Decoding, encoding
/// and the schema for models are three visitors of them: decode_action.cpp, encode_action.cpp, action_schema.cpp.
///
/// A visitor has one function for each kind of key:
///   aim(Point&)                 x and y on the screen; a `ref` may stand in their place
///   start(key, Point&)          a point as an object; a `ref` may stand in its place
///   point(key, Point&)          a point as an object
///   place(Point&)               x and y, which may lie outside of the screen
///   button(Button&), modifiers(Modifiers&)
///   number(key, n, min, max)    an integer that must be there
///   number_or(key, n, min, max) an integer; `n` as it is passed is the default
///   wait(key, milliseconds&)
///   text(key, string&, rule, meaning), names(key, optional<string>&)
///   chords(key, vector<KeyChord>&, meaning), one_key(key, KeyChord&, meaning)
///   flag(key, bool&)            false by default
///   window(id&), maybe_window(optional id&)
///   change(key, WindowChange&)
///   steps(key, vector<Action>&)
///   fields(key, vector<FieldValue>&)
#pragma once

#include <concepts>
#include <type_traits>

#include "ipc/fields.h"
#include "ipc/limits.h"
#include "values/action.h"

namespace interlock::ipc {

/// The action to read into, or a const one to write.
template <class T, class Body>
concept Is = std::same_as<std::remove_const_t<T>, Body>;

void keys_of(auto& keys, Is<Move> auto& move) {
  keys.aim(move.at);
}
void keys_of(auto& keys, Is<Click> auto& click) {
  keys.aim(click.at);
  keys.button(click.button);
  keys.number_or("count", click.count, 1, 3);
  keys.modifiers(click.modifiers);
}
void keys_of(auto& keys, Is<Drag> auto& drag) {
  keys.start("from", drag.from);
  keys.point("to", drag.to);
  keys.button(drag.button);
  keys.modifiers(drag.modifiers);
}
void keys_of(auto& keys, Is<Scroll> auto& scroll) {
  keys.aim(scroll.at);
  keys.number_or("dx", scroll.dx, -limits::scroll, limits::scroll);
  keys.number_or("dy", scroll.dy, -limits::scroll, limits::scroll);
  keys.modifiers(scroll.modifiers);
}
void keys_of(auto& keys, Is<Type> auto& type) {
  keys.text("text", type.text, TextRule{0, limits::text_bytes, true},
            "A newline or carriage return is Return, a tab is Tab.");
}
void keys_of(auto& keys, Is<TypeSecret> auto& secret) {
  keys.text("name", secret.name, TextRule{1, limits::secret_name_bytes, false}, "The secret's name.");
}
void keys_of(auto& keys, Is<Key> auto& key) {
  keys.chords("keys", key.chords, "Chords, separated by spaces: \"ctrl+l\", \"ctrl+a Delete\".");
}
void keys_of(auto& keys, Is<KeyDown> auto& down) {
  keys.one_key("key", down.key, "One key without modifiers: \"shift\".");
}
void keys_of(auto& keys, Is<KeyUp> auto& up) {
  keys.one_key("key", up.key, "As in key_down.");
}
void keys_of(auto& keys, Is<MouseDown> auto& down) {
  keys.aim(down.at);
  keys.button(down.button);
}
void keys_of(auto& keys, Is<MouseUp> auto& up) {
  keys.aim(up.at);
  keys.button(up.button);
}
void keys_of(auto& keys, Is<Wait> auto& wait) {
  keys.wait("ms", wait.duration);
}
void keys_of(auto& keys, Is<Navigate> auto& navigate) {
  keys.text("url", navigate.url, TextRule{1, limits::url_bytes, false}, "The address.");
}
void keys_of(auto& keys, Is<Sequence> auto& sequence) {
  keys.steps("steps", sequence.steps);
}
void keys_of(auto& keys, Is<SelectOption> auto& select) {
  keys.text("option", select.option, TextRule{1, limits::text_bytes, false}, "The option's name.");
}
void keys_of(auto& keys, Is<SetValue> auto& set) {
  keys.text("value", set.value, TextRule{0, limits::text_bytes, true}, "The value.");
}
void keys_of(auto& keys, Is<FillForm> auto& form) {
  keys.fields("fields", form.fields);
}
void keys_of(auto& keys, Is<ChangeWindow> auto& change) {
  keys.window(change.window);
  keys.change("change", change.change);
}
void keys_of(auto& keys, Is<MoveWindow> auto& move) {
  keys.window(move.window);
  keys.place(move.to);
}
void keys_of(auto& keys, Is<ResizeWindow> auto& resize) {
  keys.window(resize.window);
  keys.number("width", resize.width, 0, limits::coordinate);
  keys.number("height", resize.height, 0, limits::coordinate);
}
void keys_of(auto& keys, Is<CloseWindow> auto& close) {
  keys.window(close.window);
  keys.flag("kill", close.kill);
}
void keys_of(auto& keys, Is<SwitchDesktop> auto& desktop) {
  keys.number("number", desktop.number, 0, limits::desktops - 1);
  keys.maybe_window(desktop.window);
}
void keys_of(auto& keys, Is<SetDesktopCount> auto& desktops) {
  keys.number("count", desktops.count, 1, limits::desktops);
}
void keys_of(auto& keys, Is<MoveViewport> auto& viewport) {
  keys.place(viewport.to);
}
void keys_of(auto& keys, Is<RenameWindow> auto& rename) {
  keys.window(rename.window);
  keys.names("title", rename.title);
  keys.names("icon_title", rename.icon_title);
  keys.names("role", rename.role);
  keys.names("class_name", rename.class_name);
  keys.names("class", rename.wm_class);
}

}  // namespace interlock::ipc
