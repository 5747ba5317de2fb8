/// Refs of a session: short names ("e42") for elements that it was shown. A ref keeps naming the same element while
/// that exists; each observation that shows the element updates it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "values/observation.h"

namespace interlock::daemon {

struct Referred {
  std::uint64_t window = 0;  ///< id of the window it was seen in
  std::string path;          ///< Element::path
  Role role = Role::unknown;
  std::string name;  ///< as the application says it: what the agent was shown may be redacted
};

class Refs {
 public:
  /// If there are more, the oldest refs are forgotten; they are then stale.
  static constexpr std::size_t most = 10'000;

  /// The element's ref: its existing one if it has one. An element with another role is another element, since toolkits
  /// reuse paths.
  std::string name(std::uint64_t window, const Element& element);
  /// The element that a ref names; returns nothing for an unknown or forgotten ref.
  const Referred* find(std::string_view ref) const;

 private:
  std::map<std::uint64_t, Referred> by_number_;
  std::map<std::string, std::uint64_t> by_path_;
  std::uint64_t last_ = 0;
};

}  // namespace interlock::daemon
