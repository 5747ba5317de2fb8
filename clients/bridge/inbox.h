/// What happens to a message that says it is an answer: it goes to interlockd once, its result is repeated, or it is
/// dropped. Whether an answer counts, and whether its question was ever asked, interlockd alone decides: an answer may
/// have waited at the broker while this program was not running. Pure.
#pragma once

#include <boost/json.hpp>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace interlock::bridge {

/// The parameters of the method `answer`, unchanged.
struct Forward {
  boost::json::object params;
  std::string digest;  ///< for Inbox::done()
};
/// A duplicate. `result` is empty if the first one is still under way.
struct Repeat {
  std::string result;
};
struct Drop {
  std::string why;  ///< for the one who sent it
};
using Fate = std::variant<Forward, Repeat, Drop>;

class Inbox {
 public:
  static constexpr std::size_t most = 1024;  ///< results that are remembered

  Fate take(std::string_view payload, const std::string& correlation);
  /// What interlockd said about it.
  void done(const std::string& digest, std::string result);
  /// It did not reach interlockd: the same answer may be tried again.
  void failed(const std::string& digest) { results_.erase(digest); }

 private:
  std::map<std::string, std::string> results_;
  std::deque<std::string> order_;
};

}  // namespace interlock::bridge
