#include "gate/typing/typed_line.h"

#include <algorithm>

#include "gate/screen/embedded_terminal.h"
#include "gate/screen/spreadsheet.h"
#include "gate/typing/line_edit.h"
#include "gate/typing/paste.h"
#include "values/hash.h"
#include "values/key_text.h"
#include "values/visit.h"

namespace interlock::gate {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// A line being written, and what it handed over on the way.
class Writer {
 public:
  Writer(TypedLine& line, const Observation& observation, Submitted* out)
      : line_(line), observation_(observation), out_(out), sheet_(is_spreadsheet(observation)) {
    const Element* focus = observation.focus.get();
    cell_ = focus != nullptr && is_notebook_cell(observation, *focus);
  }

  void type(std::string_view text) {
    while (!text.empty()) {
      const std::string_view ends = cell_ ? "\r" : sheet_ ? "\n\r\t" : "\n\r";
      const std::size_t end = std::min(text.find_first_of(ends), text.size());
      append(text.substr(0, end));
      if (end == text.size()) return;
      cell_ ? append("\n") : hand_over();
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
    if (!cell_ && pasted->find_first_of("\n\r") != std::string::npos) {
      line_.text.clear();
      line_.behind = 0;
      line_.certain = was_certain;
      line_.dropped = was_dropped;
      stands += *pasted;
      std::replace(stands.begin(), stands.end(), '\r', '\n');
      append(stands);
    }
    if (!surely) doubt();
  }

  /// A text of which nothing is known here.
  void type_unknown() { doubt(); }

  void press(const KeyChord& chord) {
    const KeyText key = key_text(chord);
    if (cell_ && key.effect == KeyEffect::returns) return run_cell(chord);
    if (line_.owner != TypedLine::Owner::line && takes_key(chord, key)) return;
    if (chord.key == "F10" && line_.fresh == line_.text.size() && line_.certain) return leave_again();
    if (!sheet_ && !line_.prefixed) {
      if (const LineEdit change = line_edit(chord); change != LineEdit::none) return edit(change);
    }
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
        return drop(is_letter(chord, 'u'));
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
  std::size_t cursor() const { return line_.text.size() - line_.behind; }
  /// Where the line begins that the cursor is in.
  std::size_t begin() const { return line_.text.rfind('\n') + 1; }

  void append(std::string_view text) {
    if (line_.prefixed && !text.empty() && !cell_) {
      line_.prefixed = false;
      note_unmoved();
      line_.unmoved += text[0];
      edit(line_edit_behind_escape(text[0]));
      text.remove_prefix(1);
    }
    const auto is_control = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F; };
    if (std::any_of(text.begin(), text.end(), is_control)) doubt();
    const std::size_t room = TypedLine::max_bytes - std::min(line_.text.size(), TypedLine::max_bytes);
    if (text.size() > room) doubt();
    line_.text.insert(cursor(), text.substr(0, room));
    if (line_.edited) line_.unmoved += text.substr(0, room);
    leave_screen(text);
  }

  /// The text says that the program with a screen ends: q of a pager, ZZ of vi.
  void leave_screen(std::string_view typed) {
    const bool quits = line_.owner == TypedLine::Owner::pager && typed.find_first_of("qQ") != typed.npos;
    const bool closes =
        line_.owner == TypedLine::Owner::editor && (line_.text.ends_with("ZZ") || line_.text.ends_with("ZQ"));
    if (!quits && !closes) return;
    const std::size_t behind = quits ? typed.size() - typed.find_first_of("qQ") - 1 : 0;
    become_line(line_.text.size() - std::min(behind, line_.text.size()));
  }

  /// From `fresh` on the text goes to the shell again.
  void become_line(std::size_t fresh) {
    line_.owner = TypedLine::Owner::line;
    line_.fresh = fresh;
    line_.certain = true;
    line_.behind = 0;
    line_.recalled = false;
    line_.prefixed = false;
  }

  /// F10 behind what has ended a program with a screen: that may be what it showed, and F10 ends it now. A shell writes
  /// "~" for the key.
  void leave_again() {
    note_unmoved();
    line_.unmoved += '~';
  }

  /// Whether the key goes to a program with a screen and does nothing to a line.
  bool takes_key(const KeyChord& chord, const KeyText& key) {
    const LineEdit change = line_edit(chord);
    const bool pager = line_.owner == TypedLine::Owner::pager;
    if (change == LineEdit::leaves || (pager && (key.effect == KeyEffect::drop_line || chord.key == "F10"))) {
      become_line(line_.text.size());
      return key.effect != KeyEffect::drop_line;
    }
    if (pager && change == LineEdit::earlier) return false;
    return change != LineEdit::none || key.effect == KeyEffect::other || key.effect == KeyEffect::tab ||
           key.effect == KeyEffect::runs;
  }

  void note_unmoved() {
    if (!line_.edited) line_.unmoved = line_.text;
    line_.edited = true;
  }

  std::size_t before(std::size_t at) const {
    do --at;
    while (at > begin() && continues_character(line_.text[at]));
    return at;
  }
  std::size_t after(std::size_t at) const {
    do ++at;
    while (at < line_.text.size() && continues_character(line_.text[at]));
    return at;
  }
  std::size_t word_before(std::size_t at) const {
    while (at > begin() && !is_word(line_.text[at - 1])) --at;
    while (at > begin() && is_word(line_.text[at - 1])) --at;
    return at;
  }
  std::size_t word_after(std::size_t at) const {
    while (at < line_.text.size() && !is_word(line_.text[at])) ++at;
    while (at < line_.text.size() && is_word(line_.text[at])) ++at;
    return at;
  }
  std::size_t blank_before(std::size_t at) const {
    while (at > begin() && line_.text[at - 1] == ' ') --at;
    while (at > begin() && line_.text[at - 1] != ' ') --at;
    return at;
  }

  void move_to(std::size_t at) {
    note_unmoved();
    line_.behind = line_.text.size() - at;
  }
  void erase(std::size_t from, std::size_t to) {
    note_unmoved();
    if (to > cursor()) line_.behind -= to - cursor();
    line_.text.erase(from, to - from);
  }

  void edit(LineEdit change) {
    const std::size_t at = cursor();
    const bool at_end = line_.behind == 0;
    switch (change) {
      case LineEdit::none:
      case LineEdit::leaves:
        return doubt();
      case LineEdit::nothing:
        return;
      case LineEdit::prefix:
        line_.prefixed = true;
        return;
      case LineEdit::earlier:
        line_.recalled = true;
        return doubt();
      case LineEdit::later:
        if (line_.recalled) doubt();
        return;
      case LineEdit::left:
        return at > begin() ? move_to(before(at)) : void();
      case LineEdit::word_left:
        return at > begin() ? move_to(word_before(at)) : void();
      case LineEdit::start:
        return at > begin() ? move_to(begin()) : void();
      case LineEdit::right:
      case LineEdit::word_right:
      case LineEdit::end:
        // Behind the last character some shells put what they suggest.
        if (at_end) return at > begin() ? doubt() : void();
        return move_to(change == LineEdit::right        ? after(at)
                       : change == LineEdit::word_right ? word_after(at)
                                                        : line_.text.size());
      case LineEdit::erase:
        return at_end ? void() : erase(at, after(at));
      case LineEdit::erase_word:
        return at_end ? void() : erase(at, word_after(at));
      case LineEdit::erase_to_end:
        return at_end ? void() : erase(at, line_.text.size());
      case LineEdit::erase_word_back:
        return at > begin() ? erase(blank_before(at), at) : void();
    }
  }

  /// What stands before the cursor is most likely gone, but a terminal may have copied instead, or another program runs
  /// in it: it is kept, as a line of its own. What is behind the cursor stays with ctrl+u.
  void drop(bool before_cursor) {
    const std::string rest = before_cursor ? line_.text.substr(cursor()) : std::string();
    line_.text.resize(line_.text.size() - rest.size());
    if (!line_.text.empty() && line_.text.back() != '\n') line_.text += '\n';
    line_.dropped = line_.text.size();
    line_.text += rest;
    line_.behind = rest.size();
    if (rest.empty() && (before_cursor || !line_.clicked)) {
      line_.certain = true;
      line_.recalled = false;
    }
  }

  void take_back() {
    std::string& text = line_.text;
    if (line_.edited && !line_.unmoved.empty()) line_.unmoved.pop_back();
    const std::size_t at = cursor();
    if (at > begin()) {
      text.erase(before(at), at - before(at));
    } else if (at > 0) {
      // Where the program kept the line before, this joins the two.
      doubt();
    }
  }

  void hand_over() {
    if (out_ != nullptr) {
      if (out_->any) out_->lines += '\n';
      if (!out_->any) out_->dropped = line_.dropped;
      out_->any = true;
      out_->lines += line_.text;
      out_->certain = out_->certain && line_.certain;
      if (line_.edited && line_.unmoved != line_.text) out_->others.push_back(line_.unmoved);
      if (line_.fresh > 0) out_->others.push_back(line_.text.substr(std::min(line_.fresh, line_.text.size())));
    }
    line_.clear();
  }

  /// The line may run now, and may still be there. An empty line runs nothing.
  void run() {
    const TypedLine before = line_;
    if (!line_.text.empty() || !line_.certain) hand_over();
    line_ = before;
    doubt();
  }

  /// Return in a notebook: with a modifier the cell runs, with Ctrl alone it stays selected.
  void run_cell(const KeyChord& chord) {
    if (chord.modifiers.empty() || chord.key.size() == 1) return append("\n");
    const TypedLine before = line_;
    line_.certain = true;
    hand_over();
    const bool stays = chord.modifiers.has(Modifier::ctrl) && !chord.modifiers.has(Modifier::shift);
    if (stays) line_ = before;
  }

  void doubt() {
    line_.certain = false;
    ++line_.moves;
  }

  TypedLine& line_;
  const Observation& observation_;
  Submitted* out_;
  bool sheet_;         ///< Tab ends the text of a cell
  bool cell_ = false;  ///< of a notebook: Return begins a new line of it
};

void write(TypedLine& line, const Action& action, const Observation& observation, Submitted* out) {
  Writer writer(line, observation, out);
  const auto paste = [&](int times) {
    for (; is_middle_press(action) && times > 0; --times) writer.paste(false);
  };
  std::visit(
      Overloaded{[&](const Type& type) { writer.type(type.text); }, [&](const TypeSecret&) { writer.type_unknown(); },
                 [&](const KeyDown& down) { writer.hold(down.key); },
                 [&](const Key& key) {
                   for (const KeyChord& chord : key.chords) writer.press(chord);
                 },
                 [&](const Click& click) { paste(click.count); }, [&](const MouseDown&) { paste(1); },
                 Ignore<Move, Drag, Scroll, KeyUp, MouseUp, Wait, Navigate, Sequence, SelectOption, SetValue, FillForm,
                        ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop,
                        SetDesktopCount, MoveViewport>()},
      action.body);
}

bool may_move_cursor(const Action& action) {
  return std::visit(
      Overloaded{[](const AnyOf<Click, Drag, MouseDown, Navigate> auto&) { return true; },
                 [](const AnyOf<Move, Scroll, Type, Key, KeyDown, KeyUp, MouseUp, Wait, Sequence, SelectOption,
                                SetValue, FillForm, TypeSecret, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow,
                                RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) { return false; }},
      action.body);
}

}  // namespace

bool writes(const Action& action) {
  return std::visit(
      Overloaded{[](const AnyOf<Type, TypeSecret, Key, KeyDown> auto&) { return true; },
                 [&](const AnyOf<Click, MouseDown> auto&) { return is_middle_press(action); },
                 [](const AnyOf<Move, Drag, Scroll, KeyUp, MouseUp, Wait, Navigate, Sequence, SelectOption, SetValue,
                                FillForm, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow,
                                SwitchDesktop, SetDesktopCount, MoveViewport> auto&) { return false; }},
      action.body);
}

void TypedLine::apply(const Action& action, const Observation& observation) {
  if (!writes(action)) return feel(action);
  if (const std::uint64_t now = field_of(observation); now != field) *this = TypedLine{now, {}, true};
  write(*this, action, observation, nullptr);
}

void TypedLine::clear() {
  TypedLine empty;
  empty.field = field;
  empty.open = std::move(open);
  empty.owner = owner;
  *this = std::move(empty);
}

void TypedLine::feel(const Action& action) {
  if (!may_move_cursor(action)) return;
  clicked = true;
  if (text.empty()) return;
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
    // A line stays where it was typed, even if the window's name has changed since.
    const std::string& first_class = window->former.empty() ? window->wm_class : window->former.front().wm_class;
    hash.add(window->id).add(window->app).add(first_class);
    // The X server reuses a closed window's id for the next program.
    if (window->pid) hash.add(*window->pid);
  }
  const Element* focus = observation.focus.get();
  // An editor's terminals are called as the programs in them, which change.
  if (focus != nullptr && is_embedded_terminal(*focus)) return hash.add("embedded terminal").value();
  // The text of a cell goes on in an element of its own, or in the input line.
  if (focus != nullptr && focus->role != Role::terminal && !is_spreadsheet(observation)) {
    hash.add(static_cast<std::uint64_t>(focus->role));
    focus->path.empty() ? hash.add(focus->name) : hash.add(focus->path);
  }
  return hash.value();
}

}  // namespace interlock::gate
