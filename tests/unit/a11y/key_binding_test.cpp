#include "a11y/key_binding.h"

#include <gtest/gtest.h>

namespace interlock::a11y {
namespace {

KeyChord chord(std::string_view text) {
  return parse_key_chords(text).value().front();
}

struct Row {
  const char* binding;
  const char* chord;
  bool bound;
};

TEST(KeyBinding, IsReadAsEachToolkitWritesIt) {
  const Row rows[] = {
      {"<Alt>d", "alt+d", true},                  // GTK 3
      {"<Alt>d", "alt+D", true},                  //
      {"<Alt>d", "alt+U0064", true},              // the same key by another name
      {"<Alt>d", "alt+shift+d", true},            //
      {"<Alt>d", "alt+e", false},                 //
      {"<Alt>d", "ctrl+d", false},                //
      {"<Alt>d", "ctrl+alt+d", false},            //
      {"<Alt>eacute", "alt+eacute", true},        //
      {"<Alt>f;<Alt>f;", "alt+f", true},          // a menu
      {"d;<Alt>f:d;", "alt+f", false},            // an item's path is not what Alt+f opens
      {"d;<Alt>f:d;", "alt+d", true},             // but its letter may count while the menu is open
      {"o;<Alt>f:o;<Primary>o", "ctrl+o", true},  // an accelerator
      {"w;<Alt>f:w;Delete", "Delete", true},      //
      {"<Alt><Shift>d;", "alt+shift+d", true},    // Firefox
      {"<Alt><Shift>d;", "alt+D", true},          //
      {"<Alt><Shift>d;", "alt+d", false},         //
      {"Alt+D", "alt+d", true},                   // Qt
      {"Shift+Del", "alt+d", false},              //
      {"Ctrl++", "ctrl+plus", true},              //
      {"d", "alt+d", true},                       // Chromium
      {"d", "alt+shift+d", true},                 //
      {"\xD0\xA4", "alt+\xD1\x84", true},         // a Cyrillic letter, either case
      {"", "alt+d", false},                       //
      {";;", "alt+d", false},                     //
      {"<", "alt+d", false},                      //
      {"<Alt>", "alt+d", false},                  //
      {"<Nonsense>d", "alt+d", false},            //
      {"+", "alt+plus", true},                    //
  };
  for (const auto& row : rows) {
    EXPECT_EQ(is_bound(row.binding, chord(row.chord)), row.bound) << row.binding << " and " << row.chord;
  }
}

TEST(KeyBinding, UnderscoreInANameIsAMnemonic) {
  EXPECT_TRUE(underlines("_Delete everything Delete everything", chord("alt+d")));
  EXPECT_TRUE(underlines("E_xit Exit", chord("alt+x")));
  EXPECT_FALSE(underlines("_Delete everything", chord("alt+e")));
  EXPECT_FALSE(underlines("_Delete everything", chord("d")));
  EXPECT_FALSE(underlines("Delete_", chord("alt+d")));
}

TEST(KeyBinding, AnyBytesAreNoBinding) {
  const auto d = chord("alt+d");
  EXPECT_FALSE(is_bound(std::string(100'000, '<'), d));
  EXPECT_FALSE(is_bound(std::string(100'000, '+'), d));
  EXPECT_FALSE(is_bound(std::string("\xff\xfe\0d", 4), d));
}

}  // namespace
}  // namespace interlock::a11y
