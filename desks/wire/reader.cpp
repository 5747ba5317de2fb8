#include "desks/wire/reader.h"

#include <algorithm>

#include "values/suggest.h"
#include "values/utf8.h"

namespace interlock::desk {

namespace json = boost::json;

const json::value* Reader::find(std::string_view key) {
  asked_.push_back(key);
  const json::value* value = object_.if_contains(key);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<Reader> Reader::inside(std::string_view key) {
  const json::value* value = find(key);
  return value ? entry(*value, key) : std::nullopt;
}

std::optional<Reader> Reader::need(std::string_view key) {
  const json::value* value = find(key);
  if (!value) fail(key, "is missing");
  return value ? entry(*value, key) : std::nullopt;
}

const json::array* Reader::array(std::string_view key, std::size_t most) {
  const json::value* value = find(key);
  if (!value) return nullptr;
  const json::array* all = value->if_array();
  if (all && all->size() <= most) return all;
  fail(key, "expected an array of at most " + std::to_string(most) + " entries");
  return nullptr;
}

std::optional<Reader> Reader::entry(const json::value& value, std::string_view key) {
  if (const json::object* object = value.if_object()) return Reader(*object, place(key), mistake_);
  fail(key, "expected an object");
  return std::nullopt;
}

std::int64_t Reader::integer(std::string_view key, std::int64_t least, std::int64_t most) {
  const json::value* value = find(key);
  if (value) return read_integer(key, *value, least, most);
  fail(key, "is missing");
  return least;
}

std::int64_t Reader::integer_or(std::string_view key, std::int64_t least, std::int64_t most, std::int64_t fallback) {
  const json::value* value = find(key);
  return value ? read_integer(key, *value, least, most) : fallback;
}

std::int64_t Reader::read_integer(std::string_view key, const json::value& value, std::int64_t least,
                                  std::int64_t most) {
  const std::int64_t* number = value.if_int64();  // larger numbers are of other kinds, and out of every range
  if (number && *number >= least && *number <= most) return *number;
  fail(key, "expected an integer between " + std::to_string(least) + " and " + std::to_string(most));
  return least;
}

std::uint64_t Reader::id(std::string_view key, std::uint64_t least) {
  return static_cast<std::uint64_t>(integer(key, static_cast<std::int64_t>(least), limits::id));
}

bool Reader::truth(std::string_view key) {
  const json::value* value = find(key);
  const bool* truth = value ? value->if_bool() : nullptr;
  if (!truth) fail(key, "expected true or false");
  return truth && *truth;
}

bool Reader::truth_or(std::string_view key, bool fallback) {
  const json::value* value = find(key);
  if (!value) return fallback;
  if (const bool* truth = value->if_bool()) return *truth;
  fail(key, "expected true or false");
  return fallback;
}

std::string Reader::text(std::string_view key, std::size_t most, std::size_t least) {
  const json::value* value = find(key);
  if (value) return read_text(key, *value, most, least);
  fail(key, "is missing");
  return {};
}

std::string Reader::text_or_empty(std::string_view key, std::size_t most) {
  const json::value* value = find(key);
  return value ? read_text(key, *value, most, 0) : std::string();
}

std::string Reader::read_text(std::string_view key, const json::value& value, std::size_t most, std::size_t least) {
  const json::string* text = value.if_string();
  if (text && text->size() >= least && text->size() <= most) return std::string(*text);
  fail(key, "expected a string of " + std::to_string(least) + " to " + std::to_string(most) + " bytes");
  return {};
}

std::size_t Reader::choice(std::string_view key, std::span<const std::string_view> names) {
  const json::value* value = find(key);
  const json::string* text = value ? value->if_string() : nullptr;
  const auto found = text ? std::find(names.begin(), names.end(), std::string_view(*text)) : names.end();
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  fail(key, "expected one of " + listed(names));
  return 0;
}

Rect Reader::rect() {
  const auto most = limits::coordinate;
  const auto number = [&](std::string_view key, std::int64_t least) {
    return static_cast<std::int32_t>(integer(key, least, most));
  };
  Rect rect;
  rect.x = number("x", -most);
  rect.y = number("y", -most);
  rect.width = number("width", 0);
  rect.height = number("height", 0);
  return rect;
}

std::optional<Rect> Reader::maybe_rect(std::string_view key) {
  auto reader = inside(key);
  return reader ? std::optional(reader->rect()) : std::nullopt;
}

Rect Reader::need_rect(std::string_view key) {
  auto reader = need(key);
  return reader ? reader->rect() : Rect{};
}

Point Reader::point() {
  const auto number = [&](std::string_view key) {
    return static_cast<std::int32_t>(integer(key, -limits::coordinate, limits::coordinate));
  };
  Point point;
  point.x = number("x");
  point.y = number("y");
  return point;
}

void Reader::fail(std::string_view key, std::string_view what) {
  if (mistake_.empty()) mistake_ = place(key) + ": " + std::string(what);
}

void Reader::refuse_other_keys() {
  for (const auto& member : object_) {
    const std::string_view key = member.key();
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    fail(utf8_prefix(key, 64), "is not a key of this protocol");
    return;
  }
}

std::string Reader::place(std::string_view key) const {
  return where_.empty() ? std::string(key) : where_ + "." + std::string(key);
}

}  // namespace interlock::desk
