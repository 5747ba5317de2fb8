/// The command line as a chain of commands: which word is next, which windows were found, what is held down.
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
inline constexpr WindowId current_window = 0;  ///< whichever it is: the one with the focus, or under the pointer

class Chain {
 public:
  explicit Chain(Link& link) : link_(link) {}

  /// Carries out all commands of the words; the exit code.
  int run(std::vector<std::string> words);

  Link& link() { return link_; }

  // The words that are left.
  std::size_t left() const { return words_.size() - at_; }
  const std::string& word(std::size_t i = 0) const { return words_[at_ + i]; }
  void take(std::size_t count) { at_ += std::min(count, left()); }
  void take_all() { at_ = words_.size(); }
  bool has_word(std::string_view word) const;

  /// An option of a command, by getopt_long's rules.
  struct Option {
    const char* name;  ///< long name; null: a letter alone
    bool argument;
    char letter;  ///< as which it is given: unique in the command
  };
  struct Found {
    char letter;
    std::string argument;
  };
  /// Reads the command's options and takes its name and them off the words. Prints `usage` for --help (nothing is left
  /// then, and the result is empty) and for what is no option (throws Stop). `letters` are the short ones, as getopt
  /// takes them.
  std::optional<std::vector<Found>> options(std::vector<Option> options, const char* letters, const char* usage);

  // Windows: the ones that the last search found, and the ones that a word names.
  void found(std::vector<WindowId> windows) { stack_ = std::move(windows); }
  const std::vector<WindowId>& stack() const { return stack_; }
  /// What the daemon tells of a window. Says so and throws Stop where there is none.
  json::object need_window(WindowId window);
  /// "123", "%1", "%@"; without a name the current window.
  std::vector<WindowId> windows(const std::optional<std::string>& name) const;
  /// The window argument before `more` other words, "%1" where it is left out. Throws Stop where there is none.
  std::string window_argument(std::size_t more, const char* usage);

  std::optional<std::pair<int, int>> last_pointer;  ///< where the pointer was before the last mousemove
  bool keeps_pointer = false;                       ///< it may be wanted though no word of this line says so

  // What is held down, so that it can be let go for a moment and outlives this process.
  std::set<std::string> keys_down;
  std::set<std::string> buttons_down;

 private:
  Link& link_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
  std::vector<WindowId> stack_;
};

/// Prints the usage of a command and what is wrong on stderr, and ends the chain.
[[noreturn]] void wrong(std::string_view what, const char* usage);

}  // namespace interlock::xdotool
