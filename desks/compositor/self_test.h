/// At the start: presses on a window of our own with wrong expectations, which must reach nobody, and with the right
/// one, which must arrive once.
#pragma once

#include <functional>
#include <string>

#include "desks/compositor/hands.h"

namespace interlock::compositor {

/// A process of ours, forked before anything else is started.
struct TestClient {
  pid_t pid = -1;
  int wayland = -1;  ///< our end of its connection
  int report = -1;   ///< what it reports
};
TestClient fork_test_client();

class SelfTest {
 public:
  /// `done` is called once, with "passed" or what went wrong; at most two seconds after the start.
  SelfTest(Core& core, Screen& screen, Stack& stack, Hands& hands, TestClient client,
           std::function<void(std::string)> done);
  ~SelfTest();
  SelfTest(const SelfTest&) = delete;
  SelfTest& operator=(const SelfTest&) = delete;

  /// Called when windows changed.
  void look();

 private:
  std::string press(Window& window);
  void reported();
  void finish(std::string result);

  Screen& screen_;
  Stack& stack_;
  Hands& hands_;
  TestClient client_;
  std::function<void(std::string)> done_;
  wl_client* connection_ = nullptr;
  wl_event_source* report_ = nullptr;
  wl_event_source* timer_ = nullptr;
  std::string got_;
  bool pressed_ = false;
  bool looking_ = false;
};

}  // namespace interlock::compositor
