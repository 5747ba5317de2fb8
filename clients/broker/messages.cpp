#include "clients/broker/messages.h"

#include <algorithm>
#include <array>

#include "approval/digest.h"
#include "approval/pause.h"
#include "approval/rows_json.h"
#include "approval/statement.h"

namespace interlock::broker {

namespace json = boost::json;

namespace {

constexpr std::size_t most_items = 64;
constexpr std::size_t most_item_bytes = 256;
constexpr std::array question_texts = {"session", "record", "headline", "agent", "rule", "consequence"};

/// Nothing: too long, not JSON, nested too deeply, or no object.
std::optional<json::object> object_in(std::string_view bytes, std::size_t most) {
  if (bytes.size() > most) return std::nullopt;
  boost::system::error_code error;
  auto value = json::parse(bytes, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

const json::string* text_at(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value == nullptr ? nullptr : value->if_string();
}

/// A list of short texts; null: it is something else.
const json::array* texts_at(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  const auto* list = value == nullptr ? nullptr : value->if_array();
  if (list == nullptr || list->size() > most_items) return nullptr;
  const bool short_texts = std::all_of(list->begin(), list->end(), [](const json::value& each) {
    return each.is_string() && each.get_string().size() <= most_item_bytes;
  });
  return short_texts ? list : nullptr;
}

/// Nothing: no integer from 0 to `most`.
std::optional<std::int64_t> number_at(const json::object& object, std::string_view key, std::int64_t most) {
  const auto* value = object.if_contains(key);
  if (value == nullptr || !value->is_int64()) return std::nullopt;
  const std::int64_t number = value->get_int64();
  if (number < 0 || number > most) return std::nullopt;
  return number;
}

/// An absolute path that may stand in a command line as it is.
bool is_plain_path(std::string_view text) {
  constexpr std::string_view others = "/._-";
  const auto plain = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || others.find(c) != others.npos;
  };
  return text.starts_with('/') && text.size() <= most_item_bytes && std::all_of(text.begin(), text.end(), plain);
}

tl::unexpected<std::string> wrong(std::string_view key) {
  return tl::unexpected<std::string>("not a question: '" + std::string(key) + "'");
}

/// The rows and the statement, if they belong together.
tl::expected<json::object, std::string> checked_statement(const std::string& id, const json::object& sent) {
  const auto* text = text_at(sent, "statement");
  const auto statement = text == nullptr ? std::nullopt : approval::parse_statement(*text);
  if (!statement) return wrong("statement");
  const auto shown = approval::rows_at(sent, "shown"), done = approval::rows_at(sent, "done");
  if (!shown) return wrong("shown");
  if (!done) return wrong("done");
  if (statement->question != id) return tl::unexpected<std::string>("the statement is of another question");
  if (statement->shown != approval::digest_of(*shown))
    return tl::unexpected<std::string>("the statement is not of what is shown");
  if (statement->done != approval::digest_of(*done))
    return tl::unexpected<std::string>("the statement is not of what would be done");
  return json::object{{"id", id},
                      {"statement", *text},
                      {"shown", approval::rows_json(*shown)},
                      {"done", approval::rows_json(*done)},
                      {"picture", !statement->picture.empty()}};
}

}  // namespace

tl::expected<json::object, std::string> read_question(const std::string& id, std::string_view bytes) {
  const auto sent = object_in(bytes, question_bytes);
  if (!sent) return tl::unexpected<std::string>("not a JSON object of at most 1 MiB");
  auto question = checked_statement(id, *sent);
  if (!question) return question;
  for (const char* key : question_texts) {
    const auto* text = text_at(*sent, key);
    if (text == nullptr) return wrong(key);
    (*question)[key] = *text;
  }
  for (const char* key : {"lifespans", "signed_by"}) {
    const auto* list = texts_at(*sent, key);
    if (list == nullptr) return wrong(key);
    (*question)[key] = *list;
  }
  const std::int64_t longest = std::chrono::milliseconds(longest_question).count();
  for (const auto& [key, most] :
       {std::pair<const char*, std::int64_t>{"needed", most_items}, {"expires_in_ms", longest}}) {
    const auto number = number_at(*sent, key, most);
    if (!number) return wrong(key);
    (*question)[key] = *number;
  }
  return question;
}

tl::expected<json::object, std::string> read_pause(std::string_view bytes) {
  const auto sent = object_in(bytes, question_bytes);
  const auto* id = sent ? text_at(*sent, "id") : nullptr;
  if (id == nullptr || !is_id(*id)) return tl::unexpected<std::string>("no id of a question");
  auto question = read_question(std::string(*id), bytes);
  if (question && approval::rows_at(*question, "done") != approval::pause_done())
    return tl::unexpected<std::string>("another question than that of a pause");
  return question;
}

tl::expected<json::object, std::string> read_answer(std::string_view bytes) {
  auto sent = object_in(bytes, answer_bytes);
  if (!sent) return tl::unexpected<std::string>("not a JSON object of at most 64 KiB");
  const auto* id = text_at(*sent, "id");
  if (id == nullptr || !is_id(*id)) return tl::unexpected<std::string>("no id of a question");
  for (const auto& [key, value] : *sent) {
    if (key != "id" && key != "approve" && key != "lifespan" && key != "signature")
      return tl::unexpected<std::string>("a key that answers do not have");
  }
  return std::move(*sent);
}

std::optional<json::object> read_result(std::string_view bytes) {
  const auto sent = object_in(bytes, answer_bytes);
  if (!sent) return std::nullopt;
  json::object result;
  for (const char* key : {"error", "outcome", "approver"}) {
    if (const auto* text = text_at(*sent, key)) result[key] = *text;
  }
  for (const char* key : {"signatures", "needed"}) {
    if (const auto number = number_at(*sent, key, most_items)) result[key] = *number;
  }
  if (const auto* paused = sent->if_contains("paused"); paused != nullptr && paused->is_bool())
    result["paused"] = paused->get_bool();
  if (const auto* vnc = text_at(*sent, "vnc"); vnc != nullptr && is_plain_path(*vnc)) result["vnc"] = *vnc;
  if (!result.contains("error") && !result.contains("outcome")) return std::nullopt;
  return result;
}

std::string group_of(const json::object& question) {
  const auto shown = approval::rows_at(question, "shown"), done = approval::rows_at(question, "done");
  const auto* text = text_at(question, "statement");
  const auto statement = text == nullptr ? std::nullopt : approval::parse_statement(*text);
  if (!shown || !done || !statement) return {};
  approval::Rows same;
  for (const auto& row : *done) {
    if (row.first != "session" && row.first != "record") same.push_back(row);
  }
  // Only the presentation depends on this: each question is signed by its own statement.
  const std::string all = approval::digest_of(*shown) + approval::digest_of(same) + statement->policy + " " +
                          statement->picture + " " + json::serialize(question.at("lifespans")) +
                          json::serialize(question.at("needed")) + json::serialize(question.at("signed_by"));
  return approval::sha256_hex(all);
}

}  // namespace interlock::broker
