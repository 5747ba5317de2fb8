/// Text of applications as an agent may read it: without commands to it, secrets and invisible characters; bounded and
/// valid UTF-8. Counts its own redactions, never markers in the text: a page may print "[redacted: secret]" itself.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/pictures/redactions.h"

namespace interlock::daemon {

class ShownText {
 public:
  static constexpr std::size_t longest =
      longest_shown_text;                               ///< bytes of one text that are read; more is cut, ends in "…"
  static constexpr std::size_t most = most_shown_text;  ///< bytes of all texts of a reply, after which it is `full`

  /// The texts of the elements in an element whose own text is made of theirs; `piece` says in which.
  using Inside = std::function<std::vector<std::string_view>(std::size_t piece)>;

  /// Newlines and tabs stay, other control characters do not.
  std::string of(std::string_view original, const Inside& inside = {});
  /// The same for pieces of one text that stand in elements of their own: a command may be cut into several.
  /// The first `known` of them were read before, and are here for what goes on behind them: not counted again.
  std::vector<std::string> of_pieces(const std::vector<std::string_view>& originals, std::size_t known = 0,
                                     const Inside& inside = {});

  /// With `more` bytes enough was read for one reply. Whoever has many texts asks before the next.
  bool full(std::size_t more = 0) const { return read_ + more >= most; }

  /// How often something was taken out, by category: "override", "secret", ...
  const std::map<std::string, std::size_t>& redacted() const { return redacted_; }

 private:
  std::map<std::string, std::size_t> redacted_;
  std::size_t read_ = 0;
};

}  // namespace interlock::daemon
