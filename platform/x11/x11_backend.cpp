#include "platform/x11/x11_backend.h"

#include <cstdlib>
#include <string_view>
#include <utility>

#include <unistd.h>

#include "platform/processes.h"
#include "platform/x11/access.h"
#include "platform/x11/capture.h"
#include "platform/x11/display_session.h"
#include "platform/x11/display_thread.h"
#include "platform/x11/window_facts.h"
#include "platform/x11/window_views.h"
#include "platform/x11/x11_clipboard.h"
#include "platform/x11/x11_human_input.h"
#include "platform/x11/x11_injector.h"

namespace interlock::platform {
namespace x11 {
namespace {

constexpr std::chrono::seconds open_limit{1};

/// X's id of a window; 0, which is none, for a number that no window of X can have.
xcb_window_t x_window(std::uint64_t id) {
  return id <= UINT32_MAX ? static_cast<xcb_window_t>(id) : 0;
}

class X11Windows final : public WindowSystem {
 public:
  explicit X11Windows(std::shared_ptr<DisplayThread> thread) : thread_(std::move(thread)) {}

  boost::asio::awaitable<WindowView> window_at(Point at, Deadline deadline) override {
    return view(deadline, [at](DisplaySession& session) { return view_at(*session.x, at, session.last_path); });
  }
  boost::asio::awaitable<WindowView> focused_window(Deadline deadline) override {
    return view(deadline, [](DisplaySession& session) { return view_of_focus(*session.x); });
  }
  boost::asio::awaitable<WindowView> window_named(std::uint64_t id, Deadline deadline) override {
    return view(deadline, [id](DisplaySession& session) { return view_of_window(*session.x, x_window(id)); });
  }
  boost::asio::awaitable<Known<std::vector<StackedWindow>>> windows_in_order(Deadline deadline) override {
    using Stack = std::optional<std::vector<StackedWindow>>;
    Job<Stack> job = [](DisplaySession& session, Ticket&) { return stacked_windows(*session.x); };
    auto stack = co_await thread_->run(deadline, std::move(job));
    if (!stack) co_return stack.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
    if (!*stack) co_return Unknown::no_display;
    co_return std::move(**stack);
  }

  boost::asio::awaitable<Known<std::vector<ProgramWindow>>> windows_of(std::uint32_t pid, Deadline deadline) override {
    using Windows = std::optional<std::vector<ProgramWindow>>;
    Job<Windows> job = [pid](DisplaySession& session, Ticket&) { return x11::windows_of(*session.x, pid); };
    auto windows = co_await thread_->run(deadline, std::move(job));
    if (!windows) co_return windows.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
    if (!*windows) co_return Unknown::no_display;
    co_return std::move(**windows);
  }

 private:
  boost::asio::awaitable<WindowView> view(Deadline deadline, std::function<WindowView(DisplaySession&)> see) {
    Job<WindowView> job = [see = std::move(see)](DisplaySession& session, Ticket&) { return see(session); };
    auto view = co_await thread_->run(deadline, std::move(job));
    if (view) co_return std::move(*view);
    const auto why = view.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
    co_return WindowView{.window = why, .popup = why};
  }

  const std::shared_ptr<DisplayThread> thread_;
};

class X11Queries final : public WindowQueries, public DisplayAccess {
 public:
  explicit X11Queries(std::shared_ptr<DisplayThread> thread) : thread_(std::move(thread)) {}

  boost::asio::awaitable<Known<DesktopFacts>> desktop(Deadline deadline) override {
    return ask<DesktopFacts>(deadline, [](const Connection& x) -> Known<DesktopFacts> {
      if (auto facts = desktop_facts(x)) return std::move(*facts);
      return Unknown::no_display;
    });
  }
  boost::asio::awaitable<Known<WindowFacts>> window(std::uint64_t id, Deadline deadline) override {
    return ask<WindowFacts>(deadline, [id](const Connection& x) -> Known<WindowFacts> {
      if (auto facts = window_facts(x, x_window(id))) return std::move(*facts);
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
  boost::asio::awaitable<Known<std::vector<Admitted>>> admitted(Deadline deadline) override {
    return ask<std::vector<Admitted>>(deadline, [](const Connection& x) -> Known<std::vector<Admitted>> {
      auto all = x11::admitted(x);
      if (x.lost()) return Unknown::no_display;
      return all;
    });
  }

 private:
  template <class Facts>
  boost::asio::awaitable<Known<Facts>> ask(Deadline deadline, std::function<Known<Facts>(const Connection&)> question) {
    Job<Known<Facts>> job = [question = std::move(question)](DisplaySession& session, Ticket&) {
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
    Job<Taken> job = [area, cursor](DisplaySession& session, Ticket&) {
      return x11::capture(*session.x, area, cursor);
    };
    auto taken = co_await thread_->run(deadline, std::move(job));
    if (taken) co_return std::move(*taken);
    co_return taken.error() == Missed::no_display ? Unknown::no_display : Unknown::deadline;
  }

 private:
  const std::shared_ptr<DisplayThread> thread_;
};

/// "99" of ":99", ":99.0" and "host:99".
std::string_view number_of(std::string_view name) {
  const auto colon = name.rfind(':');
  if (colon == name.npos) return {};
  name.remove_prefix(colon + 1);
  return name.substr(0, name.find('.'));
}

std::string cookie_file() {
  if (const char* file = std::getenv("XAUTHORITY"); file != nullptr && *file != 0) return file;
  const char* home = std::getenv("HOME");
  return home == nullptr ? std::string() : std::string(home) + "/.Xauthority";
}

std::string name_or_environment(const std::string& name) {
  const char* set = std::getenv("DISPLAY");
  return name.empty() && set != nullptr ? set : name;
}

class X11Backend final : public Backend {
 public:
  explicit X11Backend(const std::string& name) : name_(name_or_environment(name)) {}

  std::vector<std::string> sockets() const override {
    const auto number = number_of(name_);
    if (number.empty()) return {};
    return {"/tmp/.X11-unix/X" + std::string(number)};
  }
  std::vector<DisplayKey> keys() const override { return {{cookie_file(), R_OK, "the display's cookie"}}; }
  bool may_be_on_it(pid_t process) const override {
    const auto display = environment_of(process, "DISPLAY");
    if (display.is_none()) return false;
    return !display || number_of(*display) == number_of(name_);
  }

  tl::expected<Display, Error> open(boost::asio::any_io_executor executor, const std::string& state_dir) override {
    auto own = std::make_shared<OwnInput>();
    auto thread = std::make_shared<DisplayThread>(executor, name_, state_dir, own);
    if (auto opened = thread->open(open_limit); !opened) return tl::make_unexpected(opened.error());
    const auto queries = std::make_shared<X11Queries>(thread);
    return Display{.windows = std::make_shared<X11Windows>(thread),
                   .injector = std::make_shared<X11Injector>(executor, thread),
                   .clipboard = std::make_shared<X11Clipboard>(executor, thread),
                   .screen = std::make_shared<X11Screen>(thread),
                   .human = std::make_shared<X11HumanInput>(executor, name_, std::move(own)),
                   .queries = queries,
                   .access = queries,
                   .trouble = [thread] { return thread->trouble(); }};
  }
  std::shared_ptr<Notifier> prompter(boost::asio::any_io_executor executor, DrawText draw_text) override {
    return window_prompter(std::move(executor), name_, std::move(draw_text));
  }

 private:
  const std::string name_;
};

}  // namespace
}  // namespace x11

std::shared_ptr<Backend> x11_backend(const std::string& name) {
  return std::make_shared<x11::X11Backend>(name);
}

}  // namespace interlock::platform
