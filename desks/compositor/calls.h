/// Answers interlockd's requests.
#pragma once

#include <functional>
#include <string>

#include "desks/compositor/clipboard.h"
#include "desks/compositor/hands.h"
#include "desks/compositor/person.h"

namespace interlock::compositor {

/// What the calls work on.
struct Desk {
  Core& core;
  Screen& screen;
  Stack& stack;
  Seat& seat;
  PromptLayer& prompt;
  Person& person;
  Hands& hands;
  ClipboardReader& clipboard;
};

/// Calls `reply` once with the line that answers; at once for all calls but the clipboard's.
void answer(Desk& desk, const desk::Request& request, std::function<void(std::string)> reply);

}  // namespace interlock::compositor
