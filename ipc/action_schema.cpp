#include "ipc/action_schema.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ipc/action_keys.h"
#include "ipc/action_names.h"
#include "ipc/schema.h"

namespace interlock::ipc {
namespace {

json::array schemas_of(std::optional<GoalType> kept, bool step);

/// Describes the keys of an action (ipc/action_keys.h).
class DescribeKeys {
 public:
  /// With `by_ref`, a ref takes the place of the point.
  DescribeKeys(std::optional<GoalType> kept, bool by_ref) : kept_(kept), by_ref_(by_ref) {}

  void aim(Point) {
    if (!by_ref_) two_numbers(0);
  }
  void start(std::string_view key, Point at) {
    if (!by_ref_) point(key, at);
  }
  void point(std::string_view key, Point) { need(key, schema::object(schema::on_screen())); }
  void place(Point) { two_numbers(-limits::coordinate); }
  void button(Button) { maybe("button", schema::one_of(button_names)); }
  void modifiers(Modifiers) { maybe("modifiers", {{"type", "array"}, {"items", schema::one_of(modifier_names)}}); }
  void number(std::string_view key, std::int64_t, std::int64_t min, std::int64_t max) {
    need(key, schema::integer(min, max));
  }
  void number_or(std::string_view key, std::int64_t, std::int64_t min, std::int64_t max) {
    maybe(key, schema::integer(min, max));
  }
  void wait(std::string_view key, std::chrono::milliseconds) { need(key, schema::integer(0, limits::wait.count())); }
  void text(std::string_view key, const std::string&, TextRule, std::string_view meaning) {
    need(key, schema::text(meaning));
  }
  void names(std::string_view key, const std::optional<std::string>&) {
    maybe(key, {{"type", "string"}, {"maxLength", limits::title_bytes}});
  }
  void chords(std::string_view key, const std::vector<KeyChord>&, std::string_view meaning) {
    need(key, schema::text(meaning));
  }
  void one_key(std::string_view key, const KeyChord&, std::string_view meaning) { need(key, schema::text(meaning)); }
  void flag(std::string_view key, bool) { maybe(key, {{"type", "boolean"}}); }
  void window(std::uint64_t) { need("window", schema::integer(1, limits::window_id)); }
  void maybe_window(std::optional<std::uint64_t>) { maybe("window", schema::integer(1, limits::window_id)); }
  void change(std::string_view key, WindowChange) { need(key, schema::one_of(window_change_names)); }
  void steps(std::string_view key, const std::vector<Action>&) {
    const auto most = std::int64_t{limits::sequence_steps};
    need(key,
         {{"type", "array"}, {"items", {{"anyOf", schemas_of(kept_, true)}}}, {"minItems", 1}, {"maxItems", most}});
  }

  void fields(std::string_view key, const std::vector<FieldValue>&) {
    json::object field = schema::object({{"ref", schema::text("The field, as `observe` names it.")},
                                         {"value", schema::text("As in set_value; or the name of an option.")}});
    need(key, {{"type", "array"},
               {"items", std::move(field)},
               {"minItems", 1},
               {"maxItems", std::int64_t{limits::form_fields}}});
  }

  void need(std::string_view key, json::object schema) {
    required_.emplace_back(key);
    maybe(key, std::move(schema));
  }
  void maybe(std::string_view key, json::object schema) { properties_[key] = std::move(schema); }
  json::object finish(std::string_view meaning) && {
    return {{"type", "object"},
            {"properties", std::move(properties_)},
            {"required", std::move(required_)},
            {"additionalProperties", false},
            {"description", meaning}};
  }

 private:
  void two_numbers(int least) {
    number("x", 0, least, limits::coordinate);
    number("y", 0, least, limits::coordinate);
  }

  std::optional<GoalType> kept_;
  bool by_ref_;
  json::object properties_;
  json::array required_;
};

/// How the target is given: a point, or the keyboard focus; an element by its ref, or by its text.
enum class Given : std::uint8_t { point, ref, text };

template <std::size_t... at>
void describe_body(DescribeKeys& keys, std::size_t type, std::index_sequence<at...>) {
  const auto describe_one = [&]<class Body>(const Body& body) { keys_of(keys, body); };
  (void)((type == at && (describe_one(std::variant_alternative_t<at, ActionBody>{}), true)) || ...);
}

/// With an element instead of the point it is a separate schema, because one of them is required.
json::object schema_of(std::size_t type, std::optional<GoalType> kept, Given given) {
  const ActionType& row = action_types[type];
  DescribeKeys keys(kept, given != Given::point);
  keys.need("type", schema::one_of(std::array{row.name}));
  describe_body(keys, type, std::make_index_sequence<std::variant_size_v<ActionBody>>());
  if (given == Given::ref) {
    keys.need("ref", schema::text("The element, as `observe` names it: \"e42\"."));
    if (row.name != "scroll_to" && !is_field_type(row.name)) keys.flag("scroll_into_view", false);
  }
  if (given == Given::text) {
    keys.need("text", schema::text("The element's text, if no other has it."));
    keys.maybe("window", schema::described("With `text`: the id of its window; default: the active one.",
                                           schema::integer(1, limits::window_id)));
  }
  return std::move(keys).finish(row.meaning);
}

void add_schemas(json::array& schemas, std::size_t type, std::optional<GoalType> kept) {
  const Aim aim = action_types[type].aim;
  if (aim != Aim::element) schemas.emplace_back(schema_of(type, kept, Given::point));
  if (aim != Aim::nothing) schemas.emplace_back(schema_of(type, kept, Given::ref));
  if (action_types[type].name == "click") schemas.emplace_back(schema_of(type, kept, Given::text));
}

json::array schemas_of(std::optional<GoalType> kept, bool step) {
  json::array schemas;
  for (std::size_t type = 0; type < action_types.size(); ++type) {
    const std::string_view name = action_types[type].name;
    if (kept && *kept < least_goal_of_action(name)) continue;
    if (!step || (name != "sequence" && !is_field_type(name))) add_schemas(schemas, type, kept);
  }
  return schemas;
}

}  // namespace

json::array action_schemas(std::string_view type, std::optional<GoalType> kept) {
  json::array schemas;
  for (std::size_t at = 0; at < action_types.size(); ++at) {
    if (action_types[at].name == type) add_schemas(schemas, at, kept);
  }
  return schemas;
}

json::array schemas_of_all(std::optional<GoalType> kept) {
  return schemas_of(kept, false);
}

}  // namespace interlock::ipc
