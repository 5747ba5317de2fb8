/// Gives the keys of interlock's device to the program that has the keyboard, past an input method: that would take
/// them, and give them back later, as another text or not at all.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <kwin/input.h>

namespace interlock::kwin {

class PastInputMethod final : public KWin::InputEventFilter {
 public:
  explicit PastInputMethod(const KWin::InputDevice* own);
  ~PastInputMethod() override;

 private:
  bool keyboardKey(KWin::KeyboardKeyEvent* event) override;

  const KWin::InputDevice* own_;
};

}  // namespace interlock::kwin
