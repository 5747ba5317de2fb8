/// Pictures of the screen, painted from KWin's scene. Only where KWin paints in software (QPainter).
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include <tl/expected.hpp>

#include "desks/wire/messages.h"

namespace interlock::kwin {

/// False where KWin paints with OpenGL, or not yet: no picture is taken there.
bool takes_pictures();

/// The picture is painted and the windows are listed in this turn.
tl::expected<desk::Captured, desk::Failure> capture(const desk::Capture& call);

/// Nothing: the screen shows exactly these pixels, painted in this turn.
std::optional<desk::Refused> differs(const desk::Pixels& expected);

}  // namespace interlock::kwin
