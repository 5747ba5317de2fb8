#include "clients/console/console.h"

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
    if (path == "/api/picture") return png_page(calls_.picture(query_of(head.target, "id")));
    if (path == "/api/view") return png_page(calls_.view());
    return problem(404, "there is nothing here");
  }
  if (path == "/api/answer") return page_of(calls_.answer(object_of(body)));
  if (path == "/api/pause") return page_of(calls_.pause());
  if (path == "/api/halt") return page_of(calls_.halt(member_text(object_of(body), "session")));
  return problem(404, "there is nothing here");
}

std::string Console::state(const json::array& history) const {
  json::object state = calls_.state();
  state["history"] = history;
  return json::serialize(state);
}

}  // namespace interlock::console
