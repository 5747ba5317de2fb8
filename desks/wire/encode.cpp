#include "desks/wire/encode.h"

#include <chrono>
#include <utility>

#include "desks/wire/names.h"
#include "values/input_names.h"
#include "values/utf8.h"
#include "values/visit.h"

namespace interlock::desk {

namespace json = boost::json;

namespace {

template <class Names, class Enumeration>
std::string_view name_in(const Names& names, Enumeration value) {
  return names[static_cast<std::size_t>(value)];
}

std::string line_of(const json::object& object) {
  return json::serialize(object) + "\n";
}

json::object rect_json(const Rect& rect) {
  return {{"x", rect.x}, {"y", rect.y}, {"width", rect.width}, {"height", rect.height}};
}

json::value maybe_rect(const std::optional<Rect>& rect) {
  return rect ? json::value(rect_json(*rect)) : json::value(nullptr);
}

json::array rects_json(const std::vector<Rect>& rects) {
  json::array all;
  for (const Rect& rect : rects) all.push_back(rect_json(rect));
  return all;
}

json::object screen_json(const Screen& screen) {
  return {{"width", screen.width}, {"height", screen.height}, {"scale", screen.scale}};
}

/// Texts of applications may be anything, and may be long.
std::string shown(const std::string& text, std::size_t most) {
  return std::string(utf8_prefix(valid_utf8(text), most));
}

json::object window_json(const Window& window) {
  json::object object{{"id", window.id},
                      {"pid", window.pid},
                      {"app_id", shown(window.app_id, limits::name_bytes)},
                      {"title", shown(window.title, limits::text_bytes)},
                      {"type", name_in(names::window_types, window.type)},
                      {"x11", window.x11},
                      {"xid", window.xid},
                      {"frame", rect_json(window.frame)},
                      {"buffer", rect_json(window.buffer)},
                      {"client", rect_json(window.client)},
                      {"parent", window.parent},
                      {"sandbox", shown(window.sandbox, limits::name_bytes)},
                      {"active", window.active},
                      {"minimized", window.minimized},
                      {"maximized", window.maximized},
                      {"fullscreen", window.fullscreen},
                      {"mapped", window.mapped}};
  if (!window.covers.empty()) object["covers"] = rects_json(window.covers);
  if (window.scale != 1) object["scale"] = window.scale;
  if (window.client_scale != 1) object["client_scale"] = window.client_scale;
  return object;
}

json::value maybe_window(const std::optional<Window>& window) {
  return window ? json::value(window_json(*window)) : json::value(nullptr);
}

json::array windows_json(const std::vector<Window>& windows) {
  json::array all;
  for (const Window& window : windows) all.push_back(window_json(window));
  return all;
}

json::object expectation_json(const Expectation& expect) {
  json::object object{
      {"window", expect.window},           {"pid", expect.pid},     {"surface", maybe_rect(expect.surface)},
      {"popup", maybe_rect(expect.popup)}, {"focus", expect.focus}, {"pixels", nullptr}};
  if (expect.pixels) {
    object["pixels"] = json::object{{"area", rect_json(expect.pixels->area)}, {"path", expect.pixels->path}};
  }
  return object;
}

json::object step_json(const Step& step) {
  const auto named = [](std::string_view name, json::object what) { return json::object{{name, std::move(what)}}; };
  return std::visit(Overloaded{
                        [&](const MotionStep& motion) {
                          return named("motion", {{"x", motion.to.x}, {"y", motion.to.y}});
                        },
                        [&](const ButtonStep& button) {
                          return named("button", {{"button", button_name(button.button)}, {"press", button.press}});
                        },
                        [&](const AxisStep& axis) {
                          return named("axis", {{"dx", axis.dx}, {"dy", axis.dy}});
                        },
                        [&](const KeyStep& key) {
                          return named("key", {{"keysym", key.keysym}, {"press", key.press}});
                        },
                    },
                    step);
}

json::object picture_json(const PromptPicture& picture) {
  return {{"prompt", picture.prompt}, {"path", picture.path}, {"width", picture.width},
          {"height", picture.height}, {"x", picture.at.x},    {"y", picture.at.y}};
}

json::object act_json(const Act& act) {
  json::array steps;
  for (const Step& step : act.steps) steps.push_back(step_json(step));
  return {{"expect", act.expect ? json::value(expectation_json(*act.expect)) : json::value(nullptr)},
          {"steps", std::move(steps)}};
}

json::object change_json(const ChangeWindow& change) {
  json::object object{{"window", change.window}, {"do", name_in(names::window_changes, change.change)}};
  if (change.change == WindowDo::move) {
    object["x"] = change.to.x;
    object["y"] = change.to.y;
  }
  if (change.change == WindowDo::resize) {
    object["width"] = change.width;
    object["height"] = change.height;
  }
  return object;
}

json::object panic_json(const SetPanic& panic) {
  if (!panic.keysym) return json::object{{"keysym", nullptr}};
  json::array modifiers;
  for (std::size_t bit = 0; bit < names::modifiers.size(); ++bit) {
    if ((panic.modifiers.bits >> bit & 1U) != 0) modifiers.emplace_back(names::modifiers[bit]);
  }
  return {{"keysym", *panic.keysym}, {"modifiers", std::move(modifiers)}};
}

/// The keys of a request besides "id" and "call".
json::object call_json(const Call& call) {
  return std::visit(
      Overloaded{
          [](const At& at) {
            return json::object{{"x", at.at.x}, {"y", at.at.y}};
          },
          [](const AnyOf<Focus, List, GetState, Release> auto&) { return json::object(); },
          [](const Capture& capture) {
            return json::object{{"area", maybe_rect(capture.area)}, {"cursor", capture.cursor}, {"path", capture.path}};
          },
          [](const Act& act) { return act_json(act); },
          [](const CommitText& commit) {
            return json::object{{"expect", expectation_json(commit.expect)}, {"text", commit.text}};
          },
          [](const Shut& shut) {
            return json::object{{"on", shut.on}};
          },
          [](const ChangeWindow& change) { return change_json(change); },
          [](const ReadClipboard& clipboard) {
            return json::object{{"primary", clipboard.primary}};
          },
          [](const SetPanic& panic) { return panic_json(panic); },
          [](const ShowPrompt& show) {
            return json::object{{"show", picture_json(show.picture)}};
          },
          [](const UpdatePrompt& update) {
            return json::object{{"update", picture_json(update.picture)}};
          },
          [](const HidePrompt& hide) {
            return json::object{{"hide", hide.prompt}};
          },
      },
      call);
}

json::object event_json(const Event& event) {
  return std::visit(
      Overloaded{
          [](const InputEvent& input) {
            return json::object{{"event", "input"},
                                {"kind", name_in(names::input_kinds, input.kind)},
                                {"by", name_in(names::makers, input.by)},
                                {"device", shown(input.device, limits::name_bytes)},
                                {"count", input.count}};
          },
          [](const PanicEvent& panic) {
            return json::object{{"event", "panic"}, {"by", name_in(names::makers, panic.by)}};
          },
          [](const LockedEvent& locked) {
            return json::object{{"event", "locked"}, {"locked", locked.locked}};
          },
          [](const PromptEvent& prompt) {
            return json::object{{"event", "prompt"},
                                {"prompt", prompt.prompt},
                                {"what", name_in(names::prompt_inputs, prompt.what)},
                                {"by", name_in(names::makers, prompt.by)},
                                {"x", prompt.at.x},
                                {"y", prompt.at.y},
                                {"keysym", prompt.keysym},
                                {"text", shown(prompt.text, limits::name_bytes)}};
          },
          [](const CoveredEvent& covered) {
            return json::object{{"event", "covered"}, {"prompt", covered.prompt}, {"covered", covered.covered}};
          },
          [](const ChangedEvent&) {
            return json::object{{"event", "changed"}};
          },
          [](const AdvisoryEvent& advisory) {
            return json::object{{"event", "advisory"}, {"message", shown(advisory.message, limits::text_bytes)}};
          },
      },
      event);
}

}  // namespace

bool Hello::has(std::string_view feature) const {
  for (const auto& each : features) {
    if (each == feature) return true;
  }
  return false;
}

std::string_view call_name(const Call& call) {
  return std::visit(
      Overloaded{
          [](const At&) -> std::string_view { return "at"; },
          [](const Focus&) -> std::string_view { return "focus"; },
          [](const List&) -> std::string_view { return "list"; },
          [](const GetState&) -> std::string_view { return "desk"; },
          [](const Capture&) -> std::string_view { return "capture"; },
          [](const Act&) -> std::string_view { return "act"; },
          [](const CommitText&) -> std::string_view { return "commit_text"; },
          [](const Release&) -> std::string_view { return "release"; },
          [](const Shut&) -> std::string_view { return "shut"; },
          [](const ChangeWindow&) -> std::string_view { return "window"; },
          [](const ReadClipboard&) -> std::string_view { return "clipboard"; },
          [](const SetPanic&) -> std::string_view { return "panic"; },
          [](const AnyOf<ShowPrompt, UpdatePrompt, HidePrompt> auto&) -> std::string_view { return "prompt"; },
      },
      call);
}

bool acts(const Call& call) {
  return std::holds_alternative<Act>(call) || std::holds_alternative<CommitText>(call) ||
         std::holds_alternative<ChangeWindow>(call);
}

std::uint64_t monotonic_now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

std::optional<Failure> too_late(const Request& request) {
  if (request.until == 0 || monotonic_now() <= request.until) return std::nullopt;
  return Failure{std::string(code::timeout), "the act came too late and was not carried out"};
}

std::string encode(const Welcome& welcome) {
  return line_of({{"desk", protocol_version}, {"name", welcome.name}, {"version", welcome.version}});
}

std::string encode(const Request& request) {
  json::object object{{"id", request.id}, {"call", call_name(request.call)}};
  for (auto& [key, value] : call_json(request.call)) object[key] = std::move(value);
  if (request.until != 0 && acts(request.call)) object["until"] = request.until;
  return line_of(object);
}

std::string encode(const Hello& hello) {
  json::array features;
  for (const auto& each : hello.features) features.emplace_back(each);
  return line_of({{"desk", protocol_version},
                  {"name", hello.name},
                  {"version", hello.version},
                  {"features", std::move(features)},
                  {"self_test", shown(hello.self_test, limits::text_bytes)},
                  {"screen", screen_json(hello.screen)},
                  {"wayland", hello.wayland},
                  {"x11", hello.x11}});
}

std::string encode(const Event& event) {
  return line_of(event_json(event));
}

std::string encode_failure(std::optional<std::uint64_t> id, const Failure& failure) {
  json::object object;
  if (id) object["id"] = *id;
  object["error"] = json::object{{"code", failure.code}, {"message", shown(failure.message, limits::text_bytes)}};
  return line_of(object);
}

json::object to_json(const Nothing&) {
  return {};
}

json::object to_json(const Hit& hit) {
  return {{"window", maybe_window(hit.window)}, {"popup", maybe_rect(hit.popup)},
          {"surface", maybe_rect(hit.surface)}, {"kind", name_in(names::hit_kinds, hit.kind)},
          {"receiver", hit.receiver},           {"pointer", hit.pointer}};
}

json::object to_json(const FocusResult& focus) {
  return json::object{{"window", maybe_window(focus.window)}, {"popup", maybe_rect(focus.popup)}};
}

json::object to_json(const WindowList& list) {
  return json::object{{"windows", windows_json(list.windows)}};
}

json::object to_json(const State& state) {
  return {{"screen", screen_json(state.screen)},
          {"pointer", json::object{{"x", state.pointer.x}, {"y", state.pointer.y}}},
          {"focus", state.focus},
          {"locked", state.locked}};
}

json::object to_json(const Captured& captured) {
  return {{"area", rect_json(captured.area)},
          {"format", name_in(names::pixel_formats, captured.format)},
          {"stride", captured.stride},
          {"windows", windows_json(captured.windows)}};
}

json::object to_json(const Done& done) {
  json::object object{{"done", done.done}};
  if (done.refused) {
    object["refused"] =
        json::object{{"code", done.refused->code}, {"message", shown(done.refused->message, limits::text_bytes)}};
  }
  return object;
}

json::object to_json(const ClipboardText& clipboard) {
  return json::object{{"text", clipboard.text ? json::value(*clipboard.text) : json::value(nullptr)}};
}

std::string encode_result_object(std::uint64_t id, json::object result) {
  return line_of({{"id", id}, {"result", std::move(result)}});
}

}  // namespace interlock::desk
