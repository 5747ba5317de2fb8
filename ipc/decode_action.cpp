#include <array>

#include "ipc/action_names.h"
#include "ipc/decode.h"
#include "ipc/fields.h"
#include "ipc/limits.h"
#include "ipc/suggest.h"
#include "ipc/window_fields.h"

namespace interlock::ipc {
namespace {

using Where = std::string_view;

tl::expected<Action, RpcError> decode(const json::value& value, Where where, bool step);

/// The object of a key that holds one, or null and an error.
const json::object* object_of(Fields& fields, std::string_view key) {
  const json::value* value = fields.need(key);
  if (!value) return nullptr;
  const json::object* object = value->if_object();
  if (!object) fields.fail(key, "expected an object, got " + kind_of(*value));
  return object;
}

Point read_point(Fields& fields) {
  Point point;
  point.x = static_cast<std::int32_t>(fields.integer("x", 0, limits::coordinate));
  point.y = static_cast<std::int32_t>(fields.integer("y", 0, limits::coordinate));
  return point;
}

/// The point of an action, which is not said where it is aimed at an element.
Point read_aim(Fields& fields) {
  if (!fields.find("ref")) return read_point(fields);
  for (const char* key : {"x", "y"}) {
    if (fields.find(key)) fields.fail(key, "cannot stand beside 'ref': say one of them");
  }
  return {};
}

Point read_point_at(Fields& fields, std::string_view key) {
  const json::object* object = object_of(fields, key);
  if (!object) return {};
  Fields inner(*object, fields.place(key));
  const Point point = read_point(inner);
  inner.refuse_unknown_keys();
  if (inner.error()) fields.fail(*inner.error());
  return point;
}

Button read_button(Fields& fields) {
  return buttons[fields.choice_or("button", button_names, 0)];
}

Modifiers read_modifiers(Fields& fields) {
  Modifiers all;
  const json::value* value = fields.find("modifiers");
  if (!value) return all;
  const json::array* names = value->if_array();
  if (!names) {
    fields.fail("modifiers", "expected an array of shift, ctrl, alt, super; got " + kind_of(*value));
    return all;
  }
  for (std::size_t i = 0; i < names->size(); ++i) {
    const json::string* name = (*names)[i].if_string();
    const auto modifier = name ? modifier_from_name(std::string_view(*name)) : std::nullopt;
    if (!modifier) {
      fields.fail("modifiers[" + std::to_string(i) + "]",
                  "expected one of " + listed(modifier_names) + "; got " +
                      (name ? in_quotes(*name) + did_you_mean(*name, modifier_names) : kind_of((*names)[i])));
      return all;
    }
    all.add(*modifier);
  }
  return all;
}

ActionBody read_move(Fields& fields) {
  return Move{read_aim(fields)};
}

ActionBody read_click(Fields& fields) {
  Click click;
  click.at = read_aim(fields);
  click.button = read_button(fields);
  click.count = static_cast<std::uint8_t>(fields.integer_or("count", 1, 3, 1));
  click.modifiers = read_modifiers(fields);
  return click;
}

ActionBody read_drag(Fields& fields) {
  Drag drag;
  if (!fields.find("ref")) {
    drag.from = read_point_at(fields, "from");
  } else if (fields.find("from")) {
    fields.fail("from", "cannot stand beside 'ref': say one of them");
  }
  drag.to = read_point_at(fields, "to");
  drag.button = read_button(fields);
  drag.modifiers = read_modifiers(fields);
  return drag;
}

ActionBody read_scroll(Fields& fields) {
  Scroll scroll;
  scroll.at = read_aim(fields);
  scroll.dx = static_cast<std::int16_t>(fields.integer_or("dx", -limits::scroll, limits::scroll, 0));
  scroll.dy = static_cast<std::int16_t>(fields.integer_or("dy", -limits::scroll, limits::scroll, 0));
  scroll.modifiers = read_modifiers(fields);
  return scroll;
}

ActionBody read_type(Fields& fields) {
  return Type{fields.text("text", {0, limits::text_bytes, true})};
}

std::vector<KeyChord> read_chords(Fields& fields, std::string_view key) {
  const std::string text = fields.text(key, {1, limits::keys_bytes, false});
  if (fields.failed()) return {};
  auto chords = parse_key_chords(text);
  if (!chords) {
    fields.fail(key, in_quotes(text) + " is no key; write chords as 'ctrl+shift+v', 'Return' or 'F5', separated by " +
                         "spaces, at most " + std::to_string(max_chords));
    return {};
  }
  return std::move(*chords);
}

ActionBody read_key(Fields& fields) {
  return Key{read_chords(fields, "keys")};
}

KeyChord read_one_key(Fields& fields) {
  auto chords = read_chords(fields, "key");
  if (fields.failed()) return {};
  if (chords.size() != 1 || !chords[0].modifiers.empty()) {
    fields.fail("key", "expected one key; hold modifiers by a key_down of their own");
    return {};
  }
  return std::move(chords[0]);
}

ActionBody read_key_down(Fields& fields) {
  return KeyDown{read_one_key(fields)};
}
ActionBody read_key_up(Fields& fields) {
  return KeyUp{read_one_key(fields)};
}

ActionBody read_mouse_down(Fields& fields) {
  const Point at = read_aim(fields);
  return MouseDown{at, read_button(fields)};
}
ActionBody read_mouse_up(Fields& fields) {
  const Point at = read_aim(fields);
  return MouseUp{at, read_button(fields)};
}

ActionBody read_wait(Fields& fields) {
  return Wait{std::chrono::milliseconds(fields.integer("ms", 0, limits::wait.count()))};
}

ActionBody read_navigate(Fields& fields) {
  return Navigate{fields.text("url", {1, limits::url_bytes, false})};
}

ActionBody read_sequence(Fields& fields) {
  Sequence sequence;
  const json::value* value = fields.need("steps");
  if (!value) return sequence;
  const json::array* steps = value->if_array();
  if (!steps || steps->empty() || steps->size() > limits::sequence_steps) {
    fields.fail("steps", "expected an array of 1 to " + std::to_string(limits::sequence_steps) + " actions, got " +
                             (steps ? std::to_string(steps->size()) : kind_of(*value)));
    return sequence;
  }
  for (std::size_t i = 0; i < steps->size(); ++i) {
    auto step = decode((*steps)[i], fields.place("steps[" + std::to_string(i) + "]"), true);
    if (!step) {
      fields.fail(std::move(step.error()));
      break;
    }
    sequence.steps.push_back(std::move(*step));
  }
  return sequence;
}

ActionBody read_focus(Fields& fields) {
  fields.need("ref");
  return Click{};
}
ActionBody read_scroll_to(Fields& fields) {
  fields.need("ref");
  return Move{};
}

/// Types that act on an element as well as at a point or on the focus.
bool takes_ref(const ActionBody& body) {
  if (pointer_target({.body = body}) && !std::holds_alternative<Sequence>(body)) return true;
  return std::holds_alternative<Type>(body) || std::holds_alternative<Key>(body);
}

std::optional<OnElement> read_target(Fields& fields, std::string_view type) {
  if (!fields.find("ref")) return std::nullopt;
  OnElement on;
  on.ref = fields.text("ref", ref_text);
  on.scroll_into_view = type == "scroll_to" || fields.truth_or("scroll_into_view", false);
  on.focus_only = type == "focus";
  return on;
}

constexpr auto type_names = [] {
  std::array<std::string_view, action_type_names.size() + element_type_names.size()> names;
  std::size_t at = 0;
  for (const auto name : action_type_names) names[at++] = name;
  for (const auto name : element_type_names) names[at++] = name;
  return names;
}();

using ReadBody = ActionBody (*)(Fields&);
constexpr std::array<ReadBody, type_names.size()> body_readers = {
    read_move,          read_click,         read_drag,          read_scroll,      read_type,         read_key,
    read_key_down,      read_key_up,        read_mouse_down,    read_mouse_up,    read_wait,         read_navigate,
    read_sequence,      read_window_change, read_window_move,   read_window_size, read_window_close, read_desktop,
    read_desktop_count, read_viewport,      read_window_rename, read_focus,       read_scroll_to};

Expect read_expect(Fields& fields) {
  Expect expect;
  if (!fields.find("expect")) return expect;
  const json::object* object = object_of(fields, "expect");
  if (!object) return expect;
  Fields inner(*object, fields.place("expect"));
  expect.app = inner.maybe_text("app", name_text);
  expect.window = inner.maybe_text("window", name_text);
  expect.element = inner.maybe_text("element", name_text);
  inner.refuse_unknown_keys();
  if (inner.error()) fields.fail(*inner.error());
  return expect;
}

/// What an agent says about an action: stands in the action's own object, or beside it.
void read_said(Fields& fields, Action& action) {
  action.confidence = fields.maybe_number("confidence", 0, 1);
  action.intent = fields.maybe_text("intent", {0, limits::intent_bytes, true}).value_or("");
  action.expect = read_expect(fields);
}

void take_over(Action& action, const Action& from) {
  if (!action.confidence) action.confidence = from.confidence;
  if (action.intent.empty()) action.intent = from.intent;
  if (!action.expect.app) action.expect.app = from.expect.app;
  if (!action.expect.window) action.expect.window = from.expect.window;
  if (!action.expect.element) action.expect.element = from.expect.element;
}

/// The gate judges steps one by one, so what was said of the sequence has to stand in each of them.
void hand_down(Action& action) {
  if (auto* sequence = std::get_if<Sequence>(&action.body)) {
    for (Action& step : sequence->steps) take_over(step, action);
  }
}

tl::expected<Action, RpcError> decode(const json::value& value, Where where, bool step) {
  const auto wrong = [&](const std::string& what) {
    return tl::unexpected(RpcError{error_code::invalid_params, std::string(where) + ": " + what});
  };
  const json::object* object = value.if_object();
  if (!object) return wrong("expected an action object such as {\"type\": \"click\", ...}, got " + kind_of(value));

  Fields fields(*object, where);
  const std::size_t type = fields.choice("type", type_names);
  if (fields.error()) return tl::unexpected(*fields.error());  // which keys belong here is not known
  if (step && body_readers[type] == read_sequence) return wrong("sequences do not nest");

  Action action;
  action.body = body_readers[type](fields);
  if (takes_ref(action.body)) action.on = read_target(fields, type_names[type]);
  read_said(fields, action);
  hand_down(action);
  return fields.finish(std::move(action));
}

}  // namespace

tl::expected<Action, RpcError> decode_action(const json::value& value, std::string_view where) {
  return decode(value, where, false);
}

tl::expected<Action, RpcError> decode_action_of(const json::object& holder, std::string_view where) {
  Fields fields(holder, where);
  Action beside;
  read_said(fields, beside);
  const json::value* value = fields.need("action");
  if (fields.error()) return tl::unexpected(*fields.error());
  auto action = decode_action(*value, fields.place("action"));
  if (!action) return action;

  for (std::string_view key : {"confidence", "intent", "expect"}) {
    if (holder.contains(key) && value->get_object().contains(key)) {
      fields.fail(key, "stands in the action and beside it; say it once");
      return tl::unexpected(*fields.error());
    }
  }
  take_over(*action, beside);
  hand_down(*action);
  return action;
}

}  // namespace interlock::ipc
