// Variables in a word: their values if the line itself sets them, else the mark of the unknown.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "gate/shell/call.h"
#include "gate/shell/output.h"
#include "gate/shell/verb_words.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_name(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9');
}

std::string cased(std::string text, bool upper, bool first_only) {
  for (char& c : text) {
    if (upper && c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    if (!upper && c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    if (first_only) break;
  }
  return text;
}

/// ${x#p} ${x##p} ${x%p} ${x%%p}
std::string stripped(const std::string& text, std::string_view glob, bool front, bool longest) {
  if (text.size() > 256) return text;  // what is compared below grows with its square
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const std::size_t cut = longest ? text.size() - i : i;  // how much is taken away
    const std::string_view all = text;
    const std::string_view gone = front ? all.substr(0, cut) : all.substr(all.size() - cut);
    if (matches_glob(glob, gone)) return std::string(front ? all.substr(cut) : all.substr(0, all.size() - cut));
  }
  return text;
}

std::string replaced(const std::string& text, std::string_view what, std::string_view by, bool all) {
  if (what.empty() || text.size() > 4096 || by.size() > 256) return text;
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, from)) {
    out.append(text, from, at - from).append(by);
    from = at + what.size();
    if (!all) break;
  }
  return out.append(text, from);
}

/// ${x:from} and ${x:from:length}, if both are plain numbers.
std::string slice(const std::string& text, std::string_view range) {
  const auto number = [](std::string_view digits, long fallback) {
    while (!digits.empty() && digits.front() == ' ') digits.remove_prefix(1);
    long value = fallback;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? value : fallback;
  };
  const std::size_t colon = range.find(':');
  const long size = static_cast<long>(text.size());
  long from = number(range.substr(0, colon), -size - 1);
  if (from < -size) return std::string(unknown_text);
  if (from < 0) from += size;
  from = std::min(from, size);
  long length = colon == std::string_view::npos ? size - from : number(range.substr(colon + 1), -size - 1);
  if (length < -size) return std::string(unknown_text);
  if (length < 0) length = std::max(0L, size - from + length);
  return text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(length));
}

/// ${x/what/by}: with # or % only at the start or the end. What a pattern replaces is not known.
std::string substituted(const std::string& text, std::string_view operand, bool all) {
  const std::size_t slash = operand.find('/');
  std::string_view what = operand.substr(0, slash);
  const std::string_view by = slash == std::string_view::npos ? std::string_view() : operand.substr(slash + 1);
  if (what.find_first_of("*?[(") != std::string_view::npos) return std::string(unknown_text);
  if (all || (!what.starts_with('#') && !what.starts_with('%'))) return replaced(text, what, by, all);
  const bool front = what.starts_with('#');
  what.remove_prefix(1);
  if (front) return text.starts_with(what) ? std::string(by) + text.substr(what.size()) : text;
  return text.ends_with(what) ? text.substr(0, text.size() - what.size()) + std::string(by) : text;
}

/// The members of an array whose values stand between field_end.
std::vector<std::string> members_of(const std::string& text) {
  std::vector<std::string> members;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(field_end, from), text.size());
    members.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return members;
}

/// ${x#...}, ${x/...}, ${x^}, ${x:1:2} of a variable's value or of each member of an array; of arrays ":" takes
/// members.
std::string changed(const std::string& text, std::string_view op, const std::string& operand) {
  const char kind = op.back();
  if (text.find(field_end) == std::string::npos) {
    if (kind == '#' || kind == '%') return stripped(text, operand, kind == '#', op.size() == 2);
    if (kind == '^' || kind == ',')
      return operand.empty() ? cased(text, kind == '^', op.size() == 1) : std::string(unknown_text);
    if (kind == ':') return slice(text, operand);
    return kind == '/' ? substituted(text, operand, op.size() == 2) : std::string(unknown_text);
  }
  std::string result;
  const std::vector<std::string> members = members_of(text);
  std::size_t begin = 0;
  std::size_t end = members.size();
  if (kind == ':') {
    std::size_t length = end;
    const std::size_t colon = std::min(operand.find(':'), operand.size());
    const auto read = [&](std::string_view digits, std::size_t& number) {
      const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      return error == std::errc{} && stop == digits.data() + digits.size();
    };
    const std::string_view digits = operand;
    if (!read(digits.substr(0, colon), begin) || (colon < digits.size() && !read(digits.substr(colon + 1), length)))
      return std::string(unknown_text);
    begin = std::min(begin, end);
    end = begin + std::min(length, end - begin);
  }
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin) result += field_end;
    result += kind == ':' ? members[i] : changed(members[i], op, operand);
  }
  return result;
}

}  // namespace

namespace {

/// AWS_SECRET_ACCESS_KEY, GITHUB_TOKEN, dbPassword
bool is_secret_variable(std::string_view name) {
  const std::vector<std::string> parts = parts_of_name(name);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (is_listed("secret token password passwd passphrase pwd apikey credential credentials pat", parts[i]))
      return name != "PWD" && name != "OLDPWD";
    if (parts[i] == "key" && i > 0 && is_listed("api access private secret ssh signing encryption", parts[i - 1]))
      return true;
  }
  return false;
}

/// The value of a variable that the line does not set.
Value from_outside(std::string_view name) {
  Value value{std::string(unknown_text), {}};
  value.secret = is_secret_variable(name);
  return value;
}

}  // namespace

/// What every shell sets; $HOME is written as ~ so that one rule reads both.
const std::vector<Value>* well_known(std::string_view name) {
  struct Row {
    std::string_view name;
    std::vector<Value> value;
  };
  static const std::array<Row, 6> rows = {{{"HOME", {{"~", {}}}},
                                           {"TMPDIR", {{"/tmp/tmpdir", {}}}},
                                           {"SHELL", {{"/bin/bash", {}}}},
                                           {"BASH", {{"/bin/bash", {}}}},
                                           {"IFS", {{" \t\n", {}}}},
                                           {"PWD", {{".", {}}}}}};
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.name == name; });
  return row == rows.end() ? nullptr : &row->value;
}

const Value* WordReader::choose(const std::vector<Value>* found) {
  if (found == nullptr || found->empty()) return nullptr;
  if (found->size() == 1) return &found->front();
  if (r_.choices.unknown) {
    static const Value unknown{std::string(unknown_text), {}};
    return &unknown;
  }
  const std::size_t picked = r_.choices.pick(found, found->size());
  const Value& value = (*found)[picked];
  // CMD=a in a branch, and then $CMD: it was set, or nothing would run.
  const bool unset = r_.names_program && value.text == unknown_text && value.sources.empty();
  return unset ? &(*found)[(picked + 1) % found->size()] : &value;
}

/// $IFS.
std::string_view WordReader::separators() {
  const Value* found = choose(r_.environment.find("IFS"));
  return found == nullptr ? std::string_view(" \t\n") : std::string_view(found->text);
}

void WordReader::insert(const Value& value, bool in_quotes) {
  out_.add_sources(value.sources);
  out_.secret = out_.secret || value.secret;
  if (!r_.spend(value.text.size())) return;
  if (in_quotes) {
    out_.text += value.text;
    return;
  }
  const std::string_view ifs = separators();
  for (const char c : value.text) {
    out_.text += ifs.find(c) != std::string_view::npos ? field_end : c;
    if (c == '*' || c == '?') out_.glob = true;
  }
}

void WordReader::insert_output(Range commands, bool in_quotes) {
  std::string text = printed(r_.script, commands);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  Value value{std::move(text), {}};
  if (!is_known(value.text)) value.sources.push_back(commands);
  insert(value, in_quotes);
}

/// "$@" and "$*".
void WordReader::insert_all(bool in_quotes, bool apart) {
  const auto& all = r_.environment.positional;
  if (!all) return insert({std::string(unknown_text), {}}, in_quotes);
  const std::string_view ifs = separators();
  for (std::size_t i = 0; i < all->size(); ++i) {
    if (i > 0 && (!in_quotes || apart)) out_.text += field_end;
    if (i > 0 && in_quotes && !apart && !ifs.empty()) out_.text += ifs.front();
    insert((*all)[i], in_quotes);
  }
}

void WordReader::dollar(Mode mode) {
  const bool in_quotes = mode != Mode::word && (mode != Mode::braces || operand_is_quoted_);
  const char next = peek(1);
  if (next == '\'' && !in_quotes) return ansi_quotes();
  if (next == '"' && !in_quotes) {
    ++at_;
    return;  // $"...": translated text, read as "..."
  }
  if (next == '(') {
    if (peek(2) == '(') return arithmetic(3);
    return command_substitution(in_quotes);
  }
  if (next == '[') return old_arithmetic();
  if (next == '{') return brace_expansion(in_quotes);
  if (next == '@' || next == '*') {
    at_ += 2;
    return insert_all(in_quotes, next == '@');
  }
  if (is_name(next)) return name_expansion(in_quotes);
  if (next != '\0' && std::string_view("#?$!-").find(next) != std::string_view::npos) {
    at_ += 2;
    out_.text += unknown_char;
    return;
  }
  out_.text += '$';
  ++at_;
}

/// $[1 + 2], an older form of $((1 + 2)).
void WordReader::old_arithmetic() {
  const std::size_t close = text_.find(']', at_);
  if (close == std::string_view::npos) {
    out_.text += '$';
    ++at_;
    return;
  }
  quoted(r_, text_.substr(at_ + 2, close - at_ - 2));  // for the commands in it
  out_.text += unknown_char;
  at_ = close + 1;
}

void WordReader::name_expansion(bool in_quotes) {
  const std::size_t begin = ++at_;
  if (peek() >= '0' && peek() <= '9') {
    ++at_;  // $10 is $1 and a 0
  } else {
    while (is_name(peek())) ++at_;
  }
  const std::string_view name = text_.substr(begin, at_ - begin);
  const auto& all = r_.environment.positional;
  if (name[0] >= '0' && name[0] <= '9') {
    const std::size_t number = static_cast<std::size_t>(name[0] - '0');
    if (const Value* script = choose(r_.environment.find(name)); number == 0 && script != nullptr) {
      return insert(*script, in_quotes);
    }
    if (all && number >= 1 && number > all->size()) return;  // not given: nothing
    return insert(all && number >= 1 ? (*all)[number - 1] : Value{std::string(unknown_text), {}}, in_quotes);
  }
  const auto* found = r_.environment.find(name);
  const Value* value = choose(found != nullptr ? found : well_known(name));
  insert(value != nullptr ? *value : from_outside(name), in_quotes);
}

Word WordReader::operand(bool in_quotes) {
  const Deeper deeper(r_);
  const Word before = std::exchange(out_, {});
  const bool quoted = quoted_;
  const bool outer = std::exchange(operand_is_quoted_, in_quotes);
  if (deeper.ok) {
    part(Mode::braces);
  } else {
    at_ = text_.size();
  }
  operand_is_quoted_ = outer;
  Word result = std::exchange(out_, before);
  if (in_quotes) result.text = unmarked(result.text);
  quoted_ = quoted;
  return result;
}

void WordReader::brace_expansion(bool in_quotes) {
  at_ += 2;  // ${
  const bool length = peek() == '#' && peek(1) != '}';
  const bool indirect = peek() == '!';
  if (length || indirect) ++at_;
  const std::size_t begin = at_;
  while (is_name(peek())) ++at_;
  if (at_ == begin && !done() && peek() != '}') ++at_;  // ${@} ${*} ${#} ${?}
  std::string name(text_.substr(begin, at_ - begin));
  bool all = name == "@" || name == "*";
  bool joined = false;  // "${name[*]}" is one word
  if (peek() == '[') {
    const std::size_t close = std::min(text_.find(']', at_), text_.size());
    const std::string_view index = text_.substr(at_ + 1, close - std::min(at_ + 1, close));
    std::string key(index);
    std::erase_if(key, [](char c) { return c == '"' || c == '\''; });
    joined = key == "*" && in_quotes;
    if (key == "*") key = "@";
    if (key != "0") name += "[" + key + "]";
    at_ = std::min(close + 1, text_.size());
  }
  const auto* found = r_.environment.find(name);
  std::vector<Value> given;
  if (found == nullptr && all && r_.environment.positional && peek() == '}') {
    ++at_;
    return insert_all(in_quotes, name == "@");
  }
  if (found == nullptr && name.size() == 1 && name[0] >= '1' && name[0] <= '9' && r_.environment.positional) {
    const auto number = static_cast<std::size_t>(name[0] - '1');
    const auto& positional = *r_.environment.positional;
    given.push_back(number < positional.size() ? positional[number] : Value{});
    found = &given;
  }
  if (found == nullptr) found = well_known(name);
  if (indirect && found != nullptr) found = r_.environment.find(found->back().text);
  std::vector<Value> one_word;
  if (joined && found != nullptr) {
    one_word = *found;
    const char between = separators().empty() ? ' ' : separators().front();
    for (Value& value : one_word) std::replace(value.text.begin(), value.text.end(), field_end, between);
    found = &one_word;
  }
  if (length) {
    operand(in_quotes);
    out_.text += unknown_char;
  } else {
    operation(name, found, in_quotes);
  }
  if (!done()) ++at_;  // }
}

void WordReader::operation(std::string_view name, const std::vector<Value>* found, bool in_quotes) {
  std::string op;
  while (!done() && op.size() < 2 && std::string_view(":-=+?#%/^,@").find(peek()) != std::string_view::npos) {
    op += peek();
    ++at_;
    if (op == ":" && std::string_view("-=+?").find(peek()) == std::string_view::npos) break;
    if (op.size() == 1 && op != ":" && peek() != op[0]) break;
    if (op.size() == 1 && std::string_view("-=+?@").find(op[0]) != std::string_view::npos) break;
  }
  const char kind = op.empty() ? '\0' : op.back();
  // Patterns are quoted in double quotes as outside of them; the words of the others are not.
  Word word = operand(in_quotes && std::string_view("-=+?").find(kind) != std::string_view::npos);
  if (alternative(name, op, found, word, in_quotes)) return;
  word.text = unmarked(word.text);
  const Value* value = choose(found);
  const Value unknown = from_outside(name);
  if (value == nullptr) return insert(unknown, in_quotes);
  if (kind == '\0' && word.text.empty()) return insert(*value, in_quotes);
  if (!is_known(value->text)) return insert({std::string(unknown_text), value->sources}, in_quotes);
  // ${x~~}, ${x@P}
  if (kind == '\0' || kind == '@' || !is_known(word.text)) return insert(unknown, in_quotes);
  insert({changed(value->text, op, word.text), value->sources}, in_quotes);
}

bool WordReader::alternative(std::string_view name, std::string_view op, const std::vector<Value>* found, Word word,
                             bool in_quotes) {
  const char kind = op.empty() ? '\0' : op.back();
  if (kind == '\0' || std::string_view("-=+?").find(kind) == std::string_view::npos) return false;
  const auto insert_word = [&](const Value& value) {
    out_.add_sources(value.sources);
    if (r_.spend(value.text.size())) out_.text += value.text;  // it was split when it was read
  };
  const Value* value = choose(found);
  const bool missing = value != nullptr && value->text.empty() && op.starts_with(':');
  if (kind == '+') {
    // The line does not set it, but the environment may.
    const std::vector<Value> both{word, {}};
    if (value != nullptr && is_known(value->text)) return missing ? true : (insert_word(word), true);
    insert_word(*choose(&both));
    return true;
  }
  if (kind == '?') {
    insert(value != nullptr ? *value : Value{std::string(unknown_text), {}}, in_quotes);
    return true;
  }
  if (value != nullptr && !missing) return insert(*value, in_quotes), true;
  // The line does not set it. The shell's own environment may set it, to an unknown value; ${EDITOR:-vi} as the
  // program's name is what the person chose.
  const Value given{unmarked(word.text), word.sources};
  const Value unknown{std::string(unknown_text), {}};
  if (value != nullptr || r_.names_program) {
    if (kind == '=') r_.environment.set(name, given, false);
    insert_word(word);
    return true;
  }
  if (kind == '=') {
    r_.environment.set(name, unknown, false);
    r_.environment.set(name, given, true);
    return insert(*choose(r_.environment.find(name)), in_quotes), true;
  }
  const std::vector<Value> both{word, unknown};
  insert_word(*choose(&both));
  return true;
}

}  // namespace interlock::gate::shell
