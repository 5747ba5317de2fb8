/// The mistakes found in one policy text, each with its place. All are collected, so that a person can fix them at
/// once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "values/error.h"
#include "values/suggest.h"

namespace interlock::policy {

/// A place in the text; lines and columns count from 1, columns in bytes.
struct Place {
  int line = 1;
  int column = 1;
};

class Mistakes {
 public:
  /// No more than this are listed: the text is then not a policy at all.
  static constexpr std::size_t max_listed = 50;

  /// `name`: what messages call the text, for example the file's name.
  explicit Mistakes(std::string name) : name_(std::move(name)) {}

  void add(Place place, std::string what, std::string advice = {});
  const std::string& name() const { return name_; }
  bool empty() const { return found_.empty(); }
  /// True if no more will be listed, so that checking further is useless.
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

/// "unknown key 'x', did you mean 'y'?"; without the question if no name is near.
std::string unknown(std::string_view kind, std::string_view text, const std::vector<std::string_view>& candidates);

}  // namespace interlock::policy
