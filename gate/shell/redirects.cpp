// Redirections, here-documents, assignments: the parts of a simple command other than its words.
#include <algorithm>
#include <utility>

#include "gate/shell/statement_reader.h"
#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

}  // namespace

bool StatementReader::redirect(Command& command) {
  std::size_t at = at_;
  const auto char_at = [&](std::size_t i) { return i < text_.size() ? text_[i] : '\0'; };
  if (char_at(at) == '{') {
    std::size_t end = at + 1;
    while (is_name(char_at(end))) ++end;
    if (end == at + 1 || char_at(end) != '}') return false;
    at = end + 1;
  } else {
    while (is_digit(char_at(at))) ++at;
  }
  const bool both = at == at_ && char_at(at) == '&' && char_at(at + 1) == '>';
  if (both) ++at;
  if (char_at(at) != '<' && char_at(at) != '>') return false;
  if (char_at(at + 1) == '(') return false;  // <(...) is a word
  Redirect redirect;
  redirect.descriptor = std::string(text_.substr(at_, at - at_));
  const std::string_view rest = text_.substr(at);
  using Kind = Redirect::Kind;
  struct Row {
    std::string_view text;
    Kind kind;
  };
  static constexpr Row operators[] = {
      {"<<<", Kind::text},  {"<<-", Kind::text},     {"<<", Kind::text},  {"<&", Kind::duplicate}, {"<>", Kind::write},
      {">>", Kind::append}, {">&", Kind::duplicate}, {">|", Kind::write}, {">", Kind::write},      {"<", Kind::read}};
  const Row* row =
      std::find_if(std::begin(operators), std::end(operators), [&](const Row& r) { return rest.starts_with(r.text); });
  redirect.kind = row->kind;
  const bool document = row->text == "<<" || row->text == "<<-";
  at_ = at + row->text.size();
  while (peek() == ' ' || peek() == '\t') ++at_;
  if (at_closer() || peek() == '\n') {
    r_.fail(at_closer() ? Problem::unfinished : Problem::confused);
    return true;
  }
  const std::size_t begin = at_;
  if (document) {
    // The delimiter is not expanded; a quote in it makes the text literal.
    Reading aside;
    std::string delimiter = WordReader(aside, text_, at_).word().text;
    const std::string_view raw = text_.substr(begin, at_ - begin);
    const bool literal = raw.find_first_of("'\"\\") != std::string_view::npos;
    if (raw.find('$') != std::string_view::npos && !literal) delimiter = std::string(raw);
    heres_.push_back(
        {Script::max_commands, command.redirects.size(), std::move(delimiter), literal, row->text == "<<-"});
  } else {
    redirect.target = WordReader(r_, text_, at_).word();
    if (row->text == "<<<") redirect.target.text += '\n';
    // >& before a file name redirects both outputs to it.
    const std::string& target = redirect.target.text;
    const bool number = std::all_of(target.begin(), target.end(), is_digit) || target == "-" || !is_known(target);
    if (redirect.kind == Kind::duplicate && !number) redirect.kind = row->text == "<&" ? Kind::read : Kind::write;
  }
  command.redirects.push_back(std::move(redirect));
  return true;
}

void StatementReader::here_texts() {
  for (const Here& here : std::exchange(heres_, {})) {
    std::string body;
    bool ended = false;
    while (!done()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, end - at_);
      if (!r_.spend(line.size() + 1)) return;
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      while (here.dedent && !line.empty() && line[0] == '\t') line.remove_prefix(1);
      if (line == here.delimiter) {
        ended = true;
        at_ = std::min(end + 1, text_.size());
        break;
      }
      // The end of the $(...) that contains the text may follow the delimiter immediately.
      if (closer_ == ')' && line == here.delimiter + ")") {
        ended = true;
        at_ = end - 1;
        break;
      }
      body.append(line) += '\n';
      at_ = std::min(end + 1, text_.size());
    }
    if (!ended) r_.fail(Problem::unfinished);
    Word text;
    if (here.literal) {
      text.text = std::move(body);
    } else {
      ++r_.level;
      text = WordReader::quoted(r_, body);
      --r_.level;
    }
    if (here.command < r_.script.commands.size()) {
      auto& redirects = r_.script.commands[here.command].redirects;
      if (here.redirect < redirects.size()) redirects[here.redirect].target = std::move(text);
    }
  }
}

/// NAME=VALUE before a command applies only to that command. A shell reads the command's own words without it; since
/// people and agents often think otherwise, both values are considered.
void StatementReader::offer_both_values() {
  if (offered_) return;
  offered_ = true;
  for (const auto& [name, values] : before_) {
    std::vector<Value> both = values;
    if (both.empty()) {
      const auto* known = well_known(name);
      both = known != nullptr ? *known : std::vector<Value>{{std::string(unknown_text), {}}};
    }
    if (const auto* now = r_.environment.find(name)) {
      // In addition to all earlier values: none of these is lost.
      Environment::add(both, now->back(), Environment::max_candidates + 1);
    }
    r_.environment.variables[name] = std::move(both);
  }
}

void StatementReader::take_back_assignments() {
  for (auto at = before_.rbegin(); at != before_.rend(); ++at) {
    if (at->second.empty()) {
      r_.environment.variables.erase(at->first);
    } else {
      r_.environment.variables[at->first] = std::move(at->second);
    }
  }
  before_.clear();
}

bool StatementReader::assignment(Command& command) {
  std::size_t end = at_;
  while (end < text_.size() && is_name(text_[end])) ++end;
  if (end == at_ || is_digit(text_[at_])) return false;
  std::string name(text_.substr(at_, end - at_));
  if (end < text_.size() && text_[end] == '[') {
    const std::size_t close = text_.find(']', end);
    if (close == std::string_view::npos) return false;
    const std::string_view index = text_.substr(end + 1, close - end - 1);
    std::string key(index);
    std::erase_if(key, [](char c) { return c == '"' || c == '\''; });
    if (key != "0") name += "[" + key + "]";
    end = close + 1;
  }
  const bool appends = end + 1 < text_.size() && text_[end] == '+' && text_[end + 1] == '=';
  if (!appends && (end >= text_.size() || text_[end] != '=')) return false;
  at_ = end + (appends ? 2 : 1);
  if (peek() == '(') {
    array(name, appends);
    if (const auto* all = r_.environment.find(name + "[@]")) {
      Word members;
      members.text = all->back().text;
      std::replace(members.text.begin(), members.text.end(), field_end, ' ');
      command.assignments.emplace_back(name, std::move(members));
    }
    return true;
  }
  Word word = WordReader(r_, text_, at_).word();
  if (appends) {
    const auto* before = r_.environment.find(name);
    word.text.insert(0, before != nullptr ? before->back().text : std::string(unknown_text));
    r_.spend(word.text.size());
    if (word.text.size() > Script::max_work / 64) word.text = unknown_text;
  }
  const auto* replaced = r_.environment.find(name);
  before_.emplace_back(name, replaced != nullptr ? *replaced : std::vector<Value>{});
  command.assignments.emplace_back(name, word);
  r_.environment.set(name, std::move(word), r_.conditional > 0);
  return true;
}

/// name=(a b c): each member, and all of them as ${name[@]}; name+=(d) appends members.
void StatementReader::array(std::string_view name, bool appends) {
  ++at_;
  Value all;
  std::size_t count = 0;
  const auto* members = appends ? r_.environment.find(std::string(name) + "[@]") : nullptr;
  if (appends && members == nullptr) members = r_.environment.find(name);  // name=a is one member
  if (members != nullptr && !members->back().text.empty()) {
    all = members->back();
    count = 1 + static_cast<std::size_t>(std::count(all.text.begin(), all.text.end(), field_end));
  }
  std::vector<Word> words;  // all are expanded before the first is set
  for (skip_lines(); !done(); skip_lines()) {
    if (peek() == ')') {
      ++at_;
      break;
    }
    const std::size_t before = at_;
    for (Word& word : WordReader(r_, text_, at_).words()) words.push_back(std::move(word));
    if (at_ == before) {
      r_.fail(Problem::confused);
      ++at_;
    }
    if (!r_.spend(1)) return;
  }
  for (Word& word : words) {
    if (count > 0) all.text += field_end;
    all.text += word.text;
    all.add_sources(word.sources);
    std::string member = std::string(name) + (count == 0 ? "" : "[" + std::to_string(count) + "]");
    // [key]=value
    if (const std::size_t close = word.text.find("]="); word.text.starts_with('[') && close != std::string::npos) {
      member = std::string(name) + word.text.substr(0, close + 1);
      word.text.erase(0, close + 2);
    }
    r_.environment.set(member, std::move(word), r_.conditional > 0);
    ++count;
  }
  if (done() && (text_.empty() || text_.back() != ')')) r_.fail(Problem::unfinished);
  r_.environment.set(std::string(name) + "[@]", std::move(all), r_.conditional > 0);
}

}  // namespace interlock::gate::shell
