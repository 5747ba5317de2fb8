#include "clients/console/daemon_calls.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include "ipc/base64.h"

namespace interlock::console {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr auto call_patience = 20s;
constexpr std::size_t most_policy = 1 << 20;
constexpr int view_width = 960;

DaemonCalls::Answer call(const std::string& socket, std::string_view method, json::object params) {
  if (socket.empty()) return tl::make_unexpected(std::string("this console may not do that"));
  auto client = ipc::Client::connect(socket);
  if (!client) return tl::make_unexpected(client.error().text());
  const auto answer = client->call(method, std::move(params), call_patience);
  if (!answer) return tl::make_unexpected(answer.error().message);
  return answer->is_object() ? answer->get_object() : json::object();
}

std::optional<std::string> png_at(const json::object& answer) {
  for (const char* key : {"png", "data"}) {
    const auto* text = answer.if_contains(key);
    if (text != nullptr && text->is_string()) return ipc::bytes_of_base64(std::string(text->get_string()));
  }
  return std::nullopt;
}

/// The text of a policy file, or that it is a preset's.
std::string policy_text(const json::object& status) {
  const auto* policy = status.if_contains("policy");
  const auto* source = policy != nullptr && policy->is_object() ? policy->get_object().if_contains("source") : nullptr;
  if (source == nullptr || !source->is_string() || !source->get_string().starts_with("/")) return {};
  std::ifstream file(std::string(source->get_string()), std::ios::binary);
  std::string text(most_policy, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return text;
}

}  // namespace

DaemonCalls::Answer DaemonCalls::answer(json::object params) const {
  return call(settings_.questions, "answer", std::move(params));
}

std::set<std::string> DaemonCalls::open_questions() const {
  const auto answer = call(settings_.questions, "questions", {});
  const auto* list = answer ? answer->if_contains("questions") : nullptr;
  std::set<std::string> ids;
  if (list == nullptr || !list->is_array()) return ids;
  for (const json::value& each : list->get_array()) {
    const auto* id = each.is_object() ? each.get_object().if_contains("id") : nullptr;
    if (id != nullptr && id->is_string()) ids.emplace(id->get_string());
  }
  return ids;
}

DaemonCalls::Answer DaemonCalls::pause() const {
  return call(settings_.control, "pause", {});
}

DaemonCalls::Answer DaemonCalls::take_over() const {
  auto answer = pause();
  std::error_code missing;
  const auto vnc = std::filesystem::path(settings_.control).parent_path().parent_path() / "vnc.sock";
  if (answer && std::filesystem::is_socket(vnc, missing)) (*answer)["vnc"] = vnc.string();
  return answer;
}

DaemonCalls::Answer DaemonCalls::halt(const std::string& session) const {
  json::object params;
  if (!session.empty()) params["session"] = session;
  return call(settings_.control, "halt", std::move(params));
}

std::optional<std::string> DaemonCalls::picture(const std::string& id) const {
  const auto answer = call(settings_.questions, "picture", {{"id", id}});
  return answer ? png_at(*answer) : std::nullopt;
}

std::optional<std::string> DaemonCalls::view() {
  if (settings_.agent.empty()) return std::nullopt;
  const std::lock_guard one_at_a_time(view_guard_);
  if (!viewer_ || !viewer_->is_open()) {
    auto client = ipc::Client::connect(settings_.agent);
    if (!client) return std::nullopt;
    viewer_.reset();
    if (!client->call("session.open", {{"name", "console"}}, call_patience)) return std::nullopt;
    viewer_.emplace(std::move(*client));
  }
  const auto answer = viewer_->call("screenshot", {{"max_width", view_width}}, call_patience);
  return answer && answer->is_object() ? png_at(answer->get_object()) : std::nullopt;
}

json::object DaemonCalls::state() const {
  json::object state;
  const auto answer = call(settings_.questions, "questions", {});
  const auto* questions = answer ? answer->if_contains("questions") : nullptr;
  state["trouble"] = !answer ? answer.error() : questions == nullptr ? "interlockd answered without questions" : "";
  state["questions"] = questions == nullptr ? json::value(json::array()) : *questions;
  state["may_control"] = !settings_.control.empty();
  state["may_view"] = !settings_.agent.empty();
  if (settings_.control.empty()) return state;
  if (const auto status = call(settings_.control, "status", {})) {
    state["status"] = *status;
    state["policy_text"] = policy_text(*status);
  }
  return state;
}

DaemonWatch::DaemonWatch(const Settings& settings, Changed changed)
    : settings_(settings), changed_(std::move(changed)) {
  threads_.emplace_back([this] { follow(settings_.questions, "questions", {{"watch", true}}); });
  if (!settings_.control.empty()) threads_.emplace_back([this] { follow(settings_.control, "watch", {}); });
}

DaemonWatch::~DaemonWatch() {
  stop_ = true;
  for (auto& thread : threads_) thread.join();
}

void DaemonWatch::follow(const std::string& socket, const char* method, json::object params) {
  while (!stop_) {
    auto client = ipc::Client::connect(socket);
    if (client && client->call(method, params, call_patience)) {
      changed_(nullptr);
      while (!stop_ && client->is_open()) {
        const auto event = client->next_event(500ms);
        if (!event) continue;
        changed_(&*event);
      }
      changed_(nullptr);  // interlockd is gone
    }
    // A second before the next try, in steps, so that the end of the program need not wait for it.
    for (int i = 0; i < 10 && !stop_; ++i) std::this_thread::sleep_for(100ms);
  }
}

}  // namespace interlock::console
