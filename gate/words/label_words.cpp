#include "gate/words/label_words.h"

#include <algorithm>
#include <array>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "values/utf8.h"

namespace interlock::gate {
namespace {

UChar32 next_character(std::string_view text, std::size_t& at) {
  auto i = static_cast<int32_t>(at);
  UChar32 c = 0;
  U8_NEXT_OR_FFFD(reinterpret_cast<const std::uint8_t*>(text.data()), i, static_cast<int32_t>(text.size()), c);
  at = static_cast<std::size_t>(i);
  return c;
}

/// What a letter counts as; 0 for signs that do not count.
UChar32 plain(UChar32 c) {
  if (c < 0x131) return c;
  if (c >= 0x300 && c <= 0x36F) return c == 0x307 ? 0 : c;  // the dot that folding leaves of a Turkish capital I
  if (c >= 0x591 && c <= 0x5C7) return 0;                   // Hebrew points
  if ((c >= 0x64B && c <= 0x65F) || c == 0x670 || c == 0x640) return 0;  // Arabic vowel signs, tatweel
  switch (c) {
    case 0x131:  // dotless i
      return 'i';
    case 0x15F:  // s, t with cedilla: Romanian typed with a Turkish font
      return 0x219;
    case 0x163:
      return 0x21B;
    case 0x3AC:  // Greek capitals are written without accents
      return 0x3B1;
    case 0x3AD:
      return 0x3B5;
    case 0x3AE:
      return 0x3B7;
    case 0x3AF:
    case 0x3CA:
    case 0x390:
      return 0x3B9;
    case 0x3CC:
      return 0x3BF;
    case 0x3CD:
    case 0x3CB:
    case 0x3B0:
      return 0x3C5;
    case 0x3CE:
      return 0x3C9;
    case 0x451:  // Russian yo is mostly written ye
      return 0x435;
    case 0x622:  // alef with anything on it
    case 0x623:
    case 0x625:
    case 0x671:
      return 0x627;
    case 0x643:  // kaf and yeh: the Persian and Urdu letters stand on other code points
      return 0x6A9;
    case 0x64A:
    case 0x649:
      return 0x6CC;
    default:
      return c;
  }
}

/// Han, kana, Thai, Lao, Khmer, Burmese and Hangul: a word may begin at any character.
bool writes_no_spaces(UChar32 c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF) ||
         (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_letter(UChar32 c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  return (U_GET_GC_MASK(c) & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK)) != 0 || c == 0x200C;  // Persian's thin joiner
}

bool starts_afresh(UChar32 c) {
  return c == '/' || c == ',' || c == ';' || c == ':' || c == '(' || c == '|' || c == '&' || c == '.' || c == '\n' ||
         c == 0x2022 || c == 0x2013 || c == 0x2014 || c == 0x3001 || c == 0x3002 || c == 0x60C || c == 0xBB;
}

/// "(D)" behind a label of an Asian language is its mnemonic.
bool is_mnemonic(std::string_view text, std::size_t at) {
  return text[at] == '(' && at + 2 < text.size() && text[at + 2] == ')' && text[at + 1] >= 'a' && text[at + 1] <= 'z';
}

class Reader {
 public:
  explicit Reader(LabelWords& into) : into_(into) {}

  void read(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '(' && is_mnemonic(text, at)) {
        at += 3;
        end_word();
        continue;
      }
      const UChar32 raw = next_character(text, at);
      const bool inside = open_ && raw == 0xB7;  // Catalan's "cancel·lar"
      if (!is_letter(raw) && !inside) {
        end_word();
        clause_ = clause_ || starts_afresh(raw);
      } else if (const UChar32 c = plain(raw); c != 0) {
        letter(c);
      }
    }
    end_word();
  }

 private:
  void letter(UChar32 c) {
    const bool free = c >= 0x0E00 && writes_no_spaces(c);
    if (!open_ || (free && !is_mark(c))) {
      if (!open_ && !into_.text.empty()) into_.text += ' ';
      Word word;
      word.begin = static_cast<std::uint32_t>(into_.text.size());
      word.clause = clause_ && !open_;
      word.inside = open_;
      word.number = true;
      if (!open_) first_ = into_.words.size();
      into_.words.push_back(word);
      open_ = true;
      clause_ = false;
    }
    if (c < '0' || c > '9') into_.words[first_].number = false;
    if (c < 0x80) {
      into_.text += static_cast<char>(c);
    } else {
      append_character(into_.text, c);
    }
  }

  static bool is_mark(UChar32 c) { return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0; }

  void end_word() {
    if (!open_) return;
    // Every place in a run of letters ends at the end of the run.
    for (std::size_t i = first_; i < into_.words.size(); ++i) {
      into_.words[i].end = static_cast<std::uint32_t>(into_.text.size());
      if (i != first_) into_.words[i].number = false;
    }
    open_ = false;
  }

  LabelWords& into_;
  std::size_t first_ = 0;
  bool open_ = false;
  bool clause_ = true;
};

}  // namespace

LabelWords label_words(std::string_view normal) {
  LabelWords result;
  result.text.reserve(normal.size() + 1);
  result.words.reserve(16);
  Reader(result).read(normal);
  return result;
}

bool has_letters(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const UChar32 c = next_character(text, at);
    if (is_letter(c) || (c >= 'A' && c <= 'Z')) return true;
  }
  return false;
}

std::optional<std::string> without_mnemonic(std::string_view normal) {
  const std::size_t mark = normal.find_first_of("_&");
  const bool inside =
      mark != normal.npos && mark > 0 && mark + 1 < normal.size() && normal[mark - 1] != ' ' && normal[mark + 1] != ' ';
  if (!inside || normal.find_first_of("_&", mark + 1) != normal.npos) return std::nullopt;
  std::string label(normal);
  label.erase(mark, 1);
  return label;
}

std::string_view without_chord(std::string_view normal) {
  const std::size_t open = normal.rfind(" (");
  if (open == normal.npos || open == 0 || !normal.ends_with(')')) return normal;
  const std::string_view keys = normal.substr(open + 2, normal.size() - open - 3);
  constexpr auto modifiers = std::to_array<std::string_view>(
      {"ctrl+", "control+", "strg+", "alt+", "shift+", "umschalt+", "maj+", "meta+", "super+", "cmd+", "\u2318"});
  const bool modified =
      std::any_of(modifiers.begin(), modifiers.end(), [&](auto modifier) { return keys.starts_with(modifier); });
  const bool function =
      keys.size() > 1 && keys[0] == 'f' && keys.find_first_not_of("0123456789", 1) == keys.npos && keys.size() <= 3;
  return (modified && keys.find(' ') == keys.npos) || function ? normal.substr(0, open) : normal;
}

bool ends_in_free_script(std::string_view text) {
  UChar32 last = 0;
  for (std::size_t at = 0; at < text.size();) last = next_character(text, at);
  return writes_no_spaces(last);
}

}  // namespace interlock::gate
