/// Random inputs for the gate. The same seed gives the same cases on every machine.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "values/action.h"
#include "values/observation.h"

namespace interlock::gate::random_case {

/// SplitMix64: its numbers, unlike those of <random>'s distributions, are the same with every library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }

 private:
  std::uint64_t state_;
};

inline std::string bytes(Random& random, std::size_t max) {
  std::string text(random.below(max + 1), '\0');
  for (char& c : text) c = static_cast<char>(random.next());
  return text;
}

/// Text close to the rules: their words, separators, disguises, and sometimes any bytes.
inline std::string text(Random& random) {
  constexpr std::array<std::string_view, 34> parts = {
      "delete", "Delete", "rm", " -rf ", "/",       "~",    "submit", "OK", "Yes",     "send",   "password", "token",
      " ",      "\n",     "\t", "sudo ", "account", "pay",  "a",      "é",  "e\u0301", "\u200b", "\u202e",   "Ａ",
      "ß",      "ﬁ",      "|",  "sh",    "curl ",   "\x7f", "\xff",   "İ",  "\uFFFC",  "x y z"};
  if (random.chance(16)) return bytes(random, 64);
  std::string result;
  for (std::size_t n = random.below(6); n > 0; --n) result += parts[random.below(parts.size())];
  return result;
}

template <class T, class Make>
Known<T> known(Random& random, Make make) {
  if (random.chance(6)) return static_cast<Unknown>(random.below(unknown_table().size()));
  if (random.chance(12)) return none;
  return make(random);
}

inline Element element(Random& random) {
  constexpr std::array<Role, 10> usual = {Role::push_button, Role::entry,         Role::terminal, Role::menu_item,
                                          Role::link,        Role::password_text, Role::heading,  Role::unknown,
                                          Role::text,        Role::check_box};
  Element e;
  e.role = random.chance(4) ? static_cast<Role>(random.below(role_count + 3)) : usual[random.below(usual.size())];
  e.name = text(random);
  if (random.chance(3)) e.description = text(random);
  if (random.chance(3)) e.labelled_by = text(random);
  if (random.chance(3)) e.attributes = {{"placeholder", text(random)}, {"autocomplete", text(random)}};
  e.states = States(random.next());
  for (std::size_t n = random.below(3); n > 0; --n) {
    e.ancestors.push_back({random.chance(2) ? Role::dialog : Role::panel, text(random), text(random)});
  }
  e.path = random.chance(4) ? "" : "/" + std::to_string(random.below(4));
  return e;
}

inline Observation observation(Random& random) {
  Observation o;
  o.window = known<Window>(random, [](Random& r) {
    Window w;
    w.id = r.below(4);
    w.app = r.chance(2) ? "chromium" : text(r);
    w.wm_class = r.chance(3) ? "XTerm" : text(r);
    w.title = text(r);
    w.type = r.chance(3) ? "dialog" : r.chance(8) ? "notification" : "normal";
    return w;
  });
  o.element = known<Element>(random, element);
  o.focus = known<Element>(random, element);
  o.document = known<Document>(random, [](Random& r) { return Document{text(r), text(r)}; });
  o.clipboard = known<std::string>(random, text);
  return o;
}

inline KeyChord chord(Random& random) {
  constexpr std::array<std::string_view, 20> keys = {
      "Return", "space", "BackSpace", "Tab",  "a", "Z", "Up",     "F4", "slash",   "v",
      "Insert", "m",     "eacute",    "KP_7", "c", "é", "Delete", "w",  "Super_L", "XF86PowerOff"};
  KeyChord chord;
  if (random.chance(3)) chord.modifiers.bits = static_cast<std::uint8_t>(random.below(16));
  chord.key = random.chance(10) ? bytes(random, 8) : std::string(keys[random.below(keys.size())]);
  return chord;
}

inline Action action(Random& random) {
  Action a;
  const Point at{static_cast<std::int32_t>(random.below(100)), static_cast<std::int32_t>(random.below(100))};
  const auto button = static_cast<Button>(1 + random.below(3));
  switch (random.below(13)) {
    case 0:
      a.body = Move{at};
      break;
    case 1:
      a.body = Click{at, button};
      break;
    case 2:
      a.body = Drag{at, at, button, {}};
      break;
    case 3:
      a.body = Scroll{at, 0, 3, {}};
      break;
    case 4:
      a.body = KeyUp{chord(random)};
      break;
    case 5:
      a.body = KeyDown{chord(random)};
      break;
    case 6:
      a.body = MouseDown{at, button};
      break;
    case 7:
      a.body = MouseUp{at, button};
      break;
    case 8:
      a.body = Wait{};
      break;
    case 9:
      a.body = Navigate{text(random)};
      break;
    case 10: {
      Key key;
      for (std::size_t n = random.below(4); n > 0; --n) key.chords.push_back(chord(random));
      a.body = std::move(key);
      break;
    }
    default:
      a.body = Type{text(random)};
      break;
  }
  if (random.chance(4)) a.confidence = static_cast<double>(random.below(100)) / 100;
  if (random.chance(8)) a.expect = {.app = text(random), .window = text(random), .element = text(random)};
  return a;
}

}  // namespace interlock::gate::random_case
