// What is dragged arrives, by the application's own word or the disk's, each time: in each kind of application.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

constexpr int drags = 4;
const std::string fixtures = std::string(INTERLOCK_SOURCE_DIR) + "/tests/fixtures/";

json::object drag(Point from, Point to) {
  return {{"type", "drag"}, {"from", {{"x", from.x}, {"y", from.y}}}, {"to", {{"x", to.x}, {"y", to.y}}}};
}

class Drags : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    world = std::make_unique<World>(
        World::Options{.policy = "preset: default\ndaemon:\n  prompt_timeout_s: 2\n  observation_deadline_ms: 5000\n"});
  }
  static void TearDownTestSuite() { world.reset(); }

  /// A fixture whose window has the source in its upper half and the target in its lower half.
  static void check(const std::string& program, const std::string& title) {
    const auto log = world->desktop().dir() + "/" + program + ".jsonl";
    const App app(world->desktop().start({"/usr/bin/python3", fixtures + program, log, "--title", title}), log);
    const auto window = window_titled(world->desktop(), title);
    focus_window(world->desktop(), window);
    const auto place = window_rect(world->desktop(), window);
    const Point from{place.x + place.width / 2, place.y + place.height * 2 / 5};
    const Point to{place.x + place.width / 2, place.y + place.height * 3 / 4};
    check(app, from, to);
  }
  static void check(const App& app, Point from, Point to) {
    auto agent = world->agent();
    // An application that has just started publishes its elements some time later.
    EXPECT_TRUE(eventually([&] { return agent.act(drag(from, to), {{"dry_run", true}}).text("decision") == "allow"; }));
    for (int i = 1; i <= drags; ++i) {
      const auto done = agent.act(drag(from, to));
      EXPECT_TRUE(done.executed()) << done;
      EXPECT_TRUE(eventually([&] { return app.count("dropped", "parcel") == i; }, std::chrono::seconds{10}))
          << i << " dropped " << app.count("dropped") << ": " << done;
    }
    EXPECT_EQ(app.count("dropped"), drags);
  }

  static inline std::unique_ptr<World> world;
};

TEST_F(Drags, Gtk3) {
  check("gtk3_drag.py", "GTK drag");
}

TEST_F(Drags, Gtk4) {
  check("gtk4_drag.py", "GTK 4 drag");
}

TEST_F(Drags, Qt5) {
  check("qt5_drag.py", "Qt drag");
}

TEST_F(Drags, PageInChromium) {
  const auto server = start_server(world->desktop(), fixtures);
  const auto browser = start_chromium(world->desktop(), page_url(server, "drag.html"));
  const auto parcel = server.centre("parcel");
  world->wait_until_seen(parcel, "Parcel");
  check(server, parcel, server.centre("shelf"));
}

TEST_F(Drags, FilesInThunar) {
  const auto folder = fs::path(world->desktop().dir()) / "Papers";
  fs::create_directories(folder / "shelf");
  const std::vector<std::string> names = {"one.txt", "two.txt", "three.txt", "four.txt"};
  for (const auto& name : names) std::ofstream(folder / name) << name;
  const auto thunar = world->desktop().start({"thunar", folder.string()});
  focus_window(world->desktop(), window_titled(world->desktop(), "Papers"));
  auto agent = world->agent();
  ASSERT_TRUE(agent.act(key("ctrl+2")).executed());
  const auto place_of = [&](const std::string& name) {
    const std::regex line("\"" + name + "\"[^\n|]* at (\\d+),(\\d+) (\\d+)x(\\d+)");
    std::optional<Point> found;
    eventually([&] {
      const auto tree = agent.observe({{"places", true}}).text("text");
      std::smatch at;
      if (!std::regex_search(tree, at, line)) return false;
      found = middle({std::stoi(at[1]), std::stoi(at[2]), std::stoi(at[3]), std::stoi(at[4])});
      return true;
    });
    if (!found) throw std::runtime_error("no '" + name + "' in " + agent.observe().text("text"));
    return *found;
  };
  for (const auto& name : names) {
    const auto done = agent.act(drag(place_of(name), place_of("shelf")));
    EXPECT_TRUE(done.executed()) << done;
    EXPECT_TRUE(eventually([&] { return fs::exists(folder / "shelf" / name) && !fs::exists(folder / name); },
                           std::chrono::seconds{10}))
        << name << ": " << done;
  }
}

}  // namespace
}  // namespace interlock::test
