/// A header that kwin/keyboard_input.h includes and Debian's kwin-dev lacks. Nothing here depends on the size of the
/// object that has this class as its last member.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace KWin {
class A11yKeyboardMonitor {};
}  // namespace KWin
