#include "daemon/process/processor_need.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace interlock::daemon {
namespace {

constexpr std::size_t most_processes = 32;
constexpr int most_threads = 400;

struct ThreadState {
  char letter = '?';  // R: it runs, or waits for a processor
  int terminal = 0;   // the number of its controlling terminal; 0: none
};

/// The fields behind the name, which stands in parentheses and may have any characters.
ThreadState state_of(const std::filesystem::path& thread) {
  std::ifstream file(thread / "stat");
  std::string line;
  std::getline(file, line);
  ThreadState state;
  const auto name_end = line.rfind(") ");
  if (name_end == std::string::npos) return state;
  std::istringstream fields(line.substr(name_end + 2));
  long parent = 0, group = 0, session = 0;
  fields >> state.letter >> parent >> group >> session >> state.terminal;
  return state;
}

std::filesystem::path first_thread(pid_t process) {
  const auto number = std::to_string(process);
  return "/proc/" + number + "/task/" + number;
}

/// Adds what a thread needs; false if it is not reported.
bool add_thread(ProcessorNeed& need, const std::filesystem::path& thread) {
  std::ifstream file(thread / "schedstat");
  std::int64_t ran = 0, waited = 0;
  if (!(file >> ran >> waited)) return false;
  need.waited += std::chrono::nanoseconds(waited);
  need.now = need.now || state_of(thread).letter == 'R';
  return true;
}

}  // namespace

std::optional<ProcessorNeed> processor_need(pid_t process) {
  const int terminal = state_of(first_thread(process)).terminal;
  std::vector<pid_t> family{process};
  ProcessorNeed need;
  int threads = 0;
  for (std::size_t at = 0; at < family.size(); ++at) {
    const int own = state_of(first_thread(family[at])).terminal;
    if (own != 0 && own != terminal) continue;
    std::error_code gone;
    const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(family[at]) + "/task", gone);
    if (gone) continue;
    for (auto task = begin(tasks); task != end(tasks) && threads < most_threads; task.increment(gone)) {
      if (gone) break;
      if (add_thread(need, task->path())) ++threads;
      std::ifstream children(task->path() / "children");
      for (pid_t child = 0; family.size() < most_processes && children >> child;) family.push_back(child);
    }
  }
  return threads == 0 ? std::nullopt : std::optional(need);
}

}  // namespace interlock::daemon
