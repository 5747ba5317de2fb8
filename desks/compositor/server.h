/// The desk as a whole: the parts, and how they tell each other what happens.
#pragma once

#include <memory>
#include <string>

#include "desks/compositor/calls.h"
#include "desks/compositor/core.h"
#include "desks/compositor/globals.h"
#include "desks/compositor/link.h"
#include "desks/compositor/options.h"
#include "desks/compositor/self_test.h"
#include "desks/compositor/title_lines.h"

namespace interlock::compositor {

class Server {
 public:
  /// Throws if there is no backend, renderer or free socket.
  Server(const Options& options, TestClient client);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Until the command, the window of a nested desk or a signal ends it. Returns the exit code.
  int run();

 private:
  void connect_parts();
  void tested(const std::string& result);
  void changed();
  void settle();
  void tell_changed();
  void child_ended();
  desk::Hello hello() const;

  const Options options_;
  std::unique_ptr<Core> core_;
  Screen screen_;
  TitleLines title_lines_;
  Titles titles_;
  Stack stack_;
  PromptLayer prompt_;
  Seat seat_;
  Hands hands_;
  Person person_;
  InputMethod input_method_;
  Globals globals_;
  ClipboardReader clipboard_;
  Link link_;
  std::unique_ptr<SelfTest> self_test_;
  std::string socket_;
  std::string self_test_result_;
  wl_event_source* settle_ = nullptr;  ///< runs once when the events that are there were handled
  wl_event_source* changed_timer_ = nullptr;
  bool change_is_due_ = false;
  pid_t command_ = -1;
  int exit_code_ = 0;
};

}  // namespace interlock::compositor
