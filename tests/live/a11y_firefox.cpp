#include "tests/desktop/firefox.h"
#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

class Firefox : public Desk {
 protected:
  static void SetUpTestSuite() {
    Desk::SetUpTestSuite();
    const auto profile = firefox_profile(desktop_->dir() + "/firefox");
    browser_ = desktop_->start(
        {"firefox-esr", "--profile", profile, "--new-instance", "--no-remote", "file://" + fixtures + "a11y_page.html"},
        {{"GNOME_ACCESSIBILITY", "1"}});
  }
  static void TearDownTestSuite() {
    browser_ = {};
    Desk::TearDownTestSuite();
  }
  void SetUp() override {
    Desk::SetUp();
    window_ = window("Tree page");
    ASSERT_TRUE(eventually([&] {
      window_ = window("Tree page");
      for (int y = window_.rect.y + 80; y < window_.rect.y + 320; y += 20) {
        const auto sight = at(window_, {window_.rect.x + 120, y});
        if (sight.element && sight.element->name == "Submit Order") {
          corner_ = {sight.element->extents.x - 40, sight.element->extents.y - 80};
          return true;
        }
      }
      return false;
    }));
  }
  Point page(int x, int y) const { return {corner_.x + x, corner_.y + y}; }

  static inline Process browser_;
  Window window_;
  Point corner_;
};

TEST_F(Firefox, AButtonAndItsDocument) {
  const auto sight = at(window_, page(190, 102));
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->role, Role::push_button);
  EXPECT_EQ(sight.element->extents.width, 300);
  ASSERT_TRUE(sight.document) << reported(sight);
  EXPECT_EQ(sight.document->url, "file://" + fixtures + "a11y_page.html");
  EXPECT_EQ(sight.document->title, "Tree page");
  std::cout << "element_at p50, warm: " << median(window_, page(190, 102)) << " us\n";
}

TEST_F(Firefox, TheElementPaintedOnTop) {
  const auto sight = at(window_, page(190, 42));
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->name, "Over");
}

TEST_F(Firefox, APasswordByItsRoleAndWithoutItsText) {
  const auto sight = at(window_, page(190, 222));
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->role, Role::password_text);
  EXPECT_TRUE(sight.element->value.is_none());
}

TEST_F(Firefox, TheDialogAroundAGenericButton) {
  const auto sight = at(window_, page(400 + 70, 20 + 100));
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->name, "OK");
  ASSERT_FALSE(sight.element->ancestors.empty());
  EXPECT_EQ(sight.element->ancestors.front().name, "Sure?") << reported(sight);
  EXPECT_EQ(sight.element->ancestors.front().text, "Delete 3 files permanently?") << reported(sight);
}

TEST_F(Firefox, TheFocusFollowsTab) {
  raise(window_);
  const auto sight = tab_from(window_, page(190, 162), "Note", "Answer");
  ASSERT_TRUE(sight.element && sight.element->name == "Answer") << reported(sight);
  EXPECT_EQ(sight.element->role, Role::password_text);
}

TEST_F(Firefox, TheAddressBarHasTheVisibleTabsDocument) {
  const auto sight = at(window_, {window_.rect.x + window_.rect.width / 2, corner_.y - 20});
  ASSERT_TRUE(sight.element) << reported(sight);
  ASSERT_TRUE(sight.document) << reported(sight);
  EXPECT_EQ(sight.document->title, "Tree page") << reported(sight);
}

TEST_F(Firefox, AnOpenSelectNeverNamesTheElementBeneath) {
  raise(window_);
  click(page(190, 282));
  ASSERT_TRUE(eventually([&] { return popup().has_value(); }));
  const auto list = *popup();
  const auto sight = at(window_, {list.x + 40, list.y + list.height * 5 / 6});
  std::cout << reported(sight) << "\n";
  if (sight.element) {
    EXPECT_EQ(sight.element->name, "Third") << reported(sight);
  }
  key(XK_Escape);
  EXPECT_TRUE(eventually([&] { return !popup().has_value(); }));
}

TEST_F(Firefox, AScrolledSelectNamesTheRowThatAClickTakes) {
  raise(window_);
  click(page(190, 402));
  ASSERT_TRUE(eventually([&] { return popup().has_value() && popup()->height > 100; }));
  const auto list = *popup();
  const Point row{list.x + 40, list.y + list.height / 3};
  const auto sight = at(window_, row);
  std::cout << reported(sight) << "\n";
  click(row);
  ASSERT_TRUE(eventually([&] { return window("Tree page").title.find(", Option") != std::string::npos; }));
  const auto title = window("Tree page").title;
  if (sight.element) {
    EXPECT_NE(title.find(", " + sight.element->name + " "), std::string::npos) << title;
  }
}

TEST_F(Firefox, AnItemOfAnOpenContextMenuNotTheElementBeneath) {
  raise(window_);
  click(page(600, 500), 3);
  ASSERT_TRUE(eventually([&] { return popup().has_value(); }));
  const auto menu = *popup();
  a11y::Sight sight;
  EXPECT_TRUE(eventually([&] {
    sight = at(window_, {menu.x + menu.width / 2, menu.y + menu.height - 20});
    return sight.element && sight.element->role == Role::menu_item;
  })) << reported(sight);
  std::cout << reported(sight) << "\n";
  key(XK_Escape);
}

}  // namespace
}  // namespace interlock::test
