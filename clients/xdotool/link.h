/// The way to interlockd: connects when first needed, asks, and turns every no into a reason and an exit code.
#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "ipc/client.h"

namespace interlock::xdotool {

namespace json = boost::json;

namespace exit_code {
inline constexpr int failed = 1;      ///< as the original's: wrong usage, an X error, not supported
inline constexpr int no_daemon = 69;  ///< EX_UNAVAILABLE: interlockd is not there, or went away
inline constexpr int blocked = 77;    ///< EX_NOPERM: blocked, denied or halted
}  // namespace exit_code

/// Ends the chain of commands. What there is to say has been said on stderr.
struct Stop {
  int code = exit_code::failed;
};

/// Says it on stderr, after the program's name.
void say(std::string_view what);

class Link {
 public:
  /// Carries out one action. Throws Stop when it was not done, having said why.
  void act(json::object action);
  /// The same; nothing where it was done, else the code of a refusal that `expected` names, to be dealt with.
  std::optional<std::string> try_act(json::object action, std::string_view expected);
  /// A question about the desktop; throws Stop when there is no answer.
  json::object ask(std::string_view method, json::object params = {});
  /// Nothing: there is no such window (or none that this session may know of).
  std::optional<json::object> window(std::uint64_t id);

  bool is_connected() const { return client_.has_value(); }
  const ipc::Client& client() const { return *client_; }

 private:
  ipc::Client& client();
  json::object call(std::string_view method, json::object params);
  std::optional<ipc::Client> client_;
};

/// Members of answers; 0 and "" where there is none.
std::int64_t number(const json::object& object, std::string_view key);
std::string text(const json::object& object, std::string_view key);
json::object part(const json::object& object, std::string_view key);

}  // namespace interlock::xdotool
