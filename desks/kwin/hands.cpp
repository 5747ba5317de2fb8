// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/hands.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include <linux/input-event-codes.h>
#include <of_version.h>
#include <xkbcommon/xkbcommon.h>

#include <kwin/keyboard_input.h>
#include <kwin/pointer_input.h>
#include <kwin/wayland/clientconnection.h>
#include <kwin/wayland/surface.h>
#include <kwin/wayland/textinput_v3.h>
#include <kwin/wayland_server.h>
#include <kwin/window.h>
#include <kwin/workspace.h>

#include "desks/kwin/picture.h"
#include "desks/kwin/windows.h"
#include "values/visit.h"

namespace interlock::kwin {
namespace {

using desk::Refused;

std::chrono::microseconds now() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

Refused refused(std::string_view code, std::string message) {
  return {std::string(code), std::move(message)};
}

std::string name_of(const KWin::Window& window) {
  return "'" + window.caption().toStdString() + "' (process " + std::to_string(receiver_of(window)) + ")";
}

std::uint32_t code_of(Button button) {
  switch (button) {
    case Button::left:
      return BTN_LEFT;
    case Button::middle:
      return BTN_MIDDLE;
    case Button::right:
      return BTN_RIGHT;
    case Button::back:
      return BTN_SIDE;
    case Button::forward:
      return BTN_EXTRA;
  }
  return BTN_LEFT;
}

constexpr std::uint32_t keycode_offset = 8;  // of XKB's keycodes to those of evdev
constexpr auto not_locked = static_cast<xkb_state_component>(
    XKB_STATE_MODS_DEPRESSED | XKB_STATE_MODS_LATCHED);  // NumLock and CapsLock are locked

using Keyboard = std::unique_ptr<xkb_state, decltype(&xkb_state_unref)>;

/// A keyboard with the layout of KWin's, on which nothing is held.
Keyboard fresh_keyboard() {
  return {xkb_state_new(KWin::input()->keyboard()->xkb()->keymap()), xkb_state_unref};
}

std::optional<Refused> wrong_window(KWin::Window& window, const KWin::Window& receiver, const desk::Expectation& expect,
                                    std::string_view code) {
  const bool is_it = facts_of(window).id == expect.window;
  if (is_it && (expect.pid == 0 || receiver_of(receiver) == expect.pid)) return {};
  return refused(code, name_of(window) + " is there now");
}

}  // namespace

Hands::Hands(const Prompt& prompt) : prompt_(prompt) {
  KWin::input()->addInputDevice(&device_);
}

Hands::~Hands() {
  release();
  KWin::input()->removeInputDevice(&device_);
}

Point Hands::pointer() {
  const QPointF at = KWin::input()->globalPointer();
  return {static_cast<std::int32_t>(std::floor(at.x())), static_cast<std::int32_t>(std::floor(at.y()))};
}

void Hands::motion(Point to) {
  Q_EMIT device_.pointerMotionAbsolute(QPointF(to.x + 0.5, to.y + 0.5), now(), &device_);
  Q_EMIT device_.pointerFrame(&device_);
}

void Hands::button(std::uint32_t code, bool press) {
  const auto state = press ? KWin::PointerButtonState::Pressed : KWin::PointerButtonState::Released;
  if (press) {
    buttons_.insert(code);
  } else {
    buttons_.erase(code);
  }
  Q_EMIT device_.pointerButtonChanged(code, state, now(), &device_);
  Q_EMIT device_.pointerFrame(&device_);
}

void Hands::key(std::uint32_t code, bool press) {
  if (press) {
    keys_.insert(code);
  } else {
    keys_.erase(code);
  }
  Q_EMIT device_.keyChanged(code, press ? KWin::KeyboardKeyState::Pressed : KWin::KeyboardKeyState::Released, now(),
                            &device_);
}

void Hands::axis(const desk::AxisStep& step) {
  constexpr qreal click = 15;       // degrees of a wheel, as libinput reports them
  constexpr qint32 click120 = 120;  // high-resolution units
  const auto turn = [this](KWin::PointerAxis axis, std::int32_t clicks) {
    for (std::int32_t i = 0; i < std::abs(clicks); ++i) {
      const int sign = clicks < 0 ? -1 : 1;
      Q_EMIT device_.pointerAxisChanged(axis, sign * click, sign * click120, KWin::PointerAxisSource::Wheel, false,
                                        now(), &device_);
      Q_EMIT device_.pointerFrame(&device_);
    }
  };
  turn(KWin::PointerAxis::Horizontal, step.dx);
  turn(KWin::PointerAxis::Vertical, step.dy);
}

void Hands::release() {
  for (const std::uint32_t code : std::set(buttons_)) button(code, false);
  for (const std::uint32_t code : std::set(keys_)) key(code, false);
}

std::optional<Hands::Key> Hands::key_of(std::uint32_t keysym) {
  const auto found = of_version::key_with(*KWin::input()->keyboard()->xkb(), keysym);
  if (!found) return {};
  return Key{found->first, found->second};
}

/// Whether this key, with Shift for level 1, writes the symbol now: CapsLock or a latched modifier may change it.
bool Hands::gives(const Key& key, std::uint32_t keysym) {
  const Keyboard keyboard = fresh_keyboard();
  xkb_state* now = KWin::input()->keyboard()->xkb()->state();
  const auto mods = [now](xkb_state_component part) { return xkb_state_serialize_mods(now, part); };
  xkb_state_update_mask(keyboard.get(), mods(XKB_STATE_MODS_DEPRESSED), mods(XKB_STATE_MODS_LATCHED),
                        mods(XKB_STATE_MODS_LOCKED), 0, 0, xkb_state_serialize_layout(now, XKB_STATE_LAYOUT_EFFECTIVE));
  if (key.level == 1) xkb_state_update_key(keyboard.get(), KEY_LEFTSHIFT + keycode_offset, XKB_KEY_DOWN);
  return xkb_state_key_get_one_sym(keyboard.get(), key.code + keycode_offset) == keysym;
}

/// The modifiers that are held by keys which were not pressed through the wire, as XKB's mask.
std::uint32_t Hands::foreign_modifiers() const {
  const auto held = xkb_state_serialize_mods(KWin::input()->keyboard()->xkb()->state(), not_locked);
  if (held == 0 || keys_.empty()) return held;
  const Keyboard own = fresh_keyboard();
  for (const std::uint32_t each : keys_) xkb_state_update_key(own.get(), each + keycode_offset, XKB_KEY_DOWN);
  return held & ~xkb_state_serialize_mods(own.get(), not_locked);
}

Hands::Refusal Hands::check_pointer(const desk::Expectation& expect, Point at) const {
  const Target target = target_at(at);
  if (target.window == nullptr)
    return refused(desk::code::window_changed, "no window is there, or a part of the desktop");
  if (auto wrong = wrong_window(*target.window, *target.surface, expect, desk::code::window_changed)) return wrong;
  const bool is_popup = target.surface != target.window;
  if (is_popup != expect.popup.has_value() || (is_popup && frame_of(*target.surface) != *expect.popup))
    return refused(desk::code::window_changed, "another menu of the window is there, or none");
  if (expect.surface && buffer_of(*target.surface) != *expect.surface)
    return refused(desk::code::window_changed, name_of(*target.window) + " has moved or changed its size");
  if (auto* menu = menu_of_another(receiver_of(*target.surface)))
    return refused(desk::code::pointer_grabbed, "a menu of " + name_of(*menu) + " is open");
  const bool others = KWin::input()->qtButtonStates() != Qt::NoButton && buttons_.empty();
  if (others || (KWin::waylandServer()->seat()->isDrag() && buttons_.empty()))
    return refused(desk::code::pointer_grabbed, "another button of the mouse is held down");
  if (KWin::workspace()->moveResizeWindow() != nullptr || KWin::input()->isSelectingWindow())
    return refused(desk::code::pointer_grabbed, "a window is being moved or chosen");
  return {};
}

Hands::Refusal Hands::check_keys(const desk::Expectation& expect) const {
  if (prompt_.has_keys()) return refused(desk::code::focus_moved, "interlock's question has the keyboard");
  KWin::Window* window = focused();
  if (window == nullptr) return refused(desk::code::focus_moved, "no window has the keyboard");
  KWin::Window* top = toplevel_of(window);
  if (auto wrong = wrong_window(*top, *window, expect, desk::code::focus_moved)) return wrong;
  const KWin::SurfaceInterface* surface = KWin::waylandServer()->seat()->focusedKeyboardSurface();
  const KWin::SurfaceInterface* own = window->surface();
  if (surface == nullptr || own == nullptr || surface->client() != own->client())
    return refused(desk::code::focus_moved, "the keyboard is with another surface");
  if (auto* menu = menu_of_another(receiver_of(*window)))
    return refused(desk::code::keyboard_grabbed, "a menu of " + name_of(*menu) + " is open");
  return {};
}

Hands::Refusal Hands::check(const desk::Step& step, const desk::Expectation& expect, Point at) const {
  if (is_locked()) return refused(desk::code::locked, "the screen is locked");
  const auto* key = std::get_if<desk::KeyStep>(&step);
  if ((key == nullptr || key->press) && foreign_modifiers() != 0)
    return refused(desk::code::modifier_held, "a modifier is held down by someone else");
  return key != nullptr ? check_keys(expect) : check_pointer(expect, at);
}

/// The client that the pointer has entered, after a motion to `at`.
Hands::Refusal Hands::reached(const desk::Expectation& expect, Point at) const {
  const Target target = target_at(at);
  if (KWin::input()->pointer()->hover() != target.surface || pointer() != at)
    return refused(desk::code::pointer_grabbed, "the pointer is held by something else");
  const KWin::SurfaceInterface* surface = KWin::waylandServer()->seat()->focusedPointerSurface();
  if (surface == nullptr || surface->client() == nullptr) {
    const bool is_frame = target.surface != nullptr && !target.surface->clientGeometry().contains(QPointF(at.x, at.y));
    if (is_frame) return {};  // a title bar: KWin's own, no client gets the press
    return refused(desk::code::pointer_grabbed, "KWin does not say which client the pointer has entered");
  }
  const bool x11 = surface->client() == KWin::waylandServer()->xWaylandConnection();
  if (!x11 && expect.pid != 0 && static_cast<std::uint32_t>(surface->client()->processId()) != expect.pid)
    return refused(desk::code::window_changed, "the surface of another process is there");
  return {};
}

/// What can be refused before the first step.
Hands::Refusal Hands::possible(const desk::Act& act) const {
  const desk::Screen all = screen();
  const Rect whole{0, 0, all.width, all.height};
  for (const auto& step : act.steps) {
    if (const auto* motion = std::get_if<desk::MotionStep>(&step); motion != nullptr && !whole.contains(motion->to))
      return refused(desk::code::outside_screen, "a point is outside of the screen");
    if (const auto* key = std::get_if<desk::KeyStep>(&step)) {
      const auto keysym = xkb_keysym_from_name(key->keysym.c_str(), XKB_KEYSYM_NO_FLAGS);
      if (keysym == XKB_KEY_NoSymbol || !key_of(keysym))
        return refused(desk::code::unknown_key, "the keyboard layout has no key '" + key->keysym + "'");
    }
  }
  return {};
}

bool Hands::releases_held(const desk::Step& step) const {
  if (const auto* button = std::get_if<desk::ButtonStep>(&step))
    return !button->press && buttons_.contains(code_of(button->button));
  const auto* key = std::get_if<desk::KeyStep>(&step);
  if (key == nullptr || key->press) return false;
  const auto found = key_of(xkb_keysym_from_name(key->keysym.c_str(), XKB_KEYSYM_NO_FLAGS));
  return found && keys_.contains(found->code);
}

Hands::Refusal Hands::step(const desk::Step& step, const desk::Act& act, Point& at) {
  // A release belongs to its press, whatever the press has opened since.
  const bool is_release = releases_held(step);
  if (const auto* to = std::get_if<desk::MotionStep>(&step)) at = to->to;
  const bool moves = std::holds_alternative<desk::MotionStep>(step);
  if (act.expect && !is_release) {
    if (auto wrong = check(step, *act.expect, at)) return wrong;
    if (!moves && !std::holds_alternative<desk::KeyStep>(step)) {
      motion(at);  // KWin looks again what is under the pointer
      if (auto wrong = reached(*act.expect, at)) return wrong;
    }
  } else if (is_locked()) {
    return refused(desk::code::locked, "the screen is locked");
  }
  std::visit(Overloaded{[this](const desk::MotionStep& each) { motion(each.to); },
                        [this](const desk::ButtonStep& each) { button(code_of(each.button), each.press); },
                        [this](const desk::AxisStep& each) { axis(each); },
                        [this](const desk::KeyStep& each) {
                          const auto found = key_of(xkb_keysym_from_name(each.keysym.c_str(), XKB_KEYSYM_NO_FLAGS));
                          if (found) key(found->code, each.press);
                        }},
             step);
  return {};
}

desk::Done Hands::act(const desk::Act& act) {
  desk::Done done;
  if ((done.refused = possible(act))) return done;
  const auto is_harmless = [this](const desk::Step& each) {
    if (const auto* button = std::get_if<desk::ButtonStep>(&each)) return !button->press;
    if (const auto* key = std::get_if<desk::KeyStep>(&each)) return !key->press;
    return std::holds_alternative<desk::MotionStep>(each) && !buttons_.empty();
  };
  if (!act.expect && !std::all_of(act.steps.begin(), act.steps.end(), is_harmless)) {
    done.refused = refused(desk::code::unsupported, "a step that may press something needs an expectation");
    return done;
  }
  if (act.expect && act.expect->focus) {
    KWin::Window* window = window_of(act.expect->window);
    if (window != nullptr && !window->isActive() && !is_locked()) KWin::workspace()->activateWindow(window);
  }
  // Programs draw nothing during this call.
  if (act.expect && act.expect->pixels && (done.refused = differs(*act.expect->pixels))) return done;
  Point at = pointer();
  for (const auto& each : act.steps) {
    if ((done.refused = step(each, act, at))) return done;
    ++done.done;
  }
  return done;
}

desk::Done Hands::type(const std::u32string& text, const desk::Expectation& expect) {
  std::vector<Key> keys;
  for (const char32_t each : text) {
    const auto found = key_of(xkb_utf32_to_keysym(each));
    if (!found || found->level > 1 || !gives(*found, xkb_utf32_to_keysym(each)))
      return {0,
              refused(desk::code::unknown_key,
                      "the application has no text input, and the keyboard layout lacks a character, or a key such as "
                      "CapsLock changes it")};
    keys.push_back(*found);
  }
  desk::Done done;
  for (const Key& each : keys) {
    if ((done.refused = check(desk::KeyStep{.keysym = {}, .press = true}, expect, {}))) return done;
    if (each.level == 1) key(KEY_LEFTSHIFT, true);
    key(each.code, true);
    key(each.code, false);
    if (each.level == 1) key(KEY_LEFTSHIFT, false);
    ++done.done;
  }
  return done;
}

desk::Done Hands::commit_text(const desk::CommitText& commit) {
  desk::Done done;
  if ((done.refused = check(desk::KeyStep{.keysym = {}, .press = true}, commit.expect, {}))) return done;
  KWin::SeatInterface* seat = KWin::waylandServer()->seat();
  KWin::TextInputV3Interface* input = seat->textInputV3();
  const QString text = QString::fromStdString(commit.text);
  const bool has_control =
      std::any_of(text.begin(), text.end(), [](QChar each) { return each.category() == QChar::Other_Control; });
  const bool has_input =
      input != nullptr && input->isEnabled() && seat->focusedTextInputSurface() == seat->focusedKeyboardSurface();
  std::u32string characters = text.toStdU32String();
  if (!has_input || has_control) {
    std::replace(characters.begin(), characters.end(), U'\n', U'\r');  // the key Return
    return type(characters, commit.expect);
  }
  input->commitString(text);
  input->done();
  done.done = characters.size();
  return done;
}

}  // namespace interlock::kwin
