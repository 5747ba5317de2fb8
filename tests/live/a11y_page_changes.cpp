// A change in a page between two looks is seen by the second one, in Chromium and Firefox; each look is made as by the
// daemon, with requests sent in advance.
#include "tests/desktop/firefox.h"
#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

class PageChanges : public Desk {
 protected:
  void open(const std::vector<std::string>& command) {
    browser_ = desktop_->start(command, {{"GNOME_ACCESSIBILITY", "1"}});
    ASSERT_TRUE(eventually([&] {
      window_ = window("Changing page");
      for (int y = window_.rect.y + 60; y < window_.rect.y + 320; y += 20) {
        const auto sight = at(window_, {window_.rect.x + 120, y});
        if (sight.element && sight.element->name == "Continue") {
          const auto& r = sight.element->extents;
          point_ = {r.x + 150, r.y + 40};
          return true;
        }
      }
      return false;
    }));
    raise(window_);
    click({point_.x + 300, point_.y + 150});  // the page itself, which then gets the keys
  }

  /// Presses a key until the page has received it.
  void press(KeySym symbol) {
    const auto before = window("Changing page").title;
    ASSERT_TRUE(eventually([&] {
      key(symbol);
      return eventually([&] { return window("Changing page").title != before; }, 10s);
    }));
    window_ = window("Changing page");
  }
  a11y::Sight look() { return look(*reader_); }
  a11y::Sight look(a11y::TreeReader& reader) {
    return in_time([&] {
      const auto deadline = std::chrono::steady_clock::now() + look_time;
      reader.ask_ahead(point_, deadline);
      return await(reader.element_at(window_, none, point_, deadline));
    });
  }
  /// A look by a reader that remembers nothing.
  a11y::Sight first_look() {
    const auto reader = a11y::atspi_reader(loop_.get_executor(), windows_of(), [](const auto&) {});
    return look(*reader);
  }
  /// Looks until the result is as expected. A browser's tree changes with a delay, but it must be the same for all
  /// readers: one that remembers nothing must not see a change that a later look of the other does not.
  testing::AssertionResult comes_to_be(const std::function<bool(const a11y::Sight&)>& expected) {
    bool stale = false;
    a11y::Sight sight;
    const bool over = eventually([&] {
      sight = look();
      if (expected(sight)) return true;
      if (!expected(first_look())) return false;
      sight = look();
      stale = !expected(sight);
      return true;
    });
    if (over && !stale) return testing::AssertionSuccess();
    return testing::AssertionFailure() << (stale ? "remembered: " : "never seen: ") << reported(sight);
  }
  /// Looks at the button until everything is remembered that can be, presses `change`, and looks again, a few times.
  void expect_seen(KeySym change, const std::function<bool(const a11y::Sight&)>& expected) {
    SCOPED_TRACE(std::string(1, static_cast<char>(change)));
    press(XK_0);
    a11y::Sight sight;
    ASSERT_TRUE(eventually([&] {
      sight = look();
      return sight.element && sight.element->role == Role::push_button && sight.element->name == "Continue" &&
             sight.element->states.has(State::enabled);
    })) << reported(sight);
    for (int i = 0; i < 5; ++i) {
      sight = look();
      ASSERT_TRUE(sight.element) << reported(sight);
      ASSERT_EQ(sight.element->role, Role::push_button) << reported(sight);
      ASSERT_EQ(sight.element->name, "Continue") << reported(sight);
    }
    press(change);
    ASSERT_TRUE(comes_to_be([&](const auto& seen) { return seen.element && expected(seen); }));
    for (int i = 0; i < 4; ++i) {
      sight = look();
      ASSERT_TRUE(sight.element && expected(sight)) << reported(sight);
    }
  }
  void expect_changes_are_seen() {
    expect_seen(XK_r, [](const auto& s) { return s.element->name == "Delete everything"; });
    expect_seen(XK_l, [](const auto& s) { return s.element->role == Role::link; });
    expect_seen(XK_c, [](const auto& s) { return s.element->name == "On top"; });
    expect_seen(XK_s, [](const auto& s) { return s.element->role == Role::password_text; });
    expect_seen(XK_d, [](const auto& s) { return !s.element->states.has(State::enabled); });
    expect_seen(XK_u, [](const auto& s) { return s.document && s.document->url.ends_with("#paid"); });
    expect_seen(XK_w, [](const auto& s) {
      if (s.element->ancestors.empty()) return false;
      const auto& dialog = s.element->ancestors.front();
      return (dialog.role == Role::dialog || dialog.role == Role::alert) &&
             dialog.text == "Delete 3 files permanently?";
    });
  }

  const std::string url_ = "file://" + fixtures + "changes.html";
  Process browser_;
  Window window_;
  Point point_;
};

TEST_F(PageChanges, AreSeenInChromium) {
  open({"chromium", "--no-sandbox", "--force-renderer-accessibility", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync", "--password-store=basic",
        "--user-data-dir=" + desktop_->dir() + "/chromium", url_});
  if (!HasFatalFailure()) expect_changes_are_seen();
}

TEST_F(PageChanges, AreSeenInFirefox) {
  const auto profile = firefox_profile(desktop_->dir() + "/firefox");
  open({"firefox-esr", "--profile", profile, "--new-instance", "--no-remote", url_});
  if (!HasFatalFailure()) expect_changes_are_seen();
}

}  // namespace
}  // namespace interlock::test
