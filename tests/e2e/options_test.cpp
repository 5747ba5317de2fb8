// An option that matters is not chosen without a question, by whichever keys: each way to move through a list and to
// leave it. What is chosen is reported by the page or the application itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/desktop/middle.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

// A person denies each question.
const std::string options_policy =
    "preset: default\nguardrails:\n  allow_private_networks: true\ndaemon:\n  prompt_timeout_s: 60\n"
    "  observation_deadline_ms: 5000\n  denial_memory_s: 0\n  max_denials: 0\n";

/// True if the option was ever chosen.
bool was_chosen(const App& app, const std::string& option) {
  for (const auto& event : app.events()) {
    const bool page = event.at("event") == "changed" && event.at("text") == json::value(option);
    if (page || (event.at("event") == "chose" && event.at("what") == json::value(option))) return true;
  }
  return false;
}

std::string all_events(const App& app) {
  std::string all;
  for (const auto& event : app.events()) all += json::serialize(event) + "\n";
  return all;
}

/// What the application reported, the agent sees and the display shows.
std::string state_of(const Desktop& desktop, const App& app, Agent& agent) {
  const auto seen = agent.observe({{"title", "Popups"}, {"format", "json"}});
  return all_events(app) + json::serialize(seen.reply) + "\n" + desktop.output({"xwininfo", "-root", "-tree"});
}

class Options : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = options_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  Verdict press(const std::string& keys) { return agent_.act(key(keys)); }

  /// An element that the agent is shown.
  json::object shown(const std::string& title, const std::string& role, const std::string& name) {
    json::object found;
    EXPECT_TRUE(eventually([&] {
      const auto seen = agent_.observe({{"title", title}, {"format", "json"}});
      const auto* windows = seen.reply.if_contains("windows");
      if (windows == nullptr || windows->as_array().empty()) return false;
      const auto* elements = windows->as_array().front().as_object().if_contains("elements");
      if (elements == nullptr) return false;
      for (const auto& each : elements->as_array()) {
        const auto& element = each.as_object();
        const auto* called = element.if_contains("name");
        if (!element.contains("extents") || element.at("role").as_string() != role) continue;
        if (!name.empty() && (called == nullptr || called->as_string() != name)) continue;
        found = element;
        return true;
      }
      return false;
    })) << role
        << " " << name;
    return found;
  }
  Point place(const std::string& title, const std::string& role, const std::string& name) {
    const auto element = shown(title, role, name);
    if (element.empty()) return {};
    const auto number = [&](const char* field) { return element.at("extents").at(field).to_number<std::int32_t>(); };
    return middle(Rect{number("x"), number("y"), number("width"), number("height")});
  }

  void open(Point list, const std::string& from) {
    Verdict seen;
    const auto is_open = [&] {  // a closed list has the name of what is chosen
      seen = agent_.act(key("Down"), {{"dry_run", true}});
      return seen.element() == from && seen.reply.at("element").at("role") != "combo box";
    };
    bool opened = false;
    for (int clicks = 0; clicks < 3 && !opened; ++clicks) {  // Firefox may take one for the end of its last list
      press("Escape");
      const auto clicked = agent_.act(click(list));
      EXPECT_TRUE(clicked.executed()) << clicked;
      press("Home");  // another way may have chosen another option
      opened = eventually(is_open, std::chrono::seconds{5});
    }
    EXPECT_TRUE(opened) << "the list did not open at " << from << ": " << seen;
  }

  /// Each of `ways` leads from the first option, "small", to "Delete archive" and leaves the list.
  void try_ways(const App& app, Point list, const std::vector<std::vector<std::string>>& ways) {
    for (const auto& way : ways) {
      open(list, "small");
      std::string all;
      for (const std::string& keys : way) {
        press(keys);
        all += keys + ", ";
      }
      agent_.act(click(away_));
      press("Escape");
      press("Escape");
      EXPECT_FALSE(was_chosen(app, "Delete archive")) << all << "chose it without a question";
    }
  }

  void check_selecting(const App& server);
  void check_browser(Process (*start)(Desktop& desktop, const std::string& url));

  const Naysayer person_{*world};
  Agent agent_ = world->agent();
  Point away_;
  static inline std::unique_ptr<World> world;
};

const std::vector<std::vector<std::string>> all_ways = {
    {"Down Down", "Escape"}, {"Down", "Down", "Tab"}, {"Down Down"},        {"d", "Escape"},  {"d", "Tab"},
    {"d", "Return"},         {"Down Down Return"},    {"Down Down", "Tab"}, {"End Up", "F4"}, {"End", "Up", "alt+Up"},
    {"Down", "Down Return"}, {"Down Down space"}};

void check_page(const App& server, Agent& agent) {
  // Options without a consequence are chosen without a question.
  // A busy browser reports late which option has the focus; agents are slower than this test.
  const auto decided = [&](const std::string& keys, const std::string& wanted) {
    const auto foreseen = [&] { return agent.act(key(keys), {{"dry_run", true}}).text("decision") == wanted; };
    EXPECT_TRUE(eventually(foreseen, std::chrono::seconds{10})) << keys << ": not " << wanted;
    EXPECT_EQ(agent.act(key(keys)).text("decision"), wanted) << keys;
  };
  const auto holds = [&](const std::string& option) {
    EXPECT_TRUE(eventually([&] { return server.text("sizes") == option; })) << server.text("sizes");
  };
  EXPECT_TRUE(agent.act(click(server.centre("sizes"))).executed());
  decided("Home", "allow");
  decided("Down", "allow");
  decided("Return", "allow");
  holds("medium");
  // The list is closed: the next option is chosen at once.
  decided("Down", "require_confirmation");
  decided("d", "require_confirmation");
  decided("Up", "allow");
  holds("small");
  decided("l", "allow");
  holds("large");
  decided("Up", "require_confirmation");
  decided("Home", "allow");
  holds("small");
}

/// `select_option` needs no question for what it only passes; `observe` says what the list holds.
void Options::check_selecting(const App& server) {
  for (const char* option : {"large", "small", "large", "medium", "small"}) {
    Verdict chose;
    const auto select = [&] {
      const auto list = shown("Choices", "combo box", "Sizes");
      if (list.empty()) return false;
      chose = agent_.act({{"type", "select_option"}, {"ref", list.at("ref")}, {"option", option}});
      return chose.executed() || chose.text("decision") == "require_confirmation";
    };
    EXPECT_TRUE(eventually(select)) << chose;
    EXPECT_TRUE(chose.executed()) << option << ": " << chose;
    EXPECT_TRUE(eventually([&] { return server.text("sizes") == option; })) << option;
    const auto line = "combo box \"Sizes\" = \"" + std::string(option) + "\"";
    std::string text;
    const auto shows = [&] {
      text = agent_.observe({{"title", "Choices"}}).text("text");
      return text.find(line) != std::string::npos;
    };
    EXPECT_TRUE(eventually(shows)) << line << " in " << text;
  }
}

void Options::check_browser(Process (*start)(Desktop& desktop, const std::string& url)) {
  const auto server = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start(world->desktop(), page_url(server, "choices.html"));
  world->wait_until_seen(server.centre("away"), "Next");
  away_ = server.centre("away");
  try_ways(server, server.centre("sizes"), all_ways);
  check_page(server, agent_);
  check_selecting(server);
  EXPECT_FALSE(was_chosen(server, "Delete archive"));
}

TEST_F(Options, Chromium) {
  check_browser(start_chromium);
}

TEST_F(Options, Firefox) {
  check_browser(start_firefox);
}

/// A window of a toolkit with a list of three; its wheel and keys go to the closed list as well.
void check_toolkit(const Desktop& desktop, const App& app, Agent& agent, Point list) {
  const json::object wheel = {{"type", "scroll"}, {"x", list.x}, {"y", list.y}, {"dy", 1}};
  // A toolkit that has just started may not list the options yet.
  eventually([&] { return agent.act(wheel, {{"dry_run", true}}).text("decision") == "allow"; });
  const auto first = agent.act(wheel);
  EXPECT_EQ(first.text("decision"), "allow") << first;
  EXPECT_TRUE(eventually([&] { return app.count("chose", "medium") == 1; })) << "the wheel did not choose";
  EXPECT_EQ(agent.act(wheel).text("decision"), "require_confirmation");
  EXPECT_FALSE(was_chosen(app, "Delete archive")) << state_of(desktop, app, agent);
  std::string acts;
  for (const char* keys : {"Down", "d", "End"}) {
    const auto pressed = agent.act(key(keys));
    acts += std::string(keys) + ": " + json::serialize(pressed.reply) + "\n";
    EXPECT_FALSE(was_chosen(app, "Delete archive")) << acts << state_of(desktop, app, agent);
  }
}

App start_window(Desktop& desktop, const std::string& program, const std::vector<std::string>& also = {}) {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto log = desktop.dir() + "/" + test + ".log";
  std::vector<std::string> command = {"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/" + program, log};
  command.insert(command.end(), also.begin(), also.end());
  return {desktop.start(command), log};
}

// Its open list reports no focus, and takes over what is pressed.
TEST_F(Options, Gtk3) {
  const auto app = start_window(world->desktop(), "gtk3_popups.py");
  const auto list = place("Popups", "combo box", "");
  check_toolkit(world->desktop(), app, agent_, list);
}

// The list's button is not in the tree, and the event that named it is over.
TEST_F(Options, Gtk3WhoseListHasTheFocusBeforeInterlockdStarts) {
  const auto app = start_window(world->desktop(), "gtk3_popups.py");
  const auto list = place("Popups", "combo box", "");
  world->start_daemon(options_policy);
  const Naysayer person(*world);
  auto agent = world->agent();
  check_toolkit(world->desktop(), app, agent, list);
}

// Seen on a busy machine: the display gives the window the keys, but GTK never counts it as active.
TEST_F(Options, Gtk3ThatCountsItsWindowAsInactive) {
  const auto app = start_window(world->desktop(), "gtk3_popups.py", {"inactive"});
  const auto list = place("Popups", "combo box", "");
  check_toolkit(world->desktop(), app, agent_, list);
}

TEST_F(Options, Qt5) {
  const auto app = start_window(world->desktop(), "qt5_popups.py");
  away_ = place("Popups", "push button", "Next");
  const auto list = place("Popups", "combo box", "");
  try_ways(app, list, {{"Down Down"}, {"Down", "Down", "Tab"}, {"d", "Escape"}, {"End Up", "F4"}});
  check_toolkit(world->desktop(), app, agent_, list);
}

// The current tab says that it has the focus, also while a list beside it is open.
TEST_F(Options, Qt5BesideTabs) {
  const auto log = world->desktop().dir() + "/contacts.log";
  const auto app =
      world->desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/field/apps/contacts_qt.py", log});
  for (const char* option : {"Work", "Friends", "Family"}) {
    Verdict chose;
    EXPECT_TRUE(eventually([&] {
      const auto list = shown("Contacts", "combo box", "");
      if (list.empty()) return false;
      chose = agent_.act({{"type", "select_option"}, {"ref", list.at("ref")}, {"option", option}});
      return chose.executed();
    })) << chose;
    EXPECT_TRUE(eventually([&] {
      const auto list = shown("Contacts", "combo box", "");
      const auto* name = list.if_contains("name");
      return name != nullptr && name->as_string() == option;
    })) << option;
  }
}

}  // namespace
}  // namespace interlock::test
