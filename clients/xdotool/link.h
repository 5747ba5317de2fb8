/// The connection to interlockd: connects at first use, sends requests, and turns refusals into messages and exit
/// codes.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "clients/members.h"
#include "ipc/client.h"

namespace interlock::xdotool {

namespace json = boost::json;

namespace exit_code {
inline constexpr int failed = 1;      ///< as in the original: wrong usage, an X error, not supported
inline constexpr int no_daemon = 69;  ///< EX_UNAVAILABLE: interlockd is not running, or has ended
inline constexpr int blocked = 77;    ///< EX_NOPERM: blocked, denied or halted
}  // namespace exit_code

/// Thrown to end the chain of commands, after any message was printed on stderr.
struct Stop {
  int code = exit_code::failed;
};

/// Prints a message on stderr, after the program's name.
void say(std::string_view what);

class Link {
 public:
  /// Carries out one action. If it was not done, prints the reason and throws Stop.
  void act(json::object action);
  /// The same, but returns the code of a refusal that is in `expected`; returns nothing if the action was done.
  std::optional<std::string> try_act(json::object action, std::string_view expected);
  /// A query about the desktop; throws Stop if there is no answer.
  json::object ask(std::string_view method, json::object params = {});
  /// Nothing: there is no such window (or none that this session may know of).
  std::optional<json::object> window(std::uint64_t id);

  bool is_connected() const { return client_.has_value(); }
  const ipc::Client& client() const { return *client_; }

 private:
  ipc::Client& client();
  json::object call(std::string_view method, json::object params);
  /// Throws Stop if DISPLAY names another display than the one that interlockd guards.
  void refuse_other_display();
  std::optional<ipc::Client> client_;
};

}  // namespace interlock::xdotool
