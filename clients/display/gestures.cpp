#include "clients/display/gestures.h"

#include <algorithm>
#include <utility>

#include <xkbcommon/xkbcommon-keysyms.h>

namespace interlock::display {
namespace {

constexpr std::array modifier_order = {Modifier::shift, Modifier::ctrl, Modifier::alt, Modifier::super};
constexpr std::array<std::uint16_t, 4> modifier_state = {1 << 0, 1 << 2, 1 << 3, 1 << 6};
constexpr std::uint16_t first_button_state = 1 << 8;
constexpr char32_t last_ascii = 0x7E;

Modifiers of(Modifier modifier) {
  Modifiers modifiers;
  modifiers.add(modifier);
  return modifiers;
}

Modifiers without(Modifiers all, Modifiers some) {
  return {static_cast<std::uint8_t>(all.bits & ~some.bits)};
}

/// A window switcher or menu stays open while these are held.
bool holds_something_open(Modifiers modifiers) {
  return modifiers.has(Modifier::alt) || modifiers.has(Modifier::super);
}

std::string utf8_of(char32_t c) {
  std::string text;
  if (c < 0x80) {
    text += static_cast<char>(c);
    return text;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr std::array<unsigned, 4> leads = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(leads[static_cast<std::size_t>(more)] | c >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (c >> (6 * i) & 0x3F));
  return text;
}

std::optional<Button> button_of(unsigned number) {
  switch (number) {
    case 1:
      return Button::left;
    case 2:
      return Button::middle;
    case 3:
      return Button::right;
    case 8:
      return Button::back;
    case 9:
      return Button::forward;
    default:
      return std::nullopt;
  }
}

}  // namespace

void Gestures::emit(ActionBody body) {
  Action action;
  action.body = std::move(body);
  actions_.push_back(std::move(action));
}

Gestures::Actions Gestures::take() {
  if (!move_ && !press_ && !scroll_) pointer_by_.reset();
  if (text_.empty() && chords_.empty()) text_by_.reset();
  const bool any_waits = std::find(modifiers_.begin(), modifiers_.end(), Held::waits) != modifiers_.end();
  if (!key_ && !any_waits && (chords_.empty() || lazy().empty())) key_by_.reset();
  return std::exchange(actions_, {});
}

Modifiers Gestures::lazy() const {
  Modifiers held;
  for (std::size_t i = 0; i < modifier_count; ++i) {
    if (modifiers_[i] == Held::waits || modifiers_[i] == Held::used) held.add(modifier_order[i]);
  }
  return held;
}

bool Gestures::any_pressed() const {
  return std::find(modifiers_.begin(), modifiers_.end(), Held::pressed) != modifiers_.end();
}

void Gestures::use_modifiers() {
  std::replace(modifiers_.begin(), modifiers_.end(), Held::waits, Held::used);
}

void Gestures::press_modifiers() {
  flush_text();
  for (auto& chord : chords_) chord.modifiers = without(chord.modifiers, lazy());
  for (std::size_t i = 0; i < modifier_count; ++i) {
    if (modifiers_[i] != Held::waits && modifiers_[i] != Held::used) continue;
    modifiers_[i] = Held::pressed;
    emit(KeyDown{KeyChord{{}, modifier_names_[i]}});
  }
  flush_chords();
}

void Gestures::flush_text() {
  if (!text_.empty()) emit(Type{std::exchange(text_, {})});
}

void Gestures::flush_chords() {
  flush_text();
  if (!chords_.empty()) emit(Key{std::exchange(chords_, {})});
}

void Gestures::settle_pointer() {
  if (move_) emit(Move{*std::exchange(move_, {})});
  if (scroll_) emit(*std::exchange(scroll_, {}));
  if (!press_) return;
  const Press press = *std::exchange(press_, {});
  press_modifiers();
  emit(MouseDown{press.from, press.button});
  buttons_pressed_.insert(press.button);
  if (press.moved) emit(Move{press.to});
}

void Gestures::settle_keys() {
  flush_text();
  const bool unused = std::find(modifiers_.begin(), modifiers_.end(), Held::waits) != modifiers_.end();
  if (key_ || unused || (!chords_.empty() && holds_something_open(lazy()))) press_modifiers();
  flush_chords();
  if (!key_) return;
  const PressedKey key = *std::exchange(key_, {});
  const auto character = character_of(key.symbols[0]);
  if (character && *character > last_ascii && key.with.modifiers.empty()) {
    return emit(Type{utf8_of(*character)});  // the real keyboard may have no key for it that could be held
  }
  const std::string name = symbol_name(key.symbols[0]);
  emit(KeyDown{KeyChord{{}, name}});
  keys_pressed_.emplace(key.code, name);
}

void Gestures::end_keys() {
  key_ ? settle_keys() : flush_chords();
}

Gestures::Actions Gestures::settle() {
  settle_pointer();
  settle_keys();
  return take();
}

Gestures::Actions Gestures::finish(bool text) {
  if (!press_) settle_pointer();
  if (lazy().empty() && (text || !chords_.empty())) flush_chords();
  return take();
}

Gestures::Actions Gestures::expire(Time now) {
  const auto due = [&](const std::optional<Time>& when) { return when && *when <= now; };
  if (due(pointer_by_)) settle_pointer();
  if (due(key_by_)) {
    settle_keys();
  } else if (due(text_by_)) {
    flush_chords();
  }
  return take();
}

void Gestures::postpone(Clock::duration by) {
  for (auto* when : {&pointer_by_, &text_by_, &key_by_}) {
    if (*when) **when += by;
  }
}

std::optional<Time> Gestures::deadline() const {
  std::optional<Time> first;
  for (const auto& when : {pointer_by_, text_by_, key_by_}) {
    if (when && (!first || *when < *first)) first = when;
  }
  return first;
}

std::optional<Point> Gestures::aimed() const {
  if (press_) return press_->to;
  if (scroll_) return scroll_->at;
  return move_;
}

std::uint16_t Gestures::state() const {
  std::uint16_t state = 0;
  for (std::size_t i = 0; i < modifier_count; ++i) {
    if (modifiers_[i] != Held::no) state |= modifier_state[i];
  }
  auto buttons = buttons_pressed_;
  if (press_) buttons.insert(press_->button);
  for (const Button button : buttons) {
    const auto number = static_cast<unsigned>(button);
    if (number <= 5) state |= static_cast<std::uint16_t>(first_button_state << (number - 1));
  }
  return state;
}

void Gestures::refused(const Action& action) {
  if (const auto* down = std::get_if<MouseDown>(&action.body)) buttons_pressed_.erase(down->button);
  if (const auto* down = std::get_if<KeyDown>(&action.body)) {
    for (std::size_t i = 0; i < modifier_count; ++i) {
      if (modifier_names_[i] == down->key.key) modifiers_[i] = Held::no;
    }
    keys_pressed_.clear();
  }
  move_.reset();
  press_.reset();
  scroll_.reset();
  text_.clear();
  chords_.clear();
  key_.reset();
  use_modifiers();
  (void)take();
}

// The pointer.

Gestures::Actions Gestures::motion(Point to, Time now) {
  end_keys();
  if (scroll_) settle_pointer();
  if (press_) {
    press_->moved = press_->moved || press_->from != to;
    press_->to = to;
    if (press_->moved) pointer_by_ = now + waits::drag;
    return take();
  }
  if (!move_) pointer_by_ = now + waits::motion;
  move_ = to;
  return take();
}

Gestures::Actions Gestures::button(unsigned number, bool down, Point at, Time now) {
  end_keys();
  if (number >= 4 && number <= 7) {
    if (down) wheel(number, at, now);
    return take();
  }
  const auto button = button_of(number);
  if (!button) return take();
  down ? press_button(*button, at, now) : release_button(*button, at);
  return take();
}

void Gestures::wheel(unsigned number, Point at, Time now) {
  constexpr int most = 100;  // clicks of one action
  constexpr std::array<std::pair<int, int>, 4> steps = {{{0, -1}, {0, 1}, {-1, 0}, {1, 0}}};
  const auto [dx, dy] = steps[number - 4];
  if (press_) settle_pointer();
  const bool goes_on = scroll_ && scroll_->at == at && scroll_->modifiers == lazy() &&
                       std::abs(scroll_->dx + dx) <= most && std::abs(scroll_->dy + dy) <= most;
  if (scroll_ && !goes_on) settle_pointer();
  move_.reset();  // the wheel brings the pointer there
  if (!scroll_) scroll_ = Scroll{at, 0, 0, lazy()};
  scroll_->dx = static_cast<std::int16_t>(scroll_->dx + dx);
  scroll_->dy = static_cast<std::int16_t>(scroll_->dy + dy);
  use_modifiers();
  pointer_by_ = now + waits::wheel;
}

void Gestures::press_button(Button button, Point at, Time now) {
  if (press_ || scroll_) settle_pointer();
  if (buttons_pressed_.contains(button)) return;
  move_.reset();  // the click brings the pointer there
  press_ = Press{button, at, at};
  pointer_by_ = now + waits::press;
}

void Gestures::release_button(Button button, Point at) {
  if (buttons_pressed_.erase(button) != 0) {
    move_.reset();
    return emit(MouseUp{at, button});
  }
  if (!press_ || press_->button != button) return;
  const Press press = *std::exchange(press_, {});
  if (press.moved) {
    emit(Drag{press.from, press.to, button, lazy()});
  } else {
    Click click;
    click.at = press.from;
    click.button = button;
    click.modifiers = lazy();
    emit(click);
  }
  use_modifiers();
}

// The keyboard.

Gestures::Actions Gestures::key(std::uint8_t code, const KeySymbols& symbols, bool down, Time now,
                                const HeldWith& with) {
  settle_pointer();
  if (!text_.empty()) text_by_ = now + waits::text;
  down ? (void)keys_down_.insert(code) : (void)keys_down_.erase(code);
  if (const auto is = modifier_of(symbols[0])) {
    const auto index =
        static_cast<std::size_t>(std::find(modifier_order.begin(), modifier_order.end(), *is) - modifier_order.begin());
    modifier(index, symbol_name(symbols[0]), down, now);
  } else if (chooses_second_group(symbols[0])) {
    second_group_ = down;
  } else if (down) {
    press_key({code, symbols, with}, now);
  } else {
    release_key(code, now);
  }
  return take();
}

void Gestures::modifier(std::size_t index, const std::string& name, bool down, Time now) {
  Held& held = modifiers_[index];
  if (down) {
    if (held != Held::no) return;
    if (lazy().empty() && !chords_.empty()) flush_chords();  // these are not of the chord that begins
    held = Held::waits;
    modifier_names_[index] = name;
    key_by_ = now + waits::modifier;
    return;
  }
  const Held was = std::exchange(held, Held::no);
  if (was == Held::pressed) {
    settle_keys();
    return emit(KeyUp{KeyChord{{}, modifier_names_[index]}});
  }
  if (key_) {  // the key was pressed together with it, and is released after it
    stroke(*std::exchange(key_, {}), now);
  } else if (was == Held::waits) {
    flush_text();
    chords_.push_back({lazy(), name});
    use_modifiers();
  }
  if (lazy().empty() && !chords_.empty()) flush_chords();
}

void Gestures::press_key(PressedKey key, Time now) {
  if (key_ && key_->code == key.code) stroke(*key_, now);
  if (key_ && key_->code != key.code) settle_keys();
  if (keys_pressed_.contains(key.code)) return;
  for (const Modifier held : modifier_order) {
    if (lazy().has(held)) key.with.modifiers.add(held);
  }
  key.with.second_group |= second_group_;
  key_ = std::move(key);
  key_by_ = now + waits::key;
}

void Gestures::release_key(std::uint8_t code, Time now) {
  if (const auto pressed = keys_pressed_.extract(code)) {
    settle_keys();
    return emit(KeyUp{KeyChord{{}, pressed.mapped()}});
  }
  if (key_ && key_->code == code) stroke(*std::exchange(key_, {}), now);
}

void Gestures::stroke(const PressedKey& key, Time now) {
  const Modifiers modifiers = key.with.modifiers;
  const bool shift = modifiers.has(Modifier::shift);
  const bool plain = without(modifiers, of(Modifier::shift)).empty() && !any_pressed();
  const KeySymbol symbol = key.symbols[(key.with.second_group ? 2U : 0U) + (shift ? 1U : 0U)];
  use_modifiers();
  text_by_ = now + waits::text;
  if (const auto character = plain ? character_of(symbol) : std::nullopt) {
    if (!chords_.empty()) flush_chords();
    text_ += utf8_of(*character);
    if (text_.size() >= longest_text) flush_text();
    return;
  }
  const bool ends_text = symbol == XKB_KEY_Return || symbol == XKB_KEY_Tab;
  if (plain && modifiers.empty() && ends_text && !text_.empty()) {
    text_ += symbol == XKB_KEY_Return ? '\n' : '\t';
    return flush_text();
  }
  chord(key, modifiers, now);
}

void Gestures::chord(const PressedKey& key, Modifiers modifiers, Time now) {
  const std::string name = symbol_name(key.symbols[0]);
  if (name.empty()) return;
  flush_text();
  const bool second = !chords_.empty() && holds_something_open(lazy());
  if (second) press_modifiers();
  if (any_pressed()) {
    for (std::size_t i = 0; i < modifier_count; ++i) {
      if (modifiers_[i] == Held::pressed) modifiers = without(modifiers, of(modifier_order[i]));
    }
  }
  chords_.push_back({modifiers, name});
  if (chords_.size() == max_chords || second) flush_chords();
  if (!chords_.empty() && !lazy().empty()) {
    key_by_ = now + waits::modifier;
    text_by_.reset();
  }
}

}  // namespace interlock::display
