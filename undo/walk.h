/// Goes through what is at some places, within limits, and never along symbolic links. Any thread.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "undo/files.h"
#include "undo/store.h"

namespace interlock::undo {

class Walk {
 public:
  /// Called for each file, folder (before what is in it) and link, with its open folder.
  using Visit = std::function<Or<void>(int folder, Node& node)>;

  /// `store`: its folder is never walked into.
  Walk(const Care& care, const std::string& store, Visit visit);

  /// Nothing at the place is no error.
  Or<void> go(const Place& place);
  const Estimate& total() const { return total_; }
  /// Whether there is time left.
  bool goes_on() const;

 private:
  Or<void> enter(int folder, const std::string& path, const Place& place, int depth);
  Or<void> enter_folder(int folder, const Node& node, const Place& place, int depth);
  Or<void> count(const Node& node);

  const Care& care_;
  Visit visit_;
  Estimate total_;
  std::set<std::string> seen_;
  std::pair<dev_t, ino_t> store_{};
};

/// "they are larger than 200 MB"
std::string too_large(const Limits& limits);

}  // namespace interlock::undo
