// Refs of elements whose parts are what is really hit: dates and their pickers, combo boxes, cards.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string refs_policy = "preset: default\ndaemon:\n  prompt_timeout_s: 5\n  observation_deadline_ms: 5000\n";

/// The refs of the elements for which `wanted` is true, in order, of an observation as JSON.
std::vector<std::string> refs_of(const Verdict& seen, const std::function<bool(const json::object&)>& wanted) {
  std::vector<std::string> refs;
  for (const auto& window : seen.reply.at("windows").as_array()) {
    const auto* elements = window.as_object().if_contains("elements");
    if (elements == nullptr) continue;
    for (const auto& element : elements->as_array()) {
      const auto& object = element.as_object();
      if (object.contains("ref") && wanted(object)) refs.emplace_back(object.at("ref").as_string());
    }
  }
  return refs;
}

bool is_called(const json::object& element, std::string_view name) {
  const auto* text = element.if_contains("name");
  return text != nullptr && std::string_view(text->as_string()).find(name) != std::string_view::npos;
}

class RefsThatHit : public testing::Test {
 protected:
  RefsThatHit()
      : world(World::Options{.policy = refs_policy}),
        server(start_server(world.desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/field/pages")) {}

  std::vector<std::string> wait_for(Agent& agent, const std::string& name, std::size_t count = 1) {
    std::vector<std::string> refs;
    eventually([&] {
      refs =
          refs_of(agent.observe({{"format", "json"}}), [&](const auto& element) { return is_called(element, name); });
      return refs.size() >= count;
    });
    EXPECT_GE(refs.size(), count) << name;
    return refs;
  }

  World world;
  App server;
};

TEST_F(RefsThatHit, AllDaysOfChromiumsDatePicker) {
  const auto browser = start_chromium(world.desktop(), page_url(server, "form.html"));
  focus_window(world.desktop(), window_titled(world.desktop(), "Registration"));
  auto agent = world.agent();
  const auto buttons = wait_for(agent, "Show date picker");
  const auto opened = agent.act({{"type", "click"}, {"ref", buttons.front()}});
  ASSERT_TRUE(opened.executed()) << opened;

  (void)wait_for(agent, "Today");
  std::vector<std::string> days;
  ASSERT_TRUE(eventually([&] {
    days = refs_of(agent.observe({{"format", "json"}}), [](const json::object& element) {
      return element.at("role") == "table cell" && is_called(element, "day, ");
    });
    return days.size() >= 35;
  })) << days.size();
  for (const auto& day : days) {
    const auto judged = agent.act({{"type", "click"}, {"ref", day}}, {{"dry_run", true}});
    EXPECT_EQ(judged.text("decision"), "allow") << day << judged;
    EXPECT_NE(judged.element().find("day, "), std::string::npos) << judged;
  }
  const auto chosen = agent.act({{"type", "click"}, {"ref", days[10]}});
  EXPECT_TRUE(chosen.executed()) << chosen;
  EXPECT_TRUE(eventually([&] { return server.text("arrival").size() == 10; })) << "a date as 2026-11-20";

  // What was covered by the picker is no part of it.
  const auto remarks = wait_for(agent, "Remarks");
  const auto written = agent.act({{"type", "type"}, {"ref", remarks.front()}, {"text", "none"}});
  EXPECT_TRUE(written.executed()) << written;
  EXPECT_TRUE(eventually([&] { return server.text("remarks") == "none"; }));
}

TEST_F(RefsThatHit, TheFieldsOfADateTakeKeys) {
  const auto browser = start_chromium(world.desktop(), page_url(server, "form.html"));
  focus_window(world.desktop(), window_titled(world.desktop(), "Registration"));
  auto agent = world.agent();
  const auto month = wait_for(agent, "Month Arrival");
  const auto typed = agent.act({{"type", "type"}, {"ref", month.front()}, {"text", "11202026"}});
  EXPECT_TRUE(typed.executed()) << typed;
  EXPECT_TRUE(eventually([&] { return server.text("arrival") == "2026-11-20"; })) << server.text("arrival");
}

/// Keys that are aimed at a list go to the closed list, which a click on it opens.
void aim_keys(World& world, App& server, Agent& agent, const std::vector<std::string>& lists) {
  ASSERT_FALSE(lists.empty());
  const auto typed = agent.act({{"type", "key"}, {"ref", lists.front()}, {"keys", "m"}});
  EXPECT_TRUE(typed.executed()) << typed;
  EXPECT_TRUE(eventually([&] { return server.text("sizes") == "medium"; })) << server.text("sizes");
  auto asked = agent.act_later({{"type", "key"}, {"ref", lists.front()}, {"keys", "Down"}});
  EXPECT_EQ(world.ctl({"deny", world.pending_id()}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(server.text("sizes"), "medium");
}

TEST_F(RefsThatHit, ListsTakeKeysInChromium) {
  server = start_server(world.desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world.desktop(), page_url(server, "choices.html"));
  auto agent = world.agent();
  aim_keys(world, server, agent, wait_for(agent, "Sizes"));
}

// Chromium's hit test answers with the list or with the option. Which one is not known before.
TEST_F(RefsThatHit, OptionsOfAListThatIsAlwaysOpen) {
  server = start_server(world.desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world.desktop(), page_url(server, "choices.html"));
  auto agent = world.agent();
  (void)wait_for(agent, "Sails");
  const std::vector<std::string> names = {"genoa", "main", "spinnaker", "jib"};
  for (int round = 0; round < 5; ++round) {
    for (const auto& name : names) {
      std::vector<std::string> refs;
      ASSERT_TRUE(eventually([&] {
        refs = refs_of(agent.observe({{"format", "json"}}), [&](const json::object& element) {
          return element.at("role") == "list item" && is_called(element, name);
        });
        return refs.size() == 1;
      })) << name;
      const auto clicked = agent.act({{"type", "click"}, {"ref", refs.front()}});
      EXPECT_TRUE(clicked.executed()) << round << clicked;
      EXPECT_TRUE(eventually([&] { return server.text("sails") == name; })) << name << server.text("sails");
    }
  }
}

TEST_F(RefsThatHit, TheColourPickerOfChromium) {
  server = start_server(world.desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world.desktop(), page_url(server, "choices.html"));
  focus_window(world.desktop(), window_titled(world.desktop(), "Choices"));
  auto agent = world.agent();
  const auto buttons = wait_for(agent, "Paint");
  ASSERT_FALSE(buttons.empty());
  const auto opened = agent.act({{"type", "click"}, {"ref", buttons.front()}});
  ASSERT_TRUE(opened.executed()) << opened;
  json::array fields;
  for (const auto& [channel, value] :
       {std::pair("Red channel", "139"), {"Green channel", "0"}, {"Blue channel", "7"}}) {
    const auto refs = wait_for(agent, channel);
    ASSERT_FALSE(refs.empty()) << agent.observe({}).text("text");
    fields.push_back({{"ref", refs.front()}, {"value", value}});
  }
  const auto filled = agent.act({{"type", "fill_form"}, {"fields", std::move(fields)}});
  EXPECT_TRUE(filled.executed()) << filled;
  EXPECT_TRUE(agent.act({{"type", "key"}, {"keys", "Return"}}).executed());
  EXPECT_TRUE(eventually([&] { return server.text("paint") == "#8b0007"; })) << server.text("paint");
}

TEST_F(RefsThatHit, AButtonWithASignIsFoundByItsHint) {
  server = start_server(world.desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_chromium(world.desktop(), page_url(server, "choices.html"));
  auto agent = world.agent();
  (void)wait_for(agent, "Sails");
  const auto clicked = agent.act({{"type", "click"}, {"text", "Show an example"}});
  EXPECT_TRUE(clicked.executed()) << clicked;
  EXPECT_TRUE(eventually([&] { return server.count("clicked", "look") == 1; }));
}

TEST_F(RefsThatHit, WholeDatesTakeKeysInFirefox) {
  server = start_server(world.desktop(), std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures");
  const auto browser = start_firefox(world.desktop(), page_url(server, "choices.html"));
  auto agent = world.agent();
  const auto dates = wait_for(agent, "Arrival");
  EXPECT_THAT(agent.observe({{"title", "Choices"}}).text("text"), testing::HasSubstr("\"Arrival\" = \"\""));
  const auto typed = agent.act({{"type", "type"}, {"ref", dates.front()}, {"text", "11202026"}});
  EXPECT_TRUE(typed.executed()) << typed;
  EXPECT_TRUE(eventually([&] { return server.text("arrival") == "2026-11-20"; })) << server.text("arrival");
  EXPECT_TRUE(eventually([&] {
    const std::string text = agent.observe({{"title", "Choices"}}).text("text");
    return text.find("\"Arrival\" = \"2026-11-20\"") != std::string::npos;
  })) << agent.observe({{"title", "Choices"}}).text("text");
}

/// A click on each of them is a click on what is named, or on the part that fills it.
TEST_F(RefsThatHit, ControlsOfGtk4) {
  const std::string log = world.desktop().dir() + "/gtk4.jsonl";
  const App popups(
      world.desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/gtk4_popups.py", log}), log);
  auto agent = world.agent();
  std::vector<std::string> all;
  EXPECT_TRUE(eventually([&] {
    all = refs_of(agent.observe({{"format", "json"}}), [](const auto&) { return true; });
    return all.size() >= 8;
  }));
  for (const auto& ref : all) {
    const auto judged = agent.act({{"type", "click"}, {"ref", ref}}, {{"dry_run", true}});
    EXPECT_NE(judged.text("code"), "covered") << ref << judged;
    EXPECT_NE(judged.text("code"), "target_unknown") << ref << judged;
  }
}

}  // namespace
}  // namespace interlock::test
