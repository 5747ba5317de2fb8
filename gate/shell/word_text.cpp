// The parts of reading a word that need nothing but its text: braces, escapes, patterns.
#include <algorithm>
#include <array>
#include <charconv>

#include "gate/shell/word_reader.h"

namespace interlock::gate::shell {
namespace {

constexpr std::size_t max_expansions = 64;
constexpr int max_nesting = 16;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_utf8(std::string& out, unsigned code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | ((code >> 12) & 0x0F));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

/// {1..5}, {a..e}: its members, none where it is no sequence or a long one.
std::vector<std::string> sequence(std::string_view inside) {
  const std::size_t dots = inside.find("..");
  if (dots == std::string_view::npos) return {};
  const std::string_view from = inside.substr(0, dots);
  const std::string_view to = inside.substr(dots + 2);
  std::vector<std::string> members;
  if (from.size() == 1 && to.size() == 1 && from[0] <= to[0]) {
    for (char c = from[0]; c <= to[0] && members.size() < max_expansions; ++c) members.emplace_back(1, c);
  }
  return members;
}

std::vector<std::string> expand(std::string_view text, int depth) {
  const std::size_t open = text.find(brace_open);
  if (open == std::string_view::npos || depth > max_nesting) return {std::string(text)};
  int level = 0;
  std::size_t close = std::string_view::npos;
  std::vector<std::size_t> cuts{open};
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == brace_open) ++level;
    if (text[i] == brace_comma && level == 1) cuts.push_back(i);
    if (text[i] == brace_close && --level == 0) {
      close = i;
      break;
    }
  }
  std::vector<std::string> middles;
  if (close != std::string_view::npos) {
    cuts.push_back(close);
    if (cuts.size() == 2) middles = sequence(text.substr(open + 1, close - open - 1));
    for (std::size_t i = 0; cuts.size() > 2 && i + 1 < cuts.size(); ++i) {
      for (std::string& each : expand(text.substr(cuts[i] + 1, cuts[i + 1] - cuts[i] - 1), depth + 1)) {
        middles.push_back(std::move(each));
      }
    }
  }
  const bool literal = middles.empty();  // {} and {a} are themselves
  const std::size_t rest_at = literal ? open + 1 : close + 1;
  if (literal) middles.emplace_back("{");
  std::vector<std::string> result;
  const std::vector<std::string> rests = expand(text.substr(rest_at), depth + 1);
  for (const std::string& middle : middles) {
    for (const std::string& rest : rests) {
      if (result.size() >= max_expansions) return result;
      result.push_back(std::string(text.substr(0, open)) + middle + rest);
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> expand_braces(std::string_view marked) {
  return expand(marked, 0);
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const char kind = text[++i];
    constexpr std::string_view names = "abefnrtv";
    constexpr std::string_view codes = "\a\b\x1b\f\n\r\t\v";
    if (const std::size_t at = names.find(kind); at != std::string_view::npos) {
      out += codes[at];
    } else if (kind == 'x' || kind == 'u' || kind == 'U') {
      const std::size_t most = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
      unsigned code = 0;
      std::size_t digits = 0;
      for (; digits < most && i + 1 < text.size() && hex_digit(text[i + 1]) >= 0; ++digits) {
        code = code * 16 + static_cast<unsigned>(hex_digit(text[++i]));
      }
      if (digits == 0) out += '\\', out += kind;
      if (digits > 0) kind == 'x' ? out += static_cast<char>(code) : (append_utf8(out, code & 0xFFFF), out);
    } else if (kind >= '0' && kind <= '7') {
      unsigned code = static_cast<unsigned>(kind - '0');
      const std::size_t most = kind == '0' ? 3 : 2;
      for (std::size_t n = 0; n < most && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '7'; ++n) {
        code = code * 8 + static_cast<unsigned>(text[++i] - '0');
      }
      out += static_cast<char>(code);
    } else {
      if (std::string_view("\\'\"?").find(kind) == std::string_view::npos) out += '\\';
      out += kind;
    }
  }
  // The marks of words that are being read are no text.
  for (char& c : out) {
    if (c >= '\x01' && c <= '\x05') c = unknown_char;
  }
  return out;
}

bool matches_glob(std::string_view glob, std::string_view text) {
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t mark = 0;
  const auto one = [&](std::size_t& next) {
    next = g + 1;
    if (glob[g] == '?') return true;
    if (glob[g] == '[') {
      const std::size_t close = glob.find(']', g + 2);
      if (close == std::string_view::npos) return glob[g] == text[t];
      std::string_view set = glob.substr(g + 1, close - g - 1);
      const bool inverted = set.front() == '!' || set.front() == '^';
      if (inverted) set.remove_prefix(1);
      bool inside = false;
      for (std::size_t i = 0; i < set.size(); ++i) {
        if (i + 2 < set.size() && set[i + 1] == '-') {
          inside = inside || (set[i] <= text[t] && text[t] <= set[i + 2]);
          i += 2;
        } else {
          inside = inside || set[i] == text[t];
        }
      }
      next = close + 1;
      return inside != inverted;
    }
    return glob[g] == text[t];
  };
  while (t < text.size()) {
    std::size_t next = 0;
    if (g < glob.size() && glob[g] == '*') {
      star = ++g;
      mark = t;
    } else if (g < glob.size() && one(next)) {
      g = next;
      ++t;
    } else if (star != std::string_view::npos) {
      g = star;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace interlock::gate::shell
