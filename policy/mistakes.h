/// The mistakes found in one policy text, each at its place. All are collected, so that a person mends them at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "values/error.h"

namespace interlock::policy {

/// A place in the text, from 1; columns count bytes.
struct Place {
  int line = 1;
  int column = 1;
};

class Mistakes {
 public:
  /// More than this are not listed: the text is then no policy at all.
  static constexpr std::size_t max_listed = 50;

  /// `name` stands for the text in messages, as a file's name.
  explicit Mistakes(std::string name) : name_(std::move(name)) {}

  void add(Place place, std::string what, std::string advice = {});
  const std::string& name() const { return name_; }
  bool empty() const { return found_.empty(); }
  /// No more will be listed: looking on would only cost time.
  bool full() const { return more_; }
  /// In the order of the text.
  std::vector<Error> take();

 private:
  struct Entry {
    Place place;
    Error error;
  };
  std::string name_;
  std::vector<Entry> found_;
  bool more_ = false;
};

/// `text` in single quotes for a message: trimmed, and without control characters, which would act on the terminal.
std::string in_quotes(std::string_view text);

/// The candidate that `text` most likely meant; empty when none is near (optimal string alignment distance).
std::string_view nearest(std::string_view text, const std::vector<std::string_view>& candidates);

/// "unknown key 'x', did you mean 'y'?"; without the question when nothing is near.
std::string unknown(std::string_view kind, std::string_view text, const std::vector<std::string_view>& candidates);

}  // namespace interlock::policy
