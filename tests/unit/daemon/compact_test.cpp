// How a view is put shortly for a model: rows on one line, the browser's own elements and the parts of fields folded.
#include "daemon/showing/compact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/showing/tree_reply.h"

namespace interlock::daemon {
namespace {
using testing::HasSubstr;
using testing::Not;

class CompactTest : public testing::Test {
 protected:
  CompactTest() { add(0, Role::frame, "Shop").in_page = false; }
  ShownItem& add(std::size_t depth, Role role, const std::string& name = "", const std::string& ref = "") {
    ShownItem item{.depth = depth, .role = role, .name = name, .ref = ref};
    item.states = States{State::enabled};
    item.path = std::to_string(view.items.size());
    item.in_page = true;
    view.items.push_back(item);
    return view.items.back();
  }
  std::string reported(bool fold = true) {
    ShownWindow shown{.id = 7, .app = "shop", .title = "Shop", .rect = {0, 0, 400, 300}};
    shown.view = compact(view, fold);
    const auto text = as_text({shown}, "feed");
    const auto begin = text.find("\"shop\"\n") + 7;
    return text.substr(begin, text.find("[end of") - begin);
  }
  TreeView view;
};

TEST_F(CompactTest, ATablesRowsAreOnOneLineEach) {
  add(1, Role::table, "Orders");
  add(2, Role::table_row);
  auto& header = add(3, Role::column_header, "Order");
  header.sort = "ascending";
  add(4, Role::push_button, "Order", "e1");
  add(3, Role::column_header, "Date");
  for (const std::string n : {"2", "3"}) {
    add(2, Role::table_row, "100" + n + " Edit Print", "e" + n);
    add(3, Role::table_cell, "100" + n, "e2" + n);
    add(4, Role::link, "100" + n, "e3" + n);
    add(3, Role::table_cell, "2026-11-0" + n, "e4" + n);
    add(3, Role::table_cell, "Edit Print", "e5" + n);
    add(4, Role::push_button, "Edit", "e6" + n);
    add(4, Role::push_button, "Print", "e7" + n);
  }
  EXPECT_EQ(reported(),
            "table \"Orders\"\n"
            "  columns: e1 button \"Order\", sorted ascending | \"Date\"\n"
            "  e2 row 1: e32 link \"1002\" | \"2026-11-02\" | e62 button \"Edit\" | e72 button \"Print\"\n"
            "  e3 row 2: e33 link \"1003\" | \"2026-11-03\" | e63 button \"Edit\" | e73 button \"Print\"\n");
}

TEST_F(CompactTest, AnEmptyCellOfAPageKeepsItsColumn) {
  add(1, Role::table);
  add(2, Role::table_row);
  for (const char* name : {"", "Mon", "Tue", "Wed"}) add(3, Role::column_header, name);
  add(2, Role::table_row, "Ana yes yes");
  for (const char* name : {"Ana", "yes", "", "yes"}) add(3, Role::table_cell, name);
  add(2, Role::table_row, "Boris yes");
  for (const char* name : {"Boris", "yes", "", ""}) add(3, Role::table_cell, name);
  EXPECT_EQ(reported(),
            "table\n"
            "  columns: \"\" | \"Mon\" | \"Tue\" | \"Wed\"\n"
            "  row 1: \"Ana\" | \"yes\" | \"\" | \"yes\"\n"
            "  row 2: \"Boris\" | \"yes\"\n");
}

TEST_F(CompactTest, ACellOfAPageThatReactsKeepsItsRef) {
  add(1, Role::table);
  add(2, Role::table_row);
  add(3, Role::table_cell, "Plain", "e1");
  add(3, Role::table_cell, "Edited", "e2").states = States{State::enabled, State::editable};
  EXPECT_THAT(reported(), HasSubstr("row 1: \"Plain\" | e2 table cell \"Edited\""));
}

TEST_F(CompactTest, FieldsInARowSayWhatTheyHold) {
  add(1, Role::table);
  add(2, Role::table_row);
  add(3, Role::table_cell, "Date of line 1", "e1");
  auto& date = add(4, Role::date_editor, "Date of line 1", "e2");
  date.is_date = date.has_value = true;
  date.value = "2026-11-03";
  add(5, Role::spin_button, "Month Date of line 1", "e3");
  add(5, Role::push_button, "Show date picker", "e4");
  add(3, Role::table_cell, "Train", "e5");
  add(4, Role::combo_box, "Kind", "e6");
  add(5, Role::menu_item, "Train", "e7").states.add(State::selected);
  add(3, Role::table_cell, "84.20", "e8");
  auto& amount = add(4, Role::entry, "Amount", "e9");
  amount.has_value = true;
  amount.value = "84.20";
  EXPECT_EQ(reported(),
            "table\n"
            "  row 1: e2 date editor \"Date of line 1\" = \"2026-11-03\" | e4 button \"Show date picker\""
            " | e6 combo box \"Kind\" = \"Train\" | e9 entry \"Amount\" = \"84.20\"\n");
}

TEST_F(CompactTest, CellsBesideEachOtherAreARow) {
  const auto cell = [&](int y, const std::string& name, const std::string& ref, bool selected = false) {
    auto& item = add(2, Role::table_cell, name, ref);
    item.in_page = false;
    item.extents = {10, y, 50, 20};
    if (selected) item.states.add(State::selected);
  };
  add(1, Role::tree_table).in_page = false;
  cell(100, "letter.txt", "e1");
  cell(100, "2 kB", "e2");
  cell(120, "photo.png", "e3", true);
  cell(120, "3 MB", "e4", true);
  EXPECT_EQ(reported(false),
            "tree table\n"
            "  e1 row 1: \"letter.txt\" | \"2 kB\"\n"
            "  e3 row 2, selected: \"photo.png\", selected | \"3 MB\", selected\n");
}

// GTK 3: an icon and a name, or a box and a name, are cells in a cell.
TEST_F(CompactTest, CellsInACellAreCellsOfTheRow) {
  const auto cell = [&](std::size_t depth, int x, const std::string& name, const std::string& ref) -> ShownItem& {
    auto& item = add(depth, Role::table_cell, name, ref);
    item.in_page = false;
    item.extents = {x, 100, 50, 20};
    return item;
  };
  add(1, Role::table).in_page = false;
  cell(2, 10, "", "e1");
  cell(3, 10, "", "e2").states.add(State::focused);
  cell(3, 30, "letter.txt", "e3").states.add(State::focused);
  cell(2, 80, "", "e4");
  cell(3, 80, "", "e5").states.add(State::checkable);
  cell(3, 90, "shared", "e6");
  EXPECT_EQ(reported(false),
            "table\n"
            "  e1 row 1: \"letter.txt\", focused | e5 table cell, not checked | \"shared\"\n");
}

TEST_F(CompactTest, FieldsSayWhatTheyHold) {
  add(1, Role::static_, "Country: ");
  add(1, Role::combo_box, "Country", "e1");
  add(2, Role::menu_item, "Austria", "e2").states.add(State::selected);
  add(1, Role::date_editor, "Arrival", "e3");
  add(2, Role::spin_button, "Month", "e4").value = "11";
  view.items.back().has_value = true;
  add(2, Role::spin_button, "Day", "e5");
  EXPECT_EQ(reported(),
            "e1 combo box \"Country\" = \"Austria\"\n"
            "e3 date editor \"Arrival\": e4 spin button \"Month\" = \"11\" | e5 spin button \"Day\"\n");
}

TEST_F(CompactTest, ADateIsOneLineWithoutItsParts) {
  auto& date = add(1, Role::date_editor, "Arrival", "e3");
  date.is_date = date.has_value = true;
  date.value = "2026-11-24";
  add(2, Role::spin_button, "Month", "e4");
  add(2, Role::static_, "/");
  add(2, Role::push_button, "Show date picker", "e7");
  auto& half = add(1, Role::date_editor, "Born on", "e8");
  half.value = "//";
  half.has_value = true;
  auto& month = add(2, Role::spin_button, "Month", "e9");
  month.value = "11";
  month.has_value = true;
  add(2, Role::spin_button, "Day", "e10");
  EXPECT_EQ(reported(),
            "e3 date editor \"Arrival\" = \"2026-11-24\": e7 button \"Show date picker\"\n"
            "e8 date editor \"Born on\": e9 spin button \"Month\" = \"11\" | e10 spin button \"Day\"\n");
}

TEST_F(CompactTest, ALabelAroundItsControlIsLeftOut) {
  add(1, Role::label, "Town");
  add(2, Role::entry, "Town", "e1");
  add(1, Role::label, "Country Austria");
  add(2, Role::combo_box, "Country", "e2");
  add(3, Role::menu, "", "e3");
  add(1, Role::label, "Only words");
  EXPECT_EQ(reported(),
            "  e1 entry \"Town\"\n"
            "  e2 combo box \"Country\" = \"Austria\"\n"
            "label \"Only words\"\n");
}

TEST_F(CompactTest, AnOpenListIsListed) {
  add(1, Role::combo_box, "Country", "e1").states.add(State::expanded);
  add(2, Role::menu_item, "Austria", "e2").states.add(State::selected);
  EXPECT_THAT(reported(), HasSubstr("e2 menu item \"Austria\""));
}

TEST_F(CompactTest, TheBrowsersOwnElementsAreFolded) {
  const auto own = [&](std::size_t depth, Role role, const std::string& name, const std::string& ref) {
    add(depth, role, name, ref).in_page = false;
  };
  view.folded_within = "e1";
  own(1, Role::push_button, "Back", "e2");
  own(1, Role::entry, "Address", "e3");
  add(1, Role::document_web, "Shop");
  add(2, Role::push_button, "Buy", "e4");
  own(1, Role::page_tab, "Shop", "e5");
  own(1, Role::alert, "Allow notifications?", "");
  own(2, Role::push_button, "Allow", "e6");
  const auto text = reported();
  EXPECT_THAT(text, HasSubstr("e4 button \"Buy\""));
  EXPECT_THAT(text, HasSubstr("e6 button \"Allow\"")) << "it has popped up";
  own(1, Role::panel, "Add bookmark", "");
  own(2, Role::push_button, "Remove", "e8");
  own(1, Role::panel, "", "");
  own(2, Role::push_button, "Reload", "e9");
  EXPECT_THAT(reported(), HasSubstr("e8 button \"Remove\"")) << "Firefox asks in panels with names";
  EXPECT_THAT(reported(), Not(HasSubstr("Reload")));
  EXPECT_THAT(text, Not(HasSubstr("Address")));
  EXPECT_THAT(text, Not(HasSubstr("e5")));
  EXPECT_THAT(text, HasSubstr("(3 elements of the browser itself; observe with \"within\": \"e1\" lists them)"));
  EXPECT_THAT(reported(false), HasSubstr("Address"));
  own(1, Role::page_tab, "Mail", "e7");
  EXPECT_THAT(reported(), HasSubstr("e7 page tab \"Mail\"")) << "several tabs are listed";
}

TEST_F(CompactTest, WhatIsScrolledAwayIsCounted) {
  auto& list = add(1, Role::list, "Goods");
  list.above = 3;
  list.below = 12;
  add(2, Role::list_item, "Kettle");
  EXPECT_THAT(reported(), HasSubstr("list \"Goods\" (scrolled: 3 more above, 12 more below)\n"));
}

}  // namespace
}  // namespace interlock::daemon
