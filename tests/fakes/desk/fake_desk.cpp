#include "tests/fakes/desk/fake_desk.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include "desks/wire/decode.h"
#include "desks/wire/encode.h"
#include "desks/wire/lines.h"
#include "values/visit.h"

namespace interlock::test {

namespace {

using namespace std::chrono_literals;
using Model = FakeDesk::Model;

constexpr Rect whole_screen{0, 0, 640, 480};

bool is_shown(const desk::Window& window) {
  return window.mapped && !window.minimized;
}

desk::Window* find(Model& model, std::uint64_t id) {
  const auto found =
      std::find_if(model.windows.begin(), model.windows.end(), [&](auto& each) { return each.id == id; });
  return found == model.windows.end() ? nullptr : &*found;
}

const desk::Window* top_at(const Model& model, Point at) {
  for (auto each = model.windows.rbegin(); each != model.windows.rend(); ++each) {
    if (is_shown(*each) && each->frame.contains(at)) return &*each;
  }
  return nullptr;
}

desk::Hit hit_at(const Model& model, Point at) {
  desk::Hit hit;
  hit.pointer = model.pointer == at;
  if (model.shell && model.shell->contains(at)) {
    hit.kind = desk::HitKind::shell;
  } else if (const auto* window = top_at(model, at)) {
    hit.kind = desk::HitKind::window;
    hit.window = *window;
    hit.surface = window->buffer;
    hit.receiver = window->pid;
  }
  return hit;
}

std::optional<desk::Refused> objection(const Model& model, const desk::Act& act) {
  const auto refuse = [](std::string_view code) { return desk::Refused{std::string(code), "not as expected"}; };
  if (!act.expect) return std::nullopt;
  if (model.locked) return refuse(desk::code::locked);
  Point at = model.pointer;
  for (const auto& step : act.steps) {
    if (const auto* motion = std::get_if<desk::MotionStep>(&step)) at = motion->to;
    if (!whole_screen.contains(at)) return refuse(desk::code::outside_screen);
    if (const auto* key = std::get_if<desk::KeyStep>(&step)) {
      if (key->keysym == "NoSuchKey") return refuse(desk::code::unknown_key);
      const bool modifier = key->keysym.ends_with("_L");
      if (!modifier && model.focus != act.expect->window) return refuse(desk::code::focus_moved);
      continue;
    }
    const auto hit = hit_at(model, at);
    const bool same = hit.window && hit.window->id == act.expect->window &&
                      (act.expect->pid == 0 || hit.receiver == act.expect->pid) &&
                      (!act.expect->surface || hit.surface == act.expect->surface) && hit.popup == act.expect->popup;
    if (!same) return refuse(desk::code::window_changed);
  }
  return std::nullopt;
}

void deliver(Model& model, const desk::Step& step) {
  const auto on = [&] {
    const auto* window = top_at(model, model.pointer);
    return " on " + std::to_string(window ? window->id : 0);
  };
  const auto say = [&](std::string what) { model.delivered.push_back(std::move(what)); };
  std::visit(Overloaded{
                 [&](const desk::MotionStep& motion) {
                   model.pointer = motion.to;
                   say("motion " + std::to_string(motion.to.x) + "," + std::to_string(motion.to.y) + on());
                 },
                 [&](const desk::ButtonStep& button) {
                   const auto* window = top_at(model, model.pointer);
                   if (button.press && window != nullptr) model.raise(window->id);
                   say((button.press ? "press " : "release ") + std::to_string(static_cast<int>(button.button)) + on());
                 },
                 [&](const desk::AxisStep& axis) {
                   say("axis " + std::to_string(axis.dx) + "," + std::to_string(axis.dy) + on());
                 },
                 [&](const desk::KeyStep& key) {
                   say((key.press ? "down " : "up ") + key.keysym + " on " + std::to_string(model.focus));
                 },
             },
             step);
}

desk::Done act_on(Model& model, const desk::Act& act) {
  if (auto refused = objection(model, act)) return {0, std::move(refused)};
  for (const auto& step : act.steps) deliver(model, step);
  return {act.steps.size(), std::nullopt};
}

desk::Done commit(Model& model, const desk::CommitText& text) {
  const auto refuse = [](std::string_view code) { return desk::Done{0, desk::Refused{std::string(code), ""}}; };
  if (!model.takes_text) return refuse(desk::code::unsupported);
  if (model.focus != text.expect.window) return refuse(desk::code::focus_moved);
  model.texts[model.focus] += text.text;
  const auto characters =
      std::count_if(text.text.begin(), text.text.end(), [](char byte) { return (byte & '\xC0') != '\x80'; });
  return {static_cast<std::size_t>(characters), std::nullopt};
}

desk::Done change(Model& model, const desk::ChangeWindow& change) {
  auto* window = find(model, change.window);
  if (window == nullptr) return {0, desk::Refused{std::string(desk::code::window_changed), "it is gone"}};
  if (change.change == desk::WindowDo::activate) model.raise(change.window);
  if (change.change == desk::WindowDo::minimize) window->minimized = true;
  if (change.change == desk::WindowDo::move) {
    for (Rect* rect : {&window->frame, &window->buffer, &window->client}) {
      rect->x = change.to.x;
      rect->y = change.to.y;
    }
  }
  return {1, std::nullopt};
}

/// Each window in the colour of its id, the background 0x101010.
desk::Captured capture(const Model& model, const desk::Capture& wanted) {
  Rect area = wanted.area.value_or(whole_screen);
  const int right = std::min(area.x + area.width, whole_screen.width);
  const int bottom = std::min(area.y + area.height, whole_screen.height);
  area = {std::max(area.x, 0), std::max(area.y, 0), 0, 0};
  area.width = std::max(0, right - area.x);
  area.height = std::max(0, bottom - area.y);
  std::ofstream file(wanted.path, std::ios::binary);
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) {
      const auto* window = top_at(model, {x, y});
      const auto colour = window ? static_cast<std::uint32_t>(window->id) : 0x101010U;
      const char pixel[] = {static_cast<char>(colour), static_cast<char>(colour >> 8U),
                            static_cast<char>(colour >> 16U), 0};
      file.write(pixel, 4);
    }
  }
  return {area, desk::PixelFormat::xrgb8888, 4 * area.width, model.windows};
}

}  // namespace

void FakeDesk::Model::raise(std::uint64_t id) {
  const auto found = std::find_if(windows.begin(), windows.end(), [&](const auto& each) { return each.id == id; });
  if (found == windows.end()) return;
  std::rotate(found, found + 1, windows.end());
  focus = id;
  for (auto& each : windows) each.active = each.id == id;
}

desk::Hello FakeDesk::default_hello() {
  return {"fake-desk",
          "1",
          {"atomic", "shut", "capture", "text", "prompt", "clipboard", "windows", "panic"},
          "passed",
          {whole_screen.width, whole_screen.height, 1},
          "",
          ""};
}

desk::Window FakeDesk::window(std::uint64_t id, Rect rect, std::string title, std::uint32_t pid) {
  desk::Window window;
  window.id = id;
  window.pid = pid;
  window.title = std::move(title);
  window.frame = window.buffer = window.client = rect;
  return window;
}

FakeDesk::FakeDesk(const std::string& socket, desk::Hello hello) {
  fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un place{};
  place.sun_family = AF_UNIX;
  socket.copy(place.sun_path, sizeof place.sun_path - 1);
  if (::connect(fd_, reinterpret_cast<const sockaddr*>(&place), sizeof place) != 0) {
    ::close(fd_);
    throw std::runtime_error("cannot connect to " + socket);
  }
  send(desk::encode(hello));
  thread_ = std::thread([this] { serve(); });
}

FakeDesk::~FakeDesk() {
  disconnect();
  thread_.join();
  ::close(fd_);
}

void FakeDesk::disconnect() {
  ::shutdown(fd_, SHUT_RDWR);
}

void FakeDesk::send(const std::string& bytes) {
  std::string_view left = bytes;
  while (!left.empty()) {
    const auto sent = ::send(fd_, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void FakeDesk::send(const desk::Event& event) {
  send(desk::encode(event));
}

std::string FakeDesk::why_not() {
  while (true) {
    {
      const std::lock_guard lock(mutex_);
      if (answered_) return refusal_;
      if (ended_) return "the connection ended";
    }
    std::this_thread::sleep_for(1ms);  // between looks: the thread of the connection sets both
  }
}

bool FakeDesk::connected() const {
  const std::lock_guard lock(mutex_);
  return !ended_;
}

void FakeDesk::serve() {
  desk::Lines lines;
  std::string buffer(65536, '\0');
  while (true) {
    const auto bytes = ::recv(fd_, buffer.data(), buffer.size(), 0);
    if (bytes <= 0) break;
    lines.feed(std::string_view(buffer).substr(0, static_cast<std::size_t>(bytes)));
    while (const auto line = lines.next()) {
      if (!answered_) {
        const auto welcome = desk::decode_welcome(*line);
        const std::lock_guard lock(mutex_);
        if (!welcome) refusal_ = welcome.error().code;
        answered_ = true;
        continue;
      }
      const auto request = desk::decode_request(*line);
      if (!request) {
        send(desk::encode_failure(request.error().id, request.error().failure));
        continue;
      }
      const auto other = instead ? instead(*request) : std::nullopt;
      send(other ? *other : answer(*request));
    }
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
}

std::string FakeDesk::answer(const desk::Request& request) {
  const std::lock_guard lock(mutex_);
  if (before) before(model_, request);
  if (const auto late = desk::too_late(request)) return desk::encode_failure(request.id, *late);
  Model& model = model_;
  const auto reply = [&](const auto& result) { return desk::encode_result(request.id, result); };
  return std::visit(
      Overloaded{
          [&](const desk::At& at) { return reply(hit_at(model, at.at)); },
          [&](const desk::Focus&) {
            const auto* window = find(model, model.focus);
            return reply(desk::FocusResult{window ? std::optional(*window) : std::nullopt, std::nullopt});
          },
          [&](const desk::List&) { return reply(desk::WindowList{model.windows}); },
          [&](const desk::GetState&) {
            return reply(desk::State{{640, 480, 1}, model.pointer, model.focus, model.locked});
          },
          [&](const desk::Capture& wanted) { return reply(capture(model, wanted)); },
          [&](const desk::Act& act) { return reply(act_on(model, act)); },
          [&](const desk::CommitText& text) { return reply(commit(model, text)); },
          [&](const desk::Release&) { return ++model.releases, reply(desk::Nothing{}); },
          [&](const desk::Shut& shut) {
            model.shut = shut.on;
            model.shuts += shut.on ? 1 : 0;
            return reply(desk::Nothing{});
          },
          [&](const desk::ChangeWindow& wanted) { return reply(change(model, wanted)); },
          [&](const desk::ReadClipboard&) { return reply(desk::ClipboardText{model.clipboard}); },
          [&](const desk::SetPanic& panic) { return model.panic = panic.keysym, reply(desk::Nothing{}); },
          [&](const desk::ShowPrompt& show) { return model.prompt = show.picture, reply(desk::Nothing{}); },
          [&](const desk::UpdatePrompt&) { return ++model.prompt_updates, reply(desk::Nothing{}); },
          [&](const desk::HidePrompt&) { return model.prompt.reset(), reply(desk::Nothing{}); },
      },
      request.call);
}

}  // namespace interlock::test
