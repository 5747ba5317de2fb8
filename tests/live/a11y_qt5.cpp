#include "tests/live/a11y_desk.h"

namespace interlock::test {
namespace {

class Qt5 : public Desk {
 protected:
  void SetUp() override {
    Desk::SetUp();
    log_ = new_log();
    app_ = desktop_->start({"/usr/bin/python3", fixtures + "qt5_form.py", log_, "--at", "150,120"},
                           {{"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"}});
    ASSERT_TRUE(eventually([&] { return widget(log_, "Submit Order").has_value(); }));
    window_ = window("Qt form");
  }
  Rect place(const std::string& name) { return *widget(log_, name); }
  a11y::Sight look(const std::string& name, const std::string& expected) {
    return until_named(window_, middle(place(name)), expected);
  }

  bool focus_by_click(const std::string& name, Role role) {
    raise(window_);
    return eventually([&] {
      click(middle(place(name)));
      const auto sight = focus(window_);
      return sight.element && sight.element->role == role;
    });
  }

  std::string log_;
  Process app_;
  Window window_;
};

TEST_F(Qt5, AButtonWhereItsPixelsAre) {
  const auto sight = look("Submit Order", "Submit Order");
  ASSERT_TRUE(sight.element) << told(sight);
  EXPECT_EQ(sight.element->role, Role::push_button) << told(sight);
  EXPECT_EQ(sight.element->name, "Submit Order");
  EXPECT_EQ(sight.element->extents, place("Submit Order"));
  EXPECT_TRUE(sight.element->states.has(State::showing));
  EXPECT_EQ(sight.element->ancestors.back().role, Role::frame);
  EXPECT_EQ(sight.element->ancestors.back().name, "Qt form");
  EXPECT_TRUE(sight.document.is_none());
  std::cout << "element_at p50, warm: " << median(window_, middle(place("Submit Order"))) << " us\n";
}

TEST_F(Qt5, APasswordByItsRoleAndWithoutItsText) {
  ASSERT_TRUE(focus_by_click("answer", Role::password_text));
  for (const auto symbol : {XK_s, XK_e, XK_c}) key(symbol);
  const auto secret = at(window_, middle(place("answer")));
  ASSERT_TRUE(secret.element) << told(secret);
  EXPECT_EQ(secret.element->role, Role::password_text);
  EXPECT_TRUE(secret.element->value.is_none());

  Known<std::string> got;
  const auto shows_it = [&] {
    const auto note = at(window_, middle(place("note")));
    if (note.element) got = note.element->value;
    return got == Known<std::string>("see");
  };
  // The tree may report the focus before keys arrive in the field: then it is typed again.
  EXPECT_TRUE(eventually([&] {
    if (!focus_by_click("note", Role::text)) return false;
    for (int i = 0; i < 6; ++i) key(XK_BackSpace);
    for (const auto symbol : {XK_s, XK_e, XK_e}) key(symbol);
    return eventually(shows_it, 10s);
  })) << (got ? *got : "no value");
}

TEST_F(Qt5, TheFocusFollowsTab) {
  ASSERT_TRUE(focus_by_click("note", Role::text));
  a11y::Sight sight;
  key(XK_Tab);
  EXPECT_TRUE(eventually([&] {
    sight = focus(window_);
    return sight.element && sight.element->role == Role::password_text;
  })) << told(sight);
  key(XK_Tab);
  EXPECT_TRUE(eventually([&] {
    sight = focus(window_);
    return sight.element && sight.element->name == "Next";
  })) << told(sight);
}

TEST_F(Qt5, AMenuItemInAnOpenMenuNotTheElementBeneath) {
  raise(window_);
  click(middle(place("Actions")));
  ASSERT_TRUE(eventually([&] { return popup().has_value(); }));
  const auto menu = *popup();
  const Point second{menu.x + menu.width / 2, menu.y + menu.height * 3 / 4};
  a11y::Sight sight;
  EXPECT_TRUE(eventually([&] {
    sight = at(window_, second);
    return sight.element && sight.element->name == "Delete all";
  })) << told(sight);
  EXPECT_EQ(sight.element->role, Role::menu_item) << told(sight);
  key(XK_Escape);
}

}  // namespace
}  // namespace interlock::test
