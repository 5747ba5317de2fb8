#include "tests/oracle/shell_generator.h"

#include <array>
#include <random>
#include <string_view>

namespace interlock::test {
namespace {

class Grammar {
 public:
  explicit Grammar(std::uint64_t seed) : random_(seed) {}

  std::string line() {
    std::string text;
    const int statements = 1 + upto(3);
    for (int i = 0; i < statements; ++i) text += (i > 0 ? separator() : "") + statement(2);
    return text;
  }

 private:
  int upto(int most) { return static_cast<int>(random_() % static_cast<std::uint64_t>(most + 1)); }
  bool one_in(int n) { return random_() % static_cast<std::uint64_t>(n) == 0; }
  template <std::size_t n>
  std::string pick(const std::array<std::string_view, n>& from) {
    return std::string(from[random_() % n]);
  }

  std::string separator() {
    return pick(std::to_array<std::string_view>({"; ", "\n", " && ", " || ", "; ", " ;", "\n\n", " & ", "; # x\n"}));
  }
  std::string program() { return pick(std::to_array<std::string_view>({"alpha", "bravo", "charlie", "delta"})); }
  std::string name() { return pick(std::to_array<std::string_view>({"x", "y", "z"})); }
  std::string letters() {
    return pick(std::to_array<std::string_view>({"a",   "-rf", "one",  "two words", "/", "~",   "b.c", "-n",
                                                 "x=1", "a,b", "*",    "a b  c",    "",  "ABC", "0",   "12",
                                                 "t:u", "q'r", "d\"e", "f\\g",      "$", "#"}));
  }

  /// `text` as a literal word.
  std::string quoted(const std::string& text) {
    switch (upto(3)) {
      case 0: {
        std::string out = "'";
        for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
        return out + "'";
      }
      case 1: {
        std::string out = "\"";
        for (const char c : text) {
          if (std::string_view("\"\\$`").find(c) != std::string_view::npos) out += '\\';
          out += c;
        }
        return out + "\"";
      }
      case 2: {
        std::string out;
        for (const char c : text) {
          const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' || c == '/';
          if (!plain) out += '\\';
          out += c;
        }
        return out.empty() ? "''" : out;
      }
      default: {
        std::string out = "$'";
        for (const char c : text) {
          if (c == '\'' || c == '\\') out += '\\';
          out += c;
        }
        return out + "'";
      }
    }
  }

  /// Without quotes: what these are in ${x:-...} between double quotes differs from shell to shell.
  std::string operand() {
    return pick(
        std::to_array<std::string_view>({"a", "-rf", "b.c", "$y", "${z}", "/", "a\\ b", "", "1", "$(echo one)"}));
  }

  std::string expansion(int depth) {
    const std::string x = name();
    switch (upto(13)) {
      case 0:
        return "${" + x + "}";
      case 1:
        return "${" + x + ":-" + operand() + "}";
      case 2:
        return "${" + x + "+" + operand() + "}";
      case 3:
        return "${" + x + "#" + pick(std::to_array<std::string_view>({"a", "?", "*b", "o*"})) + "}";
      case 4:
        return "${" + x + "%%" + pick(std::to_array<std::string_view>({"e", "?", "b*", "*"})) + "}";
      case 5:
        return "${" + x + "/" + pick(std::to_array<std::string_view>({"a/b", "o/", "#a/z", "%e/q", "n/m"})) + "}";
      case 6:
        return "${" + x + ":" + pick(std::to_array<std::string_view>({"1", "0:1", "1:2", " -1", "0:9"})) + "}";
      case 7:
        return "${" + x + pick(std::to_array<std::string_view>({"^^", ",,", "^", ","})) + "}";
      case 8:
        return "$(" + printing(depth - 1) + ")";
      case 9:
        return "`echo " + pick(std::to_array<std::string_view>({"one", "a b", "-n"})) + "`";
      case 10:
        return pick(std::to_array<std::string_view>({"$1", "$2", "$@", "$*", "${@}", "$#"}));
      case 11:
        return "${" + x + "[" + pick(std::to_array<std::string_view>({"0", "1", "@", "*"})) + "]}";
      default:
        return "$" + x;
    }
  }

  std::string printing(int depth) {
    switch (upto(4)) {
      case 0:
        return "printf '%s\\n' " + word(depth);
      case 1:
        return "echo " + word(depth) + " " + word(depth);
      case 2:
        return "printf %s" + std::string(1, ' ') + word(depth) + "; echo " + word(depth);
      case 3:
        return "{ echo " + word(depth) + "; }";
      default:
        return "echo " + word(depth);
    }
  }

  std::string word(int depth) {
    if (depth <= 0) return one_in(3) ? "$" + name() : quoted(letters());
    std::string out;
    const int parts = 1 + (one_in(4) ? 1 : 0);
    for (int i = 0; i < parts; ++i) {
      switch (upto(7)) {
        case 0:
        case 1:
          out += expansion(depth);
          break;
        case 2:
          out += "\"" + expansion(depth) + "\"";
          break;
        case 3:
          out += pick(
              std::to_array<std::string_view>({"{a,b}", "{1..3}", "p{q,r}s", "{a,{b,c}}", "{}", "{x}", "a{3..1}"}));
          break;
        case 4:
          out += "\"" + pick(std::to_array<std::string_view>({"a ", "", "-"})) + expansion(depth) + "\"";
          break;
        default:
          out += quoted(letters());
      }
    }
    return out;
  }

  std::string assignment(int depth) {
    switch (upto(6)) {
      case 0:
        return name() + "=(" + word(depth) + " " + word(depth) + ")";
      case 1:
        return name() + "+=" + word(depth);
      case 2:
        return "export " + name() + "=" + quoted(letters());
      case 3:
        return "printf -v " + name() + " %s " + word(depth);
      case 4:
        return "read " + pick(std::to_array<std::string_view>({"", "-r ", "-r -d: ", "-rn3 ", "-n 2 -r "})) + name() +
               " " + name() + " <<< " + quoted(letters());
      case 5:
        return "set -- " + word(depth) + " " + word(depth);
      default:
        return name() + "=" + word(depth);
    }
  }

  std::string redirect(int depth) {
    switch (upto(5)) {
      case 0:
        return " <<< " + word(depth);
      case 1:
        return " 2>&1";
      case 2:
        return " > out";
      case 3:
        return " < <(" + printing(depth - 1) + ")";
      default:
        return "";
    }
  }

  std::string simple(int depth) {
    if (one_in(4)) return assignment(depth);
    std::string text;
    if (one_in(8)) text += name() + "=" + word(depth) + " ";
    if (one_in(10)) text += pick(std::to_array<std::string_view>({"command ", "\\", "! ", "time "}));
    text += program();
    const int words = upto(3);
    for (int i = 0; i < words; ++i) text += " " + word(depth);
    return text + redirect(depth);
  }

  std::string body(int depth) { return statement(depth - 1) + pick(std::to_array<std::string_view>({"; ", "\n"})); }

  std::string statement(int depth) {
    if (depth <= 0) return simple(1);
    switch (upto(15)) {
      case 0:
        return "if " + body(depth) + "then " + body(depth) + "else " + body(depth) + "fi";
      case 1:
        return "for " + name() + " in " + word(depth) + " " + word(depth) + "; do " + body(depth) + "done";
      case 2:
        return "while " + simple(1) + "; do " + body(depth) + "break; done";
      case 3:
        return "case " + word(1) + " in a|b) " + body(depth) + ";; *) " + body(depth) + ";; esac";
      case 4:
        return "{ " + body(depth) + "}";
      case 5:
        return "( " + statement(depth - 1) + " )";
      case 6:
        return "f() { " + body(depth) + "}; f " + word(1) + " " + word(1);
      case 7:
        return simple(depth) + " | " + simple(depth);
      case 8:
        return "eval " + quoted(simple(1));
      case 9:
        return program() + " <<EOF\n" + "a " + expansion(1) + "\nEOF\n" + simple(1);
      case 10:
        return "[[ a == " + word(1) + " ]] && " + simple(1);
      case 11:
        return simple(depth) + " && " + simple(depth) + " || " + simple(depth);
      case 12:
        return "function g { " + body(depth) + "}; g " + word(1);
      case 13:
        return "trap " + quoted(program() + " bye") + " EXIT; " + simple(1);
      default:
        return simple(depth);
    }
  }

  std::mt19937_64 random_;
};

}  // namespace

std::vector<std::string> generated_lines(std::size_t count, std::uint64_t seed) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < count; ++i) lines.push_back(Grammar(seed + i).line());
  return lines;
}

}  // namespace interlock::test
