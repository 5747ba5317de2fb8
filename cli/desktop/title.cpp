#include "cli/desktop/title.h"

#include <sys/socket.h>

#include "cli/basics/print.h"

namespace interlock::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto answer_limit = 20s;
/// A question that ends without a decision has no event of its own.
constexpr auto while_a_question_waits = 2s;
constexpr auto otherwise = 1h;

}  // namespace

std::string first_title(const std::string& name) {
  return name + ": an agent's desktop";
}

std::string title_of(const std::string& name, const ipc::json::object& status) {
  std::string news;
  const auto add = [&](const std::string& what) { news += (news.empty() ? "" : ", ") + what; };
  const auto pending = static_cast<long>(number_at(status, "pending"));
  if (pending > 0) add(pending == 1 ? "a question waits" : std::to_string(pending) + " questions wait");
  if (const auto state = text_at(status, "state"); !state.empty() && state != "running") add(state);
  return first_title(name) + (news.empty() ? "" : " (" + news + ")");
}

TitleKeeper::TitleKeeper(std::string name, const std::string& control_socket, Show show)
    : name_(std::move(name)), show_(std::move(show)) {
  auto client = ipc::Client::connect(control_socket);
  if (!client) return;
  client_.emplace(std::move(*client));
  thread_ = std::thread([this] { keep(); });
}

TitleKeeper::~TitleKeeper() {
  if (!thread_.joinable()) return;
  ::shutdown(client_->native_handle(), SHUT_RDWR);
  thread_.join();
}

void TitleKeeper::keep() {
  if (!client_->call("watch", {}, answer_limit)) return;
  std::string shown = first_title(name_);
  while (client_->is_open()) {
    while (client_->next_event(0ms)) {
    }
    const auto status = client_->call("status", {}, answer_limit);
    if (!status || !status->is_object()) return;
    const auto& facts = status->get_object();
    if (const auto title = title_of(name_, facts); title != shown) show_(shown = title);
    client_->next_event(number_at(facts, "pending") > 0 ? std::chrono::milliseconds(while_a_question_waits)
                                                        : std::chrono::milliseconds(otherwise));
  }
}

}  // namespace interlock::cli
