#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ipc/action_keys.h"
#include "ipc/action_names.h"
#include "ipc/decode.h"
#include "ipc/fields.h"
#include "ipc/limits.h"
#include "values/suggest.h"

namespace interlock::ipc {
namespace {

using Where = std::string_view;

tl::expected<Action, RpcError> decode(const json::value& value, Where where, bool step);

/// The object under a key; null, and an error, if the value is not an object.
const json::object* object_of(Fields& fields, std::string_view key) {
  const json::value* value = fields.need(key);
  if (!value) return nullptr;
  const json::object* object = value->if_object();
  if (!object) fields.fail(key, "expected an object, got " + kind_of(*value));
  return object;
}

/// Reads the keys of an action (ipc/action_keys.h).
class ReadKeys {
 public:
  /// `by_text`: the action may name its element by its text.
  ReadKeys(Fields& fields, bool by_text) : fields_(fields), by_text_(by_text) {}

  void aim(Point& at) {
    const char* named = fields_.find("ref") ? "ref" : by_text_ && fields_.find("text") ? "text" : nullptr;
    if (!named) return read_point(fields_, at, 0);
    for (const char* key : {"x", "y"}) {
      if (fields_.find(key)) {
        fields_.fail(key, "cannot be combined with '" + std::string(named) + "': give only one of them");
      }
    }
  }
  void start(std::string_view key, Point& at) {
    if (!fields_.find("ref")) return point(key, at);
    if (fields_.find(key)) fields_.fail(key, "cannot be combined with 'ref': give only one of them");
  }
  void point(std::string_view key, Point& at) {
    const json::object* object = object_of(fields_, key);
    if (!object) return;
    Fields inner(*object, fields_.place(key));
    read_point(inner, at, 0);
    inner.refuse_unknown_keys();
    if (inner.error()) fields_.fail(*inner.error());
  }
  void place(Point& to) { read_point(fields_, to, -limits::coordinate); }
  void button(Button& button) { button = buttons[fields_.choice_or("button", button_names, 0)]; }
  void modifiers(Modifiers& all);

  template <class Number>
  void number(std::string_view key, Number& number, std::int64_t min, std::int64_t max) {
    number = static_cast<Number>(fields_.integer(key, min, max));
  }
  template <class Number>
  void number_or(std::string_view key, Number& number, std::int64_t min, std::int64_t max) {
    number = static_cast<Number>(fields_.integer_or(key, min, max, number));
  }
  void wait(std::string_view key, std::chrono::milliseconds& duration) {
    duration = std::chrono::milliseconds(fields_.integer(key, 0, limits::wait.count()));
  }
  void text(std::string_view key, std::string& text, TextRule rule, std::string_view) {
    text = fields_.text(key, rule);
  }
  void names(std::string_view key, std::optional<std::string>& name) {
    name = fields_.maybe_text(key, {0, limits::title_bytes, false});
  }
  void chords(std::string_view key, std::vector<KeyChord>& chords, std::string_view);
  void one_key(std::string_view key, KeyChord& chord, std::string_view);
  void flag(std::string_view key, bool& flag) { flag = fields_.truth_or(key, false); }
  void window(std::uint64_t& id) { number("window", id, 1, limits::window_id); }
  void maybe_window(std::optional<std::uint64_t>& id) {
    if (fields_.find("window") != nullptr) window(id.emplace());
  }
  void change(std::string_view key, WindowChange& change) {
    change = static_cast<WindowChange>(fields_.choice(key, window_change_names));
  }
  void steps(std::string_view key, std::vector<Action>& steps);
  void fields(std::string_view key, std::vector<FieldValue>& fields);

 private:
  static void read_point(Fields& fields, Point& at, int least) {
    at.x = static_cast<std::int32_t>(fields.integer("x", least, limits::coordinate));
    at.y = static_cast<std::int32_t>(fields.integer("y", least, limits::coordinate));
  }
  Fields& fields_;
  bool by_text_;
};

void ReadKeys::modifiers(Modifiers& all) {
  const json::value* value = fields_.find("modifiers");
  if (!value) return;
  const json::array* names = value->if_array();
  if (!names) {
    fields_.fail("modifiers", "expected an array of shift, ctrl, alt, super; got " + kind_of(*value));
    return;
  }
  for (std::size_t i = 0; i < names->size(); ++i) {
    const json::string* name = (*names)[i].if_string();
    const auto modifier = name ? modifier_from_name(std::string_view(*name)) : std::nullopt;
    if (!modifier) {
      fields_.fail("modifiers[" + std::to_string(i) + "]",
                   "expected one of " + listed(modifier_names) + "; got " +
                       (name ? in_single_quotes(*name) + did_you_mean(*name, modifier_names) : kind_of((*names)[i])));
      return;
    }
    all.add(*modifier);
  }
}

void ReadKeys::chords(std::string_view key, std::vector<KeyChord>& chords, std::string_view) {
  const std::string text = fields_.text(key, {1, limits::keys_bytes, false});
  if (fields_.failed()) return;
  auto parsed = parse_key_chords(text);
  if (parsed) {
    chords = std::move(*parsed);
  } else {
    fields_.fail(key,
                 in_single_quotes(text) +
                     " is not a key; write chords as 'ctrl+shift+v', 'Return' or 'F5', separated by spaces, at most " +
                     std::to_string(max_chords));
  }
}

void ReadKeys::one_key(std::string_view key, KeyChord& chord, std::string_view meaning) {
  std::vector<KeyChord> read;
  chords(key, read, meaning);
  if (fields_.failed()) return;
  if (read.size() != 1 || !read[0].modifiers.empty()) {
    fields_.fail(key, "expected one key; hold each modifier with a separate key_down");
    return;
  }
  chord = std::move(read[0]);
}

void ReadKeys::steps(std::string_view key, std::vector<Action>& steps) {
  const json::value* value = fields_.need(key);
  if (!value) return;
  const json::array* given = value->if_array();
  if (!given || given->empty() || given->size() > limits::sequence_steps) {
    fields_.fail(key, "expected an array of 1 to " + std::to_string(limits::sequence_steps) + " actions, got " +
                          (given ? std::to_string(given->size()) : kind_of(*value)));
    return;
  }
  for (std::size_t i = 0; i < given->size(); ++i) {
    auto step = decode((*given)[i], fields_.place(std::string(key) + "[" + std::to_string(i) + "]"), true);
    if (!step) return fields_.fail(std::move(step.error()));
    steps.push_back(std::move(*step));
  }
}

void ReadKeys::fields(std::string_view key, std::vector<FieldValue>& fields) {
  const json::value* value = fields_.need(key);
  if (!value) return;
  const json::array* given = value->if_array();
  if (!given || given->empty() || given->size() > limits::form_fields) {
    fields_.fail(key, "expected an array of 1 to " + std::to_string(limits::form_fields) + " fields, got " +
                          (given ? std::to_string(given->size()) : kind_of(*value)));
    return;
  }
  for (std::size_t i = 0; i < given->size(); ++i) {
    const std::string each = std::string(key) + "[" + std::to_string(i) + "]";
    const json::object* object = (*given)[i].if_object();
    if (!object) {
      return fields_.fail(each, "expected {\"ref\": \"e42\", \"value\": \"...\"}, got " + kind_of((*given)[i]));
    }
    Fields inner(*object, fields_.place(each));
    fields.push_back({inner.text("ref", ref_text), inner.text("value", {0, limits::text_bytes, true})});
    inner.refuse_unknown_keys();
    if (inner.error()) return fields_.fail(*inner.error());
  }
}

/// The alternative of that number, with its defaults.
template <std::size_t... at>
ActionBody body_of_type(std::size_t type, std::index_sequence<at...>) {
  ActionBody body;
  (void)((type == at && (body.emplace<at>(), true)) || ...);
  return body;
}

/// What is done by ref alone is a click or a move whose point is found later.
ActionBody read_body(Fields& fields, std::size_t type) {
  constexpr std::size_t bodies = std::variant_size_v<ActionBody>;
  if (action_types[type].aim == Aim::element) fields.need("ref");
  if (type >= bodies) {
    if (action_types[type].name == "focus") return Click{};
    return Move{};
  }
  ActionBody body = body_of_type(type, std::make_index_sequence<bodies>());
  ReadKeys keys(fields, action_types[type].name == "click");
  std::visit([&](auto& alternative) { keys_of(keys, alternative); }, body);
  return body;
}

std::optional<OnElement> read_target(Fields& fields, std::string_view type) {
  const bool by_text = type == "click" && !fields.find("ref") && fields.find("text") != nullptr;
  if (!fields.find("ref") && !by_text) return std::nullopt;
  OnElement on;
  if (by_text) {
    on.text = fields.text("text", name_text);
    if (fields.find("window")) on.window = static_cast<std::uint64_t>(fields.integer("window", 1, limits::window_id));
  } else {
    on.ref = fields.text("ref", ref_text);
  }
  // Fields are scrolled into view where that is needed.
  on.scroll_into_view = type == "scroll_to" || (!is_field_type(type) && fields.truth_or("scroll_into_view", false));
  on.focus_only = type == "focus";
  return on;
}

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

/// What an agent says about an action, in the action's own object or beside it.
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

/// The gate judges steps one by one, so the annotations of the sequence are copied into each of them.
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
  const std::size_t type = fields.choice("type", action_type_names);
  if (fields.error()) return tl::unexpected(*fields.error());  // the allowed keys depend on the type
  if (step && action_type_names[type] == "sequence") return wrong("sequences cannot be nested");
  if (step && is_field_type(action_type_names[type])) {
    return wrong("'" + std::string(action_type_names[type]) + "' cannot be a step; ask for it by itself");
  }

  Action action;
  action.body = read_body(fields, type);
  if (action_types[type].aim != Aim::nothing) action.on = read_target(fields, action_type_names[type]);
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
      fields.fail(key, "is given both in the action and beside it; give it once");
      return tl::unexpected(*fields.error());
    }
  }
  take_over(*action, beside);
  hand_down(*action);
  return action;
}

}  // namespace interlock::ipc
