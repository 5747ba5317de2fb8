/// What the window of an agent's desktop says in its title: whose desktop it is, and what its interlockd is doing.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "ipc/client.h"

namespace interlock::cli {

/// "NAME: an agent's desktop", as the window begins.
std::string first_title(const std::string& name);
/// The same, and in brackets what a person should know: a question waits, agents are paused. `status` is the reply of
/// that name on the control socket.
std::string title_of(const std::string& name, const ipc::json::object& status);

/// Calls `show` on a thread of its own whenever the title changes, until interlockd closes the connection.
class TitleKeeper {
 public:
  using Show = std::function<void(const std::string& title)>;
  /// Without a connection the title stays as it is.
  TitleKeeper(std::string name, const std::string& control_socket, Show show);
  /// Waits for the thread's end.
  ~TitleKeeper();
  TitleKeeper(const TitleKeeper&) = delete;
  TitleKeeper& operator=(const TitleKeeper&) = delete;

 private:
  void keep();

  const std::string name_;
  const Show show_;
  std::optional<ipc::Client> client_;
  std::thread thread_;
};

}  // namespace interlock::cli
