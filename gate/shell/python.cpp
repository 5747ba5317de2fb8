#include "gate/shell/python.h"

#include <algorithm>
#include <map>

#include "gate/shell/call.h"
#include "gate/shell/value.h"

namespace interlock::gate::shell {
namespace {

struct PythonToken {
  enum class Kind : std::uint8_t { name, string, sign, line };
  Kind kind = Kind::sign;
  std::string text;
  bool is(std::string_view sign) const { return kind == Kind::sign && text == sign; }
  bool is_string() const { return kind == Kind::string && is_known(text); }
};
using PythonTokens = std::vector<PythonToken>;
using TokenKind = PythonToken::Kind;

constexpr std::size_t max_python = 16 << 10;  // bytes; the rest is unknown
constexpr std::size_t max_constant = 1024;    // bytes of a string that replaces its name
constexpr std::string_view risky_modules =
    "os subprocess shutil builtins __builtins__ sys pty posix importlib commands";
constexpr std::string_view runners =
    "os.system os.popen os.startfile posix.system subprocess.run subprocess.call subprocess.Popen "
    "subprocess.check_call subprocess.check_output subprocess.getoutput subprocess.getstatusoutput pty.spawn "
    "commands.getoutput asyncio.create_subprocess_shell";
constexpr std::string_view telling_names =
    "system popen Popen getoutput getstatusoutput check_output check_call execv execve execvp execvpe execl execlp "
    "spawnl spawnlp spawnv spawnvp posix_spawn create_subprocess_shell";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// A string literal from its opening quote; `at` is after it on return.
std::string python_string(std::string_view code, std::size_t& at, bool raw) {
  const char quote = code[at];
  const bool triple = code.substr(at, 3) == std::string(3, quote);
  const std::string_view end = code.substr(at, triple ? 3 : 1);
  std::string text;
  for (at += end.size(); at < code.size() && code.substr(at, end.size()) != end; ++at) {
    if (code[at] == '\\' && at + 1 < code.size()) {
      ++at;
      // Characters given by number may be anything.
      if (!raw && std::string_view("xuN01234567").find(code[at]) != std::string_view::npos) text += unknown_char;
      if (raw) text += '\\';
      text += !raw && code[at] == 'n' ? '\n' : code[at];
    } else if (code[at] == '\n' && !triple) {
      break;
    } else {
      text += code[at];
    }
  }
  at = std::min(at + end.size(), code.size());
  return text;
}

PythonTokens python_tokens(std::string_view code) {
  PythonTokens tokens;
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (c == '#') {
      at = std::min(code.find('\n', at), code.size());
    } else if (c == '\n' || c == ';') {
      tokens.push_back({TokenKind::line, "\n"});
      ++at;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\\') {
      ++at;
    } else if (is_word(c)) {
      const std::size_t begin = at;
      while (at < code.size() && is_word(code[at])) ++at;
      const std::string_view word = code.substr(begin, at - begin);
      const bool prefix = word.size() <= 2 && word.find_first_not_of("rRbBuUfF") == std::string_view::npos;
      if (prefix && at < code.size() && (code[at] == '"' || code[at] == '\'')) {
        std::string text = python_string(code, at, word.find_first_of("rR") != std::string_view::npos);
        if (word.find_first_of("fF") != std::string_view::npos && text.find('{') != std::string::npos) {
          text += unknown_char;
        }
        tokens.push_back({TokenKind::string, std::move(text)});
      } else {
        tokens.push_back({TokenKind::name, std::string(word)});
      }
    } else if (c == '"' || c == '\'') {
      tokens.push_back({TokenKind::string, python_string(code, at, false)});
    } else {
      const bool compares = at + 1 < code.size() && code[at + 1] == '=';
      tokens.push_back({TokenKind::sign, std::string(code.substr(at, compares ? 2 : 1))});
      at += compares ? 2 : 1;
    }
  }
  return tokens;
}

/// Reads and rewrites tokens until nothing changes.
class PythonFolder {
 public:
  explicit PythonFolder(PythonTokens& tokens) : t_(tokens) {}

  void fold() {
    for (int round = 0; round < 6; ++round) {
      const std::size_t before = t_.size();
      join_strings();
      find_names();
      replace_names();
      resolve();
      if (t_.size() == before && round > 1) return;
    }
  }

 private:
  bool name(std::size_t i, std::string_view text) const {
    return i < t_.size() && t_[i].kind == TokenKind::name && t_[i].text == text;
  }
  bool any_name(std::size_t i) const { return i < t_.size() && t_[i].kind == TokenKind::name; }
  bool sign(std::size_t i, std::string_view text) const { return i < t_.size() && t_[i].is(text); }
  bool string(std::size_t i) const { return i < t_.size() && t_[i].is_string(); }
  bool starts_line(std::size_t i) const { return i == 0 || t_[i - 1].kind == TokenKind::line; }
  bool ends_line(std::size_t i) const { return i >= t_.size() || t_[i].kind == TokenKind::line; }
  /// The end of a.b.c that begins at `i`.
  std::size_t dotted(std::size_t i) const {
    if (!any_name(i)) return i;
    for (++i; sign(i, ".") && any_name(i + 1); i += 2) {
    }
    return i;
  }
  std::string text(std::size_t from, std::size_t to) const {
    std::string all;
    for (; from < to; ++from) all += t_[from].text;
    return all;
  }
  void replace(std::size_t from, std::size_t to, PythonTokens by) {
    const auto begin = t_.begin() + static_cast<std::ptrdiff_t>(from);
    t_.erase(begin, t_.begin() + static_cast<std::ptrdiff_t>(to));
    t_.insert(t_.begin() + static_cast<std::ptrdiff_t>(from), by.begin(), by.end());
  }
  static PythonTokens name_tokens(std::string_view dotted_name) { return python_tokens(dotted_name); }

  void join_strings() {
    PythonTokens out;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      const bool plus = sign(i, "+") && i + 1 < t_.size() && t_[i + 1].kind == TokenKind::string;
      if (!out.empty() && out.back().kind == TokenKind::string && (plus || t_[i].kind == TokenKind::string)) {
        std::string& whole = out.back().text;
        whole += t_[plus ? ++i : i].text;
        if (whole.size() > max_python) whole = unknown_text;
      } else {
        out.push_back(t_[i]);
      }
    }
    t_ = std::move(out);
  }

  void find_names() {
    strings_.clear();
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (name(i, "import") && any_name(i + 1)) {
        const std::size_t end = dotted(i + 1);
        std::size_t module = i;
        while (!starts_line(module)) --module;
        const std::string from = name(module, "from") && module + 1 < i ? text(module + 1, i) + "." : "";
        for (std::size_t at = i + 1, stop = end; any_name(at); stop = dotted(at)) {
          const std::string what = from + text(at, stop);
          const bool renamed = name(stop, "as") && any_name(stop + 1);
          if (renamed || !from.empty()) meanings_[renamed ? t_[stop + 1].text : t_[at].text] = what;
          at = renamed ? stop + 2 : stop;
          if (!sign(at, ",")) break;
          stop = dotted(++at);
        }
      } else if (starts_line(i) && any_name(i) && sign(i + 1, "=")) {
        const std::string& variable = t_[i].text;
        const std::size_t end = dotted(i + 2);
        if (string(i + 2) && ends_line(i + 3)) {
          const auto [at, is_new] = strings_.emplace(variable, t_[i + 2].text);
          if (!is_new && at->second != t_[i + 2].text) at->second = unknown_text;
        } else if (end > i + 2 && ends_line(end) && is_listed(risky_modules, t_[i + 2].text)) {
          meanings_[variable] = text(i + 2, end);
        } else {
          strings_[variable] = unknown_text;
        }
      }
    }
  }

  void replace_names() {
    PythonTokens out;
    bool importing = false;
    for (std::size_t i = 0; i < t_.size(); ++i) {
      if (t_[i].kind == TokenKind::line) importing = false;
      importing = importing || name(i, "import") || name(i, "from");
      const bool own = any_name(i) && !importing && (i == 0 || !sign(i - 1, ".")) && !sign(i + 1, "=");
      const auto meaning = own ? meanings_.find(t_[i].text) : meanings_.end();
      const auto value = own ? strings_.find(t_[i].text) : strings_.end();
      if (meaning != meanings_.end()) {
        for (PythonToken& token : name_tokens(meaning->second)) out.push_back(std::move(token));
      } else if (value != strings_.end() && is_known(value->second) && value->second.size() <= max_constant) {
        out.push_back({TokenKind::string, value->second});
      } else {
        out.push_back(t_[i]);
      }
      if (out.size() > max_python) return;
    }
    t_ = std::move(out);
  }

  /// getattr(X, "name"), X.__dict__["name"], vars(X)["name"], __import__("name"), import_module("name").
  void resolve() {
    for (std::size_t i = 0; i < t_.size(); ++i) {
      const std::size_t end = sign(i + 1, "(") ? dotted(i + 2) : i;
      if (name(i, "getattr") && end > i + 2 && sign(end, ",") && string(end + 1)) {
        const std::size_t close = std::find_if(t_.begin() + static_cast<std::ptrdiff_t>(end), t_.end(),
                                               [](const PythonToken& t) { return t.is(")"); }) -
                                  t_.begin();
        replace(i, std::min(close + 1, t_.size()), name_tokens(text(i + 2, end) + "." + t_[end + 1].text));
      } else if (name(i, "vars") && end > i + 2 && sign(end, ")") && sign(end + 1, "[") && string(end + 2)) {
        replace(i, std::min(end + 4, t_.size()), name_tokens(text(i + 2, end) + "." + t_[end + 2].text));
      } else if (name(i, "__dict__") && i > 0 && sign(i - 1, ".") && sign(i + 1, "[") && string(i + 2)) {
        replace(i, std::min(i + 4, t_.size()), name_tokens(t_[i + 2].text));
      } else if ((name(i, "__import__") || name(i, "import_module")) && sign(i + 1, "(") && string(i + 2)) {
        const std::size_t from = i >= 2 && sign(i - 1, ".") ? i - 2 : i;
        replace(from, std::min(i + 4, t_.size()), name_tokens(t_[i + 2].text));
        i = from;
      }
    }
  }

  PythonTokens& t_;
  std::map<std::string, std::string> strings_;   // constants; unknown text if there are several values
  std::map<std::string, std::string> meanings_;  // names of modules and functions
};

/// The first argument of the call whose bracket opens at `at`, as a command line; empty if there is none.
std::string command_of(const PythonTokens& tokens, std::size_t at) {
  if (++at >= tokens.size() || tokens[at].is(")")) return {};
  const auto ends = [&](std::size_t i) { return i >= tokens.size() || tokens[i].is(",") || tokens[i].is(")"); };
  if (tokens[at].is_string() && ends(at + 1)) return tokens[at].text;
  if (!tokens[at].is("[")) return std::string(unknown_text);
  std::string line;
  for (++at; at < tokens.size() && !tokens[at].is("]"); ++at) {
    const bool alone = at + 1 < tokens.size() && (tokens[at + 1].is(",") || tokens[at + 1].is("]"));
    const std::string& text = tokens[at].text;
    if (tokens[at].is_string() && alone && text.find('\'') == std::string::npos) {
      line += "'" + text + "' ";
    } else if (text == "executable") {
      line += "python3 ";
    } else if (!tokens[at].is(",") && (line.empty() || line.back() != unknown_char) && text != "sys" && text != ".") {
      line += unknown_char;
    }
  }
  return line.empty() ? std::string(unknown_text) : line;
}

/// All arguments of such a call as a command line: os.execlp("rm", "rm", "-r", "x"). The part before the program's own
/// words (the mode, the path) is a separate word.
std::string arguments_of(const PythonTokens& tokens, std::size_t at) {
  std::string line;
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += tokens[at].is("(") || tokens[at].is("[") ? 1 : tokens[at].is(")") || tokens[at].is("]") ? -1 : 0;
    if (depth <= 0) break;
    if (tokens[at].is_string()) {
      // The program is given twice: as its path and as its own name.
      if (line != "'" + tokens[at].text + "' ") line += "'" + tokens[at].text + "' ";
    } else if (tokens[at].kind == TokenKind::name && tokens[at].text != "os" && !tokens[at].text.starts_with("P_")) {
      line += unknown_char;
    }
  }
  return line.empty() ? std::string(unknown_text) : line;
}

bool may_write(const PythonTokens& tokens, std::size_t at) {
  for (int depth = 0; at < tokens.size(); ++at) {
    depth += tokens[at].is("(") ? 1 : tokens[at].is(")") ? -1 : 0;
    if (depth <= 0) return false;
    const bool mode =
        tokens[at].is_string() && tokens[at].text.size() <= 3 && (tokens[at - 1].is(",") || tokens[at - 1].is("="));
    if (mode && tokens[at].text.find_first_of("wax+") != std::string::npos) return true;
  }
  return false;
}

void look_at_call(const PythonTokens& tokens, std::size_t open, PythonFacts& facts) {
  std::string path = tokens[open - 1].text;
  for (std::size_t i = open - 1; i >= 2 && tokens[i - 1].is(".") && tokens[i - 2].kind == TokenKind::name; i -= 2) {
    path.insert(0, tokens[i - 2].text + ".");
  }
  const std::string& last = tokens[open - 1].text;
  const bool bare = path == last && (open < 2 || !tokens[open - 2].is("."));
  const bool defined = open >= 2 && tokens[open - 2].text == "def";
  if (defined) return;
  if ((bare && is_listed("exec eval", last)) ||
      is_listed("builtins.exec builtins.eval __builtins__.exec __builtins__.eval", path)) {
    const std::string code = command_of(tokens, open);
    if (!code.empty()) is_known(code) ? facts.code.push_back(code) : void(facts.unknown = true);
  } else if (is_listed(runners, path) || (is_listed(telling_names, last) && !bare) ||
             (is_listed("run call", last) && !bare)) {
    std::string command = command_of(tokens, open);
    const bool list = last.starts_with("exec") || last.starts_with("spawn") || last.starts_with("posix_spawn");
    if (list) command = arguments_of(tokens, open);
    const bool sure = !is_listed("run call", last) || is_listed(runners, path);
    if (command == unknown_text || command.starts_with(unknown_char)) {
      facts.unknown = facts.unknown || sure;
    } else if (!command.empty()) {
      facts.commands.push_back(command);
    }
  } else if (last == "getattr" && open + 2 < tokens.size() && is_listed(risky_modules, tokens[open + 1].text)) {
    facts.unknown = facts.unknown || !tokens[open + 2].is(")");
  } else if (is_listed("open", last) && open + 1 < tokens.size() && tokens[open + 1].is_string() &&
             may_write(tokens, open)) {
    facts.written.push_back(tokens[open + 1].text);
  } else if (last == "Path" && open + 4 < tokens.size() && tokens[open + 1].is_string() && tokens[open + 3].is(".") &&
             is_listed("write_text write_bytes unlink rename touch", tokens[open + 4].text)) {
    facts.written.push_back(tokens[open + 1].text);
  }
}

std::string python_text(const PythonTokens& tokens) {
  std::string all;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool apart = i > 0 && tokens[i].kind == TokenKind::name && tokens[i - 1].kind == TokenKind::name;
    if (apart) all += ' ';
    all += tokens[i].kind == TokenKind::string ? '"' + tokens[i].text + '"' : tokens[i].text;
  }
  return all;
}

}  // namespace

PythonFacts read_python(std::string_view code) {
  PythonFacts facts;
  PythonTokens tokens = python_tokens(code.substr(0, max_python));
  PythonFolder(tokens).fold();
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].is("(") && tokens[i - 1].kind == TokenKind::name) look_at_call(tokens, i, facts);
  }
  if (code.size() > max_python) facts.unknown = true;
  facts.folded = python_text(tokens);
  if (facts.folded.size() > 4 * max_python) {
    facts.folded.resize(4 * max_python);
    facts.unknown = true;
  }
  return facts;
}

}  // namespace interlock::gate::shell
