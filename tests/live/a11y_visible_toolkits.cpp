// Whole windows of the toolkits: what is visible is in the result, in its place; what is not visible is not.
#include "tests/live/visible_desk.h"

namespace interlock::test {
namespace {

class VisibleToolkits : public VisibleDesk {
 protected:
  int clicked(const std::string& log, const std::string& name) const {
    int count = 0;
    std::istringstream lines(read_file(log));
    for (std::string line; std::getline(lines, line);) {
      boost::system::error_code bad;
      const auto value = boost::json::parse(line, bad);
      if (!bad && value.at("event") == "clicked" && value.at("what").as_string() == name) ++count;
    }
    return count;
  }
  void a_click_hits(const Window& where, const a11y::VisibleTree& seen, const std::string& log,
                    const std::vector<std::string>& names) {
    raise(where);
    for (const auto& name : names) {
      const auto* button = find(seen, name);
      ASSERT_NE(button, nullptr) << name << " is not in\n" << reported(seen);
      EXPECT_TRUE(eventually([&] {
        click(middle(button->extents));
        return eventually([&] { return clicked(log, name) > 0; }, 10s);
      })) << name
          << " was not hit";
    }
  }
};

TEST_F(VisibleToolkits, Gtk3) {
  const auto log = new_log();
  const auto app = desktop_->start({"/usr/bin/python3", fixtures + "gtk3_form.py", log, "--at", "150,120"});
  const auto where = window("GTK form");
  ASSERT_TRUE(eventually([&] { return widget(log, "Submit Order").has_value(); }));
  const auto seen = tree_with(where, "Submit Order");
  for (const char* name : {"Next", "Submit Order", "Delete account"}) {
    const auto* button = find(seen, name);
    ASSERT_NE(button, nullptr) << reported(seen);
    EXPECT_EQ(button->extents, *widget(log, name)) << name;
  }
  EXPECT_FALSE(says(seen, "Delete all")) << "the menu is closed\n" << reported(seen);
  agrees_with_oracle(where, seen);
  a_click_hits(where, seen, log, {"Next", "Submit Order"});

  click(middle(find(seen, "Actions")->extents));
  ASSERT_TRUE(eventually([&] { return popup().has_value(); }));
  const auto open = tree_with(where, "Delete all");
  EXPECT_TRUE(says(open, "Delete all")) << reported(open);
  key(XK_Escape);
}

// GTK's own hit test returns the icon for the whole cell.
TEST_F(VisibleToolkits, Gtk3NamesInCellsWithIcons) {
  const auto app = desktop_->start({"/usr/bin/python3", fixtures + "gtk3_files.py"});
  const auto where = window("GTK files");
  const auto seen = tree_with(where, "backup.sh");
  for (const char* name : {"drawings", "lease.txt", "backup.sh"}) {
    const auto* cell = find(seen, name);
    ASSERT_NE(cell, nullptr) << name << " is not in\n" << VisibleDesk::reported(seen);
    const auto sight = at(where, middle(cell->extents));
    ASSERT_TRUE(sight.element) << interlock::test::reported(sight);
    EXPECT_EQ(sight.element->name, name) << interlock::test::reported(sight);
    EXPECT_EQ(sight.element->path, cell->path);
    const auto beside = at(where, {cell->extents.x - 10, middle(cell->extents).y});
    EXPECT_EQ(beside.element ? beside.element->name : "?", "") << "the icon has no name";
  }
}

TEST_F(VisibleToolkits, Gtk4) {
  const auto log = new_log();
  const auto app = desktop_->start({"/usr/bin/python3", fixtures + "gtk4_form.py", log}, {{"GSK_RENDERER", "cairo"}});
  const auto where = window("GTK 4 form");
  const auto seen = tree_with(where, "Submit Order");
  EXPECT_TRUE(says(seen, "Words to read")) << reported(seen);
  EXPECT_TRUE(says(seen, "On this page")) << reported(seen);
  for (const char* words : {"hunter2secret", "Not visible", "On the other page"}) {
    EXPECT_FALSE(says(seen, words)) << words << " is in\n" << reported(seen);
  }
  a_click_hits(where, seen, log, {"Next", "Submit Order", "On this page"});
}

TEST_F(VisibleToolkits, Qt5) {
  const auto log = new_log();
  const auto app = desktop_->start({"/usr/bin/python3", fixtures + "qt5_form.py", log, "--at", "150,120"},
                                   {{"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"}});
  const auto where = window("Qt form");
  ASSERT_TRUE(eventually([&] { return widget(log, "Submit Order").has_value(); }));
  const auto seen = tree_with(where, "Submit Order");
  for (const char* name : {"Next", "Submit Order", "Delete account"}) {
    const auto* button = find(seen, name);
    ASSERT_NE(button, nullptr) << reported(seen);
    EXPECT_EQ(button->extents, *widget(log, name)) << name;
  }
  EXPECT_FALSE(says(seen, "Delete all")) << "the menu is closed\n" << reported(seen);
  agrees_with_oracle(where, seen);
  a_click_hits(where, seen, log, {"Next", "Submit Order"});
}

}  // namespace
}  // namespace interlock::test
