// The tests that every display backend must pass, with a real application that reports what it gets. To add a backend,
// add one line to `candidates` (docs/adding-a-backend.md).
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <ostream>

#include "platform/x11/x11_backend.h"
#include "tests/desktop/desktop.h"
#include "tests/desktop/middle.h"
#include "tests/e2e/e2e_app.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

/// A backend, and the private desktop on which it is tested.
struct Candidate {
  std::string name;
  DesktopOptions desktop;
  std::function<std::shared_ptr<platform::Backend>(const Desktop&)> backend;
};
std::ostream& operator<<(std::ostream& out, const Candidate& candidate) {
  return out << candidate.name;
}

std::vector<Candidate> candidates() {
  const auto x11 = [](const Desktop& desktop) { return platform::x11_backend(desktop.display()); };
  return {{"x11", {.accessibility = false}, x11}};
}

class BackendContract : public testing::TestWithParam<Candidate> {
 protected:
  BackendContract() : desktop_(GetParam().desktop) {
    desktop_.adopt();
    backend_ = GetParam().backend(desktop_);
    auto opened = backend_->open(loop_.get_executor(), desktop_.dir() + "/state");
    if (!opened) throw std::runtime_error(opened.error().text());
    ports_ = std::move(*opened);
  }

  static platform::Deadline soon() { return std::chrono::steady_clock::now() + 5s; }

  template <class T>
  T run(asio::awaitable<T> work) {
    std::optional<T> result;
    asio::co_spawn(loop_, std::move(work), [&](std::exception_ptr error, T value) {
      if (error) std::rethrow_exception(error);
      result = std::move(value);
      loop_.stop();
    });
    loop_.restart();
    loop_.run_for(patience);
    if (!result) throw std::runtime_error("no answer");
    return std::move(*result);
  }
  platform::WindowView at(Point point) { return run(ports_.windows->window_at(point, soon())); }
  platform::WindowView focused() { return run(ports_.windows->focused_window(soon())); }
  platform::Delivery perform(ActionBody body, const platform::WindowView& view) {
    const Action action{.body = std::move(body), .confidence = {}, .intent = {}, .expect = {}};
    return run(ports_.injector->perform(action, view, soon(), [] { return false; }));
  }

  /// The application's window, once it is on the screen.
  Window window_of(App& app) {
    const auto pid = static_cast<std::uint32_t>(app.process().pid());
    std::optional<Window> found;
    eventually([&] {
      const auto stack = run(ports_.windows->windows_in_order(soon()));
      if (!stack) return false;
      for (const auto& each : *stack) {
        if (!each.popup && each.window.pid == Known<std::uint32_t>(pid)) found = each.window;
      }
      // It has been drawn, and the window manager has put it in its final place.
      return found && !app.place("note").empty() && at(middle(found->rect)).window == Known<Window>(*found);
    });
    if (!found) throw std::runtime_error("the application's window is not on the screen");
    return *found;
  }
  /// Makes the window active and gives the focus to the entry "note".
  void focus_note(App& app, const Window& window) {
    ASSERT_TRUE(
        perform(Click{.at = {window.rect.x + 4, window.rect.y + window.rect.height - 4}}, at(middle(window.rect)))
            .complete);
    ASSERT_TRUE(eventually([&] { return focused().window == Known<Window>(window); }));
    ASSERT_TRUE(eventually([&] {
      if (app.focus() == "note") return true;
      return perform(Key{{KeyChord{{}, "Tab"}}}, focused()).complete && app.focus() == "note";
    }));
  }

  Desktop desktop_;
  asio::io_context loop_{1};
  std::shared_ptr<platform::Backend> backend_;
  platform::Display ports_;
};

TEST_P(BackendContract, TheWindowAtAPointIsTheTopmostWithItsRealProcess) {
  auto below = start_gtk3(desktop_, "below");
  const auto first = window_of(below);
  EXPECT_EQ(first.title, "below");
  auto above = start_gtk3(desktop_, "above");
  const auto second = window_of(above);
  ASSERT_EQ(at(middle(second.rect)).window, Known<Window>(second));
  above.process().kill();
  EXPECT_TRUE(eventually([&] { return at(middle(first.rect)).window == Known<Window>(first); }));
}

TEST_P(BackendContract, TheWindowsOfAProcessAreThoseAndNoOthersWhetherShownOrNot) {
  auto app = start_gtk3(desktop_, "this one");
  const auto window = window_of(app);
  auto other = start_gtk3(desktop_, "another", "700,400");
  window_of(other);
  const auto windows = [&] { return run(ports_.windows->windows_of(*window.pid, soon())); };
  ASSERT_TRUE(windows());
  ASSERT_EQ(windows()->size(), 1u);
  const auto found = windows()->front();
  EXPECT_EQ(found.id, window.id);
  EXPECT_EQ(found.title, "this one");
  ASSERT_FALSE(found.places.empty());
  EXPECT_EQ(found.places.front(), window.rect);
  const auto view = run(ports_.windows->window_named(window.id, soon()));
  ASSERT_TRUE(perform(ChangeWindow{.window = window.id, .change = WindowChange::minimize}, view).complete);
  EXPECT_TRUE(eventually([&] { return at(middle(window.rect)).window != Known<Window>(window); }));
  ASSERT_TRUE(windows());
  EXPECT_EQ(windows()->size(), 1u);
}

TEST_P(BackendContract, AWindowIsMaximizedAndFillsTheScreenAndComesBack) {
  auto app = start_gtk3(desktop_);
  const auto window = window_of(app);
  const auto rect = [&] { return run(ports_.windows->window_named(window.id, soon())).window->rect; };
  const auto change = [&](WindowChange how) {
    const auto view = run(ports_.windows->window_named(window.id, soon()));
    const auto done = perform(ChangeWindow{.window = window.id, .change = how}, view);
    EXPECT_TRUE(done.complete) << (done.refusal ? done.refusal->reason : "");
  };
  const auto is_larger = [&] { return rect().width > window.rect.width && rect().height > window.rect.height; };
  change(WindowChange::maximize);
  EXPECT_TRUE(eventually(is_larger));
  change(WindowChange::unmaximize);
  EXPECT_TRUE(eventually([&] { return rect() == window.rect; }));
  change(WindowChange::fullscreen);
  EXPECT_TRUE(eventually([&] { return is_larger() && rect().x == 0 && rect().y == 0; }));
  change(WindowChange::unfullscreen);
  EXPECT_TRUE(eventually([&] { return rect() == window.rect; }));
}

TEST_P(BackendContract, AClickReachesTheWindowThatWasJudgedOnce) {
  auto app = start_gtk3(desktop_);
  const auto window = window_of(app);
  const auto point = middle(window.rect);
  const auto done = perform(Click{.at = point}, at(point));
  EXPECT_TRUE(done.complete);
  EXPECT_TRUE(eventually([&] { return app.count("press") > 0; }));
  EXPECT_EQ(app.count("press"), 1);
}

TEST_P(BackendContract, AClickOnAWindowThatIsCoveredMeanwhileReachesNoWindow) {
  auto judged = start_gtk3(desktop_, "judged");
  const auto window = window_of(judged);
  const auto point = middle(window.rect);
  const auto view = at(point);
  auto other = start_gtk3(desktop_, "other");
  ASSERT_TRUE(window_of(other).rect.contains(point));
  const auto done = perform(Click{.at = point}, view);
  EXPECT_FALSE(done.complete);
  ASSERT_TRUE(done.refusal);
  EXPECT_EQ(done.refusal->code, "window_changed");
  // The arrival of this click shows that no earlier one arrived.
  ASSERT_TRUE(perform(Click{.at = point}, at(point)).complete);
  EXPECT_TRUE(eventually([&] { return other.count("press") > 0; }));
  EXPECT_EQ(other.count("press"), 1);
  EXPECT_EQ(judged.count("press"), 0);
}

TEST_P(BackendContract, TextArrivesExactlyInTheWindowThatHasTheFocusAndNowhereElse) {
  auto app = start_gtk3(desktop_, "writer");
  const auto window = window_of(app);
  focus_note(app, window);
  const auto view = focused();
  const std::string text = "Grüße, 漢字 and €";
  const auto done = perform(Type{text}, view);
  EXPECT_TRUE(done.complete) << (done.refusal ? done.refusal->reason : "");
  EXPECT_TRUE(eventually([&] { return app.text("note") == text; })) << app.text("note");
  auto other = start_gtk3(desktop_, "other");
  focus_note(other, window_of(other));
  const auto late = perform(Type{"astray"}, view);
  EXPECT_FALSE(late.complete);
  EXPECT_EQ(late.typed, 0U);
  ASSERT_TRUE(late.refusal);
  EXPECT_EQ(late.refusal->code, "focus_moved");
  ASSERT_TRUE(perform(Type{"here"}, focused()).complete);
  EXPECT_TRUE(eventually([&] { return other.text("note") == "here"; })) << other.text("note");
}

TEST_P(BackendContract, OwnInputIsNeitherAPersonsNorAnotherPrograms) {
  ASSERT_TRUE(ports_.human);
  ASSERT_TRUE(eventually([&] { return ports_.human->trouble().empty(); })) << ports_.human->trouble();
  auto app = start_gtk3(desktop_);
  const auto point = middle(window_of(app).rect);
  ASSERT_TRUE(perform(Click{.at = point}, at(point)).complete);
  ASSERT_TRUE(eventually([&] { return app.count("press") > 0; }));
  EXPECT_FALSE(ports_.human->last_real_press());
  EXPECT_FALSE(ports_.human->last_press_of_others());
}

TEST_P(BackendContract, APictureShowsEachWindowInTheAreaThatItReports) {
  auto app = start_gtk3(desktop_);
  const auto window = window_of(app);
  const auto shot = run(ports_.screen->capture(window.rect, false, soon()));
  ASSERT_TRUE(shot);
  EXPECT_EQ(shot->area, window.rect);
  EXPECT_EQ(shot->image.width, window.rect.width);
  EXPECT_EQ(shot->image.pixels.size(), static_cast<std::size_t>(window.rect.width) * window.rect.height);
  const auto own = std::find_if(shot->surfaces.begin(), shot->surfaces.end(),
                                [&](const auto& surface) { return surface.client == window.id; });
  ASSERT_NE(own, shot->surfaces.end());
  EXPECT_EQ(own->client_rect, window.rect);
}

TEST_P(BackendContract, SocketsAndSecretsOfTheDisplayAreNamedBeforeItIsOpen) {
  for (const auto& socket : backend_->sockets()) {
    struct stat file {};
    EXPECT_TRUE(::stat(socket.c_str(), &file) == 0 && S_ISSOCK(file.st_mode)) << socket;
  }
  EXPECT_FALSE(backend_->keys().empty() && backend_->sockets().empty());
  auto app = start_gtk3(desktop_);
  EXPECT_TRUE(backend_->may_be_on_it(app.process().pid()));
  auto elsewhere = Process::start({"sleep", "1000"}, {{"PATH", desktop_.environment().at("PATH")}});
  EXPECT_TRUE(eventually([&] { return !backend_->may_be_on_it(elsewhere.pid()); }));
  EXPECT_TRUE(run(ports_.access->admitted(soon())));
}

INSTANTIATE_TEST_SUITE_P(Each, BackendContract, testing::ValuesIn(candidates()),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace interlock::test
