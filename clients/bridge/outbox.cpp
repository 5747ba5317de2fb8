#include "clients/bridge/outbox.h"

#include <algorithm>
#include <set>

#include "clients/broker/messages.h"

namespace interlock::bridge {

namespace json = boost::json;
using broker::Kind;
using broker::Message;

namespace {

/// The id, if it is a question as the broker may have it.
std::optional<std::string> id_in(const json::value& question) {
  const auto* object = question.if_object();
  const auto* id = object == nullptr ? nullptr : object->if_contains("id");
  if (id == nullptr || !id->is_string() || !broker::is_id(id->get_string())) return std::nullopt;
  return std::string(id->get_string());
}

/// Whole seconds, never too few: the console's countdown uses the milliseconds in the question.
std::chrono::seconds expiry_of(const json::object& question) {
  const auto* left = question.if_contains("expires_in_ms");
  const std::int64_t ms = left != nullptr && left->is_int64() ? left->get_int64() : 0;
  const auto longest = std::chrono::milliseconds(broker::longest_question).count();
  return std::chrono::seconds(std::clamp<std::int64_t>(ms, 1, longest) / 1000 + 1);
}

json::value signers_of(const json::object& question) {
  const auto* signers = question.if_contains("signed_by");
  return signers == nullptr ? json::value() : *signers;
}

bool has_picture(const json::object& question) {
  const auto* picture = question.if_contains("picture");
  return picture != nullptr && *picture == json::value(true);
}

}  // namespace

std::vector<Message> Outbox::withdrawal(const std::string& id) const {
  std::vector<Message> messages;
  for (const Kind kind : {Kind::question, Kind::picture})
    messages.push_back({.topic = text_of(broker::Topic{desktop_, kind, id}), .payload = {}, .retained = true});
  return messages;
}

std::vector<Message> Outbox::withdraw_unknown(const std::string& id) const {
  return published_.contains(id) ? std::vector<Message>() : withdrawal(id);
}

void Outbox::forget_published() {
  published_.clear();
  pause_.clear();
}

std::vector<Message> Outbox::update_pause(const json::value* question) {
  const auto id = question == nullptr ? std::nullopt : id_in(*question);
  if (id.value_or("") == pause_) return {};
  pause_ = id.value_or("");
  Message message{.topic = text_of(broker::Topic{desktop_, Kind::pause}), .payload = {}, .retained = true};
  if (id) {
    message.payload = json::serialize(*question);
    message.expiry = expiry_of(question->get_object());
  }
  return {std::move(message)};
}

std::vector<Message> Outbox::update(const json::array& questions,
                                    const std::function<std::optional<std::string>(const std::string&)>& picture) {
  std::vector<Message> messages;
  std::set<std::string> open;
  for (const json::value& each : questions) {
    const auto id = id_in(each);
    if (!id) continue;
    open.insert(*id);
    const json::object& question = each.get_object();
    const auto known = published_.find(*id);
    if (known != published_.end() && known->second == signers_of(question)) continue;
    const auto expiry = expiry_of(question);
    if (known == published_.end() && has_picture(question)) {
      if (auto png = picture(*id))
        messages.push_back({.topic = text_of(broker::Topic{desktop_, Kind::picture, *id}),
                            .payload = std::move(*png),
                            .expiry = expiry,
                            .retained = true});
    }
    messages.push_back({.topic = text_of(broker::Topic{desktop_, Kind::question, *id}),
                        .payload = json::serialize(question),
                        .expiry = expiry,
                        .retained = true});
    published_[*id] = signers_of(question);
  }
  for (auto known = published_.begin(); known != published_.end();) {
    if (open.contains(known->first)) {
      ++known;
      continue;
    }
    for (auto& message : withdrawal(known->first)) messages.push_back(std::move(message));
    known = published_.erase(known);
  }
  return messages;
}

}  // namespace interlock::bridge
