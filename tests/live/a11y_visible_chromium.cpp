#include "tests/live/visible_web.h"

namespace interlock::test {
namespace {

class VisibleChromium : public Web {
 protected:
  static void SetUpTestSuite() {
    VisibleDesk::SetUpTestSuite();
    browser_ = desktop_->start(
        {"chromium", "--no-sandbox", "--force-renderer-accessibility", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--password-store=basic",
         "--window-position=100,60", "--window-size=900,700", "--user-data-dir=" + desktop_->dir() + "/chromium", page},
        {{"GNOME_ACCESSIBILITY", "1"}});
  }
};

TEST_F(VisibleChromium, ShowsWhatIsVisibleAndNothingElse) {
  shows_what_is_visible();
}
TEST_F(VisibleChromium, ShowsNoPassword) {
  tells_no_password();
}
TEST_F(VisibleChromium, SaysWhereAClickHits) {
  says_where_a_click_hits();
}

TEST_F(VisibleChromium, AStoppedBrowserCostsTheDeadline) {
  (void)tree_with(window_, "Plain button");
  browser_.signal(SIGSTOP);
  const auto seen = tree(window_, 300ms);
  browser_.signal(SIGCONT);
  EXPECT_EQ(seen.why(), Unknown::deadline);
}

TEST_F(VisibleChromium, ANamedElementIsReadAgainAndScrolledTo) {
  const auto seen = tree_with(window_, "Plain button");
  const auto* button = find(seen, "Plain button");
  ASSERT_NE(button, nullptr);
  const auto soon = [] { return std::chrono::steady_clock::now() + look_time; };
  auto again = await(reader_->named_element(window_, {}, button->path, soon()));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->name, "Plain button");
  EXPECT_EQ(again->extents, button->extents);

  // Into the page itself: a frame or a field in it would take the key. A browser drops a click or a key now and then.
  const auto out_of_view = [&] {
    again = await(reader_->named_element(window_, {}, button->path, soon()));
    return again && !again->states.has(State::showing);
  };
  for (int i = 0; i < 6 && !out_of_view(); ++i) {
    const auto now = tree(window_);
    const auto* heading = now ? find(*now, "Things to see") : nullptr;
    if (heading) click(middle(heading->extents));
    key(XK_End);
    (void)eventually(out_of_view, patience / 6);
  }
  ASSERT_TRUE(out_of_view()) << (again ? "the button is still shown" : "the button is not found") << "; the page:\n"
                             << reported(tree_with(window_, "Plain button"));
  const auto scrolled = await(reader_->scroll_into_view(window_, button->path, soon()));
  EXPECT_TRUE(scrolled && *scrolled);
  EXPECT_TRUE(eventually([&] {
    again = await(reader_->named_element(window_, {}, button->path, soon()));
    return again && again->states.has(State::showing);
  }));
  const auto gone = await(reader_->named_element(window_, {}, button->path + "99999", soon()));
  EXPECT_TRUE(gone.is_none());
  key(XK_Home);
}

}  // namespace
}  // namespace interlock::test
