// Compound commands: groups, subshells, branches, loops, functions.
#include <algorithm>
#include <array>
#include <utility>

#include "gate/shell/output.h"
#include "gate/shell/statement_reader.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

/// One more branch, loop or function while it lives.
class Conditional {
 public:
  explicit Conditional(Reading& reading) : reading_(reading) { ++reading_.conditional; }
  ~Conditional() { --reading_.conditional; }
  Conditional(const Conditional&) = delete;
  Conditional& operator=(const Conditional&) = delete;

 private:
  Reading& reading_;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view program_of(const Command& command) {
  return command.words.empty() ? std::string_view() : base_name(command.words[0].text);
}

/// Whether each turn of a loop starts something that nothing waits for. What is in the background holds nothing up, and
/// a subshell neither waits for what the loop started nor leaves the loop.
bool piles_up(const std::vector<Command>& commands, Range body, int subshells) {
  bool left = false;
  for (std::size_t i = body.begin; i < body.end; ++i) {
    const std::string_view program = program_of(commands[i]);
    const bool apart = commands[i].subshells > subshells;
    if (commands[i].background) {
      left = true;
    } else if (program == "sleep" || program == "read" || (!apart && (program == "break" || program == "exit"))) {
      return false;
    } else if (program == "wait" && !apart) {
      left = false;
    }
  }
  return left;
}

bool calls_itself_again(const std::vector<Command>& commands, Range body, std::string_view name) {
  return std::any_of(commands.begin() + static_cast<std::ptrdiff_t>(body.begin),
                     commands.begin() + static_cast<std::ptrdiff_t>(body.end), [&](const Command& command) {
                       return program_of(command) == name && (command.background || command.writes != 0);
                     });
}

}  // namespace

bool StatementReader::compound() {
  if (peek() == '(' && peek(1) == '(') {
    // Arithmetic runs nothing but what is substituted in it.
    const std::size_t close = text_.find("))", at_);
    const std::size_t end = close == std::string_view::npos ? text_.size() : close;
    if (close != std::string_view::npos) {
      WordReader::quoted(r_, text_.substr(at_ + 2, end - at_ - 2));
      at_ = end + 2;
      return true;
    }
  }
  if (peek() == '(') {
    ++at_;
    group(')');
    return true;
  }
  if (accept("{")) {
    group('}');
  } else if (accept("if")) {
    if_clause();
  } else if (accept("while")) {
    loop(false);
  } else if (accept("until")) {
    loop(true);
  } else if (accept("for") || accept("select")) {
    for_loop();
  } else if (accept("case")) {
    case_clause();
  } else if (accept("[[")) {
    test_clause();
  } else if (accept("function")) {
    std::string name;
    while (!done() && std::string_view(" \t\r\n(){;&|<>").find(peek()) == std::string_view::npos) name += text_[at_++];
    skip_blanks();
    if (peek() == '(' && peek(1) == ')') at_ += 2;
    skip_lines();
    function(std::move(name));
  } else {
    return false;
  }
  return true;
}

void StatementReader::group(char closing) {
  if (closing == ')') {
    const Conditional apart(r_);  // what a subshell sets does not stay
    ++r_.subshells;
    at_ = read_statements(r_, text_, at_, ')');
    --r_.subshells;
    return;
  }
  list({"}"});
  expect("}");
}

void StatementReader::if_clause() {
  list({"then"});
  expect("then");
  const Conditional branch(r_);
  list({"elif", "else", "fi"});
  for (skip_lines(); accept("elif"); skip_lines()) {
    list({"then"});
    expect("then");
    list({"elif", "else", "fi"});
  }
  if (accept("else")) list({"fi"});
  expect("fi");
}

void StatementReader::loop(bool until) {
  const Conditional branch(r_);
  auto& commands = r_.script.commands;
  const std::size_t test_at = at_;
  Range condition{list({"do"}), 0};
  condition.end = commands.size();
  std::string_view test = text_.substr(test_at, at_ - test_at);
  test = test.substr(0, std::min(test.find_first_of(";\n"), test.size()));
  while (!test.empty() && test.back() == ' ') test.remove_suffix(1);
  expect("do");
  Range body{list({"done"}), 0};
  body.end = commands.size();
  expect("done");
  const auto is_one_of = [&](std::initializer_list<std::string_view> tests) {
    return std::find(tests.begin(), tests.end(), test) != tests.end();
  };
  const std::string_view program = condition.end == condition.begin + 1 ? program_of(commands[condition.begin]) : "";
  const bool endless = until
                           ? program == "false" || is_one_of({"((0))", "[ 0 = 1 ]"})
                           : program == "true" || program == ":" || is_one_of({"((1))", "(( 1 ))", "[ 1 ]", "[[ 1 ]]"});
  if (endless && piles_up(commands, body, r_.subshells)) r_.script.fork_bomb = true;
}

void StatementReader::for_loop() {
  const Conditional branch(r_);
  bool endless = false;
  if (peek() == '(' && peek(1) == '(') {
    const std::size_t close = std::min(text_.find("))", at_), text_.size());
    const std::string_view header = text_.substr(at_, close - at_);
    endless = header.find(";;") != std::string_view::npos || header.find("; ;") != std::string_view::npos;
    at_ = std::min(close + 2, text_.size());
  } else {
    const std::string name = WordReader(r_, text_, at_).word().text;
    skip_blanks();
    const bool after_line = peek() == '\n' || peek() == ';';
    skip_lines();
    std::vector<Word> members;  // all are expanded before the first is taken
    if (accept("in")) {
      for (skip_blanks(); !done() && std::string_view(";\n&|)").find(peek()) == std::string_view::npos; skip_blanks()) {
        const std::size_t before = at_;
        for (Word& word : WordReader(r_, text_, at_).words()) members.push_back(std::move(word));
        if (at_ == before) break;
      }
      // In a branch the loop may not run.
      for (Word& word : members) r_.environment.set_in_loop(name, std::move(word), r_.conditional > 1);
    } else if (!done() && peek() != '\n' && peek() != ';' && !at_keyword({"do", "{"}) && !after_line) {
      return r_.fail(Problem::confused);  // "select id, total from orders" is a line for a database
    } else {
      r_.environment.set(name, {std::string(unknown_text), {}}, true);
    }
  }
  skip_lines();
  const bool braces = bare_word() == "{";
  expect(braces ? "{" : "do");
  Range body{braces ? list({"}"}) : list({"done"}), 0};
  body.end = r_.script.commands.size();
  expect(braces ? "}" : "done");
  if (endless && piles_up(r_.script.commands, body, r_.subshells)) r_.script.fork_bomb = true;
}

void StatementReader::case_clause() {
  const Conditional branch(r_);
  WordReader(r_, text_, at_).word();
  skip_lines();
  expect("in");
  for (skip_lines(); !at_closer() && bare_word() != "esac"; skip_lines()) {
    if (peek() == '(') ++at_;
    const std::size_t before = at_;
    // The patterns; what is substituted in them runs.
    while (!done() && peek() != ')' && peek() != '\n') {
      const std::size_t from = at_;
      WordReader(r_, text_, at_).word();
      skip_blanks();
      if (peek() == '|') ++at_;
      skip_blanks();
      if (at_ == from) break;
    }
    if (peek() != ')') {
      r_.fail(at_closer() ? Problem::unfinished : Problem::confused);
      if (at_ == before && !done()) ++at_;
      return;
    }
    ++at_;
    list({"esac"});
    while (peek() == ';' || peek() == '&') ++at_;
  }
  expect("esac");
}

void StatementReader::test_clause() {
  for (skip_blanks(); !done() && peek() != '\n'; skip_blanks()) {
    if (peek() == ']' && peek(1) == ']') {
      at_ += 2;
      return;
    }
    const std::size_t before = at_;
    WordReader(r_, text_, at_).word();
    if (at_ == before) ++at_;  // < > ( ) && || compare and combine here
    if (!r_.spend(1)) return;
  }
  r_.fail(Problem::unfinished);
}

/// `name()`, where what stands before the parentheses is one plain word.
bool StatementReader::function_header(std::string& name) {
  std::size_t end = at_;
  while (end < text_.size() &&
         std::string_view(" \t\r\n;&|<>()'\"`$\\={}*?[#").find(text_[end]) == std::string_view::npos)
    ++end;
  std::size_t open = end;
  while (open < text_.size() && is_blank(text_[open])) ++open;
  if (end == at_ || open >= text_.size() || text_[open] != '(') return false;
  std::size_t close = open + 1;
  while (close < text_.size() && is_blank(text_[close])) ++close;
  if (close >= text_.size() || text_[close] != ')') return false;
  name = std::string(text_.substr(at_, end - at_));
  at_ = close + 1;
  skip_lines();
  return true;
}

void StatementReader::function(std::string name) {
  const Conditional later(r_);
  const std::size_t begin = at_;
  Range body{r_.script.commands.size(), 0};
  const auto outer = std::exchange(r_.environment.positional, std::nullopt);
  if (!compound()) {
    r_.fail(at_closer() ? Problem::unfinished : Problem::confused);
  }
  compound_redirects(body.begin);
  r_.environment.positional = outer;
  body.end = r_.script.commands.size();
  if (calls_itself_again(r_.script.commands, body, name)) r_.script.fork_bomb = true;
  if (!name.empty() && r_.environment.functions.size() < Environment::max_names) {
    r_.environment.functions[std::move(name)] = std::string(text_.substr(begin, std::min(at_, text_.size()) - begin));
  }
}

}  // namespace interlock::gate::shell
