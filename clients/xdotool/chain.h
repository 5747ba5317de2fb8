/// The state of a command line as a chain of commands: the next word, the windows found, the keys held down.
#pragma once

#include <getopt.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "clients/xdotool/link.h"

namespace interlock::xdotool {

using WindowId = std::uint64_t;
inline constexpr WindowId current_window = 0;  ///< the one with the focus or under the pointer, whichever it is

class Chain {
 public:
  explicit Chain(Link& link) : link_(link) {}

  /// Carries out all commands of the words; returns the exit code.
  int run(std::vector<std::string> words);

  Link& link() { return link_; }

  // The remaining words.
  std::size_t left() const { return words_.size() - at_; }
  const std::string& word(std::size_t i = 0) const { return words_[at_ + i]; }
  void take(std::size_t count) { at_ += std::min(count, left()); }
  void take_all() { at_ = words_.size(); }
  bool has_word(std::string_view word) const;

  /// An option of a command, parsed by getopt_long.
  struct Option {
    const char* name;  ///< long name; null: a letter alone
    bool argument;
    char letter;  ///< identifies the option; unique in the command
  };
  struct Found {
    char letter;
    std::string argument;
  };
  /// Reads the command's options and removes its name and the options from the words. Prints `usage` for --help (then
  /// no words are left and the result is empty) and for an unknown option (throws Stop). `letters`: the short options,
  /// as in getopt.
  std::optional<std::vector<Found>> options(std::vector<Option> options, const char* letters, const char* usage);

  // Windows: those that the last search found, and those that a word names.
  void found(std::vector<WindowId> windows) { stack_ = std::move(windows); }
  const std::vector<WindowId>& stack() const { return stack_; }
  /// The daemon's description of a window. Prints an error and throws Stop if there is none.
  json::object need_window(WindowId window);
  /// "123", "%1", "%@"; without a name the current window.
  std::vector<WindowId> windows(const std::optional<std::string>& name) const;
  /// The window argument before `more` other words, "%1" if it is left out. Throws Stop if there is no window.
  std::string window_argument(std::size_t more, const char* usage);

  std::optional<std::pair<int, int>> last_pointer;  ///< the pointer's position before the last mousemove
  bool keeps_pointer = false;                       ///< may be needed although no word of this line refers to it

  // Held keys and buttons: they can be released for a moment, and stay pressed after this process ends.
  std::set<std::string> keys_down;
  std::set<std::string> buttons_down;

 private:
  Link& link_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
  std::vector<WindowId> stack_;
};

/// Prints the error and the usage of a command on stderr, and ends the chain.
[[noreturn]] void wrong(std::string_view what, const char* usage);

}  // namespace interlock::xdotool
