/// The files that a line fetches from the network, so that it shows when the same line runs them.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

class Downloads {
 public:
  static constexpr std::size_t max_files = 64;

  /// Takes in what `call`, its script's command `index`, fetches or decodes, and what it makes of files fetched before.
  void remember(const Call& call, std::size_t index);
  /// By the file's name alone: a folder may be named in many ways.
  bool contains(std::string_view path) const;
  /// Whether any of `commands` names such a file.
  bool read_by(const Script& script, Range commands) const;
  bool empty() const { return files_.empty(); }
  const std::set<std::string, std::less<>>& names() const { return files_; }

 private:
  void keep(std::string_view path);
  std::set<std::string, std::less<>> files_;
};

}  // namespace interlock::gate::shell
