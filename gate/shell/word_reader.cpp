#include "gate/shell/word_reader.h"

#include <algorithm>
#include <array>
#include <utility>

namespace interlock::gate::shell {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// A word needs memory in addition to its characters: `set -- $@ $@`, repeated a few times, makes a million of them.
constexpr std::size_t word_cost = 16;

}  // namespace

std::vector<Word> WordReader::words() {
  part(Mode::word);
  Word whole = std::exchange(out_, {});
  // Each word is a copy of the whole without its text: a short string that is moved into a long one keeps its memory.
  const std::string marked = std::exchange(whole.text, {});
  const bool quoted = std::exchange(quoted_, false);
  std::vector<Word> result;
  const auto add = [&](std::string text) {
    if (!r_.spend(word_cost + whole.sources.size())) return;
    Word word = whole;
    word.text = std::move(text);
    result.push_back(std::move(word));
  };
  for (const std::string& text : expand_braces(marked)) {
    std::size_t from = 0;
    while (from <= text.size()) {
      const std::size_t end = std::min(text.find(field_end, from), text.size());
      if (end > from) add(unmarked(std::string_view(text).substr(from, end - from)));
      from = end + 1;
    }
  }
  if (result.empty() && (quoted || !whole.feeds.empty())) add({});
  return result;
}

Word WordReader::word() {
  part(Mode::word);
  return take();
}

Word WordReader::body() {
  part(Mode::body);
  return take();
}

Word WordReader::quoted(Reading& reading, std::string_view text) {
  std::size_t at = 0;
  return WordReader(reading, text, at).body();
}

Word WordReader::take() {
  Word word = std::exchange(out_, {});
  word.text = unmarked(word.text);
  quoted_ = false;
  return word;
}

bool WordReader::ends(Mode mode) const {
  const char c = peek();
  switch (mode) {
    case Mode::word:
      if ((c == '<' || c == '>') && peek(1) == '(') return false;
      if (c == '(' && !out_.text.empty() &&
          std::string_view("?*+@!").find(out_.text.back()) != std::string_view::npos) {
        return false;
      }
      return is_blank(c) || std::string_view(";&|<>()").find(c) != std::string_view::npos;
    case Mode::quotes:
      return c == '"';
    case Mode::braces:
      return c == '}';
    case Mode::arithmetic:
      return c == ')' && peek(1) == ')';
    case Mode::body:
      return false;
  }
  return true;
}

void WordReader::part(Mode mode) {
  int inner = 0;  // parentheses of an extended pattern or of arithmetic
  while (!done()) {
    if (!r_.spend(1)) return;
    if (inner == 0 && ends(mode)) return;
    const char c = peek();
    const bool bare = mode == Mode::word || mode == Mode::braces;
    if (c == '\\') {
      escape(mode);
    } else if (c == '\'' && bare && !(mode == Mode::braces && operand_is_quoted_)) {
      single_quotes();
    } else if (c == '"' && bare) {
      ++at_;
      quoted_ = true;
      part(Mode::quotes);
      if (!done()) ++at_;
    } else if (c == '$') {
      dollar(mode);
    } else if (c == '`') {
      backticks(!bare, mode == Mode::quotes);
    } else if ((c == '<' || c == '>') && peek(1) == '(' && mode == Mode::word) {
      process_substitution();
    } else if (mode == Mode::word && (c == '{' || c == ',' || c == '}')) {
      out_.text += c == '{' ? brace_open : c == ',' ? brace_comma : brace_close;
      ++at_;
    } else {
      if (mode == Mode::word && (c == '*' || c == '?' || c == '[')) out_.glob = true;
      if (c == '(' && mode != Mode::quotes && mode != Mode::body) ++inner;
      if (c == '(' && mode == Mode::word) out_.glob = true;  // an extended pattern: @(a|b)
      if (c == ')' && inner > 0) --inner;
      if (mode == Mode::braces && is_blank(c) && !operand_is_quoted_) {
        out_.text += field_end;
        ++at_;
        continue;
      }
      out_.text += static_cast<unsigned char>(c) < ' ' && !is_blank(c) ? unknown_char : c;
      ++at_;
    }
  }
  if (mode != Mode::word && mode != Mode::body) r_.fail(Problem::unfinished);
}

void WordReader::escape(Mode mode) {
  if (at_ + 1 >= text_.size()) {
    if (mode == Mode::word) r_.fail(Problem::unfinished);  // the line continues below
    if (mode != Mode::word) out_.text += '\\';
    ++at_;
    return;
  }
  const char next = peek(1);
  at_ += 2;
  if (next == '\n') {
    if (mode == Mode::word && done()) r_.fail(Problem::unfinished);
    return;
  }
  const bool operand = mode == Mode::braces && operand_is_quoted_;
  const bool in_quotes = mode == Mode::quotes || mode == Mode::body || operand;
  const std::string_view escaped = operand ? "$`\"\\}" : "$`\"\\";
  if (in_quotes && escaped.find(next) == std::string_view::npos) out_.text += '\\';
  out_.text += next;
  quoted_ = true;
}

void WordReader::single_quotes() {
  const std::size_t end = text_.find('\'', at_ + 1);
  quoted_ = true;
  out_.text += text_.substr(at_ + 1, end == std::string_view::npos ? end : end - at_ - 1);
  if (end == std::string_view::npos) r_.fail(Problem::unfinished);
  at_ = end == std::string_view::npos ? text_.size() : end + 1;
}

void WordReader::ansi_quotes() {
  const std::size_t begin = at_ += 2;  // $'
  while (!done() && peek() != '\'') at_ += peek() == '\\' && at_ + 1 < text_.size() ? 2 : 1;
  out_.text += unescape(text_.substr(begin, at_ - begin), true);
  quoted_ = true;
  if (done()) r_.fail(Problem::unfinished);
  if (!done()) ++at_;
}

void WordReader::arithmetic(std::size_t opening) {
  const Deeper deeper(r_);
  at_ += opening;
  const Word before = std::exchange(out_, {});
  if (deeper.ok) part(Mode::arithmetic);
  at_ = std::min(at_ + 2, text_.size());
  out_ = before;
  out_.text += unknown_char;
}

void WordReader::command_substitution(bool in_quotes) {
  const Deeper deeper(r_);
  at_ += 2;  // $(
  if (!deeper.ok) {
    at_ = text_.size();
    return;
  }
  const std::size_t begin = r_.script.commands.size();
  ++r_.level;
  at_ = read_statements(r_, text_, at_, ')');
  --r_.level;
  insert_output({begin, r_.script.commands.size()}, in_quotes);
}

void WordReader::backticks(bool in_quotes, bool unquotes) {
  const std::string_view escaped = unquotes ? "$`\\\"" : "$`\\";
  std::string inside;
  for (++at_; !done() && peek() != '`'; ++at_) {
    if (peek() == '\\' && escaped.find(peek(1)) != std::string_view::npos && at_ + 1 < text_.size()) ++at_;
    inside += peek();
  }
  if (done()) r_.fail(Problem::unfinished);
  if (!done()) ++at_;
  const Deeper deeper(r_);
  if (!deeper.ok) return;
  const std::size_t begin = r_.script.commands.size();
  ++r_.level;
  read_statements(r_, inside, 0);
  --r_.level;
  insert_output({begin, r_.script.commands.size()}, in_quotes);
}

void WordReader::process_substitution() {
  const bool reads = peek() == '<';
  const Deeper deeper(r_);
  at_ += 2;
  if (!deeper.ok) {
    at_ = text_.size();
    return;
  }
  const std::size_t begin = r_.script.commands.size();
  ++r_.level;
  at_ = read_statements(r_, text_, at_, ')');
  --r_.level;
  const Range commands{begin, r_.script.commands.size()};
  out_.text += "/dev/fd/";
  out_.text += unknown_char;
  (reads ? out_.sources : out_.feeds).push_back(commands);
}

}  // namespace interlock::gate::shell
