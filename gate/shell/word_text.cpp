// The parts of reading a word that only need its text: braces, escapes, patterns.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>

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

std::optional<long> number(std::string_view text) {
  long value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && std::abs(value) < 1'000'000'000 ? std::optional(value) : std::nullopt;
}

bool is_letter(std::string_view text) {
  return text.size() == 1 && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
}

/// With leading zeros, after its sign.
std::string padded(long value, std::size_t width) {
  std::string digits = std::to_string(std::abs(value));
  const std::size_t sign = value < 0 ? 1 : 0;
  if (digits.size() + sign < width) digits.insert(0, width - sign - digits.size(), '0');
  return (value < 0 ? "-" : "") + digits;
}

bool is_padded(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0';
}

/// {1..5}, {03..1}, {a..e}, {1..9..2}: its members; none if it is not a sequence; only the first ones of a long
/// sequence.
std::vector<std::string> sequence(std::string_view inside) {
  const std::size_t dots = inside.find("..");
  if (dots == std::string_view::npos) return {};
  const std::string_view from = inside.substr(0, dots);
  std::string_view to = inside.substr(dots + 2);
  long step = 1;
  if (const std::size_t more = to.find(".."); more != std::string_view::npos) {
    const auto given = number(to.substr(more + 2));
    if (!given) return {};
    step = *given == 0 ? 1 : std::abs(*given);
    to = to.substr(0, more);
  }
  const bool letters = is_letter(from) && is_letter(to);
  const auto first = letters ? std::optional<long>(from[0]) : number(from);
  const auto last = letters ? std::optional<long>(to[0]) : number(to);
  if (!first || !last) return {};
  const std::size_t width = is_padded(from) || is_padded(to) ? std::max(from.size(), to.size()) : 0;
  std::vector<std::string> members;
  const long count = std::abs(*last - *first) / step;
  for (long i = 0; i <= count && members.size() < max_expansions; ++i) {
    const long value = *first + (*last < *first ? -i : i) * step;
    members.push_back(letters ? std::string(1, static_cast<char>(value)) : padded(value, width));
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

std::string unmarked(std::string_view text) {
  std::string plain(text);
  for (char& c : plain) {
    if (c == brace_open) c = '{';
    if (c == brace_comma) c = ',';
    if (c == brace_close) c = '}';
    if (c == field_end) c = ' ';
  }
  return plain;
}

std::vector<std::string> expand_braces(std::string_view marked) {
  return expand(marked, 0);
}

std::string unescape(std::string_view text, bool controls) {
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
    } else if (kind == 'c' && controls && i + 1 < text.size()) {
      out += static_cast<char>(text[++i] & 0x1F);
    } else {
      if (std::string_view("\\'\"?").find(kind) == std::string_view::npos) out += '\\';
      out += kind;
    }
  }
  // The marks of words that are being read are not text.
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
