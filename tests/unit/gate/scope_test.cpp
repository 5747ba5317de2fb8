// The scope that a task's text implies, and the sites that it names.
#include "gate/session/scope.h"
#include "gate/session/directive.h"
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

void expect_goals(std::optional<GoalType> goal, const std::vector<std::string>& directives) {
  for (const auto& directive : directives) EXPECT_EQ(classify(directive), goal) << directive;
}

TEST(Scope, IsWhatIsAskedForBehindPoliteOpenersAndBackground) {
  expect_goals(
      GoalType::interact,
      {"I've been struggling with the font. Would you be so kind as to bump it up to 14pt?",
       "I would appreciate it if you could remove the watermark from this picture.",
       "My screen is too bright at night, dim it please", "Would it be possible to have the sidebar hidden?",
       "Is there any way to mute this tab?", "I was wondering whether you could split this PDF into single pages.",
       "How do I turn off the auto-correct in Writer?", "Get my calendar cleared of old birthdays",
       "Have the report ready in PDF", "I'd like the default download folder to be ~/Desktop",
       "I am trying to get the page numbers to start at 3",
       "Whenever I open Chrome it restores old tabs. I don't want that. Please stop it from doing so.",
       "You are an assistant. Your task is to archive every mail older than a year.",
       "Can you assist me in cropping the photo and saving it as square.png?",
       "Help me with extracting the sound of movie.mp4 and saving it as mp3"});
  expect_goals(GoalType::read,
               {"Could you please tell me who wrote the second chapter?", "I want to know the capital of Mongolia",
                "Can you help me find out whether flight LH400 is delayed?"});
}

TEST(Scope, ADeedMayBeAParticipleOrWhatSomethingBecomes) {
  expect_goals(GoalType::interact,
               {"Get the slides ready.", "Have the report sent to Ann.", "Could the second row be frozen?",
                "Please see to it that the lamp goes off.", "Help me get the drawing to fit.", "Do the list for May.",
                "Could you get the standup moved to half past nine?", "Get firefox to open with my last session",
                "Tell Anna I'm running late", "Take me off the newsletter"});
  expect_goals(GoalType::read,
               {"Tell me who wrote it", "Tell whether it rains", "Get the files changed in May",
                "Work out how long the drive takes", "Have the letters arrived?", "Has the case been closed?",
                "Do the trains run today?", "Get the names of those who came.", "Have I been paid?"});
}

TEST(Scope, AVerbThatIsNotKnownChangesSomething) {
  expect_goals(GoalType::interact, {"Fork the project with the most stars", "Upvote the newest post",
                                    "Batch rename the photos in ~/Pictures", "Please defragment my disk",
                                    "Could you whiten the background?", "Notify Sarah about the delay"});
  // A noun is none.
  expect_goals(std::nullopt, {"Quartalsbericht", "Finde die Öffnungszeiten", "the weather", "Thank you!"});
}

TEST(Scope, IsTheMostDemandingOfItsClauses) {
  expect_goals(GoalType::interact,
               {"Look up the exchange rate and write it into cell B3",
                "Check whether the shop is open and, if it is, message Tom about it",
                "Find all occurrences of \"colour\" and replace them with \"color\"",
                "Compare the two files and merge the differences", "Summarize the sales of each branch in a new sheet",
                "Use the editor to create a file named urls.json",
                "Show the opening hours and note them in my calendar", "Find the opening hours and note them down",
                "Review the coffee grinder: four stars, 'Quiet and even', without my name."});
  expect_goals(GoalType::fill_form,
               {"Log in and tell me my balance", "Open an account at example.com", "Sign me up for the newsletter",
                "I'd like to change the e-mail address of my account", "Check out with the items in my cart"});
}

TEST(Scope, NounsAndQuotedWordsAskForNothing) {
  expect_goals(GoalType::read,
               {"Review the budget: is it too high?",
                "List the names, prices, order numbers and addresses of the last five orders",
                "Give me the order status, the purchase date and the book titles",
                "Tell me the difference between a purchase order and an invoice",
                "What did Ann post yesterday, and how many likes and comments did it get?",
                "Tell me what \"Delete all; buy it\" means in German",
                "Find the review that complains about delivery. Do not reply to it.",
                "Find the opening hours and note that the shop is closed on Mondays",
                "Without changing anything, tell me the current DNS server", "Check out the new theatre programme"});
  expect_goals(GoalType::navigate,
               {"Take me to the checkout page", "Bring up the release notes", "Go to the list of opened issues"});
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
