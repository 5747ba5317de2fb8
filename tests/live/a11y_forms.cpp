// The same form in each toolkit: an element where its pixels are, secrets, the focus, an open menu.
#include "tests/live/form_desk.h"

namespace interlock::test {
namespace {

class Forms : public FormDesk, public testing::WithParamInterface<FormProgram> {
 protected:
  void SetUp() override {
    FormDesk::SetUp();
    show(GetParam());
  }
};

TEST_P(Forms, AButtonWhereItsPixelsAre) {
  const auto sight = look("Submit Order", "Submit Order");
  ASSERT_TRUE(sight.element) << reported(sight);
  EXPECT_EQ(sight.element->role, Role::push_button) << reported(sight);
  EXPECT_EQ(sight.element->name, "Submit Order");
  EXPECT_EQ(sight.element->extents, place("Submit Order"));
  EXPECT_TRUE(sight.element->states.has(State::showing));
  EXPECT_EQ(sight.element->ancestors.back().role, Role::frame);
  EXPECT_EQ(sight.element->ancestors.back().name, GetParam().title);
  EXPECT_TRUE(sight.document.is_none());
  std::cout << "element_at p50, warm: " << median(window_, middle(place("Submit Order"))) << " us\n";
}

TEST_P(Forms, APasswordByItsRoleAndWithoutItsText) {
  ASSERT_TRUE(focus_by_click("answer", Role::password_text));
  for (const auto symbol : {XK_s, XK_e, XK_c}) key(symbol);
  const auto secret = at(window_, middle(place("answer")));
  ASSERT_TRUE(secret.element) << reported(secret);
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

TEST_P(Forms, TheFocusFollowsTab) {
  ASSERT_TRUE(focus_by_click("note", Role::text));
  a11y::Sight sight;
  key(XK_Tab);
  EXPECT_TRUE(eventually([&] {
    sight = focus(window_);
    return sight.element && sight.element->role == Role::password_text;
  })) << reported(sight);
  key(XK_Tab);
  EXPECT_TRUE(eventually([&] {
    sight = focus(window_);
    return sight.element && sight.element->name == "Next";
  })) << reported(sight);
}

TEST_P(Forms, AMenuItemInAnOpenMenuNotTheElementBeneath) {
  raise(window_);
  click(middle(place("Actions")));
  ASSERT_TRUE(eventually([&] { return popup().has_value(); }));
  const auto menu = *popup();
  const Point second{menu.x + menu.width / 2, menu.y + menu.height * 3 / 4};
  a11y::Sight sight;
  EXPECT_TRUE(eventually([&] {
    sight = at(window_, second);
    return sight.element && sight.element->name == "Delete all";
  })) << reported(sight);
  EXPECT_EQ(sight.element->role, Role::menu_item) << reported(sight);
  key(XK_Escape);
}

INSTANTIATE_TEST_SUITE_P(Toolkits, Forms, testing::Values(gtk3_form, qt5_form),
                         [](const auto& info) { return info.param.toolkit; });

class QtViews : public FormDesk {
 protected:
  void SetUp() override {
    FormDesk::SetUp();
    show(qt5_form, {"list:Folders", "combo:Name"});
  }
};

/// The current item of a list reports that it has the focus, and that it gets it when it changes, wherever the focus
/// is.
TEST_F(QtViews, TheCurrentItemOfAListHasTheFocusOnlyIfNothingElseHas) {
  EXPECT_TRUE(focus_by_click("note", Role::text)) << reported(focus(window_));
  EXPECT_TRUE(focus_by_click("answer", Role::password_text)) << reported(focus(window_));
  EXPECT_TRUE(focus_by_click("Folders", Role::list_item)) << reported(focus(window_));
}

/// A combo box that takes text reports the focus as well as the entry in it.
TEST_F(QtViews, TheEntryOfAComboBoxHasTheFocus) {
  EXPECT_TRUE(focus_by_click("Name", Role::text)) << reported(focus(window_));
}

}  // namespace
}  // namespace interlock::test
