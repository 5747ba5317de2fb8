// Asks in windows of our own, one after the other, on a thread of their own: a display that is stuck stops neither the
// daemon's loop nor what acts.
#include <poll.h>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "platform/factory.h"
#include "platform/x11/prompt_window.h"

namespace interlock::platform {

namespace {

using namespace std::chrono_literals;
using Outcome = tl::expected<Reply, gate::Error>;

/// Between two looks at what lies above the window; only while there is one.
constexpr int look_ms = 30;

struct Asked {
  Asked(const boost::asio::any_io_executor& executor, Prompt prompt_) : prompt(std::move(prompt_)), wake(executor) {}

  const Prompt prompt;
  std::atomic<bool> given_up = false;
  // On the loop:
  boost::asio::steady_timer wake;
  std::optional<Outcome> outcome;
};

class WindowPrompter final : public Notifier {
 public:
  WindowPrompter(boost::asio::any_io_executor executor, std::string display)
      : executor_(std::move(executor)), display_(std::move(display)) {}

  ~WindowPrompter() override {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    more_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  boost::asio::awaitable<Outcome> ask(Prompt prompt) override {
    const auto asked = std::make_shared<Asked>(executor_, std::move(prompt));
    asked->wake.expires_at(boost::asio::steady_timer::time_point::max());
    add(asked);
    co_await asked->wake.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    asked->given_up = true;
    co_return asked->outcome.value_or(Outcome(Reply{}));
  }

 private:
  void add(std::shared_ptr<Asked> asked) {
    {
      const std::lock_guard lock(mutex_);
      line_.push_back(std::move(asked));
    }
    more_.notify_one();
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  }

  void work() {
    while (true) {
      std::shared_ptr<Asked> asked;
      {
        std::unique_lock lock(mutex_);
        more_.wait(lock, [this] { return ends_ || !line_.empty(); });
        if (ends_) return;
        asked = std::move(line_.front());
        line_.pop_front();
      }
      if (asked->given_up) continue;
      Outcome outcome = show(*asked);
      boost::asio::post(executor_, [asked, outcome = std::move(outcome)]() mutable {
        asked->outcome = std::move(outcome);
        asked->wake.cancel();
      });
    }
  }

  Outcome show(const Asked& asked) const {
    auto window = x11::PromptWindow::open(display_, asked.prompt);
    if (!window) return tl::make_unexpected(window.error());
    while (!asked.given_up && !ends_) {
      if (const auto answer = (*window)->take(std::chrono::steady_clock::now())) {
        return Reply{*answer, (*window)->shown()};
      }
      if ((*window)->lost()) {
        return tl::make_unexpected(gate::Error{"the X display went away while a prompt was open", display_,
                                               "the prompt counts as not answered"});
      }
      pollfd readable{(*window)->socket(), POLLIN, 0};
      poll(&readable, 1, look_ms);
    }
    return Reply{};
  }

  const boost::asio::any_io_executor executor_;
  const std::string display_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::shared_ptr<Asked>> line_;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace

std::shared_ptr<Notifier> window_prompter(boost::asio::any_io_executor executor, const std::string& display) {
  return std::make_shared<WindowPrompter>(std::move(executor), display);
}

}  // namespace interlock::platform
