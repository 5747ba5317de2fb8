#include "clients/broker/topics.h"

#include <algorithm>

#include "values/ascii.h"

namespace interlock::broker {

namespace {

constexpr std::string_view topic_prefix = "interlock/1/";
constexpr std::size_t name_most = 64, id_digits = 32;
constexpr std::string_view kind_names[] = {"state", "question", "picture", "pause", "answer", "result"};

bool has_id(Kind kind) {
  return kind == Kind::question || kind == Kind::picture;
}

/// The text up to the next "/", which is taken away with it.
std::string_view next_level(std::string_view& rest) {
  const auto end = std::min(rest.find('/'), rest.size());
  const auto level = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return level;
}

}  // namespace

bool is_name(std::string_view text) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '@' || c == '-';
  };
  return !text.empty() && text.size() <= name_most && std::all_of(text.begin(), text.end(), allowed);
}

bool is_id(std::string_view text) {
  return text.size() == id_digits && text.find_first_not_of(hex_digits) == std::string_view::npos;
}

std::string text_of(const Topic& topic) {
  std::string text = std::string(topic_prefix) + topic.desktop + "/";
  text += kind_names[static_cast<std::size_t>(topic.kind)];
  if (has_id(topic.kind)) text += "/" + topic.id;
  return text;
}

std::optional<Topic> parse_topic(std::string_view text) {
  if (!text.starts_with(topic_prefix)) return std::nullopt;
  std::string_view rest = text.substr(topic_prefix.size());
  Topic topic{.desktop = std::string(next_level(rest))};
  const auto kind = std::find(std::begin(kind_names), std::end(kind_names), next_level(rest));
  if (kind == std::end(kind_names)) return std::nullopt;
  topic.kind = static_cast<Kind>(kind - std::begin(kind_names));
  topic.id = rest;
  const bool fits = has_id(topic.kind) ? is_id(topic.id) : topic.id.empty();
  // One spelling for each topic.
  if (!fits || !is_name(topic.desktop) || text_of(topic) != text) return std::nullopt;
  return topic;
}

std::string pattern_of(Kind kind, const std::string& desktop) {
  return text_of({.desktop = desktop, .kind = kind, .id = "+"});
}

}  // namespace interlock::broker
