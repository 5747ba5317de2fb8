#include <algorithm>
#include <array>
#include <utility>

#include "desks/wire/decode.h"
#include "desks/wire/json_line.h"
#include "desks/wire/names.h"
#include "values/utf8.h"

namespace interlock::desk {

namespace json = boost::json;

namespace {

std::size_t code_points_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & '\xC0') != '\x80'; }));
}

Expectation read_expectation(Reader reader) {
  Expectation expect;
  expect.window = reader.id("window");
  expect.pid = static_cast<std::uint32_t>(reader.integer_or("pid", 0, INT32_MAX, 0));
  expect.surface = reader.maybe_rect("surface");
  expect.popup = reader.maybe_rect("popup");
  expect.focus = reader.truth_or("focus", false);
  if (auto pixels = reader.inside("pixels")) {
    Pixels part;
    part.area = pixels->need_rect("area");
    part.path = pixels->text("path", limits::path_bytes, 1);
    pixels->refuse_other_keys();
    expect.pixels = std::move(part);
  }
  reader.refuse_other_keys();
  return expect;
}

Button read_button(Reader& reader) {
  static constexpr std::array<Button, 5> in_order = {Button::left, Button::middle, Button::right, Button::back,
                                                     Button::forward};
  return in_order[reader.choice("button", names::buttons)];
}

Step read_step(Reader reader) {
  Step step;
  if (auto motion = reader.inside("motion")) {
    step = MotionStep{motion->point()};
    motion->refuse_other_keys();
  } else if (auto button = reader.inside("button")) {
    ButtonStep read;
    read.button = read_button(*button);
    read.press = button->truth("press");
    button->refuse_other_keys();
    step = read;
  } else if (auto axis = reader.inside("axis")) {
    AxisStep read;
    read.dx = static_cast<std::int32_t>(axis->integer_or("dx", -limits::clicks, limits::clicks, 0));
    read.dy = static_cast<std::int32_t>(axis->integer_or("dy", -limits::clicks, limits::clicks, 0));
    axis->refuse_other_keys();
    step = read;
  } else if (auto key = reader.inside("key")) {
    KeyStep read;
    read.keysym = key->text("keysym", limits::name_bytes, 1);
    read.press = key->truth("press");
    key->refuse_other_keys();
    step = std::move(read);
  } else {
    reader.fail("", "expected one of 'motion', 'button', 'axis', 'key'");
  }
  reader.refuse_other_keys();
  return step;
}

Call read_capture(Reader& reader) {
  Capture capture;
  capture.area = reader.maybe_rect("area");
  capture.cursor = reader.truth_or("cursor", false);
  capture.path = reader.text("path", limits::path_bytes, 1);
  return capture;
}

Call read_act(Reader& reader) {
  Act act;
  if (auto expect = reader.inside("expect")) act.expect = read_expectation(*expect);
  const json::array* steps = reader.array("steps", limits::steps);
  if (!steps || steps->empty()) {
    reader.fail("steps", "expected at least one step");
    return act;
  }
  for (const json::value& each : *steps) {
    if (auto entry = reader.entry(each, "steps")) act.steps.push_back(read_step(*entry));
    if (reader.failed()) break;
  }
  return act;
}

Call read_commit(Reader& reader) {
  CommitText commit;
  if (auto expect = reader.need("expect")) commit.expect = read_expectation(*expect);
  commit.text = reader.text("text", 4 * limits::characters, 1);
  if (code_points_of(commit.text) > limits::characters) {
    reader.fail("text", "expected at most " + std::to_string(limits::characters) + " characters");
  }
  return commit;
}

Call read_change(Reader& reader) {
  ChangeWindow change;
  change.window = reader.id("window");
  change.change = static_cast<WindowDo>(reader.choice("do", names::window_changes));
  if (change.change == WindowDo::move) change.to = reader.point();
  if (change.change == WindowDo::resize) {
    change.width = static_cast<std::int32_t>(reader.integer("width", 0, limits::coordinate));
    change.height = static_cast<std::int32_t>(reader.integer("height", 0, limits::coordinate));
  }
  return change;
}

Call read_panic(Reader& reader) {
  SetPanic panic;
  if (reader.find("keysym")) panic.keysym = reader.text("keysym", limits::name_bytes, 1);
  const json::array* modifiers = reader.array("modifiers", names::modifiers.size());
  if (!modifiers) return panic;
  for (const json::value& each : *modifiers) {
    const json::string* name = each.if_string();
    const auto found = name ? std::find(names::modifiers.begin(), names::modifiers.end(), std::string_view(*name))
                            : names::modifiers.end();
    if (found == names::modifiers.end()) {
      reader.fail("modifiers", "expected 'shift', 'ctrl', 'alt' and 'super'");
      break;
    }
    panic.modifiers.add(static_cast<Modifier>(1U << static_cast<unsigned>(found - names::modifiers.begin())));
  }
  return panic;
}

PromptPicture read_picture(Reader reader) {
  PromptPicture picture;
  picture.prompt = reader.id("prompt");
  picture.path = reader.text("path", limits::path_bytes, 1);
  picture.width = static_cast<std::int32_t>(reader.integer("width", 1, limits::coordinate));
  picture.height = static_cast<std::int32_t>(reader.integer("height", 1, limits::coordinate));
  picture.at = reader.point();
  reader.refuse_other_keys();
  return picture;
}

Call read_prompt_call(Reader& reader) {
  if (auto show = reader.inside("show")) return ShowPrompt{read_picture(*show)};
  if (auto update = reader.inside("update")) return UpdatePrompt{read_picture(*update)};
  return HidePrompt{reader.id("hide")};
}

struct CallRow {
  std::string_view name;
  Call (*read)(Reader&);
};

const std::vector<CallRow>& call_rows() {
  static const std::vector<CallRow> rows = {
      {"at", [](Reader& reader) -> Call { return At{reader.point()}; }},
      {"focus", [](Reader&) -> Call { return Focus{}; }},
      {"list", [](Reader&) -> Call { return List{}; }},
      {"desk", [](Reader&) -> Call { return GetState{}; }},
      {"capture", read_capture},
      {"act", read_act},
      {"commit_text", read_commit},
      {"release", [](Reader&) -> Call { return Release{}; }},
      {"shut", [](Reader& reader) -> Call { return Shut{reader.truth("on")}; }},
      {"window", read_change},
      {"clipboard", [](Reader& reader) -> Call { return ReadClipboard{reader.truth_or("primary", false)}; }},
      {"panic", read_panic},
      {"prompt", read_prompt_call},
  };
  return rows;
}

}  // namespace

tl::expected<Request, BadRequest> decode_request(std::string_view line) {
  const auto bad = [](std::optional<std::uint64_t> id, std::string_view code, std::string message) {
    return tl::make_unexpected(BadRequest{id, Failure{std::string(code), std::move(message)}});
  };
  const auto object = object_of(line);
  if (!object) return bad(std::nullopt, code::invalid, object.error());
  Mistake mistake;
  Reader reader(*object, "", mistake);
  Request request;
  request.id = reader.id("id");
  if (!mistake.empty()) return bad(std::nullopt, code::invalid, mistake);
  const std::string name = reader.text("call", limits::name_bytes);
  if (!mistake.empty()) return bad(request.id, code::invalid, mistake);
  const auto& rows = call_rows();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const CallRow& each) { return each.name == name; });
  if (row == rows.end()) return bad(request.id, code::unsupported, "there is no call '" + name + "'");
  request.call = row->read(reader);
  if (acts(request.call)) request.until = static_cast<std::uint64_t>(reader.integer_or("until", 1, limits::id, 0));
  reader.refuse_other_keys();
  if (!mistake.empty()) return bad(request.id, code::invalid, mistake);
  return request;
}

}  // namespace interlock::desk
