#include <algorithm>
#include <cerrno>
#include <chrono>
#include <iostream>
#include <memory>

#include <poll.h>
#include <unistd.h>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/live/human_status.h"
#include "cli/live/terminal.h"
#include "cli/live/watch_lines.h"
#include "values/lifespan.h"

namespace interlock::cli {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// The gate protects windows with this title (gate/checks/protected.cpp): no agent may act on the terminal where people
/// answer.
constexpr const char* live_title = "interlockctl watch";

void print_events(ipc::Client& client, Options& options) {
  while (client.is_open()) {
    const auto event = client.next_event(1h);
    if (!event) continue;
    if (options.json) {
      std::cout << ipc::json::serialize(*event) << std::endl;
    } else {
      std::cout << event_line(text_at(*event, "method"), object_at(*event, "params"), clock_now()) << std::endl;
    }
    if (!std::cout) return;
  }
}

class Live {
 public:
  explicit Live(ipc::Client& client) : client_(client) {}

  void run() {
    const FullScreen screen(live_title);
    ask_pending();
    while (client_.is_open() && !view_.wants_to_quit() && !FullScreen::ended()) {
      bool news = false;
      while (const auto event = client_.next_event(0ms)) {
        view_.event(text_at(*event, "method"), object_at(*event, "params"), clock_now());
        news = true;
      }
      if (news) ask_pending();
      if (FullScreen::take_resized()) std::cout << "\033[2J";
      std::cout << view_.frame(terminal_size(), wants_colour(), Clock::now()) << std::flush;
      if (!std::cout || !wait()) return;
    }
  }

 private:
  void ask_pending() {
    const auto answer = client_.call("pending", {}, 20s);
    const auto* list = answer && answer->is_object() ? answer->get_object().if_contains("pending") : nullptr;
    view_.pending(list != nullptr && list->is_array() ? list->get_array() : ipc::json::array(), Clock::now());
  }

  /// Waits for an event, a key or the next change of the screen. Returns false if the terminal is gone.
  bool wait() {
    const auto next = view_.next_change(Clock::now());
    // A signal between the last check and this call is noticed a second later.
    const auto left = next ? std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()) : 1000ms;
    pollfd ready[2] = {{STDIN_FILENO, POLLIN, 0}, {client_.native_handle(), POLLIN, 0}};
    const int count = ::poll(ready, 2, static_cast<int>(std::clamp<long long>(left.count(), 10, 1000)));
    // A prompt that was answered elsewhere, or timed out, has no event of its own.
    if (count == 0 && next) ask_pending();
    if (count <= 0 || ready[0].revents == 0) return count >= 0 || errno == EINTR;
    char keys[256];
    const ssize_t size = ::read(STDIN_FILENO, keys, sizeof keys);
    if (size <= 0) return size < 0 && errno == EINTR;
    if (const auto reply = view_.input({keys, static_cast<std::size_t>(size)}, Clock::now())) answer(*reply);
    return true;
  }

  void answer(const WatchView::Reply& reply) {
    ipc::json::object params = {{"id", reply.id}, {"approve", reply.approve}};
    if (reply.approve) params["lifespan"] = reply.lifespan;
    if (!reply.word.empty()) params["word"] = reply.word;
    const auto said = client_.call("reply", std::move(params), 20s);
    ask_pending();
    const auto granted = lifespan_from_text(reply.lifespan);
    const auto what = reply.approve ? " approved" : " denied";
    const auto how_long = granted && granted->lasts() ? " " + lifespan_text(*granted) : std::string();
    view_.say(said ? reply.id + what + how_long : plain(said.error().message));
  }

  ipc::Client& client_;
  WatchView view_;
};

}  // namespace

void add_watch(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("watch", "follow what agents do, and answer questions by a key");
  auto lines = std::make_shared<bool>(false);
  command->add_flag("--lines", *lines, "one line per decision, also on a terminal");
  command->callback([&options, lines] {
    auto client = connect(options);
    if (!client) return;
    if (const auto started = client->call("watch", {}, 20s); !started) return fail_call(options, started.error());
    if (options.json || *lines || !on_terminal()) {
      print_events(*client, options);
    } else {
      Live(*client).run();
    }
    if (!client->is_open()) fail_call(options, {ipc::error_code::no_answer, "interlockd closed the connection"});
  });
}

}  // namespace interlock::cli
