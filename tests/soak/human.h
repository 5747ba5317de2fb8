/// A person at the control socket: approves or denies each question after a while, and ignores some.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace interlock::soak {

struct Answered {
  int yes = 0, no = 0, left_open = 0;
  int too_late = 0;  ///< the question had ended when the answer came
};

class Human {
 public:
  Human(std::string control_socket, std::uint64_t seed);
  ~Human();

  /// From now on nothing is answered, until `yes_to_all`.
  void hold();
  /// Approves all open questions once, and continues as before.
  void yes_to_all();
  /// The names of the agents whose questions are open and not yet answered.
  std::vector<std::string> asking() const;
  Answered answered() const;

 private:
  void run();
  struct Open {
    std::string agent;
    std::int64_t due = 0;  ///< microseconds since 1970
    int says = 0;          ///< 1 yes, 0 no, -1 nothing
    bool done = false;
  };

  const std::string socket_;
  std::mt19937_64 random_;
  mutable std::mutex mutex_;
  std::map<std::string, Open> open_;
  Answered answered_;
  std::atomic<bool> stop_{false}, hold_{false}, all_{false};
  std::thread thread_;
};

}  // namespace interlock::soak
