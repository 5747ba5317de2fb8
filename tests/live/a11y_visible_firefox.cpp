#include "tests/desktop/firefox.h"
#include "tests/live/visible_web.h"

namespace interlock::test {
namespace {

class VisibleFirefox : public Web {
 protected:
  static void SetUpTestSuite() {
    VisibleDesk::SetUpTestSuite();
    const auto profile = firefox_profile(desktop_->dir() + "/firefox");
    browser_ = desktop_->start({"firefox-esr", "--profile", profile, "--new-instance", "--no-remote", page},
                               {{"GNOME_ACCESSIBILITY", "1"}});
  }
};

TEST_F(VisibleFirefox, ShowsWhatIsVisibleAndNothingElse) {
  shows_what_is_visible();
}
TEST_F(VisibleFirefox, ShowsNoPassword) {
  tells_no_password();
}
TEST_F(VisibleFirefox, SaysWhereAClickHits) {
  says_where_a_click_hits();
}

}  // namespace
}  // namespace interlock::test
