/// Refs of a session: short names ("e42") for elements that it was shown. A ref names the same element for as long as
/// it is the same; what it names is said again with each observation that shows it.
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
  /// The oldest names are forgotten beyond this; they are then stale.
  static constexpr std::size_t most = 10'000;

  /// The element's name, the one that it has already where it has one. Another role means another element: toolkits use
  /// paths again.
  std::string name(std::uint64_t window, const Element& element);
  /// What a ref names; nothing for one that was never given or is forgotten.
  const Referred* find(std::string_view ref) const;

 private:
  std::map<std::uint64_t, Referred> by_number_;
  std::map<std::string, std::uint64_t> by_path_;
  std::uint64_t last_ = 0;
};

}  // namespace interlock::daemon
