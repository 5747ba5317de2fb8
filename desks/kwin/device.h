/// The input device of interlock inside KWin: what it emits is interlock's input.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <kwin/core/inputdevice.h>

namespace interlock::kwin {

class Device final : public KWin::InputDevice {
 public:
  QString name() const override { return QStringLiteral("interlock"); }
  bool isEnabled() const override { return true; }
  void setEnabled(bool) override {}
  bool isKeyboard() const override { return true; }
  bool isPointer() const override { return true; }
  bool isTouchpad() const override { return false; }
  bool isTouch() const override { return false; }
  bool isTabletTool() const override { return false; }
  bool isTabletPad() const override { return false; }
  bool isTabletModeSwitch() const override { return false; }
  bool isLidSwitch() const override { return false; }
};

}  // namespace interlock::kwin
