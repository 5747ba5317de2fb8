// Shows questions in windows of interlock's own, one at a time, on a separate thread: a display that hangs stops
// neither the daemon's loop nor the acts.
#include <poll.h>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "platform/x11/loop_link.h"
#include "platform/x11/prompt_window.h"
#include "platform/x11/x11_backend.h"

namespace interlock::platform {

namespace {

using namespace std::chrono_literals;
using PromptResult = tl::expected<Reply, Error>;

/// Interval at which the windows above the window are checked; only while there is one.
constexpr int look_ms = 30;
constexpr auto longest_to_close = 1s;
constexpr auto longest_to_end = 200ms;

/// Draws the words that a person types. Used on the loop.
struct Drawer {
  boost::asio::any_io_executor executor;
  DrawText draw_text;
};

struct Asked {
  prompt::PromptLayout layout;
  std::weak_ptr<const Drawer> drawer;
  std::vector<prompt::DrawnText> texts = {};
  std::atomic<bool> given_up = false;
  std::atomic<bool> taken = false;  ///< taken by the thread
  std::mutex mutex = {};            ///< for `word`
  std::optional<prompt::DrawnText> word = {};
  std::atomic<bool> drawing = false;  ///< `word` is being made
  // Used on the loop:
  std::weak_ptr<boost::asio::steady_timer> wake = {};
  std::optional<PromptResult> outcome = {};
};

/// Has a text of the question's field drawn. If that fails, the field shows the text before.
boost::asio::awaitable<void> draw_word(std::shared_ptr<const Drawer> drawer, std::shared_ptr<Asked> asked,
                                       std::vector<prompt::TextBlock> block) {
  const auto reply = co_await drawer->draw_text(prompt::encode(block));
  if (reply) {
    if (auto drawn = prompt::decode_drawn(*reply, block)) {
      const std::lock_guard lock(asked->mutex);
      asked->word = std::move(drawn->front());
    }
  }
  asked->drawing = false;
}

/// What the thread uses; it outlives the prompter and the loop if the display does not answer.
struct Core {
  x11::LoopLink loop;
  const std::string display;
  std::mutex mutex = {};
  std::condition_variable changed = {};
  std::deque<std::shared_ptr<Asked>> line = {};
  std::atomic<bool> ends = false;
  bool working = false;  ///< the thread is running

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return ends || !line.empty(); });
      if (ends) break;
      auto asked = std::move(line.front());
      line.pop_front();
      asked->taken = true;
      lock.unlock();
      PromptResult outcome = show(asked);
      loop.post([asked = std::move(asked), outcome = std::move(outcome)]() mutable {
        asked->outcome = std::move(outcome);
        if (const auto wake = asked->wake.lock()) wake->cancel();
      });
      lock.lock();
    }
    working = false;
    changed.notify_all();
  }

  PromptResult show(const std::shared_ptr<Asked>& shown) {
    Asked& asked = *shown;
    if (asked.given_up) return Reply{};
    auto window = x11::PromptWindow::open(display, asked.layout, std::move(asked.texts));
    if (!window) return tl::make_unexpected(window.error());
    while (!asked.given_up && !ends) {
      if (auto reply = (*window)->take(std::chrono::steady_clock::now())) return std::move(*reply);
      if ((*window)->lost()) {
        return tl::make_unexpected(
            Error{"the X display went away while a prompt was open", display, "the prompt counts as not answered"});
      }
      show_word(shown, **window);
      pollfd readable{(*window)->socket(), POLLIN, 0};
      poll(&readable, 1, look_ms);
    }
    return Reply{};
  }

  void show_word(const std::shared_ptr<Asked>& asked, x11::PromptWindow& window) {
    {
      const std::lock_guard lock(asked->mutex);
      if (auto drawn = std::exchange(asked->word, std::nullopt)) window.show_word(std::move(*drawn));
    }
    if (asked->drawing) return;
    if (auto block = window.word_to_draw()) {
      asked->drawing = true;
      loop.post([asked, block = std::move(*block)] {
        if (auto drawer = asked->drawer.lock()) {
          const auto executor = drawer->executor;
          boost::asio::co_spawn(executor, draw_word(std::move(drawer), asked, {block}), boost::asio::detached);
        }
      });
    }
  }
};

void add(const std::shared_ptr<Core>& core, std::shared_ptr<Asked> asked) {
  const std::lock_guard lock(core->mutex);
  core->line.push_back(std::move(asked));
  core->changed.notify_all();
  if (!std::exchange(core->working, true)) std::thread([core] { core->work(); }).detach();
}

using Texts = tl::expected<std::vector<prompt::DrawnText>, Error>;

Texts texts_of(const tl::expected<std::string, Error>& reply, const prompt::PromptLayout& layout) {
  if (!reply) return tl::make_unexpected(reply.error());
  auto texts = prompt::decode_drawn(*reply, layout.blocks());
  if (texts) return std::move(*texts);
  return tl::make_unexpected(Error{"the text of a question was not drawn: " + texts.error(), "draw-text",
                                   "restart interlockd after an update; until then answer with interlockctl"});
}

/// Has the texts drawn and puts the question into the queue. Runs to its end even if nobody waits for it any more.
boost::asio::awaitable<void> prepare(DrawText draw_text, std::shared_ptr<Core> core, std::shared_ptr<Asked> asked) {
  const auto reply = co_await draw_text(prompt::encode(asked->layout.blocks()));
  if (asked->given_up) co_return;
  if (auto texts = texts_of(reply, asked->layout)) {
    asked->texts = std::move(*texts);
    add(core, std::move(asked));
  } else {
    asked->outcome = tl::make_unexpected(texts.error());
    if (const auto wake = asked->wake.lock()) wake->cancel();
  }
}

class WindowPrompter final : public Notifier {
 public:
  WindowPrompter(boost::asio::any_io_executor executor, std::string display, DrawText draw_text)
      : executor_(executor),
        drawer_(std::make_shared<const Drawer>(Drawer{executor, std::move(draw_text)})),
        core_(new Core{.loop = x11::LoopLink(std::move(executor)), .display = std::move(display)}) {}

  ~WindowPrompter() override {
    std::unique_lock lock(core_->mutex);
    core_->ends = true;
    core_->changed.notify_all();
    if (!core_->changed.wait_for(lock, longest_to_end, [this] { return !core_->working; })) core_->loop.cut();
  }

  boost::asio::awaitable<PromptResult> ask(Prompt prompt) override {
    const std::shared_ptr<Asked> asked(new Asked{.layout = prompt::PromptLayout(std::move(prompt)), .drawer = drawer_});
    const auto wake =
        std::make_shared<boost::asio::steady_timer>(executor_, boost::asio::steady_timer::time_point::max());
    asked->wake = wake;
    boost::asio::co_spawn(executor_, prepare(drawer_->draw_text, core_, asked), boost::asio::detached);
    if (!asked->outcome) co_await wake->async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    asked->given_up = true;
    // Withdrawn: it is not over before its window is gone from the screen.
    co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
    if (!asked->outcome && asked->taken) {
      wake->expires_after(longest_to_close);
      co_await wake->async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    }
    co_return asked->outcome.value_or(PromptResult(Reply{}));
  }

 private:
  const boost::asio::any_io_executor executor_;
  const std::shared_ptr<const Drawer> drawer_;
  const std::shared_ptr<Core> core_;
};

}  // namespace

std::shared_ptr<Notifier> window_prompter(boost::asio::any_io_executor executor, const std::string& display,
                                          DrawText draw_text) {
  return std::make_shared<WindowPrompter>(std::move(executor), display, std::move(draw_text));
}

}  // namespace interlock::platform
