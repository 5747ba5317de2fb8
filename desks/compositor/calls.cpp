#include "desks/compositor/calls.h"

#include <algorithm>
#include <utility>

#include "desks/compositor/describe.h"
#include "desks/wire/encode.h"
#include "desks/wire/pixel_files.h"

namespace interlock::compositor {
namespace {

template <class Result>
using Or = std::variant<Result, desk::Failure>;

desk::Failure failure(std::string_view code, std::string message) {
  return {std::string(code), std::move(message)};
}

struct Answerer {
  Desk& desk;

  Or<desk::Hit> operator()(const desk::At& call) {
    auto hit = describe(hit_at(desk.core, desk.screen.place_of(call.at)), desk.stack, desk.screen);
    hit.pointer = desk.screen.pixel_of(desk.seat.pointer()) == call.at;
    return hit;
  }
  Or<desk::FocusResult> operator()(const desk::Focus&) { return describe_focus(desk.seat, desk.stack, desk.screen); }
  Or<desk::WindowList> operator()(const desk::List&) { return describe(desk.stack, desk.screen); }
  Or<desk::State> operator()(const desk::GetState&) {
    const auto* window = desk.stack.of(desk.seat.keyboard_surface());
    return desk::State{{desk.screen.width(), desk.screen.height(), desk.screen.scale()},
                       desk.screen.pixel_of(desk.seat.pointer()),
                       window ? window->id() : 0,
                       false};
  }
  Or<desk::Captured> operator()(const desk::Capture& call);
  Or<desk::Done> operator()(const desk::Act& call) { return desk.hands.act(call); }
  Or<desk::Done> operator()(const desk::CommitText& call) { return desk.hands.commit_text(call); }
  Or<desk::Nothing> operator()(const desk::Release&) {
    desk.hands.release();
    return desk::Nothing{};
  }
  // No other program can inject input here, so there is none to hold back.
  Or<desk::Nothing> operator()(const desk::Shut&) { return desk::Nothing{}; }
  Or<desk::Done> operator()(const desk::ChangeWindow& call);
  Or<desk::Nothing> operator()(const desk::SetPanic& call);
  Or<desk::Nothing> operator()(const desk::ShowPrompt& call) { return show(call.picture); }
  Or<desk::Nothing> operator()(const desk::UpdatePrompt& call) { return show(call.picture); }
  Or<desk::Nothing> operator()(const desk::HidePrompt& call) {
    if (desk.prompt.shown() == call.prompt) desk.prompt.hide();
    return desk::Nothing{};
  }
  Or<desk::Nothing> show(const desk::PromptPicture& picture) {
    if (auto failed = desk.prompt.show(picture)) return std::move(*failed);
    return desk::Nothing{};
  }
};

Or<desk::Captured> Answerer::operator()(const desk::Capture& call) {
  if (call.cursor) desk.seat.show_pointer();
  auto picture = desk.screen.picture(call.cursor);
  if (!picture) return failure(desk::code::failed, "the screen could not be drawn");
  const Rect all{0, 0, picture->width, picture->height};
  const auto area = call.area.value_or(all);
  if (area.empty() || area.x < 0 || area.y < 0 || area.width > all.width - area.x ||
      area.height > all.height - area.y) {
    return failure(desk::code::invalid, "the area is not on the screen");
  }
  if (area != all) {
    std::vector<std::uint32_t> part;
    part.reserve(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height));
    for (int row = area.y; row < area.y + area.height; ++row) {
      const auto from = picture->pixels.begin() + std::ptrdiff_t{row} * all.width + area.x;
      part.insert(part.end(), from, from + area.width);
    }
    picture->pixels = std::move(part);
  }
  if (!desk::write_pixels(call.path, picture->pixels)) {
    return failure(desk::code::failed, call.path + ": is no file of this user, or cannot be written");
  }
  return desk::Captured{area, desk::PixelFormat::xrgb8888, area.width * 4, describe(desk.stack, desk.screen).windows};
}

Or<desk::Done> Answerer::operator()(const desk::ChangeWindow& call) {
  auto* window = desk.stack.find(call.window);
  if (!window) return desk::Done{0, desk::Refused{std::string(desk::code::window_changed), "there is no such window"}};
  const auto to = desk.screen.box_of({call.to.x, call.to.y, call.width, call.height});
  switch (call.change) {
    case desk::WindowDo::activate:
      desk.stack.activate(*window);
      break;
    case desk::WindowDo::raise:
      desk.stack.raise(*window);
      break;
    case desk::WindowDo::minimize:
      window->set_minimized(true);
      break;
    case desk::WindowDo::unminimize:
      window->set_minimized(false);
      break;
    case desk::WindowDo::maximize:
      window->set_maximized(true);
      break;
    case desk::WindowDo::unmaximize:
      window->set_maximized(false);
      break;
    case desk::WindowDo::fullscreen:
      window->set_fullscreen(true);
      break;
    case desk::WindowDo::unfullscreen:
      window->set_fullscreen(false);
      break;
    case desk::WindowDo::close:
      window->close();
      break;
    case desk::WindowDo::move:
      window->move_to(to.x, to.y);
      break;
    case desk::WindowDo::resize: {
      const auto frame = window->frame_box();
      window->resize_to(call.width > 0 ? to.width : frame.width, call.height > 0 ? to.height : frame.height, 0);
      break;
    }
  }
  desk.stack.changed();
  return desk::Done{1, std::nullopt};
}

Or<desk::Nothing> Answerer::operator()(const desk::SetPanic& call) {
  std::optional<xkb_keysym_t> keysym;
  if (call.keysym) {
    keysym = xkb_keysym_from_name(call.keysym->c_str(), XKB_KEYSYM_NO_FLAGS);
    if (*keysym == XKB_KEY_NoSymbol) return failure(desk::code::unknown_key, *call.keysym + ": no such keysym");
  }
  desk.person.set_panic(keysym, call.modifiers);
  return desk::Nothing{};
}

template <class Result>
std::string line_of(std::uint64_t id, const Or<Result>& result) {
  if (const auto* failed = std::get_if<desk::Failure>(&result)) return desk::encode_failure(id, *failed);
  return desk::encode_result(id, std::get<Result>(result));
}

}  // namespace

void answer(Desk& desk, const desk::Request& request, std::function<void(std::string)> reply) {
  const auto id = request.id;
  if (const auto late = desk::too_late(request)) return reply(desk::encode_failure(id, *late));
  if (const auto* clipboard = std::get_if<desk::ReadClipboard>(&request.call)) {
    desk.clipboard.read(clipboard->primary, [id, reply](auto result) { reply(line_of(id, result)); });
    return;
  }
  const auto at_once = [&](const auto& call) {
    if constexpr (!std::is_same_v<std::decay_t<decltype(call)>, desk::ReadClipboard>) {
      reply(line_of(id, Answerer{desk}(call)));
    }
  };
  std::visit(at_once, request.call);
}

}  // namespace interlock::compositor
