#include "clients/console/fleet.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "clients/broker/messages.h"

namespace interlock::console {

namespace json = boost::json;
using std::chrono::milliseconds;

Fleet::Desktop* Fleet::at(const std::string& name) {
  const auto known = desktops_.find(name);
  if (known != desktops_.end()) return &known->second;
  return desktops_.size() < most_desktops ? &desktops_[name] : nullptr;
}

Fleet::Taken Fleet::take(const broker::Topic& topic, const broker::Message& message, Time now) {
  if (topic.kind == broker::Kind::state) return take_state(topic.desktop, message.payload);
  if (topic.kind == broker::Kind::pause) return take_pause(topic.desktop, message, now);
  return topic.kind == broker::Kind::question ? take_question(topic, message, now) : Taken::refused;
}

Fleet::Taken Fleet::take_state(const std::string& name, const std::string& state) {
  if (state.empty()) return desktops_.erase(name) > 0 ? Taken::changed : Taken::nothing;
  if (state != "online" && state != "paused" && state != "waiting" && state != "offline") return Taken::refused;
  Desktop* desktop = at(name);
  if (desktop == nullptr) return Taken::too_many;
  return std::exchange(desktop->state, state) == state ? Taken::nothing : Taken::changed;
}

/// What the broker kept for a while is older than it says.
milliseconds left_of(const json::object& question, const broker::Message& message) {
  const milliseconds left(question.at("expires_in_ms").as_int64());
  return message.expiry ? std::min<milliseconds>(left, *message.expiry) : left;
}

/// Nothing of it is shown before somebody asks for it.
Fleet::Taken Fleet::take_pause(const std::string& name, const broker::Message& message, Time now) {
  Desktop* desktop = at(name);
  if (desktop == nullptr) return Taken::too_many;
  desktop->pause.reset();
  if (message.payload.empty()) return Taken::nothing;
  auto question = broker::read_pause(message.payload);
  if (!question) return Taken::refused;
  const auto closes = now + left_of(*question, message);
  (*question)["desktop"] = name;
  desktop->pause = {std::move(*question), closes};
  return Taken::nothing;
}

void Fleet::close_old(Desktop& desktop, Time now) {
  std::erase_if(desktop.questions, [now](const auto& each) { return each.second.closes <= now; });
}

Fleet::Taken Fleet::take_question(const broker::Topic& topic, const broker::Message& message, Time now) {
  if (message.payload.empty()) {
    const auto known = desktops_.find(topic.desktop);
    return known != desktops_.end() && known->second.questions.erase(topic.id) > 0 ? Taken::changed : Taken::nothing;
  }
  Desktop* desktop = at(topic.desktop);
  if (desktop == nullptr) return Taken::too_many;
  close_old(*desktop, now);
  const bool known = desktop->questions.contains(topic.id);
  // Before it is parsed: a desktop that sends many must not keep us busy.
  if (!known && desktop->questions.size() >= most_of_one) return Taken::too_many;
  auto question = broker::read_question(topic.id, message.payload);
  if (!question) return Taken::refused;
  const milliseconds left = left_of(*question, message);
  (*question)["desktop"] = topic.desktop;
  (*question)["group"] = broker::group_of(*question);
  const std::uint64_t number = known ? desktop->questions[topic.id].number : ++number_;
  desktop->questions[topic.id] = {std::move(*question), now + left, number};
  return known ? Taken::changed : Taken::question;
}

json::array Fleet::questions(Time now) {
  using Place = std::pair<std::size_t, std::uint64_t>;  // the how-manieth of its desktop, and its age
  std::vector<std::pair<Place, json::object>> all;
  for (auto& [name, desktop] : desktops_) {
    close_old(desktop, now);
    std::vector<const Open*> own;
    for (const auto& [id, open] : desktop.questions) own.push_back(&open);
    std::sort(own.begin(), own.end(), [](const Open* a, const Open* b) { return a->number < b->number; });
    for (std::size_t i = 0; i < own.size(); ++i) {
      json::object question = own[i]->question;
      question["expires_in_ms"] = std::chrono::duration_cast<milliseconds>(own[i]->closes - now).count();
      question["online"] = is_online(name);
      all.emplace_back(Place{i, own[i]->number}, std::move(question));
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  json::array shown;
  for (auto& [place, question] : all) {
    if (shown.size() == most_shown) break;
    shown.push_back(std::move(question));
  }
  return shown;
}

std::optional<json::object> Fleet::pause(const std::string& desktop, Time now) const {
  const auto known = desktops_.find(desktop);
  if (known == desktops_.end() || !known->second.pause || known->second.pause->closes <= now) return std::nullopt;
  return known->second.pause->question;
}

json::array Fleet::desktops() const {
  json::array all;
  for (const auto& [name, desktop] : desktops_)
    all.push_back(json::object{{"name", name}, {"state", desktop.state}, {"questions", desktop.questions.size()}});
  return all;
}

std::set<std::string> Fleet::open(Time now) {
  std::set<std::string> ids;
  for (auto& [name, desktop] : desktops_) {
    close_old(desktop, now);
    for (const auto& [id, question] : desktop.questions) ids.insert(std::string(name).append(" ").append(id));
  }
  return ids;
}

const Fleet::Open* Fleet::find(const std::string& desktop, const std::string& id) const {
  const auto known = desktops_.find(desktop);
  if (known == desktops_.end()) return nullptr;
  if (const auto& pause = known->second.pause; pause && pause->question.at("id").as_string() == id) return &*pause;
  const auto question = known->second.questions.find(id);
  return question == known->second.questions.end() ? nullptr : &question->second;
}

std::optional<milliseconds> Fleet::left(const std::string& desktop, const std::string& id, Time now) const {
  const Open* open = find(desktop, id);
  if (open == nullptr || open->closes <= now) return std::nullopt;
  return std::chrono::duration_cast<milliseconds>(open->closes - now);
}

std::string Fleet::rule_of(const std::string& desktop, const std::string& id) const {
  const Open* open = find(desktop, id);
  return open == nullptr ? std::string() : std::string(open->question.at("rule").as_string());
}

boost::json::object Fleet::summary(const std::string& desktop, const std::string& id) const {
  const Open* open = find(desktop, id);
  boost::json::object found = {{"id", id}};
  if (open == nullptr) return found;
  for (const auto& [name, key] : {std::pair{"action", "headline"}, {"agent", "agent"}, {"rule", "rule"}}) {
    if (const auto* text = open->question.if_contains(key)) found[name] = *text;
  }
  return found;
}

bool Fleet::is_online(const std::string& desktop) const {
  const auto known = desktops_.find(desktop);
  return known != desktops_.end() && (known->second.state == "online" || known->second.state == "paused");
}

std::map<std::string, std::size_t> Fleet::states() const {
  std::map<std::string, std::size_t> counts{{"online", 0}, {"paused", 0}, {"waiting", 0}, {"offline", 0}};
  for (const auto& [name, desktop] : desktops_) ++counts[desktop.state];
  return counts;
}

}  // namespace interlock::console
