/// A header that kwin/wayland/textinput_v3.h includes and Debian's kwin-dev lacks: the types that are only named there.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QFlags>
#include <QtTypes>

namespace KWin {
enum class TextInputContentHint : quint32;
Q_DECLARE_FLAGS(TextInputContentHints, TextInputContentHint)
enum class TextInputContentPurpose : quint32;
enum class TextInputChangeCause : quint32;
}  // namespace KWin
