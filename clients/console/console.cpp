#include "clients/console/console.h"

#include <chrono>
#include <iostream>

#include "clients/console/files.h"

namespace interlock::console {

namespace json = boost::json;

namespace {

constexpr const char* cookie_name = "__Host-interlock";
constexpr const char* cookie_rules = "; Path=/; Secure; HttpOnly; SameSite=Strict";

Page problem(unsigned status, const std::string& why) {
  return {.status = status, .body = json::serialize(json::object{{"error", why}})};
}

Page page_of(const DaemonCalls::Answer& answer) {
  return answer ? Page{.body = json::serialize(*answer)} : problem(409, answer.error());
}

json::object object_of(const std::string& body) {
  boost::system::error_code error;
  const auto value = json::parse(body, error);
  return !error && value.is_object() ? value.get_object() : json::object();
}

std::string member_text(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

Page png_page(std::optional<std::string> png) {
  if (!png) return problem(404, "there is no picture");
  return {.type = "image/png", .body = std::move(*png)};
}

}  // namespace

tl::expected<void, Error> Console::follow(std::function<void()> changed) {
  auto history = History::open(settings_.history, [this] { metrics_.add(history_lost, {}); });
  if (!history && settings_.history_is_default) {
    std::cerr << "interlock-console: " << history.error().text() << "; it is kept in memory" << std::endl;
    history = History::open({}, {});
  }
  if (!history) return tl::make_unexpected(history.error());
  history_ = std::move(*history);
  if (settings_.broker.empty()) {
    watch_ = std::make_unique<DaemonWatch>(settings_, [this, changed](const json::object* event) {
      if (event != nullptr) take_event(*event);
      changed();
    });
    return {};
  }
  auto opened = BrokerCalls::open(settings_.broker, metrics_, *history_, std::move(changed));
  if (!opened) return tl::make_unexpected(opened.error());
  broker_ = std::move(*opened);
  return {};
}

void Console::end() {
  watch_.reset();
  broker_.reset();
  history_.reset();
}

void Console::take_event(const json::object& event) {
  const std::string method = member_text(event, "method");
  const auto* params = event.if_contains("params");
  if (params == nullptr || !params->is_object()) return;
  const std::string rule = member_text(params->get_object(), "rule");
  if (method == "asked") metrics_.add(prompts_total, {{"rule", rule}});
  if (method != "decision") return;
  metrics_.add(decisions_total, {{"decision", member_text(params->get_object(), "decision")}, {"rule", rule}});
  history_->add(params->get_object(), {});
}

bool Console::is_signed_in(const Head& head) {
  return logins_.is_open(cookie_of(head.cookie, cookie_name), std::chrono::steady_clock::now());
}

std::string Console::new_link() {
  return settings_.origin + "/#login=" + logins_.new_link(std::chrono::steady_clock::now());
}

std::optional<Page> Console::quick(const Head& head, const std::string& body) {
  const std::string path = path_of(head.target);
  if (!path.starts_with("/api/")) {
    const File* file = head.method == "GET" ? find_file(path) : nullptr;
    if (file == nullptr) return problem(404, "there is nothing here");
    return Page{.type = std::string(file->type), .body = std::string(file->text)};
  }
  if (path == "/api/login" && head.method == "POST") {
    const std::string session = logins_.open(member_text(object_of(body), "link"), std::chrono::steady_clock::now());
    if (session.empty())
      return problem(403, "this link was used or has expired: run 'interlockctl console' for another");
    return Page{.cookie = std::string(cookie_name) + "=" + session + cookie_rules};
  }
  if (!is_signed_in(head)) return problem(401, "run 'interlockctl console' and open its link");
  if (path == "/api/logout" && head.method == "POST") {
    logins_.close(cookie_of(head.cookie, cookie_name));
    return Page{.cookie = std::string(cookie_name) + "=" + cookie_rules + "; Max-Age=0"};
  }
  return std::nullopt;
}

Page Console::slow(const Head& head, const std::string& body) {
  const std::string path = path_of(head.target);
  if (head.method == "GET") {
    const std::string id = query_of(head.target, "id");
    if (path == "/api/picture" && broker_) return png_page(broker_->picture(query_of(head.target, "desktop"), id));
    if (path == "/api/picture") return png_page(calls_.picture(id));
    if (path == "/api/desktops" && broker_) return {.body = json::serialize(broker_->desktops())};
    if (path == "/api/takeover" && broker_) return page_of(broker_->pause(query_of(head.target, "desktop")));
    if (path == "/api/history") return older(query_of(head.target, "before"));
    if (path == "/api/view") return png_page(calls_.view());
    return problem(404, "there is nothing here");
  }
  if (path == "/api/answer") return answer(object_of(body));
  if (path == "/api/pause") return page_of(calls_.pause());
  if (path == "/api/takeover") return page_of(calls_.take_over());
  if (path == "/api/halt") return page_of(calls_.halt(member_text(object_of(body), "session")));
  return problem(404, "there is nothing here");
}

Page Console::older(const std::string& time) const {
  const auto found = history_->older(time);
  return found ? Page{.body = json::serialize(json::object{{"history", *found}})} : problem(409, found.error().text());
}

Page Console::answer(json::object params) {
  if (broker_) return page_of(broker_->answer(std::move(params)));
  const auto begun = std::chrono::steady_clock::now();
  const auto answer = calls_.answer(std::move(params));
  const std::string outcome = answer ? member_text(*answer, "outcome") : "error";
  metrics_.add(answers_total, {{"result", outcome}});
  metrics_.observe(answer_seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  return page_of(answer);
}

std::string Console::state() const {
  json::object state = broker_ ? broker_->state() : calls_.state();
  const auto* questions = state["questions"].if_array();
  metrics_.set(queue_length, {}, questions == nullptr ? 0 : static_cast<double>(questions->size()));
  state["history"] = history_->recent();
  return json::serialize(state);
}

}  // namespace interlock::console
