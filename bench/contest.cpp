#include "bench/contest.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <stdexcept>

extern char** environ;

namespace interlock::bench {

double Samples::quantile(double q) const {
  if (values_.empty()) throw std::logic_error("a quantile of no samples");
  auto sorted = values_;
  const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), at, sorted.end());
  return *at;
}

Samples Samples::times(double factor) const {
  auto values = values_;
  for (double& value : values) value *= factor;
  return Samples(std::move(values));
}

double timed(const std::function<void()>& act) {
  const auto start = std::chrono::steady_clock::now();
  act();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Samples> compete(const std::vector<Contender>& contenders, int rounds, int warm_up) {
  std::vector<Samples> took(contenders.size());
  std::vector<std::size_t> order(contenders.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 chance(1);
  for (int round = 0; round < warm_up + rounds; ++round) {
    // A contender that follows a process that emptied the caches would pay for it in every round.
    std::shuffle(order.begin(), order.end(), chance);
    for (const std::size_t i : order) {
      if (contenders[i].before) contenders[i].before();
      const double cost = timed(contenders[i].act);
      if (round >= warm_up) took[i].add(cost);
    }
  }
  return took;
}

void run_process(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  const int failed = posix_spawnp(&pid, argv[0], &quiet, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&quiet);
  int status = 0;
  if (failed == 0) waitpid(pid, &status, 0);
  if (failed != 0 || status != 0) throw std::runtime_error(words[0] + " failed");
}

}  // namespace interlock::bench
