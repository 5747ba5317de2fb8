// What it costs to start the drop-in for one command, against the original: taken by turn in one run, so that the
// machine's moods hit both alike. Prints medians and ratios.
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/e2e/e2e_world.h"

extern char** environ;

namespace {

using namespace interlock;
using Micros = std::chrono::duration<double, std::micro>;

constexpr int warm_up = 20;
constexpr int rounds = 300;

double run(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1 /* O_WRONLY */, 0);
  const auto start = std::chrono::steady_clock::now();
  pid_t pid = 0;
  const int failed = posix_spawnp(&pid, argv[0], &quiet, nullptr, argv.data(), environ);
  int status = 0;
  if (failed == 0) waitpid(pid, &status, 0);
  const double took = Micros(std::chrono::steady_clock::now() - start).count();
  posix_spawn_file_actions_destroy(&quiet);
  if (failed != 0 || status != 0) throw std::runtime_error(words[0] + " failed");
  return took;
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void compare(const char* what, const std::vector<std::vector<std::string>>& commands) {
  const std::string drop_in = INTERLOCK_BINARY_DIR "/clients/xdotool/xdotool";
  std::vector<double> original, guarded;
  for (int round = 0; round < warm_up + rounds; ++round) {
    // Each has a place of its own to go to: a pointer that stays where it is costs less.
    auto words = commands[static_cast<std::size_t>(round) % commands.size()];
    words.insert(words.begin(), "xdotool");
    const double first = run(words);
    words = commands[static_cast<std::size_t>(round + 1) % commands.size()];
    words.insert(words.begin(), drop_in);
    const double second = run(words);
    if (round < warm_up) continue;
    original.push_back(first);
    guarded.push_back(second);
  }
  const double a = median(original), b = median(guarded);
  std::printf("%-28s %10.0f us %10.0f us %8.2f x\n", what, a, b, b / a);
}

}  // namespace

int main() {
  test::World world({.policy = "preset: default\n"});
  world.desktop().adopt();
  std::printf("%-28s %13s %13s %10s\n", "one process", "original", "guarded", "ratio");
  compare("mousemove", {{"mousemove", "300", "300"}, {"mousemove", "400", "500"}});
  compare("getmouselocation --shell", {{"getmouselocation", "--shell"}});
  return 0;
}
