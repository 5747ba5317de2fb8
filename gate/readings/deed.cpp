#include "gate/readings/deed.h"

#include "values/key_text.h"
#include "values/visit.h"

namespace interlock::gate {
namespace {

Deed deed_of_chord(const KeyChord& chord) {
  Deed deed;
  // A terminal also sends a newline for ctrl+shift+J (key_text); no other program takes it for Return.
  const bool letter =
      chord.modifiers.has(Modifier::ctrl) && chord.modifiers.has(Modifier::shift) && chord.key.size() == 1;
  deed.presses = (is_return(chord) && !letter) || is_space(chord);
  const KeyEffect effect = key_text(chord).effect;
  deed.pastes = effect == KeyEffect::paste;
  deed.enters_text = deed.pastes || effect == KeyEffect::character;
  deed.needs_target = deed.presses || deed.enters_text;
  return deed;
}

Deed deed_of_button(Button button) {
  Deed deed;
  deed.pointer = true;
  deed.needs_target = true;
  deed.presses = true;
  deed.pastes = button == Button::middle;
  deed.enters_text = deed.pastes;
  return deed;
}

struct DeedOf {
  Deed operator()(const Click& click) const { return deed_of_button(click.button); }
  Deed operator()(const MouseDown& down) const { return deed_of_button(down.button); }
  Deed operator()(const Drag& drag) const {
    Deed deed = deed_of_button(drag.button);
    deed.pastes = deed.enters_text = false;
    return deed;
  }
  // A menu opened by a press on its bar runs the item on which the button is released.
  Deed operator()(const MouseUp&) const {
    return {.pointer = true, .releases = true, .needs_target = false, .presses = true};
  }
  Deed operator()(const Move&) const { return {.pointer = true}; }
  Deed operator()(const Scroll&) const { return {.pointer = true}; }
  Deed operator()(const Type& type) const {
    return {
        .needs_target = true, .presses = type.text.find_first_of("\n\r ") != std::string::npos, .enters_text = true};
  }
  Deed operator()(const TypeSecret&) const { return {.needs_target = true, .enters_text = true}; }
  Deed operator()(const Key& key) const {
    Deed all;
    for (const KeyChord& chord : key.chords) {
      const Deed one = deed_of_chord(chord);
      all.needs_target |= one.needs_target;
      all.presses |= one.presses;
      all.enters_text |= one.enters_text;
      all.pastes |= one.pastes;
    }
    return all;
  }
  Deed operator()(const KeyDown& down) const { return deed_of_chord(down.key); }
  Deed operator()(const KeyUp&) const { return {.releases = true}; }
  Deed operator()(const Wait&) const { return {}; }
  Deed operator()(const Navigate&) const { return {}; }
  Deed operator()(const AnyOf<Sequence, SelectOption, SetValue, FillForm> auto&) const { return {}; }
  // Changes of windows and desktops have no target element.
  Deed operator()(const AnyOf<ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop,
                              SetDesktopCount, MoveViewport> auto&) const {
    return {};
  }
};

}  // namespace

Deed deed_of(const Action& action) {
  return std::visit(DeedOf{}, action.body);
}

}  // namespace interlock::gate
