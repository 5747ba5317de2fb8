#include <utility>

#include "platform/factory.h"
#include "platform/x11/access.h"
#include "platform/x11/capture.h"
#include "platform/x11/display_thread.h"
#include "platform/x11/look.h"
#include "platform/x11/session.h"
#include "platform/x11/window_facts.h"
#include "platform/x11/x11_clipboard.h"
#include "platform/x11/x11_human_input.h"
#include "platform/x11/x11_injector.h"

namespace interlock::platform {
namespace x11 {
namespace {

constexpr std::chrono::seconds open_limit{1};

class X11Windows final : public WindowSystem {
 public:
  explicit X11Windows(std::shared_ptr<DisplayThread> thread) : thread_(std::move(thread)) {}

  boost::asio::awaitable<WindowView> window_at(Point at, Deadline deadline) override {
    return look(deadline, [at](Session& session) { return look_at(*session.x, at, session.last_path); });
  }
  boost::asio::awaitable<WindowView> focused_window(Deadline deadline) override {
    return look(deadline, [](Session& session) { return look_at_focus(*session.x); });
  }
  boost::asio::awaitable<WindowView> window_named(std::uint64_t id, Deadline deadline) override {
    return look(deadline, [id](Session& session) { return look_at_window(*session.x, static_cast<xcb_window_t>(id)); });
  }
  boost::asio::awaitable<Known<std::vector<StackedWindow>>> windows_in_order(Deadline deadline) override {
    using Stack = std::optional<std::vector<StackedWindow>>;
    Job<Stack> job = [](Session& session, Ticket&) { return stacked_windows(*session.x); };
    auto stack = co_await thread_->run(deadline, std::move(job));
    if (!stack) co_return stack.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
    if (!*stack) co_return Unknown::no_display;
    co_return std::move(**stack);
  }

 private:
  boost::asio::awaitable<WindowView> look(Deadline deadline, std::function<WindowView(Session&)> see) {
    Job<WindowView> job = [see = std::move(see)](Session& session, Ticket&) { return see(session); };
    auto view = co_await thread_->run(deadline, std::move(job));
    if (view) co_return std::move(*view);
    const auto why = view.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
    co_return WindowView{.window = why, .popup = why};
  }

  const std::shared_ptr<DisplayThread> thread_;
};

class X11Queries final : public WindowQueries {
 public:
  explicit X11Queries(std::shared_ptr<DisplayThread> thread) : thread_(std::move(thread)) {}

  boost::asio::awaitable<Known<DesktopFacts>> desktop(Deadline deadline) override {
    return ask<DesktopFacts>(deadline, [](const Connection& x) -> Known<DesktopFacts> {
      if (auto facts = desktop_facts(x)) return std::move(*facts);
      return Unknown::no_display;
    });
  }
  boost::asio::awaitable<Known<std::vector<std::string>>> let_in(Deadline deadline) override {
    return ask<std::vector<std::string>>(deadline, [](const Connection& x) -> Known<std::vector<std::string>> {
      auto all = x11::let_in(x);
      if (x.lost()) return Unknown::no_display;
      return all;
    });
  }
  boost::asio::awaitable<Known<WindowFacts>> window(std::uint64_t id, Deadline deadline) override {
    return ask<WindowFacts>(deadline, [id](const Connection& x) -> Known<WindowFacts> {
      if (auto facts = window_facts(x, static_cast<xcb_window_t>(id))) return std::move(*facts);
      if (x.lost()) return Unknown::no_display;
      return none;
    });
  }
  boost::asio::awaitable<Known<WindowTree>> windows(TreeQuery query, Deadline deadline) override {
    return ask<WindowTree>(deadline, [query](const Connection& x) -> Known<WindowTree> {
      auto tree = window_tree(x, query);
      if (x.lost()) return Unknown::no_display;
      return tree;
    });
  }

 private:
  template <class Facts>
  boost::asio::awaitable<Known<Facts>> ask(Deadline deadline, std::function<Known<Facts>(const Connection&)> question) {
    Job<Known<Facts>> job = [question = std::move(question)](Session& session, Ticket&) {
      return question(*session.x);
    };
    auto facts = co_await thread_->run(deadline, std::move(job));
    if (facts) co_return std::move(*facts);
    co_return facts.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
  }

  const std::shared_ptr<DisplayThread> thread_;
};

class X11Screen final : public Screen {
 public:
  explicit X11Screen(std::shared_ptr<DisplayThread> thread) : thread_(std::move(thread)) {}

  boost::asio::awaitable<Known<Capture>> capture(std::optional<Rect> area, bool cursor, Deadline deadline) override {
    using Taken = Known<Capture>;
    Job<Taken> job = [area, cursor](Session& session, Ticket&) { return x11::capture(*session.x, area, cursor); };
    auto taken = co_await thread_->run(deadline, std::move(job));
    if (taken) co_return std::move(*taken);
    co_return taken.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
  }

 private:
  const std::shared_ptr<DisplayThread> thread_;
};

}  // namespace
}  // namespace x11

tl::expected<Display, Error> open_x11(boost::asio::any_io_executor executor, const std::string& name,
                                      const std::string& state_dir) {
  auto own = std::make_shared<x11::OwnInput>();
  auto thread = std::make_shared<x11::DisplayThread>(executor, name, state_dir, own);
  if (auto opened = thread->open(x11::open_limit); !opened) return tl::make_unexpected(opened.error());
  return Display{std::make_shared<x11::X11Windows>(thread),
                 std::make_shared<x11::X11Injector>(executor, thread),
                 std::make_shared<x11::X11Clipboard>(executor, thread),
                 std::make_shared<x11::X11Screen>(thread),
                 std::make_shared<x11::X11HumanInput>(executor, name, std::move(own)),
                 std::make_shared<x11::X11Queries>(thread),
                 [thread] { return thread->trouble(); }};
}

}  // namespace interlock::platform
