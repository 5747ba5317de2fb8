/// Delivers input through KWin, each step in the same turn as its check. KWin hands what a device emits to the client
/// before the emission returns, so nothing can come between.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <set>

#include "desks/kwin/device.h"
#include "desks/kwin/prompt.h"
#include "desks/wire/messages.h"

namespace interlock::kwin {

class Hands {
 public:
  explicit Hands(const Prompt& prompt);  ///< adds the device to KWin
  ~Hands();                              ///< releases what is held, and removes it
  Hands(const Hands&) = delete;
  Hands& operator=(const Hands&) = delete;

  const KWin::InputDevice* device() const { return &device_; }

  desk::Done act(const desk::Act& act);
  desk::Done commit_text(const desk::CommitText& commit);
  void release();
  /// A motion to where the pointer is.
  void probe() { motion(pointer()); }

 private:
  using Refusal = std::optional<desk::Refused>;
  struct Key {
    std::uint32_t code = 0;  ///< evdev
    int level = 0;           ///< 1: with Shift
  };
  static std::optional<Key> key_of(std::uint32_t keysym);
  static bool gives(const Key& key, std::uint32_t keysym);
  Refusal check(const desk::Step& step, const desk::Expectation& expect, Point at) const;
  Refusal check_pointer(const desk::Expectation& expect, Point at) const;
  Refusal check_keys(const desk::Expectation& expect) const;
  Refusal possible(const desk::Act& act) const;
  Refusal reached(const desk::Expectation& expect, Point at) const;
  std::uint32_t foreign_modifiers() const;
  bool releases_held(const desk::Step& step) const;
  Refusal step(const desk::Step& step, const desk::Act& act, Point& at);
  void button(std::uint32_t code, bool press);
  void key(std::uint32_t code, bool press);
  void axis(const desk::AxisStep& step);
  void motion(Point to);
  static Point pointer();
  desk::Done type(const std::u32string& text, const desk::Expectation& expect);

  const Prompt& prompt_;
  Device device_;
  std::set<std::uint32_t> buttons_, keys_;  // held
};

}  // namespace interlock::kwin
