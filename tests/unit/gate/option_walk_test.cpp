#include "gate/readings/option_walk.h"

#include <gtest/gtest.h>

namespace interlock::gate {
namespace {

Action keys(const std::string& text) {
  return {.body = Key{parse_key_chords(text).value()}, .confidence = {}, .intent = {}, .expect = {}, .on = {}};
}
Action types(const std::string& text) {
  return {.body = Type{text}, .confidence = {}, .intent = {}, .expect = {}, .on = {}};
}

std::vector<Element> options() {
  std::vector<Element> all;
  for (const char* name : {"small", "medium", "Delete archive", "large", "dark", "done"}) {
    all.push_back({.role = Role::menu_item, .name = name, .path = name});
    all.back().states.add(State::enabled);
  }
  return all;
}

Observation at(const std::string& option, bool page) {
  Element element{.role = Role::combo_box, .name = "Sizes"};
  if (!option.empty()) {
    element = {.role = Role::menu_item, .name = option, .path = option};
    element.ancestors = {{.role = Role::menu}, {.role = Role::combo_box}};
  }
  Observation seen{.focus = element};
  seen.document = none;
  if (page) seen.document = Document{};
  return seen;
}

/// The names of what may be chosen, from the closed list, which holds "small", or from `open`.
std::string chosen(const Action& action, const std::string& open = "", bool page = true) {
  const auto seen = at(open, page);
  if (chooses_from(action, seen) == nullptr) return "nothing";
  auto all = options();
  all.front().states.add(State::selected);
  all[4].states = {};  // "dark" is disabled
  std::string names;
  for (const Element& each : may_be_chosen(action, seen, all)) names += (names.empty() ? "" : ",") + each.name;
  return names;
}

TEST(OptionWalk, AClosedListTakesOverEachOptionThatIsMet) {
  EXPECT_EQ(chosen(keys("Down")), "medium");
  EXPECT_EQ(chosen(keys("Down Down")), "medium,Delete archive");
  EXPECT_EQ(chosen(keys("Right Left")), "small,medium");
  EXPECT_EQ(chosen(keys("l")), "small,large");
  EXPECT_EQ(chosen(types("do")), "small,Delete archive,dark,done");
  EXPECT_EQ(chosen(keys("End")), "done");
  EXPECT_EQ(chosen(keys("Page_Down")), "small,medium,Delete archive,large,dark,done");
  for (const char* none : {"Tab", "Return", "space", "Escape", "alt+Down", "ctrl+c"}) {
    EXPECT_EQ(chosen(keys(none)), "nothing") << none;
  }
}

TEST(OptionWalk, APagesOpenListMayBeClosed) {
  EXPECT_EQ(chosen(keys("Down Down Down"), "small"), "medium,Delete archive,large");
  EXPECT_EQ(chosen(keys("Down Down Return"), "small"), "medium,Delete archive");
  EXPECT_EQ(chosen(keys("Down"), "large"), "medium,dark,done") << "it passes what is disabled";
  EXPECT_EQ(chosen(keys("Down"), "done"), "medium,done") << "the chosen one, small, may have the focus";
  EXPECT_EQ(chosen(keys("Escape"), "Delete archive"), "nothing") << "the key that went there was judged";
}

TEST(OptionWalk, AToolkitsListIsJudgedTheSame) {
  EXPECT_EQ(chosen(keys("Down Down"), "small", false), "medium,Delete archive");
  EXPECT_EQ(chosen(keys("Down Return"), "medium", false), "Delete archive");
  EXPECT_EQ(chosen(keys("Tab"), "medium", false), "nothing");
  EXPECT_EQ(chosen(types("d "), "small", false), "small,Delete archive,dark,done");
}

TEST(OptionWalk, AToolkitsClosedListStandsAtItsValue) {
  auto seen = at("", false);
  auto all = options();
  all[2].states.add(State::selected);  // GTK 3: the pointer was there
  const auto count = [&] { return may_be_chosen(keys("Down"), seen, all).size(); };
  EXPECT_EQ(count(), all.size() - 1) << "its name has no meaning";
  seen.focus->name = "large";
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(may_be_chosen(keys("Down"), seen, all).front().name, "dark");
  seen.focus->value = std::string("small");
  EXPECT_EQ(may_be_chosen(keys("Down"), seen, all).front().name, "medium");
}

TEST(OptionWalk, WhatMayBeChosenIsInItsComboBox) {
  const auto found = may_be_chosen(keys("Down"), at("", false), options());
  ASSERT_FALSE(found.empty());
  ASSERT_FALSE(found.front().ancestors.empty()) << "an item of a plain list is no control";
  EXPECT_EQ(found.front().ancestors.front().role, Role::combo_box);
}

TEST(OptionWalk, TheButtonInAComboBoxStandsForIt) {
  Element button{.role = Role::toggle_button};
  button.ancestors = {{.role = Role::filler}, {.role = Role::combo_box, .name = "medium"}};
  Observation seen{.focus = button};
  seen.document = none;
  const auto found = may_be_chosen(keys("Down"), seen, options());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().name, "Delete archive");
  seen.focus->ancestors = {{.role = Role::filler}, {.role = Role::tool_bar}, {.role = Role::combo_box}};
  EXPECT_EQ(chooses_from(keys("Down"), seen), nullptr) << "another button";
}

TEST(OptionWalk, AnEditableListTakesText) {
  auto seen = at("", true);
  seen.focus->states.add(State::editable);
  EXPECT_EQ(chooses_from(keys("Down"), seen), nullptr);
}

}  // namespace
}  // namespace interlock::gate
