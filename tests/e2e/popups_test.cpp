// Popups over a window show no more of what the scope hides than the window itself: menus, lists, tooltips, dialogs. A
// person opens each; the X server's picture and the unrestricted session's tree show what it contains.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::Not;

const std::string popups_policy = "preset: default\ndaemon:\n  observation_deadline_ms: 5000\n  prompt_timeout_s: 1\n";
constexpr std::uint32_t grey = 0x808080;

class Popups : public testing::Test {
 protected:
  static void SetUpTestSuite() { world = std::make_unique<World>(World::Options{.policy = popups_policy}); }
  static void TearDownTestSuite() { world.reset(); }

  Popups() : free_(world->agent("free")), reader_(world->agent("reader")) {
    free_session_ = free_.call("session.open", {{"name", "free"}}).text("session");
    reading_ = reader_.call("session.open", {{"name", "reader"}, {"scope", "read"}}).text("session");
  }

  /// Where the unrestricted session's tree has an element of this name, in any window.
  std::optional<Rect> place(const std::string& name, const std::string& role = "") {
    const auto seen = free_.call("observe", {{"session", free_session_}, {"window", "all"}, {"format", "json"}});
    if (!seen.error.empty()) return std::nullopt;
    for (const auto& window : seen.reply.at("windows").as_array()) {
      const auto* elements = window.as_object().if_contains("elements");
      if (elements == nullptr) continue;
      for (const auto& each : elements->as_array()) {
        const auto& element = each.as_object();
        const auto* called = element.if_contains("name");
        const auto* at = element.if_contains("extents");
        if (at == nullptr || (!name.empty() && (called == nullptr || called->as_string() != name))) continue;
        if (!role.empty() && element.at("role").as_string() != role) continue;
        const auto number = [&](const char* key) { return at->at(key).to_number<std::int32_t>(); };
        return Rect{number("x"), number("y"), number("width"), number("height")};
      }
    }
    return std::nullopt;
  }
  Rect wait_for(const std::string& name, const std::string& role = "") {
    std::optional<Rect> found;
    EXPECT_TRUE(eventually([&] { return (found = place(name, role)).has_value(); })) << name << role;
    return found.value_or(Rect{});
  }

  // Input by the person.
  static void clicks(Point at) {
    world->desktop().output({"xdotool", "mousemove", std::to_string(at.x), std::to_string(at.y), "click", "1"});
  }
  static void rests_on(Point at) {
    for (const int x : {at.x - 9, at.x - 4, at.x}) {
      world->desktop().output({"xdotool", "mousemove", std::to_string(x), std::to_string(at.y), "sleep", "0.1"});
    }
  }
  static void presses(const std::string& key) { world->desktop().output({"xdotool", "key", key}); }

  /// All that the reading session gets: its tree in both formats, its tools, and the reply to an action on the hidden
  /// place.
  std::string reported(std::optional<Rect> hidden = {}) {
    std::string all;
    for (const char* format : {"text", "json"}) {
      const auto seen = reader_.observe({{"session", reading_}, {"window", "all"}, {"format", format}});
      all += json::serialize(seen.reply) + seen.error;
    }
    all += json::serialize(reader_.call("tools", {{"session", reading_}}).reply);
    if (!hidden) return all;
    for (const char* type : {"click", "move", "scroll"}) {
      const auto at = middle(*hidden);
      const json::object action = {{"type", type}, {"x", at.x}, {"y", at.y}};
      const auto done = reader_.call("act", {{"session", reading_}, {"action", action}, {"dry_run", true}});
      const bool pressed = type == std::string("click");
      EXPECT_EQ(done.text("code"), pressed ? "hidden_element" : "no_objection") << done;
      all += json::serialize(done.reply) + done.error;
    }
    return all;
  }
  /// The reading session's picture of the whole screen, from a moment when nothing moved.
  Verdict shot() {
    Verdict taken;
    EXPECT_TRUE(eventually([&] {
      taken = reader_.call("screenshot", {{"session", reading_}});
      if (!taken.error.empty()) return false;
      for (const auto& each : taken.reply.at("painted_over").as_array()) {
        if (each.at("why") != "scope" && each.at("why") != "popup_unmatched") return false;
      }
      return true;
    })) << taken;
    return taken;
  }
  static bool is_grey(const Picture& picture, const Rect& rect) {
    for (int y = rect.y; y < rect.y + rect.height; ++y) {
      for (int x = rect.x; x < rect.x + rect.width; ++x) {
        if (picture.at(x, y) != grey) return false;
      }
    }
    return true;
  }
  /// What is in `shows` is in the picture as on the screen, to the pixel; what is in `hidden` is grey.
  void expect_shown_and_hidden(const Rect& shows, const Rect& hidden) {
    std::size_t wrong = 1;
    EXPECT_TRUE(eventually([&] {
      const auto before = screen_of(world->desktop().display());
      const auto picture = picture_of(shot().reply);
      wrong = 0;
      for (int y = shows.y; y < shows.y + shows.height; ++y) {
        for (int x = shows.x; x < shows.x + shows.width; ++x) wrong += picture.at(x, y) != before.at(x, y);
      }
      return wrong == 0 && is_grey(picture, hidden);
    })) << wrong
        << " pixels";
  }

  /// The open menu of the window. GTK 4.18 publishes its entries without names.
  void check_menu(const App& app) {
    if (!eventually([&] { return place("Delete all").has_value(); }, seconds{10})) {
      EXPECT_FALSE(place("Open")) << "one entry has a name, and another has none";
      EXPECT_FALSE(shot().reply.at("painted_over").as_array().empty());
      EXPECT_THAT(words_in(shot().reply, world->desktop().dir()), Not(HasSubstr("Delete")));
      return;
    }
    const auto hidden = wait_for("Delete all");
    const auto open = wait_for("Open");
    EXPECT_THAT(reported(hidden), Not(HasSubstr("Delete all")));
    EXPECT_THAT(reported(), HasSubstr("Open"));
    expect_shown_and_hidden({open.x + 2, open.y + 2, open.width - 4, open.height - 4}, hidden);
    const json::object press = {{"type", "click"}, {"text", "Open"}};
    const auto pressed = free_.call("act", {{"session", free_session_}, {"action", press}});
    EXPECT_TRUE(eventually([&] { return app.count("activate", "Open") == 1; })) << pressed;
    EXPECT_EQ(app.count("activate"), 1);
  }

  /// A window of the toolkit with one of each.
  void check(const App& app, bool list_is_matched) {
    const auto menu = wait_for("Actions");
    wait_for("Submit Order");
    clicks(middle(menu));
    check_menu(app);
    presses("Escape");
    EXPECT_TRUE(eventually([&] { return !place("Delete all") && shot().reply.at("painted_over").as_array().empty(); }));

    clicks(middle(wait_for("", "combo box")));
    const bool listed = eventually([&] { return seen_by_free().find("Delete archive") != std::string::npos; });
    EXPECT_TRUE(listed);
    EXPECT_THAT(reported(), Not(HasSubstr("Delete archive")));
    const auto list = shot();
    EXPECT_EQ(list.reply.at("painted_over").as_array().empty(), list_is_matched) << list.reply.at("painted_over");
    const auto words = words_in(list.reply, world->desktop().dir());
    for (const char* word : {"archive", "medium", "Submit", "Purchase"}) EXPECT_THAT(words, Not(HasSubstr(word)));
    presses("Escape");

    const auto next = wait_for("Next");
    rests_on(middle(next));
    // A window of its own that is painted over, or (GTK 4.18) a label in the tree.
    EXPECT_TRUE(eventually([&] {
      return !shot().reply.at("painted_over").as_array().empty() ||
             seen_by_free().find("label \"Next or Delete everything") != std::string::npos;
    })) << "the tip";
    EXPECT_THAT(reported(), Not(HasSubstr("everything")));
    EXPECT_THAT(words_in(shot().reply, world->desktop().dir()), Not(HasSubstr("everything")));

    clicks(middle(wait_for("Ask first")));
    EXPECT_TRUE(eventually([&] { return seen_by_free().find("Delete pictures") != std::string::npos; }));
    const auto said = reported();
    EXPECT_THAT(said, Not(HasSubstr("Delete pictures")));
    EXPECT_THAT(said, HasSubstr("Remove the pictures"));
    EXPECT_THAT(words_in(shot().reply, world->desktop().dir()), Not(HasSubstr("Delete")));
  }
  std::string seen_by_free() {
    return free_.call("observe", {{"session", free_session_}, {"window", "all"}}).text("text");
  }

  /// A page's list, and the tooltip of one of its buttons.
  void check_page(const App& page) {
    wait_for("Submit Order");
    EXPECT_THAT(reported(), Not(HasSubstr("Saffron"))) << "what is chosen in a hidden list";
    EXPECT_THAT(reported(), HasSubstr("First shelf"));
    clicks(page.centre("size"));
    Rect hidden;
    EXPECT_TRUE(eventually([&] {
      hidden = place("Delete archive").value_or(Rect{});
      return !hidden.empty();
    }));
    const auto said = reported(hidden);
    for (const char* word : {"archive", "Cardamom", "Saffron"}) EXPECT_THAT(said, Not(HasSubstr(word)));
    EXPECT_THAT(said, HasSubstr("First shelf"));
    const auto taken = shot();
    EXPECT_TRUE(is_grey(picture_of(taken.reply), hidden));
    const auto words = words_in(taken.reply, world->desktop().dir());
    for (const char* word : {"archive", "Cardamom", "Submit"}) EXPECT_THAT(words, Not(HasSubstr(word)));
    presses("Escape");

    rests_on(page.centre("next"));
    std::this_thread::sleep_for(seconds{2});  // a tooltip that is not yet visible would prove nothing
    EXPECT_THAT(reported(), Not(HasSubstr("everything")));
    EXPECT_THAT(words_in(shot().reply, world->desktop().dir()), Not(HasSubstr("everything")));
  }

  static App start(const std::string& program, const Process::Environment& extra = {}) {
    const auto log = world->desktop().dir() + "/" + program + ".log";
    return {world->desktop().start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/" + program, log}, extra),
            log};
  }

  static inline std::unique_ptr<World> world;
  Agent free_, reader_;
  std::string free_session_, reading_;
};

TEST_F(Popups, Gtk3) {
  const auto app = start("gtk3_popups.py");
  check(app, true);
}

// The list of its drop-down reports neither its place nor its role.
TEST_F(Popups, Gtk4) {
  const auto app = start("gtk4_popups.py", {{"GSK_RENDERER", "cairo"}});
  check(app, false);
}

// They have no names, only labels in them.
TEST_F(Popups, OptionsInGtk4) {
  const auto app = start("gtk4_popups.py", {{"GSK_RENDERER", "cairo"}});
  const auto choose = [&](const std::string& option) {
    std::smatch list;
    std::string text;
    const std::regex line("(e[0-9]+) combo box");
    EXPECT_TRUE(eventually([&] { return std::regex_search(text = seen_by_free(), list, line); }));
    const json::object action = {{"type", "select_option"}, {"ref", list[1].str()}, {"option", option}};
    return free_.call("act", {{"session", free_session_}, {"action", action}});
  };
  const auto chosen = choose("medium");
  EXPECT_TRUE(eventually([&] { return app.count("chose", "medium") == 1; })) << chosen;
  const auto asked = choose("Delete archive");
  EXPECT_EQ(asked.text("decision"), "require_confirmation") << asked;
  EXPECT_EQ(app.count("chose", "Delete archive"), 0);
}

TEST_F(Popups, Qt5) {
  const auto app = start("qt5_popups.py");
  check(app, true);
}

TEST_F(Popups, Chromium) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_chromium(world->desktop(), page_url(page, "popups.html"));
  check_page(page);
}

// It shows its pages' lists among its own menus.
TEST_F(Popups, Firefox) {
  const auto page = start_server(world->desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = start_firefox(world->desktop(), page_url(page, "popups.html"));
  check_page(page);
}

}  // namespace
}  // namespace interlock::test
