#include "gate/shell/sed.h"

#include <algorithm>

namespace interlock::gate::shell {
namespace {

class SedReader {
 public:
  explicit SedReader(std::string_view text) : text_(text) {}

  SedFacts read() {
    while (at_ < text_.size()) {
      skip(" \t\n;{}");
      addresses();
      if (at_ < text_.size()) command(text_[at_++]);
    }
    return std::move(facts_);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip(std::string_view characters) { at_ = std::min(text_.find_first_not_of(characters, at_), text_.size()); }

  /// Skips to after the next `delimiter` without a backslash before it.
  void part(char delimiter) {
    while (at_ < text_.size() && text_[at_] != delimiter) at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }

  /// 1,$ /from/,/to/I 2~3 addr,+4 addr!
  void addresses() {
    for (;;) {
      skip(" \t0123456789,$~+!IM");
      if (peek() == '/') {
        ++at_;
        part('/');
      } else if (peek() == '\\' && at_ + 1 < text_.size()) {
        const char delimiter = text_[at_ + 1];
        at_ += 2;
        part(delimiter);
      } else {
        return;
      }
    }
  }

  std::string rest_of_line() {
    skip(" \t");
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string rest(text_.substr(at_, end - at_));
    at_ = end;
    return rest;
  }

  void run(std::string line) {
    if (line.empty() || line.front() == '}') {
      facts_.runs_input = true;
    } else {
      facts_.commands.push_back(std::move(line));
    }
  }

  void substitution() {
    if (at_ >= text_.size()) return;
    const char delimiter = text_[at_++];
    part(delimiter);
    part(delimiter);
    for (; at_ < text_.size() && std::string_view("\n;} ").find(text_[at_]) == std::string_view::npos; ++at_) {
      if (text_[at_] == 'e') facts_.runs_input = true;
      if (text_[at_] == 'w') {
        ++at_;
        facts_.written.push_back(rest_of_line());
        return;
      }
    }
  }

  void command(char name) {
    switch (name) {
      case 's':
        return substitution();
      case 'y': {
        if (at_ >= text_.size()) return;
        const char delimiter = text_[at_++];
        part(delimiter);
        return part(delimiter);
      }
      case 'e':
        return run(rest_of_line());
      case 'w':
      case 'W':
        facts_.written.push_back(rest_of_line());
        return;
      case 'a':
      case 'i':
      case 'c':
      case 'r':
      case 'R':
      case '#':
        rest_of_line();
        return;
      case 'b':
      case 't':
      case 'T':
      case ':':
        at_ = std::min(text_.find_first_of(";\n}", at_), text_.size());
        return;
      default:
        return;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  SedFacts facts_;
};

}  // namespace

SedFacts read_sed(std::string_view script) {
  return SedReader(script).read();
}

}  // namespace interlock::gate::shell
