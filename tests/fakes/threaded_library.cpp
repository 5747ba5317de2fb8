/// A library that starts a thread when it is loaded, as versions of ONNX Runtime do, and is nothing else.
/// INTERLOCK_NO_SECOND_START in the environment: the program that loads it cannot be executed again.
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <thread>

namespace {

struct AtLoad {
  AtLoad() {
    char program[PATH_MAX] = {};
    if (std::getenv("INTERLOCK_NO_SECOND_START") != nullptr &&
        (readlink("/proc/self/exe", program, sizeof program - 1) < 0 || chmod(program, S_IRUSR) != 0)) {
      std::abort();
    }
    std::thread([] {
      while (true) pause();
    }).detach();
  }
};

const AtLoad at_load;

}  // namespace
