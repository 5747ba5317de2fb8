#include <iostream>

#include "cli/run.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  try {
    return interlock::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "interlockctl: " << error.what() << '\n';
    return 1;
  }
}
