// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/past_input_method.h"

#include <of_version.h>

#include <kwin/inputmethod.h>
#include <kwin/keyboard_input.h>
#include <kwin/main.h>
#include <kwin/wayland_server.h>

namespace interlock::kwin {
namespace {

bool an_input_method_takes_keys() {
  KWin::InputMethod* method = KWin::kwinApp()->inputMethod();
  return method != nullptr && method->keyboardGrab() != nullptr;
}

}  // namespace

// Of filters with the same order the last one to be installed comes first: this one is asked right before KWin's.
PastInputMethod::PastInputMethod(const KWin::InputDevice* own)
    : InputEventFilter(KWin::InputFilterOrder::InputMethod), own_(own) {
  KWin::input()->installInputEventFilter(this);
}

PastInputMethod::~PastInputMethod() {
  KWin::input()->uninstallInputEventFilter(this);
}

bool PastInputMethod::keyboardKey(KWin::KeyboardKeyEvent* event) {
  if (event->device != own_ || !an_input_method_takes_keys()) return false;
  if (event->state == KWin::KeyboardKeyState::Repeated) return true;  // programs repeat a key that is held themselves
  // As KWin's last filter does it.
  KWin::input()->keyboard()->update();
  KWin::SeatInterface* seat = KWin::waylandServer()->seat();
  seat->setTimestamp(event->timestamp);
  of_version::notify_key(*seat, *event);
  return true;
}

}  // namespace interlock::kwin
