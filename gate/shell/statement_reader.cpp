#include "gate/shell/statement_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Links the commands of a stage to the next one's.
void link(std::vector<Command>& commands, Range from, Range to, int level, int pipe) {
  for (std::size_t i = from.begin; i < from.end; ++i) {
    if (commands[i].level == level && commands[i].writes == 0) commands[i].writes = pipe;
  }
  for (std::size_t i = to.begin; i < to.end; ++i) {
    if (!commands[i].input.empty()) continue;
    commands[i].input = from;
    commands[i].reads = pipe;
  }
}

using Variables = std::map<std::string, std::vector<Value>, std::less<>>;

/// Nothing if there are too many.
std::optional<Variables> copy_of_variables(Reading& reading) {
  constexpr std::size_t most = 32;
  constexpr std::size_t copied_at_once = 32;
  const Variables& variables = reading.environment.variables;
  if (variables.size() > most) return std::nullopt;
  std::size_t bytes = 0;
  for (const auto& [name, values] : variables) {
    for (const Value& value : values) bytes += value.text.size() + copied_at_once;
  }
  return reading.spend(bytes / copied_at_once) ? std::optional(variables) : std::nullopt;
}

bool same_texts(const std::vector<Value>& one, const std::vector<Value>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const Value& a, const Value& b) { return a.text == b.text; });
}

/// Keeps what variables held before `commands` that run in a shell of their own: those of a pipeline, and what is in
/// the background. Some shells run the last of a pipeline in their own, so both values count, and positional parameters
/// that were changed there are not known.
class Apart {
 public:
  /// With `possible` false none of it does.
  Apart(Reading& reading, bool possible) : environment_(reading.environment) {
    if (!possible) return;
    before_ = copy_of_variables(reading);
    constexpr std::size_t most_compared = 64;
    const auto& positional = environment_.positional;
    if (positional && positional->size() <= most_compared && reading.spend(positional->size()))
      positional_before_ = positional;
  }
  void keep() {
    if (!before_) return;
    auto& positional = environment_.positional;
    if (positional && !(positional_before_ && same_texts(*positional_before_, *positional))) positional.reset();
    for (auto& [name, values] : environment_.variables) {
      const auto old = before_->find(name);
      const std::vector<Value> unset{{std::string(unknown_text), {}}};
      const std::vector<Value>& kept = old == before_->end() || old->second.empty() ? unset : old->second;
      if (same_texts(kept, values)) continue;
      std::vector<Value> now = std::exchange(values, kept);
      for (Value& value : now) Environment::add(values, std::move(value));
    }
  }

 private:
  Environment& environment_;
  std::optional<Variables> before_;
  std::optional<std::vector<Value>> positional_before_;
};

/// The readings of one command: each begins with what the variables held before it, and what all leave behind counts.
class Readings {
 public:
  explicit Readings(Reading& reading) : reading_(reading), before_(copy_of_variables(reading)) {}
  void begin(std::size_t number) {
    if (!before_ || number == 0) return;
    collect();
    reading_.environment.variables = *before_;
  }
  void end() {
    if (!before_ || !after_) return;
    collect();
    reading_.environment.variables = std::move(*after_);
  }

 private:
  void collect() {
    if (!after_) {
      after_ = reading_.environment.variables;
      return;
    }
    for (auto& [name, values] : reading_.environment.variables) {
      for (Value& value : values) Environment::add((*after_)[name], value, Environment::max_loop_words);
    }
  }

  Reading& reading_;
  std::optional<Variables> before_, after_;
};

}  // namespace

std::size_t read_statements(Reading& reading, std::string_view text, std::size_t at, char closer) {
  const Deeper deeper(reading);
  if (!deeper.ok) return text.size();
  return StatementReader(reading, text, at, closer).read();
}

std::size_t StatementReader::read() {
  while (true) {
    list({});
    if (at_closer()) break;
    // Something that no statement begins with: a closing word or bracket, ;; and their like.
    r_.fail(Problem::confused);
    ++at_;
    if (!r_.spend(1)) return text_.size();
  }
  here_texts();
  if (closer_ == '\0') return at_;
  if (done()) r_.fail(Problem::unfinished);
  return std::min(at_ + 1, text_.size());
}

/// The plain letters at the position; empty if something else is part of their word.
std::string_view StatementReader::bare_word() const {
  std::size_t end = at_;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '{' || c == '}' || c == '!' || c == '['; };
  while (end < text_.size() && is_letter(text_[end])) ++end;
  const bool whole =
      end == text_.size() || std::string_view(" \t\r\n;&|()<>").find(text_[end]) != std::string_view::npos;
  return whole ? text_.substr(at_, end - at_) : std::string_view();
}

bool StatementReader::accept(std::string_view keyword) {
  if (bare_word() != keyword) return false;
  at_ += keyword.size();
  skip_blanks();
  return true;
}

bool StatementReader::at_keyword(Words keywords) const {
  if (keywords.size() == 0) return false;
  const std::string_view word = bare_word();
  return !word.empty() && std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

void StatementReader::expect(std::string_view keyword) {
  skip_lines();
  if (accept(keyword)) return;
  r_.fail(at_closer() ? Problem::unfinished : Problem::confused);
}

void StatementReader::skip_blanks() {
  while (!done()) {
    if (is_space(peek())) {
      ++at_;
    } else if (peek() == '\\' && peek(1) == '\n') {
      at_ += 2;
      if (done()) r_.fail(Problem::unfinished);
    } else if (peek() == '#' && (at_ == 0 || is_space(text_[at_ - 1]) ||
                                 std::string_view("\n;&|()").find(text_[at_ - 1]) != std::string_view::npos)) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return;
    }
  }
}

void StatementReader::newline() {
  ++at_;
  here_texts();
}

void StatementReader::skip_lines() {
  for (skip_blanks(); peek() == '\n' || peek() == ';'; skip_blanks()) {
    if (peek() == '\n') {
      newline();
    } else {
      ++at_;
    }
  }
}

std::size_t StatementReader::list(Words keywords) {
  const std::size_t begin = r_.script.commands.size();
  while (r_.spend(1)) {
    // A case clause ends with ;;, which is no empty statement.
    skip_blanks();
    if (peek() == ';' && peek(1) == ';') break;
    if (peek() == '\n') {
      newline();
      if (keywords.size() == 0 && r_.depth == 1 && r_.script.problem != Problem::unfinished) {
        r_.last_line = at_;
        r_.refused = false;
      }
      continue;
    }
    if (peek() == ';') {
      ++at_;
      continue;
    }
    if (at_closer() || peek() == ')' || at_keyword(keywords)) break;
    const std::size_t before = at_;
    and_or(keywords);
    if (at_ == before) break;
  }
  return begin;
}

void StatementReader::and_or(Words keywords) {
  const std::size_t begin = r_.script.commands.size();
  Apart apart(r_, text_.find('&', at_) != std::string_view::npos);
  pipeline();
  int conditions = 0;
  while (true) {
    skip_blanks();
    if (!(peek() == '&' && peek(1) == '&') && !(peek() == '|' && peek(1) == '|')) break;
    at_ += 2;
    skip_lines();
    if (at_closer()) {
      r_.fail(Problem::unfinished);
      break;
    }
    if (at_keyword(keywords)) break;
    ++r_.conditional;
    ++conditions;
    pipeline();
  }
  r_.conditional -= conditions;
  if (peek() == '&') {
    apart.keep();
    ++at_;
    for (std::size_t i = begin; i < r_.script.commands.size(); ++i) r_.script.commands[i].background = true;
  }
}

void StatementReader::pipeline() {
  while (accept("!") || accept("time")) {
  }
  Apart apart(r_, text_.find('|', at_) != std::string_view::npos);
  const bool coprocess = accept("coproc");
  if (coprocess) coprocess_name();
  const std::size_t first = r_.script.commands.size();
  Range stage{first, 0};
  command();
  stage.end = r_.script.commands.size();
  for (std::size_t i = stage.begin; coprocess && i < stage.end; ++i) r_.script.commands[i].coprocess = true;
  while (true) {
    skip_blanks();
    if (peek() != '|' || peek(1) == '|') {
      if (stage.begin != first) apart.keep();
      return;
    }
    apart.keep();
    at_ += peek(1) == '&' ? 2 : 1;
    skip_lines();
    if (at_closer()) return r_.fail(Problem::unfinished);
    const Range next{r_.script.commands.size(), 0};
    command();
    const Range read{next.begin, r_.script.commands.size()};
    link(r_.script.commands, stage, read, r_.level, static_cast<int>(next.begin));
    stage = read;
  }
}

/// coproc NAME { ...; }: a name stands only before a compound command.
void StatementReader::coprocess_name() {
  skip_blanks();
  std::size_t end = at_;
  while (end < text_.size() && std::string_view(" \t\r\n;&|<>()'\"`$\\={}").find(text_[end]) == std::string_view::npos)
    ++end;
  std::size_t next = end;
  while (next < text_.size() && (text_[next] == ' ' || text_[next] == '\t')) ++next;
  if (end > at_ && next > end && next < text_.size() && (text_[next] == '{' || text_[next] == '(')) at_ = next;
}

void StatementReader::command() {
  const Deeper deeper(r_);
  if (!deeper.ok) {
    at_ = text_.size();
    return;
  }
  skip_blanks();
  const std::size_t begin = r_.script.commands.size();
  if (compound()) return compound_redirects(begin);
  std::string name;
  if (function_header(name)) return function(std::move(name));
  simple();
}

void StatementReader::compound_redirects(std::size_t begin) {
  Command command;
  command.level = r_.level;
  const std::size_t end = r_.script.commands.size();
  for (skip_blanks(); redirect(command); skip_blanks()) {
  }
  if (command.redirects.empty()) return;
  for (std::size_t i = begin; i < end; ++i) {
    Command& inner = r_.script.commands[i];
    if (inner.level != r_.level) continue;
    for (const Redirect& redirect : command.redirects) inner.redirects.push_back(redirect);
  }
  // What it writes comes from all that is inside.
  command.input = {begin, end};
  for (Here& here : heres_) {
    if (here.command == Script::max_commands) here.command = r_.script.commands.size();
  }
  if (r_.script.commands.size() < Script::max_commands) r_.script.commands.push_back(std::move(command));
}

void StatementReader::simple() {
  // Inside a word of another command it has what the variables have there.
  if (r_.words > 0) {
    simple_once();
    return;
  }
  const std::size_t begin = at_;
  const std::size_t heres = heres_.size();
  const Choices outer = std::exchange(r_.choices, {});
  Readings readings(r_);
  for (std::size_t reading = 0; reading < r_.choices.readings && !r_.choices.unknown; ++reading) {
    // Read again for each value that a variable in it may hold, as long as there is room for all.
    r_.choices.begin(reading);
    r_.choices.unknown = reading > 0 && r_.script.commands.size() > Script::max_commands / 2;
    at_ = begin;
    heres_.resize(heres);
    readings.begin(reading);
    if (!simple_once() || !r_.spend(at_ - begin)) break;
  }
  readings.end();
  r_.choices = outer;
}

bool StatementReader::simple_once() {
  before_.clear();
  offered_ = false;
  before_alias_.reset();
  Command command;
  command.level = r_.level;
  if (!simple_words(command)) {
    // An operator or bracket in the place of a command.
    if (!done() && !at_closer() && peek() != '\n' && peek() != ')') {
      r_.fail(Problem::confused);
      ++at_;
    }
    return false;
  }
  for (Here& here : heres_) {
    if (here.command == Script::max_commands) here.command = r_.script.commands.size();
  }
  const bool runs = !command.words.empty();
  const int words = std::exchange(r_.words, 0);  // a function that it calls is read separately
  emit_both(std::move(command));
  r_.words = words;
  if (runs) take_back_assignments();
  before_.clear();
  return true;
}

bool StatementReader::simple_words(Command& command) {
  bool any = false;
  while (true) {
    skip_blanks();
    if (done() || peek() == '\n' || peek() == ';' || peek() == '|') return any;
    if (redirect(command) || (command.words.empty() && assignment(command))) {
      any = true;
      continue;
    }
    if (peek() == '&' || peek() == ')') return any;
    offer_both_values();
    if (peek() == '(') {
      // name=(...) is an array; elsewhere no shell would take it: what is inside is read as commands nevertheless.
      if (!any) return false;
      r_.fail(Problem::confused);
      at_ = read_statements(r_, text_, at_ + 1, ')');
      continue;
    }
    const std::size_t before = at_;
    const bool outer = std::exchange(r_.names_program, command.words.empty());
    ++r_.words;
    for (Word& word : WordReader(r_, text_, at_).words()) command.words.push_back(std::move(word));
    --r_.words;
    r_.names_program = outer;
    any = true;
    if (at_ == before) return any;
    if (!r_.spend(1)) return any;
    // An alias is replaced before anything else is read.
    if (command.words.size() == 1) replace_alias(command);
  }
}

void StatementReader::replace_alias(Command& command) {
  const auto alias = r_.environment.aliases.find(command.words[0].text);
  if (alias == r_.environment.aliases.end() || before_alias_) return;
  const std::string body = alias->second;
  std::vector<Word> words;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t from = at;
    for (Word& word : WordReader(r_, body, at).words()) words.push_back(std::move(word));
    if (at == from) ++at;
  }
  before_alias_ = std::move(command.words[0]);
  alias_words_ = words.size();
  command.words = std::move(words);
}

/// The command as written, too, if it began with an alias: the line in which an alias is defined is read without it,
/// and so are all lines of scripts.
void StatementReader::emit_both(Command command) {
  if (!before_alias_) return emit(r_, std::move(command));
  Command written = command;
  const auto from = written.words.begin();
  written.words.erase(from, from + static_cast<std::ptrdiff_t>(std::min(alias_words_, written.words.size())));
  written.words.insert(written.words.begin(), *before_alias_);
  emit(r_, std::move(command));
  emit(r_, std::move(written));
}

}  // namespace interlock::gate::shell
