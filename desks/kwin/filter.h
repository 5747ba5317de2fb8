/// Sees all input before KWin does anything with it, with the device that it comes from: reports what is not
/// interlock's, holds other programs' input back while it is shut, and takes the panic chord and what is meant for the
/// prompt.
///
/// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <set>

#include <of_version.h>

#include "desks/kwin/prompt.h"
#include "desks/wire/messages.h"

namespace interlock::kwin {

class Filter final : public of_version::EventFilter {
 public:
  Filter(const KWin::InputDevice* own, Prompt& prompt, std::function<void(const desk::Event&)> send);
  ~Filter() override;

  bool shut = false;
  desk::SetPanic panic;
  std::size_t own_events = 0;  ///< of interlock's device

  /// As without interlockd.
  void reset();

 private:
  bool pointerMotion(KWin::PointerMotionEvent* event) override;
  bool pointerButton(KWin::PointerButtonEvent* event) override;
  bool pointerAxis(KWin::PointerAxisEvent* event) override;
  bool keyboardKey(KWin::KeyboardKeyEvent* event) override;
  bool finger_down(qint32 id, const QPointF& at) override;
  bool finger_moved(qint32 id, const QPointF& at) override;
  bool finger_up(qint32 id) override;
  bool touchCancel() override;
  bool pen_tip(const KWin::InputDevice* device, bool press) override;
  /// Whether the event is to be held back; `report` tells interlockd of it.
  bool judge(const KWin::InputDevice* device, desk::InputKind kind, bool report);
  /// The same for a press or a release: the release goes where its press went.
  bool judge_press(const KWin::InputDevice* device, desk::InputKind kind, std::uint32_t code, bool press);
  bool is_panic(const KWin::KeyboardKeyEvent& event);

  const KWin::InputDevice* own_;
  Prompt& prompt_;
  std::function<void(const desk::Event&)> send_;
  std::set<std::uint32_t> passed_;          // codes of others' buttons and keys whose press was let through
  std::set<qint32> touches_;                // others' touches that were let through
  std::optional<std::uint32_t> chord_key_;  // the chord's last key, until it is released
  std::uint32_t motions_ = 0;               // not reported yet
  std::chrono::steady_clock::time_point reported_;
};

}  // namespace interlock::kwin
