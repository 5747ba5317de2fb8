/// The fields that a custom rule can use, of an action, its target, the agent and a tool call, in one table. A new
/// field is one row here and one line in custom_reading.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace interlock::gate {

enum class Field : std::uint8_t {
  action,
  text,
  keys,
  command,
  url,
  url_host,
  button,
  count,
  x,
  y,
  confidence,
  intent,
  target_role,
  target_name,
  target_description,
  target_label,
  target_value,
  target_states,
  target_attribute,
  target_within,
  target_category,
  target_consequence,
  drop_role,
  drop_name,
  window_app,
  window_class,
  window_title,
  window_type,
  window_pid,
  document_url,
  document_host,
  document_title,
  clipboard,
  agent_name,
  agent_program,
  directive,
  goal,
  tool_name,
  tool_arguments,
  tool_argument,
};
inline constexpr std::size_t field_count = 40;

enum class ValueKind : std::uint8_t {
  text,    ///< text of a person, a page, a program: globs and patterns
  host,    ///< of a URL: "*.example.com" is the domain and all its subdomains
  word,    ///< one of a few known words: globs of them
  number,  ///< above, below, at_least, at_most
};

struct FieldRow {
  Field field;
  std::string_view name;  ///< in a rule: "target.name"; one that ends in "." is followed by a name of the user's choice
  ValueKind kind;
  std::string_view meaning;  ///< for people
};

/// All rows, in the order of the enumeration.
std::span<const FieldRow> field_table();
const FieldRow& describe(Field field);

/// A field as it is named in a rule.
struct FieldName {
  Field field = Field::action;
  std::string key;  ///< the KEY in target.attributes.KEY and tool.args.KEY
  bool operator==(const FieldName&) const = default;
  /// "target.attributes.class"
  std::string text() const;
};
std::optional<FieldName> field_from_name(std::string_view name);

/// All words that a field of the kind `word` can have; empty for other kinds.
std::span<const std::string_view> words_of(Field field);

}  // namespace interlock::gate
