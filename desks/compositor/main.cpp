// interlock-desk: a desktop for agents, in which interlockd alone can inject input. docs/interlock-desk.md.
#include <cstdio>
#include <exception>

#include "desks/compositor/options.h"
#include "desks/compositor/self_test.h"
#include "desks/compositor/server.h"

int main(int argc, char** argv) {
  using namespace interlock::compositor;
  const auto options = options_of(argc, argv);
  const auto client = fork_test_client();  // before anything is started that a copy of this process should not have
  try {
    Server server(options, client);
    return server.run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "interlock-desk: %s\n", error.what());
    return 1;
  }
}
