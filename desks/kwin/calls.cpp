// SPDX-License-Identifier: GPL-2.0-or-later
#include "desks/kwin/calls.h"

#include <cmath>
#include <type_traits>
#include <utility>
#include <variant>

#include <kwin/input.h>
#include <kwin/window.h>
#include <kwin/workspace.h>

#include "desks/kwin/picture.h"
#include "desks/kwin/windows.h"
#include "desks/wire/encode.h"

namespace interlock::kwin {
namespace {

Point pointer_at() {
  const QPointF at = KWin::input()->globalPointer();
  return {static_cast<std::int32_t>(std::floor(at.x())), static_cast<std::int32_t>(std::floor(at.y()))};
}

desk::Hit hit(Point at) {
  const Target target = target_at(at);
  desk::Hit hit;
  hit.kind = target.kind;
  hit.pointer = pointer_at() == at;
  if (target.window == nullptr) return hit;
  hit.window = facts_of(*target.window);
  if (target.surface != target.window) hit.popup = frame_of(*target.surface);
  hit.surface = buffer_of(*target.surface);
  hit.receiver = receiver_of(*target.surface);
  return hit;
}

desk::FocusResult focus() {
  desk::FocusResult result;
  KWin::Window* window = focused();
  if (window == nullptr) return result;
  KWin::Window* top = toplevel_of(window);
  result.window = facts_of(*top);
  if (top != window) result.popup = frame_of(*window);
  return result;
}

desk::State state() {
  KWin::Window* window = focused();
  return {screen(), pointer_at(), window != nullptr ? facts_of(*toplevel_of(window)).id : 0, is_locked()};
}

void change(KWin::Window& window, const desk::ChangeWindow& wanted) {
  using Do = desk::WindowDo;
  QRectF frame = window.frameGeometry();
  switch (wanted.change) {
    case Do::activate:
      KWin::workspace()->activateWindow(&window);
      break;
    case Do::raise:
      KWin::workspace()->raiseWindow(&window);
      break;
    case Do::minimize:
      window.setMinimized(true);
      break;
    case Do::unminimize:
      window.setMinimized(false);
      break;
    case Do::maximize:
      window.maximize(KWin::MaximizeFull);
      break;
    case Do::unmaximize:
      window.maximize(KWin::MaximizeRestore);
      break;
    case Do::fullscreen:
      window.setFullScreen(true);
      break;
    case Do::unfullscreen:
      window.setFullScreen(false);
      break;
    case Do::close:
      window.closeWindow();
      break;
    case Do::move:
      window.move(QPointF(wanted.to.x, wanted.to.y));
      break;
    case Do::resize:
      if (wanted.width > 0) frame.setWidth(wanted.width);
      if (wanted.height > 0) frame.setHeight(wanted.height);
      window.moveResize(frame);
      break;
  }
}

/// One function for each call that is answered at once.
struct Answers {
  std::uint64_t id;
  Hands& hands;
  Filter& filter;
  Prompt& prompt;

  template <class Result>
  std::string reply(const Result& result) const {
    return desk::encode_result(id, result);
  }

  std::string operator()(const desk::At& call) const { return reply(hit(call.at)); }
  std::string operator()(const desk::Focus&) const { return reply(focus()); }
  std::string operator()(const desk::List&) const { return reply(desk::WindowList{all_windows()}); }
  std::string operator()(const desk::GetState&) const { return reply(state()); }
  std::string operator()(const desk::Act& call) const { return reply(hands.act(call)); }
  std::string operator()(const desk::CommitText& call) const { return reply(hands.commit_text(call)); }
  std::string operator()(const desk::Release&) const {
    hands.release();
    return reply(desk::Nothing{});
  }
  std::string operator()(const desk::Shut& call) const {
    filter.shut = call.on;
    return reply(desk::Nothing{});
  }
  std::string operator()(const desk::ChangeWindow& call) const {
    KWin::Window* window = window_of(call.window);
    if (window == nullptr)
      return desk::encode_failure(id, {std::string(desk::code::no_window), "there is no such window"});
    desk::Done done;
    if (is_locked()) {
      done.refused = desk::Refused{std::string(desk::code::locked), "the screen is locked"};
    } else {
      change(*window, call);
      done.done = 1;
    }
    return reply(done);
  }
  std::string operator()(const desk::SetPanic& call) const {
    filter.panic = call;
    return reply(desk::Nothing{});
  }
  std::string operator()(const desk::Capture& call) const {
    const auto captured = capture(call);
    return captured ? reply(*captured) : desk::encode_failure(id, captured.error());
  }
  std::string operator()(const desk::ShowPrompt& call) const { return show(call.picture); }
  std::string operator()(const desk::UpdatePrompt& call) const { return show(call.picture); }
  std::string operator()(const desk::HidePrompt& call) const {
    if (prompt.shown() == call.prompt) prompt.hide();
    return reply(desk::Nothing{});
  }
  std::string show(const desk::PromptPicture& picture) const {
    const auto failed = prompt.show(picture);
    return failed ? desk::encode_failure(id, *failed) : reply(desk::Nothing{});
  }
};

}  // namespace

void answer(const desk::Request& request, const Parts& parts, std::function<void(const std::string&)> reply) {
  const std::uint64_t id = request.id;
  if (const auto late = desk::too_late(request)) return reply(desk::encode_failure(id, *late));
  std::visit(
      [&](const auto& call) {
        if constexpr (std::is_same_v<std::decay_t<decltype(call)>, desk::ReadClipboard>) {
          parts.clipboard.read(call.primary, [id, reply](const auto& result) {
            const auto* text = std::get_if<desk::ClipboardText>(&result);
            reply(text ? desk::encode_result(id, *text) : desk::encode_failure(id, std::get<desk::Failure>(result)));
          });
        } else {
          reply(Answers{id, parts.hands, parts.filter, parts.prompt}(call));
        }
      },
      request.call);
}

}  // namespace interlock::kwin
