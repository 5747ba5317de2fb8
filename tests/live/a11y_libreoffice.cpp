// LibreOffice: half of its window is GTK's and reports its true place, half is its own and does not; and a sheet has a
// thousand million cells.
#include "tests/live/visible_desk.h"

namespace interlock::test {
namespace {

class LibreOffice : public VisibleDesk {
 protected:
  Window open(const std::string& kind, const std::string& title) {
    office_ =
        desktop_->start({"soffice", "--" + kind, "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck"});
    return window(title);
  }
  /// The element at the middle of the named button, once the application answers with a button.
  std::string under(const Window& where, Point at) {
    std::string name;
    eventually([&] {
      const auto sight = await(reader_->element_at(where, none, at, std::chrono::steady_clock::now() + look_time));
      if (sight.element) name = sight.element->name;
      return bool(sight.element);
    });
    return name;
  }
  /// Whether the application still answers: one that walks a sheet does not.
  bool answers(const Window& where) {
    return eventually([&] { return bool(tree(where)); });
  }

 private:
  Process office_;
};

TEST_F(LibreOffice, ThePartThatItDrawsItselfIsInItsVisiblePlace) {
  const auto where = open("writer", "Untitled 1");
  tree_with(where, "Bold");
  tree_with(where, "File");
  const auto seen = *tree(where);
  const auto* bold = find(seen, "Bold");
  const auto* menu = find(seen, "File");
  ASSERT_TRUE(bold && menu) << reported(seen);
  EXPECT_GE(bold->extents.y, menu->extents.y + menu->extents.height) << "below the menu bar, not in it\n"
                                                                     << reported(seen);
  int bars = 0;
  for (const auto& node : seen.nodes) bars += node.element.name == "File" ? 1 : 0;
  EXPECT_EQ(bars, 1) << "the hidden menu bar of the drawn part is left out\n" << reported(seen);

  // Each button of the tool bars is found at its own middle, and so are the menu bar's menus.
  int met = 0;
  for (const auto& node : seen.nodes) {
    const auto& element = node.element;
    if (element.name.empty() || (element.role != Role::push_button && element.role != Role::toggle_button)) continue;
    EXPECT_EQ(under(where, middle(element.extents)), element.name) << reported(seen);
    if (++met == 12) break;
  }
  EXPECT_EQ(met, 12);
  EXPECT_EQ(under(where, middle(menu->extents)), "File");

  // And the click arrives there: the application itself reports the press.
  const auto pressed = [&] {
    const auto now = tree(where);
    const auto* button = now ? find(*now, "Bold") : nullptr;
    return button && button->states.has(State::checked);
  };
  ASSERT_FALSE(pressed());
  click(middle(bold->extents));
  EXPECT_TRUE(eventually(pressed));
}

/// A table that was just inserted: LibreOffice gives its first cell the focus and sends no event about it.
TEST_F(LibreOffice, TheFocusIsFoundInANewTable) {
  const auto where = open("writer", "Untitled 1");
  tree_with(where, "Bold");
  const auto control = XKeysymToKeycode(display_, XK_Control_L);
  XTestFakeKeyEvent(display_, control, True, CurrentTime);
  key(XK_F12);
  XTestFakeKeyEvent(display_, control, False, CurrentTime);
  const auto dialog = window("Insert Table");
  EXPECT_TRUE(eventually([&] { return bool(tree(dialog)); }));
  key(XK_Return);
  a11y::Sight sight;
  const auto cell = [&] {
    sight = await(reader_->focused_element(where, std::chrono::steady_clock::now() + look_time));
    return sight.element && sight.element->role == Role::table_cell;
  };
  EXPECT_TRUE(eventually(cell)) << (sight.element ? sight.element->path + sight.element->name
                                                  : std::string(describe(sight.element.why()).code))
                                << '\n'
                                << reported(*tree(where));
}

TEST_F(LibreOffice, ASheetIsReadWithoutItsThousandMillionCells) {
  const auto where = open("calc", "Untitled 1");
  a11y::VisibleTree seen;
  EXPECT_TRUE(eventually([&] {
    seen = tree_with(where, "Bold");
    return says(seen, "table 'Sheet");  // it comes after the tool bars
  })) << reported(seen);
  Known<Element> focused;
  EXPECT_TRUE(eventually([&] {
    focused = await(reader_->focused_element(where, std::chrono::steady_clock::now() + look_time)).element;
    return bool(focused);
  }));
  const auto role = focused ? focused->role : Role::unknown;
  EXPECT_TRUE(role == Role::table || role == Role::table_cell) << role_name(role);
  // A cell in the middle of the window.
  const Point at{where.rect.x + where.rect.width / 3, where.rect.y + where.rect.height / 2};
  EXPECT_NE(under(where, at), "");
  EXPECT_TRUE(answers(where)) << "it hangs";
}

}  // namespace
}  // namespace interlock::test
