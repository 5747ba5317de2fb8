// Asks in windows of our own, one after the other, on a thread of their own: a display that is stuck stops neither the
// daemon's loop nor what acts.
#include <poll.h>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "platform/factory.h"
#include "platform/x11/prompt_window.h"

namespace interlock::platform {

namespace {

using namespace std::chrono_literals;
using Outcome = tl::expected<Reply, gate::Error>;

/// Between two looks at what lies above the window; only while there is one.
constexpr int look_ms = 30;
constexpr auto longest_to_close = 1s;

struct Asked {
  Asked(const boost::asio::any_io_executor& executor, Prompt prompt_) : prompt(std::move(prompt_)), wake(executor) {}

  const Prompt prompt;
  std::atomic<bool> given_up = false;
  std::atomic<bool> taken = false;  ///< by the thread
  // On the loop:
  boost::asio::steady_timer wake;
  std::optional<Outcome> outcome;
};

/// What the thread works on; it outlives the prompter where the display never answers.
struct Core {
  const boost::asio::any_io_executor executor;
  const std::string display;
  std::mutex mutex = {};
  std::condition_variable more = {};
  std::deque<std::shared_ptr<Asked>> line = {};
  std::atomic<bool> ends = false;

  static void work(const std::shared_ptr<Core>& core) {
    while (true) {
      std::shared_ptr<Asked> asked;
      {
        std::unique_lock lock(core->mutex);
        core->more.wait(lock, [&core] { return core->ends || !core->line.empty(); });
        if (core->ends) return;
        asked = std::move(core->line.front());
        core->line.pop_front();
        asked->taken = true;
      }
      Outcome outcome = core->show(*asked);
      if (core->ends) return;  // the loop is gone
      boost::asio::post(core->executor, [asked, outcome = std::move(outcome)]() mutable {
        asked->outcome = std::move(outcome);
        asked->wake.cancel();
      });
    }
  }

  Outcome show(const Asked& asked) const {
    if (asked.given_up) return Reply{};
    auto window = x11::PromptWindow::open(display, asked.prompt);
    if (!window) return tl::make_unexpected(window.error());
    while (!asked.given_up && !ends) {
      if (const auto answer = (*window)->take(std::chrono::steady_clock::now())) {
        return Reply{*answer, (*window)->shown()};
      }
      if ((*window)->lost()) {
        return tl::make_unexpected(gate::Error{"the X display went away while a prompt was open", display,
                                               "the prompt counts as not answered"});
      }
      pollfd readable{(*window)->socket(), POLLIN, 0};
      poll(&readable, 1, look_ms);
    }
    return Reply{};
  }
};

class WindowPrompter final : public Notifier {
 public:
  WindowPrompter(boost::asio::any_io_executor executor, std::string display)
      : core_(new Core{.executor = std::move(executor), .display = std::move(display)}) {}

  ~WindowPrompter() override {
    {
      const std::lock_guard lock(core_->mutex);
      core_->ends = true;
    }
    core_->more.notify_one();
  }

  boost::asio::awaitable<Outcome> ask(Prompt prompt) override {
    const auto asked = std::make_shared<Asked>(core_->executor, std::move(prompt));
    asked->wake.expires_at(boost::asio::steady_timer::time_point::max());
    add(asked);
    co_await asked->wake.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    asked->given_up = true;
    // Taken back: not over before its window is gone from the screen.
    co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
    if (!asked->outcome && asked->taken) {
      asked->wake.expires_after(longest_to_close);
      co_await asked->wake.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    }
    co_return asked->outcome.value_or(Outcome(Reply{}));
  }

 private:
  void add(std::shared_ptr<Asked> asked) {
    {
      const std::lock_guard lock(core_->mutex);
      core_->line.push_back(std::move(asked));
    }
    core_->more.notify_one();
    if (!std::exchange(working_, true)) std::thread([core = core_] { Core::work(core); }).detach();
  }

  const std::shared_ptr<Core> core_;
  bool working_ = false;
};

}  // namespace

std::shared_ptr<Notifier> window_prompter(boost::asio::any_io_executor executor, const std::string& display) {
  return std::make_shared<WindowPrompter>(std::move(executor), display);
}

}  // namespace interlock::platform
