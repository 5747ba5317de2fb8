#include <utility>

#include "desks/wire/decode.h"
#include "desks/wire/json_line.h"
#include "desks/wire/names.h"

namespace interlock::desk {

namespace json = boost::json;

namespace {

template <class Enumeration, class Names>
Enumeration read_name(Reader& reader, std::string_view key, const Names& names) {
  return static_cast<Enumeration>(reader.choice(key, names));
}

/// A missing one is 1.
double read_scale(Reader& reader, std::string_view key) {
  const json::value* given = reader.find(key);
  if (!given) return 1;
  boost::system::error_code error;
  const auto scale = given->to_number<double>(error);
  if (!error && scale >= 0.1 && scale <= 100) return scale;
  reader.fail(key, "expected 0.1 to 100");
  return 1;
}

Screen read_screen(Reader& reader) {
  Screen screen;
  if (auto inner = reader.need("screen")) {
    screen.width = static_cast<std::int32_t>(inner->integer("width", 1, limits::coordinate));
    screen.height = static_cast<std::int32_t>(inner->integer("height", 1, limits::coordinate));
    screen.scale = read_scale(*inner, "scale");
  }
  return screen;
}

std::vector<Rect> read_covers(Reader& reader) {
  std::vector<Rect> covers;
  const json::array* all = reader.array("covers", limits::covers);
  if (!all) return covers;
  for (const json::value& each : *all) {
    if (auto entry = reader.entry(each, "covers")) covers.push_back(entry->rect());
  }
  return covers;
}

Window read_window(Reader reader) {
  Window window;
  window.id = reader.id("id");
  window.pid = static_cast<std::uint32_t>(reader.integer("pid", 0, INT32_MAX));
  window.app_id = reader.text_or_empty("app_id", limits::name_bytes);
  window.title = reader.text_or_empty("title", limits::text_bytes);
  window.type = read_name<WindowType>(reader, "type", names::window_types);
  window.x11 = reader.truth_or("x11", false);
  window.xid = static_cast<std::uint32_t>(reader.integer_or("xid", 0, UINT32_MAX, 0));
  window.frame = reader.need_rect("frame");
  window.buffer = reader.need_rect("buffer");
  window.client = reader.need_rect("client");
  window.parent = static_cast<std::uint64_t>(reader.integer_or("parent", 0, limits::id, 0));
  window.sandbox = reader.text_or_empty("sandbox", limits::name_bytes);
  window.active = reader.truth_or("active", false);
  window.minimized = reader.truth_or("minimized", false);
  window.maximized = reader.truth_or("maximized", false);
  window.fullscreen = reader.truth_or("fullscreen", false);
  window.mapped = reader.truth_or("mapped", true);
  window.covers = read_covers(reader);
  window.scale = read_scale(reader, "scale");
  window.client_scale = read_scale(reader, "client_scale");
  return window;
}

std::optional<Window> read_maybe_window(Reader& reader) {
  auto inner = reader.inside("window");
  return inner ? std::optional(read_window(*inner)) : std::nullopt;
}

std::vector<Window> read_windows(Reader& reader) {
  std::vector<Window> windows;
  const json::array* all = reader.array("windows", limits::windows);
  if (!all) {
    reader.fail("windows", "is missing");
    return windows;
  }
  for (const json::value& each : *all) {
    if (auto entry = reader.entry(each, "windows")) windows.push_back(read_window(*entry));
    if (reader.failed()) break;
  }
  return windows;
}

Failure read_failure(Reader& error) {
  Failure failure;
  failure.code = error.text("code", limits::name_bytes, 1);
  failure.message = error.text_or_empty("message", limits::text_bytes);
  return failure;
}

void read_result(Reader&, Nothing&) {}

void read_result(Reader& reader, Hit& hit) {
  hit.kind = read_name<HitKind>(reader, "kind", names::hit_kinds);
  hit.window = read_maybe_window(reader);
  hit.popup = reader.maybe_rect("popup");
  hit.surface = reader.maybe_rect("surface");
  hit.receiver = static_cast<std::uint32_t>(reader.integer_or("receiver", 0, INT32_MAX, 0));
  hit.pointer = reader.truth_or("pointer", false);
  if ((hit.kind == HitKind::window) != hit.window.has_value()) {
    reader.fail("window", "must be given if and only if the kind is \"window\"");
  }
}

void read_result(Reader& reader, FocusResult& focus) {
  focus.window = read_maybe_window(reader);
  focus.popup = reader.maybe_rect("popup");
}

void read_result(Reader& reader, WindowList& list) {
  list.windows = read_windows(reader);
}

void read_result(Reader& reader, State& state) {
  state.screen = read_screen(reader);
  if (auto pointer = reader.need("pointer")) state.pointer = pointer->point();
  state.focus = reader.id("focus", 0);
  state.locked = reader.truth("locked");
}

void read_result(Reader& reader, Captured& captured) {
  captured.area = reader.need_rect("area");
  captured.format = read_name<PixelFormat>(reader, "format", names::pixel_formats);
  captured.stride = static_cast<std::int32_t>(reader.integer_or("stride", 0, 4 * limits::coordinate, 0));
  captured.windows = read_windows(reader);
}

void read_result(Reader& reader, Done& done) {
  done.done = static_cast<std::size_t>(reader.integer("done", 0, limits::steps));
  if (auto refused = reader.inside("refused")) {
    const Failure why = read_failure(*refused);
    done.refused = Refused{why.code, why.message};
  }
}

void read_result(Reader& reader, ClipboardText& clipboard) {
  if (const json::value* text = reader.find("text"); text != nullptr) {
    clipboard.text = reader.text("text", limits::clipboard_bytes);
  }
}

InputEvent read_input(Reader& reader) {
  InputEvent input;
  input.kind = read_name<InputKind>(reader, "kind", names::input_kinds);
  input.by = read_name<By>(reader, "by", names::makers);
  input.device = reader.text_or_empty("device", limits::name_bytes);
  input.count = static_cast<std::uint32_t>(reader.integer_or("count", 1, INT32_MAX, 1));
  return input;
}

PromptEvent read_prompt(Reader& reader) {
  PromptEvent prompt;
  prompt.prompt = reader.id("prompt");
  prompt.what = read_name<PromptInput>(reader, "what", names::prompt_inputs);
  prompt.by = read_name<By>(reader, "by", names::makers);
  const auto coordinate = [&](std::string_view key) {
    return static_cast<std::int32_t>(reader.integer_or(key, -limits::coordinate, limits::coordinate, -1));
  };
  prompt.at.x = coordinate("x");
  prompt.at.y = coordinate("y");
  prompt.keysym = reader.text_or_empty("keysym", limits::name_bytes);
  prompt.text = reader.text_or_empty("text", limits::name_bytes);
  return prompt;
}

Event read_event(Reader& reader) {
  static constexpr std::array<std::string_view, 7> kinds = {"input",   "panic",   "locked",  "prompt",
                                                            "covered", "changed", "advisory"};
  switch (reader.choice("event", kinds)) {
    case 0:
      return read_input(reader);
    case 1:
      return PanicEvent{read_name<By>(reader, "by", names::makers)};
    case 2:
      return LockedEvent{reader.truth("locked")};
    case 3:
      return read_prompt(reader);
    case 4: {
      const auto prompt = reader.id("prompt");
      return CoveredEvent{prompt, reader.truth("covered")};
    }
    case 5:
      return ChangedEvent{};
    default:
      return AdvisoryEvent{reader.text("message", limits::text_bytes)};
  }
}

}  // namespace

template <class Result>
tl::expected<Result, std::string> decode_result(const json::object& object) {
  Mistake mistake;
  Reader reader(object, "result", mistake);
  Result result;
  read_result(reader, result);
  if (!mistake.empty()) return tl::make_unexpected(mistake);
  return result;
}
template tl::expected<Nothing, std::string> decode_result<Nothing>(const json::object&);
template tl::expected<Hit, std::string> decode_result<Hit>(const json::object&);
template tl::expected<FocusResult, std::string> decode_result<FocusResult>(const json::object&);
template tl::expected<WindowList, std::string> decode_result<WindowList>(const json::object&);
template tl::expected<State, std::string> decode_result<State>(const json::object&);
template tl::expected<Captured, std::string> decode_result<Captured>(const json::object&);
template tl::expected<Done, std::string> decode_result<Done>(const json::object&);
template tl::expected<ClipboardText, std::string> decode_result<ClipboardText>(const json::object&);

tl::expected<Hello, Failure> decode_hello(std::string_view line) {
  const auto object = object_of(line);
  if (!object) return tl::make_unexpected(Failure{std::string(code::invalid), object.error()});
  Mistake mistake;
  Reader reader(*object, "", mistake);
  const auto version = reader.integer("desk", 1, INT32_MAX);
  if (mistake.empty() && version != protocol_version) {
    return tl::make_unexpected(
        Failure{std::string(code::version), "this is version " + std::to_string(protocol_version) +
                                                " of the desk's protocol, not " + std::to_string(version)});
  }
  Hello hello;
  hello.name = reader.text("name", limits::name_bytes, 1);
  hello.version = reader.text_or_empty("version", limits::name_bytes);
  if (const json::array* all = reader.array("features", limits::features)) {
    for (const json::value& each : *all) {
      const json::string* name = each.if_string();
      if (!name || name->size() > limits::name_bytes) {
        reader.fail("features", "expected names");
        break;
      }
      hello.features.emplace_back(*name);
    }
  }
  hello.self_test = reader.text_or_empty("self_test", limits::text_bytes);
  hello.screen = read_screen(reader);
  hello.wayland = reader.text_or_empty("wayland", limits::name_bytes);
  hello.x11 = reader.text_or_empty("x11", limits::name_bytes);
  if (!mistake.empty()) return tl::make_unexpected(Failure{std::string(code::invalid), mistake});
  return hello;
}

tl::expected<FromDesk, std::string> decode_from_desk(std::string_view line) {
  auto object = object_of(line);
  if (!object) return tl::make_unexpected(object.error());
  Mistake mistake;
  Reader reader(*object, "", mistake);
  if (object->contains("event")) {
    Event event = read_event(reader);
    if (!mistake.empty()) return tl::make_unexpected(mistake);
    return event;
  }
  Reply reply;
  reply.id = reader.id("id");
  if (auto error = reader.inside("error")) {
    reply.content = read_failure(*error);
  } else if (reader.need("result")) {
    reply.content = std::move(object->at("result").as_object());
  }
  if (!mistake.empty()) return tl::make_unexpected(mistake);
  return reply;
}

tl::expected<Welcome, Failure> decode_welcome(std::string_view line) {
  const auto object = object_of(line);
  if (!object) return tl::make_unexpected(Failure{std::string(code::invalid), object.error()});
  Mistake mistake;
  Reader reader(*object, "", mistake);
  if (auto error = reader.inside("error")) {
    const Failure failure = read_failure(*error);
    if (mistake.empty()) return tl::make_unexpected(failure);
  }
  reader.integer("desk", protocol_version, protocol_version);
  Welcome welcome;
  welcome.name = reader.text("name", limits::name_bytes, 1);
  welcome.version = reader.text_or_empty("version", limits::name_bytes);
  if (!mistake.empty()) return tl::make_unexpected(Failure{std::string(code::invalid), mistake});
  return welcome;
}

}  // namespace interlock::desk
