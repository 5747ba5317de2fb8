/// interlockd's hands: input that reaches the expected window or nobody. The comparison and the delivery are steps of
/// one function on the only thread, and no request of a client is handled in between; docs/interlock-desk.md.
#pragma once

#include <optional>
#include <string>

#include "desks/compositor/own_keyboard.h"
#include "desks/compositor/prompt_layer.h"
#include "desks/compositor/seat.h"
#include "desks/wire/messages.h"

namespace interlock::compositor {

class Hands {
 public:
  /// `guard` is false only in tests: then nothing is compared.
  Hands(Core& core, Screen& screen, Stack& stack, Seat& seat, PromptLayer& prompt, bool guard);

  desk::Done act(const desk::Act& act);
  desk::Done commit_text(const desk::CommitText& commit);
  void release();

  /// Whether a person holds a modifier; set by who watches the devices.
  std::function<bool()> person_holds_modifier;

 private:
  using Refusal = std::optional<desk::Refused>;
  Refusal check(const desk::Step& step, const std::optional<desk::Expectation>& expect);
  Refusal check_pointer(Place place, const desk::Expectation& expect) const;
  Refusal check_keyboard(const desk::Expectation& expect) const;
  Refusal check_pixels(const desk::Pixels& pixels);
  Refusal check_unexpected(const desk::Step& step) const;
  Refusal check_all(const desk::Act& act);
  void deliver(const desk::Step& step);

  Core& core_;
  Screen& screen_;
  Stack& stack_;
  Seat& seat_;
  PromptLayer& prompt_;
  const bool guard_;
  OwnKeyboard keyboard_;
};

}  // namespace interlock::compositor
