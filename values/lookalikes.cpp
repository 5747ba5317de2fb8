#include "values/lookalikes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include "values/utf8.h"

namespace interlock {
namespace {

constexpr UChar32 right_to_left_override = 0x202E;
constexpr UChar32 pop_direction = 0x202C;

// Sorted by letter. If a capital and its small letter look like different Latin letters, each has its own row.
constexpr auto pairs = std::to_array<std::pair<char16_t, char>>({
    {u'\u0391', 'A'}, {u'\u0392', 'B'}, {u'\u0395', 'E'}, {u'\u0396', 'Z'}, {u'\u0397', 'H'}, {u'\u0399', 'I'},
    {u'\u039A', 'K'}, {u'\u039C', 'M'}, {u'\u039D', 'N'}, {u'\u039F', 'O'}, {u'\u03A1', 'P'}, {u'\u03A4', 'T'},
    {u'\u03A5', 'Y'}, {u'\u03A7', 'X'}, {u'\u03B1', 'a'}, {u'\u03B3', 'y'}, {u'\u03B5', 'e'}, {u'\u03B9', 'i'},
    {u'\u03BA', 'k'}, {u'\u03BD', 'v'}, {u'\u03BF', 'o'}, {u'\u03C1', 'p'}, {u'\u03C4', 't'}, {u'\u03C5', 'u'},
    {u'\u03C7', 'x'}, {u'\u03F2', 'c'}, {u'\u03F9', 'C'}, {u'\u0405', 'S'}, {u'\u0406', 'I'}, {u'\u0408', 'J'},
    {u'\u0410', 'A'}, {u'\u0412', 'B'}, {u'\u0415', 'E'}, {u'\u041A', 'K'}, {u'\u041C', 'M'}, {u'\u041D', 'H'},
    {u'\u041E', 'O'}, {u'\u0420', 'P'}, {u'\u0421', 'C'}, {u'\u0422', 'T'}, {u'\u0423', 'Y'}, {u'\u0425', 'X'},
    {u'\u0430', 'a'}, {u'\u0432', 'b'}, {u'\u0435', 'e'}, {u'\u043A', 'k'}, {u'\u043C', 'm'}, {u'\u043D', 'h'},
    {u'\u043E', 'o'}, {u'\u0440', 'p'}, {u'\u0441', 'c'}, {u'\u0442', 't'}, {u'\u0443', 'y'}, {u'\u0445', 'x'},
    {u'\u0455', 's'}, {u'\u0456', 'i'}, {u'\u0458', 'j'}, {u'\u0474', 'V'}, {u'\u0475', 'v'}, {u'\u04AE', 'Y'},
    {u'\u04AF', 'y'}, {u'\u04BA', 'H'}, {u'\u04BB', 'h'}, {u'\u04C0', 'I'}, {u'\u04CF', 'l'}, {u'\u0500', 'D'},
    {u'\u0501', 'd'}, {u'\u051A', 'Q'}, {u'\u051B', 'q'}, {u'\u051C', 'W'}, {u'\u051D', 'w'}, {u'\u0555', 'O'},
    {u'\u0570', 'h'}, {u'\u0578', 'n'}, {u'\u057D', 'u'}, {u'\u0581', 'g'}, {u'\u0585', 'o'},
});
static_assert(std::is_sorted(pairs.begin(), pairs.end()));

char latin(UChar32 c) {
  const auto found = std::lower_bound(pairs.begin(), pairs.end(), c,
                                      [](const auto& pair, UChar32 letter) { return UChar32{pair.first} < letter; });
  return found != pairs.end() && UChar32{found->first} == c ? found->second : '\0';
}

UChar32 next(const std::string& text, std::size_t& at) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  auto i = static_cast<int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(bytes, i, static_cast<int32_t>(text.size()), c);
  at = static_cast<std::size_t>(i);
  return c;
}

/// Invisible characters do not end a word.
bool in_word(UChar32 c) {
  return u_isalpha(c) || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
         (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

bool is_latin(UChar32 c) {
  UErrorCode status = U_ZERO_ERROR;
  return c < 0x80 ? u_isalpha(c) != 0 : u_isalpha(c) && uscript_getScript(c, &status) == USCRIPT_LATIN;
}

bool is_greek(UChar32 c) {
  return c >= 0x370 && c <= 0x3FF;
}
bool is_cyrillic(UChar32 c) {
  return c >= 0x400 && c <= 0x52F;
}
bool is_armenian(UChar32 c) {
  return c >= 0x530 && c <= 0x58F;
}

/// Also for letters that are a look-alike only to somebody who expects Latin ones: "\u0433" for r.
char latin_at_a_glance(UChar32 c) {
  constexpr UChar32 small_ghe = 0x433;
  return c == small_ghe ? 'r' : latin(c);
}

using Letters = std::array<UChar32, 128>;

/// For each Latin letter the one of the alphabet that looks like it, or 0.
template <typename Alphabet>
Letters likes_in(Alphabet alphabet) {
  Letters letters{};
  for (const auto& [letter, same] : pairs) {
    UChar32& like = letters[static_cast<unsigned char>(same)];
    if (alphabet(letter) && like == 0) like = letter;
  }
  return letters;
}

/// How the letters of a word are to be replaced.
class MixedWord {
 public:
  void take(UChar32 c) {
    all_have_likes_ = all_have_likes_ && (!u_isalpha(c) || is_latin(c) || latin_at_a_glance(c) != '\0');
    has_cyrillic_ |= is_cyrillic(c);
    has_greek_ |= is_greek(c);
    has_armenian_ |= is_armenian(c);
    if (is_latin(c)) {
      has_latin_ = true;
      if (like(cyrillic(), c) == 0) cyrillic_ = false;
      if (like(greek(), c) == 0) greek_ = false;
    } else if (latin(c) != '\0') {
      looks_latin_ = true;
    } else if (u_isalpha(c)) {
      only_cyrillic_ |= is_cyrillic(c);
      only_greek_ |= is_greek(c);
    }
  }

  bool mixed() const { return of_no_language() || (has_latin_ && (looks_latin_ || home() != nullptr)); }

  /// What `c` is read as. A word with a letter that no Latin letter looks like is of that letter's alphabet, if its
  /// Latin letters all have their like there.
  UChar32 read(UChar32 c) const {
    if (of_no_language()) {
      const char letter = latin_at_a_glance(c);
      return letter == '\0' ? c : UChar32{static_cast<unsigned char>(letter)};
    }
    if (const Letters* letters = home()) return is_latin(c) ? like(*letters, c) : c;
    const char letter = latin(c);
    return letter == '\0' ? c : UChar32{static_cast<unsigned char>(letter)};
  }

 private:
  static const Letters& cyrillic() {
    static const Letters letters = likes_in(is_cyrillic);
    return letters;
  }
  static const Letters& greek() {
    static const Letters letters = likes_in(is_greek);
    return letters;
  }
  static UChar32 like(const Letters& letters, UChar32 c) { return c < 0x80 ? letters[static_cast<std::size_t>(c)] : 0; }

  /// Letters of two other alphabets than the Latin one, each of which looks like a Latin letter.
  bool of_no_language() const {
    return all_have_likes_ && int{has_cyrillic_} + int{has_greek_} + int{has_armenian_} > 1;
  }

  const Letters* home() const {
    if (only_cyrillic_ == only_greek_) return nullptr;
    if (only_cyrillic_) return cyrillic_ ? &cyrillic() : nullptr;
    return greek_ ? &greek() : nullptr;
  }

  bool has_latin_ = false;
  bool has_cyrillic_ = false;
  bool has_greek_ = false;
  bool has_armenian_ = false;
  bool all_have_likes_ = true;
  bool looks_latin_ = false;
  bool cyrillic_ = true;  // each Latin letter has its like there
  bool greek_ = true;
  bool only_cyrillic_ = false;  // has a letter that Latin has not
  bool only_greek_ = false;
};

}  // namespace

std::string with_latin_letters(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    std::size_t end = at;
    MixedWord word;
    while (at < text.size()) {
      const UChar32 c = next(text, at);
      if (!in_word(c)) break;
      end = at;
      word.take(c);
    }
    if (end == begin) end = at;  // one character that is not a letter
    at = end;
    if (!word.mixed()) {
      result.append(text, begin, end - begin);
      continue;
    }
    for (std::size_t i = begin; i < end;) append_character(result, word.read(next(text, i)));
  }
  return result;
}

std::string both_ways(const std::string& text) {
  if (text.find("\u202e") == std::string::npos) return text;
  std::string result = text + '\n';
  std::vector<std::string_view> turned;
  bool turning = false;
  const auto let_go = [&] {
    for (auto part = turned.rbegin(); part != turned.rend(); ++part) result += *part;
    turned.clear();
    turning = false;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t from = at;
    const UChar32 c = next(text, at);
    if (c == right_to_left_override) {
      let_go();
      turning = true;
      continue;
    }
    if (turning && (c == pop_direction || c == '\n')) let_go();
    const std::string_view part = std::string_view(text).substr(from, at - from);
    if (turning) {
      turned.push_back(part);
    } else {
      result += part;
    }
  }
  let_go();
  return result;
}

}  // namespace interlock
