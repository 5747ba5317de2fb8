#include "gate/typing/typed_line.h"

#include <algorithm>

#include "gate/screen/spreadsheet.h"
#include "gate/typing/paste.h"
#include "values/hash.h"
#include "values/key_text.h"
#include "values/visit.h"

namespace interlock::gate {
namespace {

/// A line being written, and the lines submitted meanwhile.
class Writer {
 public:
  Writer(TypedLine& line, const Observation& observation, Submitted* out)
      : line_(line), observation_(observation), out_(out), sheet_(is_spreadsheet(observation)) {}

  void type(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find_first_of(sheet_ ? "\n\r\t" : "\n\r"), text.size());
      append(text.substr(0, end));
      if (end == text.size()) return;
      hand_over();
      text.remove_prefix(end + 1);
    }
  }

  /// A held key repeats an unknown number of times.
  void hold(const KeyChord& chord) {
    const KeyEffect effect = key_text(chord).effect;
    press(chord);
    if (effect != KeyEffect::nothing && effect != KeyEffect::returns) doubt();
  }

  /// Pasted lines run at once, or wait for Return in a shell that distinguishes pasted from typed text: so they count
  /// as submitted and as still there.
  void paste(bool surely) {
    const Known<std::string>& pasted = observation_.clipboard;
    if (!pasted) return doubt();
    std::string stands = line_.text;
    const bool was_certain = line_.certain;
    const std::size_t was_dropped = line_.dropped;
    type(*pasted);
    if (pasted->find_first_of("\n\r") != std::string::npos) {
      line_.text.clear();
      line_.certain = was_certain;
      line_.dropped = was_dropped;
      stands += *pasted;
      std::replace(stands.begin(), stands.end(), '\r', '\n');
      append(stands);
    }
    if (!surely) doubt();
  }

  void press(const KeyChord& chord) {
    const KeyText key = key_text(chord);
    switch (key.effect) {
      case KeyEffect::nothing:
        return;
      case KeyEffect::character:
        key.character.empty() ? doubt() : append(key.character);
        return;
      case KeyEffect::returns:
        return hand_over();
      case KeyEffect::backspace:
        return take_back();
      case KeyEffect::drop_line:
        // Its text is most likely gone, but the terminal may have copied instead, or another program may run in it:
        // keep the text, as a separate line.
        if (!line_.text.empty() && line_.text.back() != '\n') append("\n");
        line_.dropped = line_.text.size();
        return;
      case KeyEffect::paste:
        return paste(pastes_surely(chord, observation_.window));
      case KeyEffect::runs:
        return run();
      case KeyEffect::tab:
        return sheet_ ? hand_over() : doubt();
      case KeyEffect::other:
        return doubt();
    }
  }

 private:
  void append(std::string_view text) {
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F; };
    if (std::any_of(text.begin(), text.end(), is_control)) doubt();
    const std::size_t room = TypedLine::max_bytes - std::min(line_.text.size(), TypedLine::max_bytes);
    if (text.size() > room) doubt();
    line_.text += text.substr(0, room);
  }

  void take_back() {
    std::string& text = line_.text;
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80) text.pop_back();
    if (text.empty()) return;
    // If the program kept the earlier line, this joins the two.
    text.back() == '\n' ? doubt() : text.pop_back();
  }

  void hand_over() {
    if (out_ != nullptr) {
      if (out_->any) out_->lines += '\n';
      if (!out_->any) out_->dropped = line_.dropped;
      out_->any = true;
      out_->lines += line_.text;
      out_->certain = out_->certain && line_.certain;
    }
    line_.text.clear();
    line_.certain = true;
    line_.dropped = 0;
    line_.moves = 0;
  }

  /// The line may run now, and may still be there. An empty line runs nothing.
  void run() {
    const TypedLine before = line_;
    if (!line_.text.empty() || !line_.certain) hand_over();
    line_.text = before.text;
    line_.dropped = before.dropped;
    doubt();
  }

  void doubt() {
    line_.certain = false;
    ++line_.moves;
  }

  TypedLine& line_;
  const Observation& observation_;
  Submitted* out_;
  bool sheet_;  ///< Tab ends the text of a cell
};

void write(TypedLine& line, const Action& action, const Observation& observation, Submitted* out) {
  Writer writer(line, observation, out);
  const auto paste = [&](int times) {
    for (; is_middle_press(action) && times > 0; --times) writer.paste(false);
  };
  std::visit(
      Overloaded{[&](const Type& type) { writer.type(type.text); }, [&](const KeyDown& down) { writer.hold(down.key); },
                 [&](const Key& key) {
                   for (const KeyChord& chord : key.chords) writer.press(chord);
                 },
                 [&](const Click& click) { paste(click.count); }, [&](const MouseDown&) { paste(1); },
                 Ignore<Move, Drag, Scroll, KeyUp, MouseUp, Wait, Navigate, Sequence, ChangeWindow, MoveWindow,
                        ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport>()},
      action.body);
}

bool may_move_cursor(const Action& action) {
  return std::visit(
      Overloaded{
          [](const AnyOf<Click, Drag, MouseDown, Navigate> auto&) { return true; },
          [](const AnyOf<Move, Scroll, Type, Key, KeyDown, KeyUp, MouseUp, Wait, Sequence, ChangeWindow, MoveWindow,
                         ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) {
            return false;
          }},
      action.body);
}

}  // namespace

bool writes(const Action& action) {
  return std::visit(
      Overloaded{
          [](const AnyOf<Type, Key, KeyDown> auto&) { return true; },
          [&](const AnyOf<Click, MouseDown> auto&) { return is_middle_press(action); },
          [](const AnyOf<Move, Drag, Scroll, KeyUp, MouseUp, Wait, Navigate, Sequence, ChangeWindow, MoveWindow,
                         ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) {
            return false;
          }},
      action.body);
}

void TypedLine::apply(const Action& action, const Observation& observation) {
  if (!writes(action)) return feel(action);
  if (const std::uint64_t now = field_of(observation); now != field) *this = TypedLine{now, {}, true};
  write(*this, action, observation, nullptr);
}

void TypedLine::feel(const Action& action) {
  if (!may_move_cursor(action) || text.empty()) return;
  certain = false;
  ++moves;
}

Submitted submitted(const TypedLine& line, const Action& action, const Observation& observation) {
  Submitted out;
  if (!writes(action)) return out;
  out.open = line.open;
  TypedLine after = line;
  if (const std::uint64_t now = field_of(observation); now != line.field) after = TypedLine{now, {}, true};
  write(after, action, observation, &out);
  return out;
}

std::uint64_t field_of(const Observation& observation) {
  Hash hash;
  if (const Window* window = observation.window.get()) {
    // A line stays where it was typed, whatever an agent has named its window since.
    const std::string& first_class = window->former.empty() ? window->wm_class : window->former.front().wm_class;
    hash.add(window->id).add(window->app).add(first_class);
    // The X server reuses a closed window's id for the next program.
    if (window->pid) hash.add(*window->pid);
  }
  const Element* focus = observation.focus.get();
  // Typing a cell's text continues in a separate element, or in the input line.
  if (focus != nullptr && focus->role != Role::terminal && !is_spreadsheet(observation)) {
    hash.add(static_cast<std::uint64_t>(focus->role));
    focus->path.empty() ? hash.add(focus->name) : hash.add(focus->path);
  }
  return hash.value();
}

}  // namespace interlock::gate
