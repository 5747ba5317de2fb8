/// Carries out interlockd's requests.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <string>

#include "desks/kwin/clipboard.h"
#include "desks/kwin/filter.h"
#include "desks/kwin/hands.h"
#include "desks/kwin/prompt.h"

namespace interlock::kwin {

struct Parts {
  Hands& hands;
  Filter& filter;
  Prompt& prompt;
  Clipboard& clipboard;
};

/// Calls `reply` with one line: at once, or when the clipboard's owner has sent its text.
void answer(const desk::Request& request, const Parts& parts, std::function<void(const std::string&)> reply);

}  // namespace interlock::kwin
