#include "gate/secrets/secret_value.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <string>

#include "values/ascii.h"

namespace interlock::gate {
namespace {

enum class CharacterKind : unsigned char { lower, upper, digit, other };

CharacterKind kind_of(char c) {
  if (c >= 'a' && c <= 'z') return CharacterKind::lower;
  if (c >= 'A' && c <= 'Z') return CharacterKind::upper;
  if (c >= '0' && c <= '9') return CharacterKind::digit;
  return CharacterKind::other;
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// How a word is made up; `_`, `-` and other signs do not count.
struct Make {
  std::size_t letters = 0;
  std::size_t lower = 0;
  std::size_t digits = 0;
  std::size_t others = 0;
  std::size_t changes = 0;        // from one of lower, upper, digit to another
  std::size_t digit_changes = 0;  // between letters and digits
  std::size_t different = 0;      // characters
  bool hex = true;                // hexadecimal digits and `-` alone

  explicit Make(std::string_view word) {
    std::bitset<256> seen;
    CharacterKind before = CharacterKind::other;
    for (const char c : word) {
      seen.set(static_cast<unsigned char>(c));
      hex = hex && (is_hex(c) || c == '-');
      const CharacterKind kind = kind_of(c);
      if (kind == CharacterKind::other) {
        ++others;
        continue;
      }
      (kind == CharacterKind::digit ? digits : letters) += 1;
      lower += kind == CharacterKind::lower ? 1 : 0;
      if (before != CharacterKind::other && kind != before) {
        ++changes;
        if (kind == CharacterKind::digit || before == CharacterKind::digit) ++digit_changes;
      }
      before = kind;
    }
    different = seen.count();
  }
  std::size_t counted() const { return letters + digits; }
  bool mixed_case() const { return lower != 0 && lower != letters; }
};

template <std::size_t n>
bool has_any(std::string_view text, const std::array<std::string_view, n>& parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return text.find(part) != text.npos; });
}

/// Names that are secrets by themselves; "key", "auth" and "pass" may mean another thing.
bool is_strong_name(std::string_view name) {
  static constexpr auto strong =
      std::to_array<std::string_view>({"api_key", "api-key", "api.key", "apikey", "secret", "token", "password",
                                       "passwd", "passphrase", "pwd", "credential", "access_key", "private_key"});
  const std::string low = lower(name);
  return has_any(low, strong) || low.ends_with("accesskey") || low.ends_with("_pass");
}

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

/// Words of a language, encoded: letters and spaces alone. What is encoded otherwise may be a key.
bool is_text_in_base64(std::string_view word) {
  while (!word.empty() && word.back() == '=') word.remove_suffix(1);
  unsigned bits = 0;
  int held = 0;
  std::size_t spaces = 0;
  for (const char c : word) {
    const int value = base64_value(c);
    if (value < 0) return false;
    bits = (bits << 6U) | static_cast<unsigned>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    const char byte = static_cast<char>((bits >> static_cast<unsigned>(held)) & 0xffU);
    const bool prose = kind_of(byte) == CharacterKind::lower || kind_of(byte) == CharacterKind::upper || byte == '.' ||
                       byte == ',' || byte == '\'' || byte == '!' || byte == '?' || byte == '\n';
    if (byte == ' ') ++spaces;
    if (!prose && byte != ' ') return false;
  }
  return spaces >= 2;
}

}  // namespace

bool belongs_to_key(char c) {
  return kind_of(c) != CharacterKind::other || c == '_' || c == '-';
}

bool is_no_code(std::string_view value) {
  constexpr std::string_view openers = "({[";
  constexpr std::string_view closers = ")}]";
  constexpr std::size_t longest = 128;
  if (value.size() > longest) return false;
  const std::size_t last = value.find_last_not_of(")}],;");
  std::string open;
  for (const char c : value.substr(0, last == value.npos ? 0 : last)) {
    if (openers.find(c) != openers.npos) open += c;
    const std::size_t closes = closers.find(c);
    if (closes == closers.npos) continue;
    if (open.empty() || open.back() != openers[closes]) return !open.empty();
    open.pop_back();
  }
  return false;
}

std::string_view bare_value(std::string_view value) {
  constexpr std::string_view behind = ".,:!?)}]";
  while (!value.empty() && behind.find(value.back()) != behind.npos) value.remove_suffix(1);
  return value;
}

bool is_placeholder(std::string_view value) {
  static constexpr auto parts = std::to_array<std::string_view>(
      {"placeholder", "insert", "redacted", "changeme", "xxxxxx", "...", "***", "()", "your", "0000000000"});
  static constexpr auto starts =
      std::to_array<std::string_view>({"$", "%", "<", "{", "?", "my_", "my-", "null", "none", "true", "false",
                                       "undefined", "process.", "os.", "env", "string", "example", "http"});
  static constexpr auto words =
      std::to_array<std::string_view>({"password", "passwd", "pass", "secret", "token", "pwd"});
  const std::string low = lower(value);
  if (has_any(low, parts)) return true;
  if (std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return low.starts_with(start); })) {
    return true;
  }
  if (std::find(words.begin(), words.end(), low) != words.end()) return true;
  // One character over and over, and calls: `get_key(`.
  constexpr std::size_t few = 3;
  if (low.size() > 8 && Make(low).different <= few) return true;
  const std::size_t call = low.find('(');
  return call != low.npos && call != 0 &&
         std::all_of(low.begin(), low.begin() + static_cast<std::ptrdiff_t>(call),
                     [](char c) { return kind_of(c) == CharacterKind::lower || c == '_' || c == '.'; });
}

bool is_place(std::string_view word) {
  if (word.find("://") != word.npos || word.find("base64,") != word.npos || word.starts_with("www.")) return true;
  if (word.starts_with("SHA256:") || word.starts_with("sha1-") || word.starts_with("sha256-") ||
      word.starts_with("sha384-") || word.starts_with("sha512-") || word.starts_with("sha256:") ||
      word.starts_with("AAAA")) {
    return true;
  }
  // A path. Base64 has slashes, too, but ends without a name behind the last of them, and has a plus if it is long.
  if ((std::count(word.begin(), word.end(), '/') >= 2 && word.find('+') == word.npos) || word.starts_with('/') ||
      word.starts_with("./") || word.starts_with("~/")) {
    return true;
  }
  // A file's name, or an e-mail address.
  if (word.find('@') != word.npos) return true;
  const std::size_t dot = word.rfind('.');
  if (dot == word.npos || dot == 0) return false;
  const std::string_view ending = word.substr(dot + 1);
  constexpr std::size_t longest_ending = 5;
  return !ending.empty() && ending.size() <= longest_ending && std::all_of(ending.begin(), ending.end(), [](char c) {
    return kind_of(c) == CharacterKind::lower || kind_of(c) == CharacterKind::digit;
  });
}

bool is_known_kind(std::string_view word) {
  const auto all = [&](std::size_t from, std::string_view alphabet) {
    return word.size() > from && word.find_first_not_of(alphabet, from) == word.npos;
  };
  constexpr std::string_view hex_digits = "0123456789abcdefABCDEF";
  constexpr std::string_view base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  constexpr std::string_view bech32 = "023456789acdefghjklmnpqrstuvwxyz";
  constexpr std::size_t ulid = 26;
  if (word.size() == ulid && word.front() <= '7' && all(0, "0123456789ABCDEFGHJKMNPQRSTVWXYZ")) return true;
  // Keys that pages show to everyone: Stripe's and Mapbox's are made for that.
  if (word.starts_with("pk_live_") || word.starts_with("pk_test_") || word.starts_with("pk.eyJ")) return true;
  // Cuids: the time of these decades, a counter and more, in small letters and digits.
  constexpr std::size_t cuid = 25;
  if (word.size() == cuid && word.front() == 'c' && word[1] >= 'h' && word[1] <= 'n' &&
      all(0, "0123456789abcdefghijklmnopqrstuvwxyz"))
    return true;
  constexpr std::size_t ethereum = 42;
  if (word.size() == ethereum && word.starts_with("0x") && all(2, hex_digits)) return true;
  if ((word.starts_with("bc1") || word.starts_with("tb1")) && word.size() >= 42 && word.size() <= 62 && all(3, bech32))
    return true;
  if ((word.front() == '1' || word.front() == '3') && word.size() >= 26 && word.size() <= 35 && all(0, base58))
    return true;
  // Pictures, documents and archives begin alike in base64.
  constexpr auto beginnings =
      std::to_array<std::string_view>({"iVBORw0KGgo", "R0lGOD", "JVBERi0", "UEsDBB", "PHN2Zy", "PD94bWwg", "AAABAA"});
  if (std::any_of(beginnings.begin(), beginnings.end(),
                  [&](std::string_view begin) { return word.starts_with(begin); }))
    return true;
  constexpr std::size_t content = 46;
  if (word.starts_with("Qm") && word.size() == content && all(0, base58)) return true;
  return is_text_in_base64(word);
}

bool looks_random(std::string_view run) {
  const Make make(run);
  if (make.counted() < shortest_random || make.letters == 0) return false;
  constexpr std::size_t some = 9;
  if (make.different < some) return false;
  // A hash is written in one case.
  if (make.hex && !make.mixed_case()) return false;
  // A name with a hash or number behind it: its random part stands behind a separator.
  const std::size_t separator = run.find_last_of("_-");
  if (separator != run.npos && run.size() - separator > 1 && Make(run.substr(separator + 1)).hex &&
      !Make(run.substr(0, separator)).hex && run.size() - separator >= 8) {
    return looks_random(run.substr(0, separator));
  }
  // CamelCase changes twice a word; digits seldom stand within one.
  if (make.changes * 100 >= make.counted() * 45) return true;
  return make.digits >= 2 && make.changes * 4 >= make.counted() && make.digit_changes >= 4;
}

bool is_named_secret(std::string_view name, std::string_view value) {
  constexpr std::size_t shortest_password = 8;
  constexpr std::size_t shortest_key = 16;
  if (value.size() < shortest_password || is_placeholder(value)) return false;
  const Make make(value);
  if (make.letters == 0) return false;
  if (const std::size_t equals = value.find('=');
      equals != value.npos && value.find_first_not_of('=', equals) != value.npos) {
    return false;  // another assignment
  }
  if (is_strong_name(name)) {
    const bool signs = std::any_of(value.begin(), value.end(), [](char c) {
      return c > ' ' && kind_of(c) == CharacterKind::other &&
             std::string_view("_-./()[]:&=").find(c) == std::string_view::npos;
    });
    return make.digits != 0 || signs;
  }
  // "key: F5", "auth = basic", "pass: 12 of 14": only what looks like a key.
  return value.size() >= shortest_key && make.digits >= 2 && make.digit_changes >= 2 &&
         value.find_first_of("/(:") == value.npos;
}

std::string_view password_in(std::string_view word) {
  constexpr std::string_view around = "\"'`<>()[]{},;:";
  while (!word.empty() && around.find(word.front()) != around.npos) word.remove_prefix(1);
  while (!word.empty() && (around.find(word.back()) != around.npos || word.back() == '.')) word.remove_suffix(1);
  constexpr std::size_t longest = 128;
  // "contraseña:Rz8...", "pw=Rz8...": by_name() finds what stands behind a name in one word.
  return word.size() > longest ? std::string_view() : word;
}

bool looks_like_password(std::string_view value, bool named) {
  constexpr std::size_t shortest = 7;
  if (value.size() < shortest || is_placeholder(value) || is_place(value)) return false;
  if (value.find_first_of("<>") != value.npos) return false;  // markup
  const Make make(value);
  // "LJmwrgFMiuJ$": no name of a program ends so, and no word changes its case so often.
  const bool signed_letters = named && make.others == 1 && make.changes >= 4 &&
                              std::string_view("!#$%&*?+").find(value.back()) != std::string_view::npos;
  if (make.digits == 0 && make.letters != 0) return signed_letters;
  if (make.letters == 0 || (make.hex && !make.mixed_case())) return false;
  const auto marks = static_cast<std::size_t>(std::count_if(value.begin(), value.end(), [](char c) {
    return std::string_view("!#$%^&*?~+=|").find(c) != std::string_view::npos;
  }));
  // "sunflower42", but not "base64-encoded".
  const bool plain = make.letters >= 3 && make.counted() >= 8;
  const bool compound = value.find('-') != value.npos;
  if (named) return marks != 0 || make.mixed_case() || (!compound && (make.changes >= 2 || plain));
  return (marks != 0 && make.changes >= 2) || make.changes >= 4 || (make.mixed_case() && make.digit_changes >= 2);
}

bool is_given_secret(std::string_view value) {
  constexpr std::size_t shortest = 4;
  if (value.size() < shortest || is_placeholder(value)) return false;
  const Make make(value);
  return make.letters != 0 && (make.digits != 0 || make.changes >= 4);
}

}  // namespace interlock::gate
