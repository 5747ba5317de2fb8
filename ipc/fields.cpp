#include "ipc/fields.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "values/ascii.h"
#include "values/suggest.h"
#include "values/utf8.h"

namespace interlock::ipc {
namespace {

/// A number in the fewest digits that determine it: "0", "65535", "0.5".
std::string written(double number) {
  std::array<char, 32> digits;
  char* end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return {digits.data(), end};
}

/// The control character that `text` begins with, as "U+001B"; empty if it begins with another character.
std::string control_at(std::string_view text, bool lines) {
  auto byte = static_cast<unsigned char>(text[0]);
  if (lines && (byte == '\n' || byte == '\r' || byte == '\t')) return {};
  const bool c1 = byte == 0xC2 && text.size() > 1 && static_cast<unsigned char>(text[1]) < 0xA0;
  if (c1) byte = static_cast<unsigned char>(text[1]);
  if (!c1 && byte >= 0x20 && byte != 0x7F) return {};
  return std::string("U+00") + upper_hex_digits[byte >> 4U] + upper_hex_digits[byte & 15U];
}

/// Lines that end as they do on any system end with a newline.
std::string with_newlines(std::string_view text) {
  std::string lines;
  lines.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!pair) lines += text[at] == '\r' ? '\n' : text[at];
  }
  return lines;
}

}  // namespace

std::string kind_of(const json::value& value) {
  switch (value.kind()) {
    case json::kind::null:
      return "null";
    case json::kind::bool_:
      return "boolean";
    case json::kind::string:
      return "string";
    case json::kind::array:
      return "array";
    case json::kind::object:
      return "object";
    case json::kind::double_:
      return written(value.get_double());
    default:
      return json::serialize(value);
  }
}

const json::value* Fields::find(std::string_view key) {
  asked_.push_back(key);
  return object_.if_contains(key);
}

const json::value* Fields::need(std::string_view key) {
  const json::value* value = find(key);
  if (!value) fail(key, "is missing");
  return value;
}

std::string Fields::text(std::string_view key, TextRule rule) {
  const json::value* value = need(key);
  return value ? read_text(key, *value, rule) : std::string();
}

std::optional<std::string> Fields::maybe_text(std::string_view key, TextRule rule) {
  const json::value* value = find(key);
  return value ? std::optional(read_text(key, *value, rule)) : std::nullopt;
}

std::int64_t Fields::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const json::value* value = need(key);
  return value ? read_integer(key, *value, min, max) : min;
}

std::int64_t Fields::integer_or(std::string_view key, std::int64_t min, std::int64_t max, std::int64_t fallback) {
  const json::value* value = find(key);
  return value ? read_integer(key, *value, min, max) : fallback;
}

std::optional<double> Fields::maybe_number(std::string_view key, double min, double max) {
  const json::value* value = find(key);
  if (!value) return std::nullopt;
  boost::system::error_code error;
  const auto number = value->to_number<double>(error);
  if (error || number < min || number > max) {
    fail(key, "expected a number between " + written(min) + " and " + written(max) + ", got " + kind_of(*value));
    return std::nullopt;
  }
  return number;
}

bool Fields::truth(std::string_view key) {
  const json::value* value = need(key);
  return value && read_truth(key, *value);
}

bool Fields::truth_or(std::string_view key, bool fallback) {
  const json::value* value = find(key);
  return value ? read_truth(key, *value) : fallback;
}

std::size_t Fields::choice(std::string_view key, std::span<const std::string_view> names) {
  const json::value* value = need(key);
  return value ? read_choice(key, *value, names) : 0;
}

std::size_t Fields::choice_or(std::string_view key, std::span<const std::string_view> names, std::size_t fallback) {
  const json::value* value = find(key);
  return value ? read_choice(key, *value, names) : fallback;
}

std::string Fields::read_text(std::string_view key, const json::value& value, TextRule rule) {
  const json::string* text = value.if_string();
  if (!text) {
    fail(key, "expected a string, got " + kind_of(value));
    return {};
  }
  if (text->size() < rule.min_bytes || text->size() > rule.max_bytes) {
    fail(key, "expected a string of " + std::to_string(rule.min_bytes) + " to " + std::to_string(rule.max_bytes) +
                  " bytes, got " + std::to_string(text->size()));
    return {};
  }
  for (std::size_t at = 0; at < text->size(); ++at) {
    const std::string control = control_at(std::string_view(*text).substr(at), rule.lines);
    if (control.empty()) continue;
    fail(key, "the control character " + control + " at byte " + std::to_string(at) + " is not taken" +
                  (rule.lines ? "; only newline (\\n, Return) and tab (\\t) are" : ""));
    return {};
  }
  return rule.lines ? with_newlines(*text) : std::string(*text);
}

std::int64_t Fields::read_integer(std::string_view key, const json::value& value, std::int64_t min, std::int64_t max) {
  const std::int64_t* number = value.if_int64();  // a larger one is a uint64 or double, and out of every range
  if (!number || *number < min || *number > max) {
    fail(key, "expected an integer between " + std::to_string(min) + " and " + std::to_string(max) + ", got " +
                  kind_of(value));
    return min;
  }
  return *number;
}

bool Fields::read_truth(std::string_view key, const json::value& value) {
  const bool* truth = value.if_bool();
  if (!truth) fail(key, "expected true or false, got " + kind_of(value));
  return truth && *truth;
}

std::size_t Fields::read_choice(std::string_view key, const json::value& value,
                                std::span<const std::string_view> names) {
  const json::string* text = value.if_string();
  const std::string_view given = text ? std::string_view(*text) : std::string_view();
  const auto found = std::find(names.begin(), names.end(), given);
  if (text && found != names.end()) return static_cast<std::size_t>(found - names.begin());
  fail(key, "expected one of " + listed(names) + "; got " +
                (text ? in_single_quotes(given) + did_you_mean(given, names) : kind_of(value)));
  return 0;
}

std::string Fields::place(std::string_view key) const {
  return where_.empty() ? std::string(key) : where_ + "." + std::string(key);
}

void Fields::fail(std::string_view key, std::string_view message) {
  fail(RpcError{error_code::invalid_params, place(key) + ": " + std::string(message)});
}

void Fields::fail(RpcError error) {
  if (!error_) error_ = std::move(error);
}

void Fields::refuse_unknown_keys() {
  for (const auto& member : object_) {
    const std::string_view key = member.key();
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    const std::string hint = did_you_mean(key, asked_);
    const std::string known = asked_.empty() ? "; it takes no keys" : "; known keys: " + listed(asked_);
    error_ = RpcError{error_code::invalid_params, (where_.empty() ? "" : where_ + ": ") + "unknown key " +
                                                      in_single_quotes(key) + (hint.empty() ? known : hint)};
    return;
  }
}

}  // namespace interlock::ipc
