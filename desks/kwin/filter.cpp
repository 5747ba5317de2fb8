// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/filter.h"

#include <xkbcommon/xkbcommon.h>

#include <kwin/core/inputdevice.h>
#include <kwin/input_event.h>
#include <kwin/keyboard_input.h>

namespace interlock::kwin {
namespace {

constexpr std::chrono::milliseconds motion_interval{100};

/// Devices of the kernel have a place in sysfs; those that programs make through KWin have none.
desk::By maker_of(const KWin::InputDevice* device) {
  return device != nullptr && !device->sysPath().isEmpty() ? desk::By::person : desk::By::program;
}

/// KWin does not tell a filter which device is touched: a program's, if any program has made one.
const KWin::InputDevice* touched() {
  const KWin::InputDevice* found = nullptr;
  for (const KWin::InputDevice* each : KWin::input()->devices()) {
    if (each->isTouch() && (found == nullptr || maker_of(each) == desk::By::program)) found = each;
  }
  return found;
}

Qt::KeyboardModifiers qt_modifiers(const Modifiers& modifiers) {
  Qt::KeyboardModifiers all;
  if (modifiers.has(Modifier::shift)) all |= Qt::ShiftModifier;
  if (modifiers.has(Modifier::ctrl)) all |= Qt::ControlModifier;
  if (modifiers.has(Modifier::alt)) all |= Qt::AltModifier;
  if (modifiers.has(Modifier::super)) all |= Qt::MetaModifier;
  return all;
}

}  // namespace

Filter::Filter(const KWin::InputDevice* own, Prompt& prompt, std::function<void(const desk::Event&)> send)
    : EventFilter(KWin::InputFilterOrder::ButtonRebind), own_(own), prompt_(prompt), send_(std::move(send)) {
  KWin::input()->installInputEventFilter(this);
}

Filter::~Filter() {
  KWin::input()->uninstallInputEventFilter(this);
}

void Filter::reset() {
  shut = false;
  panic = {};
  chord_key_.reset();
  motions_ = 0;
}

bool Filter::judge(const KWin::InputDevice* device, desk::InputKind kind, bool report) {
  if (device == own_) {
    ++own_events;
    return false;
  }
  const desk::By by = maker_of(device);
  std::uint32_t count = 1;
  if (kind == desk::InputKind::motion) {
    const auto now = std::chrono::steady_clock::now();
    count = ++motions_;
    report = now - reported_ >= motion_interval;
    if (report) {
      reported_ = now;
      motions_ = 0;
    }
  }
  if (report) send_(desk::InputEvent{kind, by, device != nullptr ? device->name().toStdString() : "", count});
  return shut && by == desk::By::program;
}

bool Filter::judge_press(const KWin::InputDevice* device, desk::InputKind kind, std::uint32_t code, bool press) {
  const bool held = judge(device, kind, press);
  if (device == own_) return held;
  if (!press) return passed_.erase(code) == 0 && held;
  if (!held) passed_.insert(code);
  return held;
}

bool Filter::pointerMotion(KWin::PointerMotionEvent* event) {
  return !event->warp && judge(event->device, desk::InputKind::motion, true);
}

bool Filter::pointerButton(KWin::PointerButtonEvent* event) {
  const bool press = event->state == KWin::PointerButtonState::Pressed;
  const bool held = judge_press(event->device, desk::InputKind::button, event->nativeButton, press);
  if (event->device == own_) return held;
  return prompt_.takes_button(KWin::input()->globalPointer(), event->nativeButton, press, maker_of(event->device)) ||
         held;
}

bool Filter::pointerAxis(KWin::PointerAxisEvent* event) {
  return judge(event->device, desk::InputKind::button, true);
}

bool Filter::keyboardKey(KWin::KeyboardKeyEvent* event) {
  const std::uint32_t code = event->nativeScanCode;
  if (event->state == KWin::KeyboardKeyState::Repeated)  // KWin's own, of a key that was judged
    return event->device != own_ && ((shut && !passed_.contains(code)) || prompt_.holds(code));
  const bool press = event->state == KWin::KeyboardKeyState::Pressed;
  bool held = judge_press(event->device, desk::InputKind::key, code, press);
  if (event->device != own_ && is_panic(*event)) {
    if (press) send_(desk::PanicEvent{maker_of(event->device)});
    held = true;
  } else if (event->device != own_ &&
             prompt_.takes_key(KWin::input()->globalPointer(), code, press, event->nativeVirtualKey,
                               event->text.toStdString(), maker_of(event->device))) {
    held = true;
  }
  // Else a client that gets the keyboard now would be told that the key is down.
  if (held) KWin::input()->keyboard()->addFilteredKey(code);
  return held;
}

bool Filter::finger_down(qint32 id, const QPointF& at) {
  const KWin::InputDevice* device = touched();
  bool held = judge(device, desk::InputKind::button, true);
  if (prompt_.takes_finger(id, at, maker_of(device))) held = true;
  if (!held) touches_.insert(id);
  return held;
}

bool Filter::finger_moved(qint32 id, const QPointF& at) {
  return prompt_.moves_finger(id, at) || (shut && !touches_.contains(id));
}

bool Filter::finger_up(qint32 id) {
  if (prompt_.lifts_finger(id, maker_of(touched()))) return true;
  return touches_.erase(id) == 0 && shut;
}

bool Filter::touchCancel() {
  prompt_.forget_fingers();
  touches_.clear();
  return false;
}

bool Filter::pen_tip(const KWin::InputDevice* device, bool press) {
  return judge(device, desk::InputKind::button, press);
}

bool Filter::is_panic(const KWin::KeyboardKeyEvent& event) {
  if (event.state == KWin::KeyboardKeyState::Released) {
    if (chord_key_ != event.nativeScanCode) return false;
    chord_key_.reset();
    return true;
  }
  if (!panic.keysym) return false;
  const auto wanted = xkb_keysym_from_name(panic.keysym->c_str(), XKB_KEYSYM_NO_FLAGS);
  if (event.nativeVirtualKey != wanted) return false;
  if ((event.modifiers & ~Qt::KeypadModifier) != qt_modifiers(panic.modifiers)) return false;
  chord_key_ = event.nativeScanCode;
  return true;
}

}  // namespace interlock::kwin
