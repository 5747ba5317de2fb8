// soak_agent: one agent, well-behaved or not, which runs until SIGTERM.
#include <CLI/CLI.hpp>
#include <csignal>

#include "tests/soak/agent.h"

namespace interlock::soak {
namespace {
volatile std::sig_atomic_t ending = 0;
}
bool told_to_end() {
  return ending != 0;
}
}  // namespace interlock::soak

int main(int argc, char** argv) {
  using namespace interlock::soak;
  Plan plan;
  CLI::App app("One agent of a soak test.");
  app.add_option("--kind", plan.kind);
  app.add_option("--socket", plan.socket)->required();
  app.add_option("--name", plan.name)->required();
  app.add_option("--log", plan.log)->required();
  app.add_option("--rest-file", plan.rest_file);
  app.add_option("--seed", plan.seed);
  app.add_option("--rate", plan.rate);
  app.add_flag("--holds", plan.holds);
  const auto place = [&](const std::string& option, interlock::Point& at) {
    app.add_option(option + "-x", at.x);
    app.add_option(option + "-y", at.y);
  };
  place("--next", plan.next);
  place("--submit", plan.submit);
  place("--note", plan.note);
  CLI11_PARSE(app, argc, argv);
  std::signal(SIGTERM, [](int) { ending = 1; });
  return plan.kind == "steady" ? behave(plan) : misbehave(plan);
}
