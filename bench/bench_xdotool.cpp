/// The cost of starting the drop-in xdotool for one command, compared with the original, alternating in one run.
#include "bench/rows.h"
#include "tests/e2e/e2e_world.h"

namespace {

using namespace interlock;

void compare(bench::Rows& rows, const std::string& what, const std::vector<std::vector<std::string>>& commands,
             bool has_goal) {
  int round = 0;
  // Each has its own destination: a pointer that stays where it is costs less.
  const auto contender = [&](const std::string& program) {
    return [&, program] {
      auto words = commands[static_cast<std::size_t>(round++) % commands.size()];
      words.insert(words.begin(), program);
      bench::run_process(words);
    };
  };
  const auto took =
      bench::compete({{"", contender(INTERLOCK_BINARY_DIR "/clients/xdotool/xdotool")}, {"", contender("xdotool")}},
                     rows.rounds(300, 5), rows.rounds(20, 1));
  rows.figure("guarded: " + what, "us", took[0]);
  rows.figure("original: " + what, "us", took[1], bench::Whose::peers);
  if (has_goal) rows.goal("guarded / original: " + what, took[0].median() / took[1].median(), bench::Bound::at_most, 1);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (!rows.wants("drop-in")) return;
    test::World world({.policy = "preset: default\n"});
    world.desktop().adopt();
    rows.begin("drop-in", "one process of the drop-in xdotool");
    compare(rows, "mousemove", {{"mousemove", "300", "300"}, {"mousemove", "400", "500"}}, true);
    compare(rows, "getmouselocation --shell", {{"getmouselocation", "--shell"}}, false);
  });
}
