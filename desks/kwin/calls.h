/// Carries out interlockd's requests.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "desks/kwin/filter.h"
#include "desks/kwin/hands.h"
#include "desks/kwin/prompt.h"

namespace interlock::kwin {

/// The reply, one line.
std::string answer(const desk::Request& request, Hands& hands, Filter& filter, Prompt& prompt);

}  // namespace interlock::kwin
