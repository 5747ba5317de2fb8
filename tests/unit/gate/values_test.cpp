#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gate/screen/fingerprint.h"
#include "tests/unit/gate/cases.h"
#include "values/key_chord.h"
#include "values/reason.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

using namespace cases;
using testing::HasSubstr;
using testing::SizeIs;

TEST(Decision, NamesRoundTrip) {
  for (Decision d :
       {Decision::allow, Decision::warn, Decision::require_confirmation, Decision::block, Decision::halt}) {
    EXPECT_EQ(decision_from_name(decision_name(d)), d);
  }
  EXPECT_FALSE(decision_from_name("deny"));
}

TEST(UnknownTable, CodesRoundTripAndEverythingIsSaid) {
  for (const UnknownRow& row : unknown_table()) {
    EXPECT_EQ(unknown_from_code(row.code), row.reason);
    EXPECT_FALSE(row.meaning.empty());
    EXPECT_FALSE(row.advice.empty());
    EXPECT_GE(row.decision, Decision::require_confirmation);
  }
  EXPECT_FALSE(unknown_from_code("whatever"));
}

TEST(KeyChord, ParsesWhatPeopleWrite) {
  const auto one = [](std::string_view text) {
    const auto chords = parse_key_chords(text);
    return chords ? to_string(chords->front()) : std::string("none");
  };
  EXPECT_EQ(one("ctrl+shift+v"), "ctrl+shift+v");
  EXPECT_EQ(one("shift+Control+v"), "ctrl+shift+v");
  EXPECT_EQ(one("Enter"), "Return");
  EXPECT_EQ(one("esc"), "Escape");
  EXPECT_EQ(one("cmd+c"), "super+c");
  EXPECT_EQ(one("ALT+f4"), "alt+F4");
  EXPECT_EQ(one("ctrl++"), "ctrl++");
  EXPECT_EQ(one("+"), "+");
  EXPECT_EQ(one("ctrl"), "Control_L");
  EXPECT_EQ(one("Control_R"), "Control_R");
  EXPECT_EQ(one("PageDown"), "Next");
  EXPECT_EQ(one("é"), "é");
  EXPECT_THAT(parse_key_chords("ctrl+a BackSpace").value(), SizeIs(2));
}

TEST(KeyChord, RefusesTextThatIsNotAChord) {
  for (const char* text :
       {"", " ", "ctrl+", "hyper+x", "a+b", "ctrl+a+b", "x y+z", "foo-bar", "\x01", "a\tb", "\xff\xfe"}) {
    EXPECT_FALSE(parse_key_chords(text)) << text;
  }
  std::string many;
  for (std::size_t i = 0; i <= max_chords; ++i) many += "a ";
  EXPECT_FALSE(parse_key_chords(many));
}

TEST(KeyChord, ReturnAndSpace) {
  for (const char* text : {"Return", "Enter", "KP_Enter", "ctrl+m", "ctrl+J", "shift+Return", "ctrl+Return"}) {
    EXPECT_TRUE(is_return(parse_key_chords(text)->front())) << text;
  }
  for (const char* text : {"m", "space", "alt+m", "super+Return", "Tab"}) {
    EXPECT_FALSE(is_return(parse_key_chords(text)->front())) << text;
  }
  EXPECT_TRUE(is_space(parse_key_chords("space")->front()));
  EXPECT_FALSE(is_space(parse_key_chords("ctrl+space")->front()));
}

TEST(Action, NamesTargetsAndSummaries) {
  EXPECT_EQ(action_type(act(Sequence{})), "sequence");
  EXPECT_EQ(action_type(act(KeyDown{})), "key_down");
  EXPECT_EQ(action_type(act(Navigate{})), "navigate");
  EXPECT_EQ(pointer_target(act(Drag{{1, 2}, {3, 4}})), (Point{1, 2}));
  EXPECT_FALSE(pointer_target(type("x")));
  EXPECT_TRUE(uses_keyboard(act(Navigate{})));
  EXPECT_FALSE(uses_keyboard(act(Wait{})));
  EXPECT_EQ(summarize(click()), "click (10, 20)");
  EXPECT_EQ(summarize(act(Click{{1, 2}, Button::right, 2, {}})), "double right click (1, 2)");
  EXPECT_EQ(summarize(type("ls")), "type \"ls\"");
  EXPECT_EQ(summarize(type("abcdé"), 5), "type \"abcd…\"");
  EXPECT_EQ(summarize(key("ctrl+a Delete")), "key ctrl+a Delete");
}

TEST(Text, IsNormalised) {
  EXPECT_EQ(normalise("Delete ACCOUNT").text, "delete account");
  EXPECT_EQ(normalise("De\u200Blete\u00AD").text, "delete");
  EXPECT_EQ(normalise("\u202EeteleD\u202C it").text, "eteled it\ndelete it") << "read both ways";
  EXPECT_EQ(normalise("D\u0435l\u0435te").text, "delete") << "with Cyrillic letters among the Latin ones";
  EXPECT_EQ(normalise("SE\u039DD").text, "send") << "a capital Nu";
  EXPECT_EQ(normalise("\U0001D403\u0435l\u0435te").text, "delete") << "a mathematical D";
  EXPECT_EQ(normalise("\u0441\u043E\u0440\u043E\u043A").text, "\u0441\u043E\u0440\u043E\u043A")
      << "a word of one alphabet";
  EXPECT_EQ(normalise("IP-\u0430\u0434\u0440\u0435\u0441").text, "ip-\u0430\u0434\u0440\u0435\u0441");
  EXPECT_EQ(normalise("ＤＥＬＥＴＥ").text, "delete");
  EXPECT_EQ(normalise("a\x01\x7F"
                      "b\xFF")
                .text,
            "ab\uFFFD");
  EXPECT_EQ(normalise("Straße").text, "strasse");
  EXPECT_TRUE(normalise("abcdef", 3).cut);
  EXPECT_FALSE(normalise("abc", 3).cut);
}

TEST(Text, IsShownSafely) {
  EXPECT_EQ(in_quotes("a\nb"), "\"a b\"");
  EXPECT_EQ(in_quotes("\u202Eabc\x1b[0m"), "\"abc[0m\"");
  EXPECT_EQ(utf8_prefix("aé", 2), "a");
  std::string text;
  for (const char32_t c : {U'a', U'\x7F', U'\x80', U'\x7FF', U'\x800', U'\xFFFF', U'\x10000', U'\x10FFFF'}) {
    append_character(text, c);
  }
  EXPECT_EQ(text, "a\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
}

TEST(Reason, IsAboutTheMostSpecificOfWhatItIsPutTogetherFrom) {
  const Reason window = Reason::about_window("shop \"Shop\"");
  const Reason button = Reason::name_of_target(Subject::Kind::element, "push button \"It\" in shop \"Shop\"");
  const Reason sum = "Return in " + window + " presses " + button + " of " + button;
  EXPECT_EQ(sum.text(),
            "Return in shop \"Shop\" presses push button \"It\" in shop \"Shop\" of push button \"It\" in "
            "shop \"Shop\"");
  EXPECT_EQ(sum.subject().kind, Subject::Kind::element);
  EXPECT_EQ(sum.brief(), "Return in shop \"Shop\" presses this of push button \"It\" in shop \"Shop\"");
  EXPECT_EQ((button + " deletes").brief(), "It deletes");
  EXPECT_EQ((window + " is protected").brief(), "shop \"Shop\" is protected");
  EXPECT_EQ(Reason("no rule objects").subject().kind, Subject::Kind::action);
  const auto control = std::make_shared<const Element>(Element{.role = Role::push_button, .name = "Send"});
  EXPECT_EQ(("alt+s: " + Reason(button)).about(control).subject().control, control);
}

TEST(Policy, AllBadPatternsAreNamed) {
  Config config;
  config.blocklist_patterns = {"ok", "(", "a{2000}"};
  config.credential_allowlist = {"", "[z-a]"};
  config.expected_window_pattern = "*";
  const auto result = Policy::compile(config);
  const auto& errors = std::get<std::vector<PatternError>>(result);
  ASSERT_THAT(errors, SizeIs(5));
  EXPECT_EQ(errors[0].key, "blocklist_patterns");
  EXPECT_EQ(errors[0].index, 1U);
  EXPECT_EQ(errors[1].index, 2U);
  EXPECT_EQ(errors[2].key, "credential_allowlist");
  EXPECT_EQ(errors[4].key, "expected_window_pattern");
}

TEST(Fingerprint, IsTheSameOnlyForTheSameTarget) {
  const Observation then = button("Delete");
  const Fingerprint approved = fingerprint(click(), then);
  EXPECT_EQ(fingerprint(click(), then), approved);
  EXPECT_EQ(difference(approved, then, approved, then), "");

  const auto changed = [&](Observation now) { return difference(approved, then, fingerprint(click(), now), now); };
  EXPECT_THAT(changed(button("Delete all")), HasSubstr("now it is push button \"Delete all\""));
  Observation moved = then;
  moved.element->extents = {1, 2, 3, 4};
  EXPECT_THAT(changed(moved), HasSubstr("moved"));
  Observation other_window = then;
  other_window.window->id = 9;
  EXPECT_THAT(changed(other_window), HasSubstr("the window was"));
  Observation other_program = then;
  other_program.window->pid = 4711;
  EXPECT_THAT(changed(other_program), HasSubstr("another process"));
  Observation unknown = then;
  unknown.element = Unknown::deadline;
  EXPECT_THAT(changed(unknown), HasSubstr("not known"));
  Observation dialog = then;
  dialog.element->ancestors = {{Role::dialog, "", "Delete everything?"}};
  EXPECT_THAT(changed(dialog), HasSubstr("changed"));
  Observation page = then;
  page.document = Document{"https://evil.example", ""};
  EXPECT_THAT(changed(page), HasSubstr("evil"));
}

TEST(Fingerprint, HoldsTheFilesThatAreNamedAndSelected) {
  Observation then = button("Save");
  Element field;
  field.role = Role::entry;
  field.value = std::string("notes.txt");
  Element item;
  item.role = Role::table_cell;
  item.name = "notes.txt";
  item.states.add(State::selected);
  then.around = std::vector<Element>{field, item};
  then.files = {{"notes.txt", "~/notes.txt", FileKind::document}};
  const Fingerprint approved = fingerprint(click(), then);
  const auto changed = [&](const Observation& now) {
    return difference(approved, then, fingerprint(click(), now), now);
  };
  EXPECT_EQ(changed(then), "");
  Observation other_name = then;
  other_name.around->at(0).value = std::string(".bashrc");
  EXPECT_THAT(changed(other_name), HasSubstr("other files"));
  Observation other_item = then;
  other_item.around->at(1).name = ".bashrc";
  EXPECT_THAT(changed(other_item), HasSubstr("other files"));
  Observation linked = then;
  linked.files.front().real = "~/.bashrc";
  EXPECT_THAT(changed(linked), HasSubstr("other files"));
  Observation unseen = then;
  unseen.around = Unknown::deadline;
  EXPECT_THAT(changed(unseen), HasSubstr("other files"));
  Observation more_free = then;
  Element status;
  status.role = Role::status_bar;
  status.name = "12 files, 3 GB free";
  more_free.around->push_back(status);
  EXPECT_EQ(changed(more_free), "");
}

TEST(Fingerprint, TypingDoesNotDependOnTheTitle) {
  Observation then = entry();
  Observation now = then;
  now.window->title = "*Shop";
  now.window->rect = {5, 5, 10, 10};
  EXPECT_EQ(fingerprint(type("x"), then), fingerprint(type("x"), now));
  EXPECT_NE(fingerprint(click(), then), fingerprint(click(), now));
}

}  // namespace
}  // namespace interlock::gate
