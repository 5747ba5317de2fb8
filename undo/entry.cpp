#include "undo/entry.h"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <optional>

namespace interlock::undo {
namespace {

namespace json = boost::json;

/// A path may have any bytes, JSON has only UTF-8: bytes other than printable ASCII, and "%", become %XX.
std::string encoded(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f && c != '%') {
      text += c;
    } else {
      text += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return text;
}

/// As `encoded` made it; any bytes.
std::optional<std::string> decoded_any(std::string_view text) {
  const auto value = [](char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; };
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      bytes += text[i];
      continue;
    }
    if (i + 2 >= text.size() || value(text[i + 1]) < 0 || value(text[i + 2]) < 0) return std::nullopt;
    bytes += static_cast<char>(value(text[i + 1]) * 16 + value(text[i + 2]));
    i += 2;
  }
  return bytes;
}

/// The same without zero bytes, which no path has.
std::optional<std::string> decoded(std::string_view text) {
  auto bytes = decoded_any(text);
  return bytes && bytes->find('\0') == std::string::npos ? bytes : std::nullopt;
}

/// Reads the members of an object; remembers the first that is missing or of another type.
class Members {
 public:
  explicit Members(const json::value& value) : object_(value.if_object()) {
    if (object_ == nullptr) wrong_ = "an object is missing";
  }
  std::string text(std::string_view key) {
    const json::value* found = find(key);
    if (found == nullptr || !found->is_string()) return fail(key), std::string();
    auto bytes = decoded(found->get_string());
    return bytes ? std::move(*bytes) : (fail(key), std::string());
  }
  std::int64_t number(std::string_view key) {
    const json::value* found = find(key);
    if (found == nullptr || !found->is_int64()) return fail(key), 0;
    return found->get_int64();
  }
  std::uint64_t count(std::string_view key) {
    const std::int64_t found = number(key);
    if (found < 0) fail(key);
    return static_cast<std::uint64_t>(std::max<std::int64_t>(found, 0));
  }
  std::uint32_t small(std::string_view key) {
    const std::uint64_t found = count(key);
    if (found > UINT32_MAX) fail(key);
    return static_cast<std::uint32_t>(found);
  }
  bool truth(std::string_view key) {
    const json::value* found = find(key);
    if (found == nullptr || !found->is_bool()) return fail(key), false;
    return found->get_bool();
  }
  /// Texts by texts; may be missing.
  std::map<std::string, std::string> pairs(std::string_view key) {
    std::map<std::string, std::string> all;
    const json::value* found = find(key);
    if (found == nullptr) return all;
    if (!found->is_object()) return fail(key), all;
    for (const auto& [name, value] : found->get_object()) {
      const auto first = decoded(name), second = value.is_string() ? decoded_any(value.get_string()) : std::nullopt;
      if (!first || !second) return fail(key), all;
      all[*first] = *second;
    }
    return all;
  }
  const json::array& list(std::string_view key) {
    static const json::array nothing;
    const json::value* found = find(key);
    if (found == nullptr || !found->is_array()) return fail(key), nothing;
    return found->get_array();
  }
  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> all;
    for (const json::value& each : list(key)) {
      const auto bytes = each.is_string() ? decoded(each.get_string()) : std::nullopt;
      if (!bytes) return fail(key), all;
      all.push_back(*bytes);
    }
    return all;
  }
  std::string path(std::string_view key) {
    std::string found = text(key);
    if (!found.starts_with('/')) fail(key);
    return found;
  }
  void fail(std::string_view key) {
    if (wrong_.empty()) wrong_ = "'" + std::string(key) + "' is missing or wrong";
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const json::value* find(std::string_view key) const {
    return object_ == nullptr ? nullptr : object_->if_contains(key);
  }
  const json::object* object_;
  std::string wrong_;
};

json::array encoded_all(const std::vector<std::string>& texts) {
  json::array all;
  for (const std::string& each : texts) all.emplace_back(encoded(each));
  return all;
}

std::optional<json::value> parsed(std::string_view text) {
  boost::system::error_code failed;
  json::value value = json::parse(text, failed);
  if (failed) return std::nullopt;
  return value;
}

}  // namespace

bool is_entry_id(std::string_view id) {
  if (id.empty() || id.size() > 128 || id.front() == '.') return false;
  return std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
  });
}

std::string header_text(const Header& header) {
  json::array places, texts;
  for (const Place& place : header.places) {
    places.push_back(json::object{{"path", encoded(place.path)},
                                  {"existed", place.existed},
                                  {"within", place.within},
                                  {"only_removes", place.only_removes},
                                  {"skip", encoded_all(place.skip)},
                                  {"around_changed", place.around_changed},
                                  {"around_read", place.around_read}});
  }
  for (const Text& text : header.texts)
    texts.push_back(json::object{{"field", encoded(text.field)}, {"text", encoded(text.text)}});
  return json::serialize(json::object{{"id", encoded(header.id)},
                                      {"time", header.time},
                                      {"session", encoded(header.session)},
                                      {"agent", encoded(header.agent)},
                                      {"summary", encoded(header.summary)},
                                      {"places", std::move(places)},
                                      {"secrets", encoded_all(header.secrets)},
                                      {"texts", std::move(texts)},
                                      {"files", header.files},
                                      {"bytes", header.bytes},
                                      {"undone", encoded(header.undone)}});
}

tl::expected<Header, std::string> read_header(std::string_view text) {
  const auto value = parsed(text);
  if (!value) return tl::make_unexpected(std::string("it is not JSON"));
  Members members(*value);
  Header header{.id = members.text("id"),
                .time = members.number("time"),
                .session = members.text("session"),
                .agent = members.text("agent"),
                .summary = members.text("summary")};
  for (const json::value& each : members.list("places")) {
    Members place(each);
    header.places.push_back({place.path("path"), place.truth("existed"), place.truth("within"),
                             place.truth("only_removes"), place.texts("skip"), place.number("around_changed"),
                             place.number("around_read")});
    if (!place.wrong().empty()) members.fail("places");
  }
  header.secrets = members.texts("secrets");
  for (const json::value& each : members.list("texts")) {
    Members field(each);
    header.texts.push_back({field.text("field"), field.text("text")});
    if (!field.wrong().empty()) members.fail("texts");
  }
  header.files = members.count("files");
  header.bytes = members.count("bytes");
  header.undone = members.text("undone");
  if (!is_entry_id(header.id)) members.fail("id");
  if (!members.wrong().empty()) return tl::make_unexpected(members.wrong());
  return header;
}

std::string node_line(const Node& node) {
  json::object line = {{"kind", static_cast<int>(node.kind)},
                       {"path", encoded(node.path)},
                       {"mode", node.mode},
                       {"owner", node.owner},
                       {"group", node.group},
                       {"changed", node.changed},
                       {"read", node.read},
                       {"size", node.size},
                       {"content", encoded(node.content)}};
  json::object attributes;
  for (const auto& [name, value] : node.attributes) attributes[encoded(name)] = encoded(value);
  if (!attributes.empty()) line["attributes"] = std::move(attributes);
  return json::serialize(line) + "\n";
}

tl::expected<Node, std::string> read_node(std::string_view line) {
  const auto value = parsed(line);
  if (!value) return tl::make_unexpected(std::string("it is not JSON"));
  Members members(*value);
  const std::uint32_t kind = members.small("kind");
  if (kind > static_cast<std::uint32_t>(Node::Kind::link)) members.fail("kind");
  Node node{.kind = static_cast<Node::Kind>(std::min<std::uint32_t>(kind, 2)),
            .path = members.path("path"),
            .mode = members.small("mode") & 07777U,
            .owner = members.small("owner"),
            .group = members.small("group"),
            .changed = members.number("changed"),
            .read = members.number("read"),
            .size = members.count("size"),
            .attributes = members.pairs("attributes"),
            .content = members.text("content")};
  // The name of a copy is made by us: a number.
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (node.kind == Node::Kind::file &&
      (node.content.empty() || !std::all_of(node.content.begin(), node.content.end(), digit)))
    members.fail("content");
  const auto kept = [](const auto& each) { return is_kept_attribute(each.first); };
  if (!std::all_of(node.attributes.begin(), node.attributes.end(), kept)) members.fail("attributes");
  if (node.path.find("/../") != std::string::npos || node.path.ends_with("/..")) members.fail("path");
  if (!members.wrong().empty()) return tl::make_unexpected(members.wrong());
  return node;
}

}  // namespace interlock::undo
