// Every character arrives, in each toolkit and with each keyboard, and the keyboard is unchanged afterwards. A normal
// run tries each toolkit and each keyboard once, with a short text; scripts/typing tries all combinations.
#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <random>

#include "tests/live/editors.h"
#include "tests/live/x11_fixture.h"

#include "platform/x11/unicode.h"  // after the rest: it includes X

namespace interlock::test {
namespace {

using platform::x11::code_points;
using platform::x11::utf8;

/// A layout as a person uses it: the arguments of setxkbmap, the selected group, Caps Lock; and what the key right of
/// Tab then types.
struct Keyboard {
  std::string name;
  std::string layout;
  unsigned group = 0;
  bool caps_lock = false;
  char32_t key = U'q';
};
const std::vector<Keyboard> keyboards = {
    {"us", "us"},
    {"de", "de"},
    {"fr", "fr", 0, false, U'a'},
    {"ru", "ru", 0, false, U'й'},
    {"ru_of_two", "us,ru", 1, false, U'й'},
    {"caps_lock", "us", 0, true, U'Q'},
};
const std::vector<std::string> toolkits = {"gtk3", "gtk4", "qt5", "chromium", "xterm", "vte"};

bool whole_matrix() {
  return std::getenv("INTERLOCK_WHOLE_MATRIX") != nullptr;
}

struct Place {
  std::string toolkit;
  Keyboard keyboard;
};
std::ostream& operator<<(std::ostream& out, const Place& place) {
  return out << place.toolkit << ' ' << place.keyboard.name;
}

/// All combinations, or each toolkit and each keyboard once.
std::vector<Place> places() {
  std::vector<Place> chosen;
  for (std::size_t t = 0; t < toolkits.size(); ++t) {
    for (std::size_t k = 0; k < keyboards.size(); ++k) {
      if (whole_matrix() || t == k) chosen.push_back({toolkits[t], keyboards[(k + 2) % keyboards.size()]});
    }
  }
  return chosen;
}

/// Characters of six kinds in equal parts, shuffled: ASCII, Latin with accents, Greek, Cyrillic, CJK, emoji. In lines,
/// because editors are slow with a long paragraph.
std::u32string mixed_text(std::size_t count) {
  std::vector<std::u32string> kinds(6);
  for (char32_t c = 0x20; c < 0x7f; ++c) kinds[0] += c;
  for (char32_t c = 0xa1; c < 0x180; ++c) kinds[1] += c == 0xad ? U'ß' : c;
  for (char32_t c = 0x3b1; c < 0x3ca; ++c) kinds[2] += {c, c == 0x3c2 ? U'Ω' : c - 0x20};
  for (char32_t c = 0x410; c < 0x450; ++c) kinds[3] += c;
  for (char32_t c = 0x4e00; c < 0x4e00 + 40 * 100; c += 40) kinds[4] += c;
  for (char32_t c = 0x1f600; c < 0x1f640; ++c) kinds[5] += c;
  std::mt19937 random(7);
  std::u32string text;
  for (std::size_t i = 0; i < count; ++i) {
    const auto& kind = kinds[i % kinds.size()];
    text += kind[random() % kind.size()];
  }
  std::shuffle(text.begin(), text.end(), random);
  for (std::size_t i = 60; i < count; i += 60) text[i] = U'\n';
  return text;
}

std::string encoded(const std::u32string& text) {
  std::string bytes;
  for (const auto c : text) bytes += utf8(c);
  return bytes;
}
/// A terminal's Return is a carriage return.
std::u32string decoded(std::string bytes) {
  std::replace(bytes.begin(), bytes.end(), '\r', '\n');
  return code_points(bytes).value_or(U"not UTF-8");
}

/// The number of characters to add, remove or change to make one text the other (Levenshtein).
std::size_t mistakes(const std::u32string& a, const std::u32string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto changed = corner + (a[i - 1] != b[j - 1] ? 1 : 0);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

class X11TypingMatrix : public X11Test, public testing::WithParamInterface<Place> {
 protected:
  /// Everything that a person could notice of the keyboard afterwards: the whole map, the group, the locks.
  std::string keyboard_state() {
    XkbStateRec state{};
    XkbGetState(client.display(), XkbUseCoreKbd, &state);
    return desktop.output({"xkbcomp", "-w", "0", desktop.display(), "-"}) + "group " + std::to_string(state.group) +
           ", locks " + std::to_string(state.locked_mods) + ", held " + std::to_string(state.base_mods);
  }
  void use(const Keyboard& keyboard) {
    desktop.output({"setxkbmap", "-layout", keyboard.layout});
    XkbLockGroup(client.display(), XkbUseCoreKbd, keyboard.group);
    XkbLockModifiers(client.display(), XkbUseCoreKbd, LockMask, keyboard.caps_lock ? LockMask : 0);
    client.sync();
  }
  /// Waits until nothing more arrives, or all of `text` has arrived.
  static std::u32string arrived(const Editor& editor, const std::u32string& text) {
    std::u32string got = decoded(editor.text());
    while (got != text && eventually([&] { return decoded(editor.text()) != got; }, 10s)) got = decoded(editor.text());
    return got;
  }

  void person_presses_key() {
    constexpr unsigned right_of_tab = 24;
    XTestFakeKeyEvent(client.display(), right_of_tab, True, CurrentTime);
    XTestFakeKeyEvent(client.display(), right_of_tab, False, CurrentTime);
    client.sync();
  }

  Client client{desktop.display()};
};

TEST_P(X11TypingMatrix, every_character_arrives_and_the_keyboard_is_as_it_was) {
  const auto text = mixed_text(whole_matrix() ? 2000 : 300);
  const auto editor = start_editor(desktop, GetParam().toolkit);
  use(GetParam().keyboard);
  const auto before = keyboard_state();
  const auto start = std::chrono::steady_clock::now();
  const auto done = perform(Type{encoded(text)}, focused());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_TRUE(done.complete) << reason(done);
  EXPECT_EQ(done.typed, text.size());
  EXPECT_EQ(keyboard_state(), before);
  const auto got = arrived(editor, text);
  const auto wrong = mistakes(text, got);
  EXPECT_EQ(wrong, 0U) << "wanted:\n" << encoded(text) << "\ngot:\n" << encoded(got);
  // Applications see the keyboard as it was, too.
  person_presses_key();
  const auto with_key = text + GetParam().keyboard.key;
  EXPECT_EQ(encoded(arrived(editor, with_key)), encoded(with_key));
  std::cout << std::left << std::setw(9) << GetParam().toolkit << std::setw(10) << GetParam().keyboard.name
            << std::right << text.size() << " characters, " << std::setw(4) << wrong << " wrong or lost, "
            << std::setw(6) << std::lround(static_cast<double>(text.size()) / took.count()) << " a second" << std::endl;
}

INSTANTIATE_TEST_SUITE_P(In, X11TypingMatrix, testing::ValuesIn(places()),
                         [](const auto& place) { return place.param.toolkit + "_" + place.param.keyboard.name; });

}  // namespace
}  // namespace interlock::test
