/// The cost of a picture of the screen: masked, through the socket, compared with `import` of the same screen,
/// alternating in one run.
#include <stdexcept>
#include <string>

#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;

void compare(bench::Rows& rows) {
  test::World world({.policy = "preset: default\ndaemon:\n  observation_deadline_ms: 1000\n"});
  auto& desktop = world.desktop();
  const auto page = test::start_server(desktop, INTERLOCK_SOURCE_DIR "/tests/fixtures");
  const auto browser = test::start_chromium(desktop, test::page_url(page, "shop.html"));
  world.wait_until_seen(page.centre("purchase"), "Purchase instantly");
  desktop.adopt();

  auto reader = world.agent("reader");
  const auto session = reader.call("session.open", {{"name", "reader"}, {"scope", "read"}}).reply.at("session");
  auto agent = world.agent("free");
  const auto shoot = [](test::Agent& who, boost::json::object params) {
    return [&who, params = std::move(params)] {
      const auto taken = who.call("screenshot", params);
      if (!taken.error.empty()) throw std::runtime_error(taken.error);
    };
  };
  const boost::json::object corner = {{"x", 0}, {"y", 0}, {"width", 64}, {"height", 64}};
  const std::vector<bench::Contender> contenders = {
      {"screenshot, scope read", shoot(reader, {{"session", session}})},
      {"screenshot, no scope: secrets alone", shoot(agent, {})},
      {"screenshot, made smaller to 640 wide", shoot(agent, {{"max_width", 640}})},
      {"screenshot, a region of 64 x 64", shoot(agent, {{"region", corner}})},
      {"an import process (ImageMagick)",
       [&] {
         bench::run_process({"import", "-window", "root", desktop.dir() + "/picture.png"});
       },
       {},
       bench::Whose::peers},
  };
  const auto took = bench::compete(contenders, rows.rounds(40, 3), rows.rounds(3, 1));
  rows.begin("screenshot", "a picture of a screen of 1280x900 with Chromium on it");
  rows.figures(contenders, took, "ms");
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (rows.wants("screenshot")) compare(rows);
  });
}
