// What a task's text says of its scope, and which sites it names.
#include "gate/session/scope.h"
#include "values/goal.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interlock::gate {
namespace {

TEST(Scope, IsReadOutOfTheVerbsThatClausesBeginWith) {
  const std::vector<std::pair<std::string, std::optional<GoalType>>> rows = {
      {"What is the weather in Berlin?", GoalType::read},
      {"Find the opening hours of the museum", GoalType::read},
      {"Please summarise the article about how to sign up", GoalType::read},
      {"Compare the prices of the three laptops", GoalType::read},
      {"Tell me who wrote this", GoalType::read},
      {"Go to example.com", GoalType::navigate},
      {"Could you open the imprint", GoalType::navigate},
      {"Visit the site and tell me its title", GoalType::navigate},
      {"Search for red shoes", GoalType::interact},
      {"Open the shop, add the red shoes to the cart", GoalType::interact},
      {"Read the mail and then reply to it", GoalType::interact},
      {"I want to send a message to Ann", GoalType::interact},
      {"Delete the second draft", GoalType::interact},
      {"Fill in the form with my data", GoalType::fill_form},
      {"Go to the shop and buy milk", GoalType::fill_form},
      {"Sign in to my account", GoalType::fill_form},
      {"change my password", GoalType::fill_form},
      {"Update the shipping address", GoalType::fill_form},
      {"1. Open the page\n2. Register for the course", GoalType::fill_form},
      {"Find a flight to Rome and book it", GoalType::fill_form},
      {"", std::nullopt},
      {"Quartalsbericht", std::nullopt},
  };
  for (const auto& [directive, goal] : rows) EXPECT_EQ(classify(directive), goal) << directive;
}

TEST(Scope, AGivenGoalWins) {
  const Scope scope = scope_of("buy milk", GoalType::read);
  EXPECT_EQ(scope.goal, GoalType::read);
  EXPECT_TRUE(scope.given);
  EXPECT_FALSE(scope_of("buy milk", std::nullopt).given);
}

TEST(Scope, GoalsHaveNames) {
  for (const auto goal : {GoalType::read, GoalType::navigate, GoalType::interact, GoalType::fill_form}) {
    EXPECT_EQ(goal_from_name(goal_name(goal)), goal);
  }
  EXPECT_EQ(goal_from_name("reed"), std::nullopt);
}

bool names(std::string_view directive, std::string_view url) {
  for (const auto& domain : domains_in(directive)) {
    if (domain.matches(*url::parse_url(url))) return true;
  }
  return false;
}

TEST(Scope, SitesThatATaskNames) {
  EXPECT_TRUE(names("Go to example.com.", "https://example.com/"));
  EXPECT_TRUE(names("Go to www.example.com!", "https://shop.example.com/"));
  EXPECT_TRUE(names("compare (https://a.example/x?y) with b.example", "https://a.example/"));
  EXPECT_TRUE(names("compare (https://a.example/x?y) with b.example", "https://b.example/"));
  EXPECT_FALSE(names("Go to example.com", "https://evil.com/"));
  EXPECT_TRUE(domains_in("Save the report as report.pdf, and mail it to ann@example.com").empty());
  EXPECT_TRUE(domains_in("Version 3.14 of 127.0.0.1 e.g. the last. And so on...").empty());
}

}  // namespace
}  // namespace interlock::gate
