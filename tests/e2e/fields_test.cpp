// Fields are set as a person means it, by clicks and keys that are judged one by one; the page itself reports what it
// holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;

const std::string fields_policy =
    "preset: default\nguardrails:\n  allow_private_networks: true\ndaemon:\n  prompt_timeout_s: 60\n"
    "  observation_deadline_ms: 5000\n  denial_memory_s: 0\n";

class Fields : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(World::Options{.policy = fields_policy});
    server = std::make_unique<App>(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
  }
  static void TearDownTestSuite() {
    server.reset();
    world.reset();
  }

  /// The ref of the field with this name, as an agent finds it: in the text of `observe`.
  static std::string ref(Agent& agent, const std::string& line) {
    std::string found;
    const bool there = eventually([&] {
      const std::string text = agent.observe({{"title", "Fields"}}).text("text");
      const auto at = text.find(line);
      if (at == std::string::npos) return false;
      const auto begin = text.rfind('\n', at) + 1;
      found = text.substr(begin, at - begin);
      found.erase(0, found.find_first_not_of(' '));
      found = found.substr(0, found.find(' '));
      return found.starts_with('e');
    });
    EXPECT_TRUE(there) << line;
    return found;
  }
  static json::object field(Agent& agent, const std::string& line, const std::string& value) {
    return {{"ref", ref(agent, line)}, {"value", value}};
  }
  static std::string submitted() {
    for (const auto& event : server->events()) {
      if (event.at("event") == "submitted") return std::string(event.at("text").as_string());
    }
    return {};
  }

  /// Fifteen fields in two acts and two questions.
  static void fill_in(Agent& agent, const std::string& time_line) {
    json::array fields = {field(agent, "entry \"First name\"", "Ann"),
                          field(agent, "entry \"Last name\"", "Bell"),
                          field(agent, "entry \"Email\"", "ann@example.com"),
                          field(agent, "entry \"Phone\"", "0123456"),
                          field(agent, "date editor \"Born on\"", "1990-04-09"),
                          field(agent, time_line, "14:05"),
                          field(agent, "spin button \"Seats\"", "4"),
                          field(agent, "slider \"Volume\"", "20"),
                          field(agent, "combo box \"Country\"", "Germany"),
                          field(agent, "list box \"Room\"", "Kitchen"),
                          field(agent, "check box \"Newsletter\"", "true"),
                          field(agent, "check box \"Gift wrap\"", "false"),
                          field(agent, "radio button \"By courier\"", "true"),
                          field(agent, "password text \"Password\"", "correct-horse"),
                          field(agent, "entry \"Note\"", "Ring twice.\nThank you.")};
    auto asked = agent.act_later({{"type", "fill_form"}, {"fields", fields}});
    const std::string id = world->pending_id();
    const std::string question = world->ctl({"pending", "--json"}).output;
    EXPECT_THAT(question, testing::AllOf(HasSubstr("fill in 15 fields"), HasSubstr("First name: Ann"),
                                         HasSubstr("Country: Germany"), testing::Not(HasSubstr("correct-horse"))));
    EXPECT_EQ(server->text("first"), "") << "nothing is entered before the answer";
    EXPECT_EQ(world->ctl({"approve", id}).code, 0);
    const auto filled = asked.get();
    EXPECT_TRUE(filled.executed()) << filled;
    auto sent = agent.act_later({{"type", "click"}, {"ref", ref(agent, "button \"Submit Order\"")}});
    EXPECT_EQ(world->ctl({"approve", world->pending_id()}).code, 0);
    EXPECT_TRUE(sent.get().executed());
    EXPECT_TRUE(eventually([&] { return !submitted().empty(); }));
    EXPECT_EQ(json::parse(submitted()), (json::value{{"first", "Ann"},
                                                     {"last", "Bell"},
                                                     {"mail", "ann@example.com"},
                                                     {"phone", "0123456"},
                                                     {"born", "1990-04-09"},
                                                     {"time", "14:05"},
                                                     {"seats", "4"},
                                                     {"volume", "20"},
                                                     {"country", "Germany"},
                                                     {"room", "Kitchen"},
                                                     {"news", "on"},
                                                     {"way", "courier"},
                                                     {"code", "correct-horse"},
                                                     {"note", "Ring twice.\nThank you."}}));
    EXPECT_EQ(world->audit().find("correct-horse"), std::string::npos) << "typed secrets are not stored";
  }

  /// An option is judged as what it does, and what cannot be reached is reported.
  static void choose(Agent& agent) {
    const std::string country = ref(agent, "combo box \"Country\"");
    auto asked = agent.act_later({{"type", "select_option"}, {"ref", country}, {"option", "Delete everything"}});
    EXPECT_EQ(world->ctl({"deny", world->pending_id()}).code, 0);
    const auto denied = asked.get();
    EXPECT_FALSE(denied.executed());
    EXPECT_EQ(denied.text("rule"), "irreversible") << denied;
    const auto missing = agent.act({{"type", "select_option"}, {"ref", country}, {"option", "Atlantis"}});
    EXPECT_FALSE(missing.executed());
    EXPECT_THAT(json::serialize(missing.reply), testing::AllOf(HasSubstr("not_reached"), HasSubstr("Belgium")));
    const auto chosen = agent.act({{"type", "select_option"}, {"ref", country}, {"option", "ghana"}});
    EXPECT_TRUE(chosen.executed()) << chosen;
    EXPECT_TRUE(eventually([&] { return server->text("country") == "Ghana"; })) << server->text("country");
    for (const auto& event : server->events()) {
      EXPECT_FALSE(event.at("event") == "changed" && event.at("text") == "Delete everything") << "it was denied";
    }

    const auto slider = ref(agent, "slider \"Volume\"");
    const auto between = agent.act({{"type", "set_value"}, {"ref", slider}, {"value", "22"}});
    EXPECT_FALSE(between.executed());
    EXPECT_THAT(json::serialize(between.reply), HasSubstr("in steps of 5"));

    const auto by_text = agent.act({{"type", "click"}, {"text", "newsletter"}});
    EXPECT_TRUE(by_text.executed()) << by_text;
    EXPECT_EQ(agent.act({{"type", "click"}, {"text", "No such thing"}}).text("code"), "no_such_text");
  }

  static inline std::unique_ptr<World> world;
  static inline std::unique_ptr<App> server;
};

TEST_F(Fields, Chromium) {
  const auto browser = start_chromium(world->desktop(), page_url(*server, "fields.html"));
  world->wait_until_seen(server->centre("submit"), "Submit Order");
  auto agent = world->agent();
  fill_in(agent, "date editor \"Pick-up time\"");
  choose(agent);
}

TEST_F(Fields, Firefox) {
  server = std::make_unique<App>(start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures"));
  const auto browser = start_firefox(world->desktop(), page_url(*server, "fields.html"));
  world->wait_until_seen(server->centre("submit"), "Submit Order");
  auto agent = world->agent();
  fill_in(agent, "panel \"Pick-up time\"");
  choose(agent);
}

}  // namespace
}  // namespace interlock::test
