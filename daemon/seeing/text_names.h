/// Names for the texts of a window that were read from its picture: a text has the same name in the next reading if it
/// still stands where it stood. Two readings of the same pixels may differ by a few of them, because what is around
/// them is read along. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "daemon/seeing/text_runs.h"

namespace interlock::daemon {

class TextNames {
 public:
  /// The names of `runs`, in their order, all different; their places are relative to the window. If the reading is not
  /// `complete`, the names of texts that are not in it are kept.
  std::vector<std::string> of(std::uint64_t window, const std::vector<TextRun>& runs, bool complete);
  void forget() { known_.clear(); }

 private:
  struct Named {
    std::string text;
    Rect place;
    std::string name;
  };
  static bool is_used(const std::vector<Named>& names, const std::string& name);

  std::map<std::uint64_t, std::vector<Named>> known_;  ///< by window
};

}  // namespace interlock::daemon
