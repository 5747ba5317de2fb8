// soak: faults and load, for any length of time. scripts/soak builds and runs it.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>

#include "tests/soak/soak.h"

int main(int argc, char** argv) try {
  using namespace interlock::soak;
  Options options;
  std::string what;
  double minutes = 1;
  double back_within = 2;
  CLI::App app("Soak tests of interlockd.");
  app.add_option("what", what)->required()->check(CLI::IsMember({"faults", "load"}));
  app.add_option("minutes", minutes, "how long")->check(CLI::PositiveNumber);
  app.add_option("--seed", options.seed);
  app.add_option("--back-within", back_within, "seconds until a killed interlockd must answer again");
  app.add_option("--agents", options.agents);
  app.add_option("--rate", options.rate, "actions a second, of all agents together");
  app.add_flag("--compare", options.compare,
               "judge waiting times and memory, too: for a machine that does nothing else");
  CLI11_PARSE(app, argc, argv);
  options.length = std::chrono::seconds{static_cast<long>(minutes * 60)};
  options.back_within = std::chrono::milliseconds{static_cast<long>(back_within * 1000)};
  std::signal(SIGPIPE, SIG_IGN);
  std::printf("soak %s: %.1f min, seed %llu\n", what.c_str(), minutes, static_cast<unsigned long long>(options.seed));
  std::fflush(stdout);
  const auto broken = what == "faults" ? run_faults(options) : run_load(options);
  for (const auto& each : broken) std::printf("BROKEN: %s\n", each.c_str());
  std::printf("soak %s: %s\n", what.c_str(), broken.empty() ? "everything held" : "NOT everything held");
  return broken.empty() ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "soak: %s\n", error.what());
  return 2;
}
