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
      const std::size_t begin = at_;
      addresses();
      std::string_view address = text_.substr(begin, at_ - begin);
      address = address.substr(0, address.find_last_not_of(" \t") + 1);
      every_ = is_every_line(address);
      if (at_ < text_.size()) command(text_[at_++]);
      ++commands_;
    }
    return std::move(facts_);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool is_every_line(std::string_view address) {
    return is_listed("1,$ 0~1 1~1 /.*/ /^/ /$/ /./ /^.*$/ //,$", address) || address.empty();
  }
  /// A command that leaves nothing of the line, for all lines: what stood before it may have printed or kept them.
  void nothing_left() { facts_.deletes_all = facts_.deletes_all || (every_ && commands_ == 0); }
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
    const std::size_t pattern = at_;
    part(delimiter);
    const std::size_t replacement = at_;
    part(delimiter);
    const bool empty = at_ == replacement + 1 || replacement == text_.size();
    const std::string_view all = text_.substr(pattern, std::max(replacement, pattern + 1) - pattern - 1);
    const bool each = all == "." && text_.substr(at_).starts_with('g');
    if (empty && (each || is_listed(".* ^.* .*$ ^.*$ .+ ^.+$ .\\+ .{1,}", all))) nothing_left();
    for (; at_ < text_.size() && std::string_view("\n;} ").find(text_[at_]) == std::string_view::npos; ++at_) {
      if (text_[at_] == 'e') facts_.runs_input = true;
      if (text_[at_] == 'p') facts_.prints = true;
      if (text_[at_] == 'w') {
        ++at_;
        facts_.written.push_back(rest_of_line());
        return;
      }
    }
  }

  void command(char name) {
    facts_.prints = facts_.prints || std::string_view("pPlaciNrR=").find(name) != std::string_view::npos;
    switch (name) {
      case 'd':
      case 'D':
        return nothing_left();
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
  std::size_t commands_ = 0;  // before this one
  bool every_ = false;        // this command is for every line
  SedFacts facts_;
};

}  // namespace

SedFacts read_sed(std::string_view script) {
  return SedReader(script).read();
}

std::vector<std::string_view> scripts_of_sed(const Call& call) {
  std::vector<std::string_view> scripts;
  bool in_file = false;
  for (std::size_t i = 1; i < call.words.size(); ++i) {
    const std::string_view text = call.words[i].text;
    if (is_listed("-f --file", text) || text.starts_with("--file=")) in_file = true;
    const bool letters = text.size() > 1 && text.size() < 6 && text[0] == '-' && text[1] != '-' && text.back() == 'e' &&
                         text.find_first_not_of("nrEzsule", 1) == std::string::npos;
    if ((letters || text == "--expression") && i + 1 < call.words.size()) {
      scripts.push_back(call.words[++i].text);
    } else if (text.starts_with("--expression=")) {
      scripts.push_back(text.substr(13));
    }
  }
  if (!scripts.empty() || in_file) return scripts;
  for (const Word& word : call.words.subspan(1)) {
    if (word.text.starts_with('-') && word.text.size() > 1) continue;
    return {word.text};
  }
  return {};
}

}  // namespace interlock::gate::shell
