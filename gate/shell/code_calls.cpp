#include "gate/shell/code_calls.h"

#include <algorithm>
#include <array>

#include "gate/shell/call.h"
#include "gate/shell/value.h"

namespace interlock::gate::shell {
namespace {

struct CodeLanguage {
  std::string_view programs;
  std::string_view runners;     ///< their arguments are a command
  std::string_view evaluators;  ///< their argument is code
  std::string_view marks;       ///< what begins an expression in a string in double quotes
  bool backticks_run = false;
};

constexpr auto code_languages = std::to_array<CodeLanguage>({
    {"perl", "system exec qx", "eval", "$@", true},
    {"ruby irb", "system exec spawn popen popen2 popen3 capture2 capture2e capture3 pipeline",
     "eval instance_eval class_eval module_eval", "#", true},
    {"node nodejs bun deno", "exec execSync spawn spawnSync execFile execFileSync", "eval Function runInThisContext",
     "$", false},
    {"php", "system exec shell_exec passthru popen proc_open pcntl_exec", "eval assert create_function", "${", true},
    {"lua luajit", "execute popen", "load loadstring", "", false},
    {"awk gawk mawk nawk", "system", "", "", false},
    {"tclsh wish expect", "exec spawn system", "eval", "$[", false},
    {"jshell groovy scala", "exec ProcessBuilder", "", "$", false},
    {"Rscript", "system system2 shell", "", "", false},
    {"emacs emacsclient", "shell-command call-process start-process call-process-shell-command", "", "", false},
    {"guile racket", "system system*", "", "", false},
});

bool is_code_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

class CodeReader {
 public:
  CodeReader(const CodeLanguage& language, std::string_view code) : language_(language), code_(code) {}

  CodeCalls read() {
    while (at_ < code_.size()) {
      const char c = code_[at_];
      if (c == '`' && language_.backticks_run) {
        take_command(literal());
      } else if (c == '"' || c == '\'' || c == '`') {
        const std::string text = literal();
        if (is_awk()) before_getline(text);
      } else if (is_code_word(c)) {
        word();
      } else {
        if (is_awk()) pipe_or_pattern();
        ++at_;
      }
    }
    hidden();
    return std::move(calls_);
  }

 private:
  bool is_awk() const { return is_listed(language_.programs, "awk"); }
  bool is_node() const { return is_listed(language_.programs, "node"); }
  bool is_tcl() const { return is_listed(language_.programs, "tclsh"); }
  bool has(std::string_view text) const { return code_.find(text) != std::string_view::npos; }
  void skip_blanks() { at_ = std::min(code_.find_first_not_of(" \t", at_), code_.size()); }
  char peek() const { return at_ < code_.size() ? code_[at_] : '\0'; }

  /// The text of a string from its opening quote, with unknown characters for parts that are only known at run time.
  std::string literal() {
    const char quote = code_[at_++];
    std::string text;
    for (; at_ < code_.size() && code_[at_] != quote; ++at_) {
      char c = code_[at_];
      if (c == '\\' && at_ + 1 < code_.size()) {
        c = code_[++at_];
        const bool by_number = quote != '\'' && std::string_view("xu01234567").find(c) != std::string_view::npos;
        text += by_number ? unknown_char : c == 'n' ? '\n' : c == 't' ? '\t' : c;
      } else if (quote != '\'' && language_.marks.find(c) != std::string_view::npos) {
        text += unknown_char;
        while (at_ + 1 < code_.size() && (is_code_word(code_[at_ + 1]) || code_[at_ + 1] == '{')) ++at_;
      } else {
        text += c;
      }
    }
    at_ = std::min(at_ + 1, code_.size());
    if (names_runner(text)) calls_.unknown = true;
    return text;
  }

  /// Quotes in a pattern (s/"//) make code look like a string.
  bool names_runner(std::string_view text) const {
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!is_code_word(text[at])) continue;
      const std::size_t begin = at;
      while (at < text.size() && is_code_word(text[at])) ++at;
      const bool runs = is_listed(language_.runners, text.substr(begin, at - begin));
      if (runs && at + 1 < text.size() && (text[at] == '(' || text[at + 1] == unknown_char)) return true;
    }
    return false;
  }

  void take_command(std::string text) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
    text.erase(0, begin);
    if (text.empty()) return;
    if (text.front() == unknown_char) {
      calls_.unknown = true;
    } else {
      calls_.commands.push_back(std::move(text));
    }
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < code_.size() && (is_code_word(code_[at_]) || code_[at_] == '-' || code_[at_] == '*')) {
      if (!is_code_word(code_[at_]) && !is_listed("emacs guile", first_program())) break;
      ++at_;
    }
    const std::string_view name = code_.substr(begin, at_ - begin);
    const char before = begin > 0 ? code_[begin - 1] : ' ';
    if (before == '$' || before == '@' || before == '%') return;
    const bool runs = is_listed(language_.runners, name), evaluates = is_listed(language_.evaluators, name);
    if (!runs && !evaluates) return;
    // /pattern/.exec(text) is not a command.
    if (is_node() && runs && before == '.' && !has("child_process") && !has("Deno") && !has("Bun")) return;
    arguments(evaluates);
  }
  std::string_view first_program() const { return language_.programs.substr(0, language_.programs.find(' ')); }

  void arguments(bool evaluates) {
    skip_blanks();
    const char next = peek();
    if (evaluates && next == '{') return;
    if (next == '=' || next == '\0' || next == ';' || next == '}' || next == ')') return;
    const bool quoted_by_marks = next == '{' || next == '/' || next == '[';
    if (quoted_by_marks && !evaluates && code_.substr(0, at_).ends_with("qx")) return;  // read as a literal elsewhere
    const std::string text = is_tcl() ? tcl_words() : expression();
    if (!evaluates) return take_command(text);
    if (is_known(text)) {
      calls_.code.push_back(text);
    } else {
      calls_.unknown = true;
    }
  }

  std::string tcl_words() {
    const std::size_t end = std::min(code_.find_first_of("\n;]", at_), code_.size());
    std::string text(code_.substr(at_, end - at_));
    at_ = end;
    for (char& c : text) c = c == '$' || c == '[' ? unknown_char : c;
    std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == '"'; });
    return text;
  }

  /// An argument list, or what follows a name without brackets, as a command line.
  std::string expression() {
    std::string text;
    int depth = 0;
    const auto add_unknown = [&] {
      if (text.empty() || text.back() != unknown_char) text += unknown_char;
    };
    while (at_ < code_.size()) {
      const char c = code_[at_];
      if (c == '"' || c == '\'' || c == '`') {
        text += literal();
        continue;
      }
      ++at_;
      if (c == '(' || c == '[') {
        ++depth;
      } else if (c == ')' || c == ']') {
        if (--depth <= 0) return text;
      } else if ((c == ';' || c == '\n' || c == '}') && depth <= 0) {
        return text;
      } else if (c == '{') {
        at_ = std::min(code_.find('}', at_), code_.size());  // {stdio: "inherit"}
        at_ = std::min(at_ + 1, code_.size());
      } else if (c == ',') {
        text += ' ';
      } else if (c != ' ' && c != '\t' && c != '\n' && c != '.' && c != '+' && c != ':') {
        add_unknown();
      }
    }
    return text;
  }

  /// awk: "command" | getline
  void before_getline(const std::string& text) {
    const std::size_t from = at_;
    skip_blanks();
    if (code_.substr(at_).starts_with("|getline") || code_.substr(at_).starts_with("| getline")) {
      take_command(text);
      ++at_;  // the bar, which is no other command's
    } else {
      at_ = from;
    }
  }

  /// awk: print | "command", and /patterns/ with quotes and bars in them.
  void pipe_or_pattern() {
    const char c = code_[at_];
    if (c == '/') {
      const std::size_t last = at_ == 0 ? std::string_view::npos : code_.find_last_not_of(" \t\n", at_ - 1);
      const bool divides =
          last != std::string_view::npos && (is_code_word(code_[last]) || code_[last] == ')' || code_[last] == ']');
      if (divides) return;
      for (++at_; at_ < code_.size() && code_[at_] != '/'; ++at_) at_ += code_[at_] == '\\' ? 1 : 0;
    } else if (c == '|' && at_ + 1 < code_.size() && code_[at_ + 1] == '|') {
      ++at_;
    } else if (c == '|') {
      ++at_;
      if (peek() == '&') ++at_;
      skip_blanks();
      if (code_.substr(at_).starts_with("getline")) {
        calls_.unknown = true;  // a command that is not a literal
      } else {
        take_command(expression());
      }
      --at_;
    }
  }

  /// Ways to a runner without its name.
  void hidden() {
    if (is_node()) {
      for (std::size_t at = code_.find("require("); at != std::string_view::npos; at = code_.find("require(", at + 1)) {
        const std::size_t quote = at + 8;
        const char open = quote < code_.size() ? code_[quote] : '\0';
        const std::size_t end = open == '"' || open == '\'' ? code_.find(open, quote + 1) : std::string_view::npos;
        if (end != std::string_view::npos && end + 1 < code_.size() && code_[end + 1] == '+') calls_.unknown = true;
      }
      const bool found = !calls_.commands.empty() || !calls_.code.empty();
      if (has("child_process") && !found) calls_.unknown = true;
    }
    for (const std::string_view way : {"os[", "io[", "_G["}) {
      if (is_listed(language_.programs, "lua") && has(way)) calls_.unknown = true;
    }
    for (const std::string_view way : {"method(:", "send(:system", "send(:exec", "send(:spawn", "send(:eval"}) {
      if (is_listed(language_.programs, "ruby") && has(way)) calls_.unknown = true;
    }
    if (!is_listed(language_.programs, "php")) return;
    for (std::size_t at = code_.find('$'); at != std::string_view::npos; at = code_.find('$', at + 1)) {
      std::size_t end = at + 1;
      while (end < code_.size() && is_code_word(code_[end])) ++end;
      if (end > at + 1 && end < code_.size() && code_[end] == '(') calls_.unknown = true;
    }
  }

  const CodeLanguage& language_;
  std::string_view code_;
  std::size_t at_ = 0;
  CodeCalls calls_;
};

}  // namespace

CodeCalls read_code_calls(std::string_view program, std::string_view code) {
  const auto language = std::find_if(code_languages.begin(), code_languages.end(),
                                     [&](const CodeLanguage& each) { return is_listed(each.programs, program); });
  if (language == code_languages.end()) return {};
  constexpr std::size_t most = 16 << 10;
  return CodeReader(*language, code.substr(0, most)).read();
}

}  // namespace interlock::gate::shell
