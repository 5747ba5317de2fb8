#include <iostream>

#include "cli/program.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return interlock::cli::run(argc, argv);
}
