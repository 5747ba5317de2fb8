// A session sees what its scope lets it touch: one table for both, for every kind of element.
#include "gate/readings/blinders.h"

#include <gtest/gtest.h>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;

std::vector<Element> elements() {
  return {element(Role::push_button, "Buy now"),   element(Role::push_button, "Next page"),
          element(Role::link, "Sign in"),          element(Role::link, "Opening hours"),
          element(Role::entry, "Your name"),       element(Role::entry, "Search the shop"),
          element(Role::password_text, ""),        element(Role::check_box, "Newsletter"),
          element(Role::heading, "Delete it all"), element(Role::image, "Delete"),
          element(Role::list_item, "Remove"),      element(Role::push_button, "")};
}

TEST(Blinders, HideExactlyTheElementsOnWhichAClickIsBlocked) {
  for (const auto goal : {GoalType::read, GoalType::navigate, GoalType::interact, GoalType::fill_form}) {
    auto gate = ours();
    gate.set_scope({.goal = goal, .given = true, .domains = {}});
    for (const auto& each : elements()) {
      const auto seen = on(each);
      const auto judged = assess(gate, click(), seen);
      const bool hidden = gate.blinders().is_hidden(seen);
      EXPECT_EQ(judged.code == "hidden_element", hidden)
          << goal_name(goal) << ": " << each.name << ": " << judged.reason;
      EXPECT_EQ(judged.rule == "scope", hidden) << each.name;
      const bool reported = !each.name.empty() && judged.reason.text().find(each.name) != std::string::npos;
      EXPECT_FALSE(hidden && reported) << judged.reason;
    }
    EXPECT_EQ(gate.blinders().hide_something(), goal != GoalType::fill_form);
  }
}

TEST(Blinders, HideByTheTable) {
  const auto hidden_from = [](GoalType goal) {
    auto gate = ours();
    gate.set_scope({.goal = goal, .given = true, .domains = {}});
    std::vector<std::string> names;
    for (const auto& each : elements()) {
      if (gate.blinders().is_hidden(on(each))) names.push_back(each.name);
    }
    return names;
  };
  const std::vector<std::string> from_readers = {"Buy now", "Sign in", "Your name", "", "Newsletter", "Delete"};
  EXPECT_EQ(hidden_from(GoalType::read), from_readers);
  EXPECT_EQ(hidden_from(GoalType::navigate), from_readers);
  EXPECT_EQ(hidden_from(GoalType::interact), (std::vector<std::string>{"Sign in", ""}));
  EXPECT_TRUE(hidden_from(GoalType::fill_form).empty());
}

TEST(Blinders, TheListOfAComboBoxIsPartOfItsForm) {
  auto gate = ours();
  gate.set_scope({.goal = GoalType::read, .given = true, .domains = {}});
  const auto hidden = [&](Role role, std::vector<Ancestor> around) {
    auto each = element(role, "Blue");
    each.ancestors = std::move(around);
    auto seen = on(each);
    seen.window->app = "firefox-esr";
    return gate.blinders().is_hidden(seen);
  };
  const Ancestor menu{Role::menu, "Red", {}}, combo{Role::combo_box, "", {}}, frame{Role::frame, "Shop", {}};
  EXPECT_TRUE(hidden(Role::menu_item, {menu, combo, frame})) << "Firefox shows a page's list among its own menus";
  EXPECT_FALSE(hidden(Role::menu_item, {menu, frame}));
  EXPECT_FALSE(hidden(Role::list_item, {{Role::list_box, "", {}}, combo, frame})) << "what an address bar suggests";
  EXPECT_TRUE(hidden(Role::list_item, {{Role::list_box, "", {}}, combo, {Role::document_web, "Shop", {}}, frame}));
}

TEST(Blinders, AGoalThatOnlyAsksHidesNothing) {
  Config config = consequence_config();
  config.directive_scope = Decision::require_confirmation;
  auto gate = ours(config);
  gate.set_scope(scope_of("Find the opening hours", std::nullopt));
  EXPECT_FALSE(gate.blinders().hide_something());
  config.directive_scope = Decision::block;
  gate.set_policy(compiled(config));
  EXPECT_TRUE(gate.blinders().is_hidden(button("Buy now")));
  EXPECT_FALSE(Blinders().is_hidden(button("Buy now")));
}

TEST(Scope, IsWidenedByAPersonAloneAndNeverWhereItIsToBeKept) {
  Config config = consequence_config();
  config.directive_scope = Decision::require_confirmation;
  const auto name = entry("Your name");
  for (const bool agreed : {true, false}) {
    auto gate = ours(config);
    gate.set_scope(scope_of("Find the opening hours", std::nullopt));
    EXPECT_EQ(decide(gate, type("Ann"), name), Decision::require_confirmation);
    gate.record(type("Ann"), name, {.failed = false, .state_changed = {}, .agreed = agreed}, Time{0});
    EXPECT_EQ(decide(gate, type("Elm Street"), name), agreed ? Decision::allow : Decision::require_confirmation);
    Config kept = config;
    kept.directive_scope = Decision::block;
    gate.set_policy(compiled(kept));
    EXPECT_EQ(decide(gate, type("Elm Street"), name), Decision::block);
  }
}

}  // namespace
}  // namespace interlock::gate
