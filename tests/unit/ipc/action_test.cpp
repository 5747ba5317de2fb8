// Actions: from the wire, back to the wire, and the error for each mistake.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "ipc/action_names.h"
#include "ipc/decode.h"
#include "ipc/encode.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

using testing::HasSubstr;

Action decoded(const std::string& text) {
  const auto action = decode_action(json::parse(text), "action");
  EXPECT_TRUE(action) << text << ": " << action.error().message;
  return action ? *action : Action{};
}

template <class Body>
Body body(const std::string& text) {
  const Action action = decoded(text);
  return std::get<Body>(action.body);
}

std::string error_of(const json::value& value) {
  const auto action = decode_action(value, "action");
  if (action) return "no error: " + json::serialize(to_json(*action));
  EXPECT_EQ(action.error().code, error_code::invalid_params);
  return action.error().message;
}
std::string error_of(const char* text) {
  return error_of(json::parse(text));
}

Modifiers ctrl_shift() {
  Modifiers set;
  set.add(Modifier::ctrl);
  set.add(Modifier::shift);
  return set;
}

TEST(DecodeAction, ReadsAnElementInPlaceOfAPoint) {
  const auto read = [](std::string_view text) { return decode_action(*parse_json(text), "action"); };
  const auto click = read(R"({"type":"click","ref":"e42","scroll_into_view":true,"count":2})");
  ASSERT_TRUE(click);
  ASSERT_TRUE(click->on);
  EXPECT_EQ(click->on->ref, "e42");
  EXPECT_TRUE(click->on->scroll_into_view);
  EXPECT_EQ(std::get<Click>(click->body).count, 2);
  EXPECT_FALSE(read(R"({"type":"click","x":1,"y":2})")->on);
  EXPECT_EQ(read(R"({"type":"type","ref":"e1","text":"a"})")->on->ref, "e1");
  EXPECT_EQ(read(R"({"type":"drag","ref":"e1","to":{"x":1,"y":2}})")->on->ref, "e1");
  const auto focus = read(R"({"type":"focus","ref":"e1"})");
  EXPECT_TRUE(focus->on->focus_only);
  EXPECT_TRUE(std::holds_alternative<Click>(focus->body));
  const auto scroll_to = read(R"({"type":"scroll_to","ref":"e1"})");
  EXPECT_TRUE(scroll_to->on->scroll_into_view);
  EXPECT_TRUE(std::holds_alternative<Move>(scroll_to->body));
  for (const char* wrong :
       {R"({"type":"click","ref":"e1","x":1,"y":2})", R"({"type":"wait","ref":"e1","ms":1})", R"({"type":"focus"})",
        R"({"type":"click","ref":7})", R"({"type":"click","ref":"e1234567890123456"})",
        R"({"type":"drag","ref":"e1","from":{"x":1,"y":2},"to":{"x":1,"y":2}})",
        R"({"type":"click","x":1,"y":2,"scroll_into_view":true})"}) {
    EXPECT_FALSE(read(wrong)) << wrong;
  }
}

TEST(DecodeAction, ReadsEveryType) {
  EXPECT_EQ(body<Move>(R"({"type":"move","x":0,"y":65535})").at, (Point{0, 65535}));

  const auto click =
      body<Click>(R"({"type":"click","x":10,"y":20,"button":"right","count":2,"modifiers":["ctrl","shift"]})");
  EXPECT_EQ(click.at, (Point{10, 20}));
  EXPECT_EQ(click.button, Button::right);
  EXPECT_EQ(click.count, 2);
  EXPECT_EQ(click.modifiers, ctrl_shift());
  const auto plain = body<Click>(R"({"type":"click","x":10,"y":20})");
  EXPECT_EQ(plain.button, Button::left);
  EXPECT_EQ(plain.count, 1);
  EXPECT_TRUE(plain.modifiers.empty());

  const auto drag = body<Drag>(
      R"({"type":"drag","from":{"x":1,"y":2},"to":{"x":3,"y":4},"button":"middle","modifiers":["shift","ctrl"]})");
  EXPECT_EQ(drag.from, (Point{1, 2}));
  EXPECT_EQ(drag.to, (Point{3, 4}));
  EXPECT_EQ(drag.button, Button::middle);
  EXPECT_EQ(drag.modifiers, ctrl_shift());

  const auto scroll = body<Scroll>(R"({"type":"scroll","x":1,"y":2,"dx":-3,"dy":4})");
  EXPECT_EQ(scroll.at, (Point{1, 2}));
  EXPECT_EQ(scroll.dx, -3);
  EXPECT_EQ(scroll.dy, 4);

  EXPECT_EQ(body<Type>(R"({"type":"type","text":"ls\n\té😀"})").text, "ls\n\té😀");
  const auto key = body<Key>(R"({"type":"key","keys":"ctrl+shift+v Enter"})");
  ASSERT_EQ(key.chords.size(), 2u);
  EXPECT_EQ(key.chords[0], (KeyChord{ctrl_shift(), "v"}));
  EXPECT_EQ(key.chords[1].key, "Return");
  EXPECT_EQ(body<KeyDown>(R"({"type":"key_down","key":"shift"})").key.key, "Shift_L");
  EXPECT_EQ(body<KeyUp>(R"({"type":"key_up","key":"a"})").key.key, "a");
  EXPECT_EQ(body<MouseDown>(R"({"type":"mouse_down","x":1,"y":2,"button":"back"})").button, Button::back);
  EXPECT_EQ(body<MouseUp>(R"({"type":"mouse_up","x":1,"y":2})").at, (Point{1, 2}));
  EXPECT_EQ(body<Wait>(R"({"type":"wait","ms":60000})").duration, std::chrono::minutes(1));
  EXPECT_EQ(body<Navigate>(R"({"type":"navigate","url":"https://example.com/"})").url, "https://example.com/");
  EXPECT_EQ(body<Sequence>(R"({"type":"sequence","steps":[{"type":"wait","ms":1},{"type":"move","x":1,"y":1}]})")
                .steps.size(),
            2u);
}

TEST(DecodeAction, ReadsChangesOfWindowsAndDesktops) {
  const auto change = body<ChangeWindow>(R"({"type":"window","window":7,"change":"unmap"})");
  EXPECT_EQ(change.window, 7u);
  EXPECT_EQ(change.change, WindowChange::unmap);
  EXPECT_EQ(body<MoveWindow>(R"({"type":"move_window","window":7,"x":-5,"y":6})").to, (Point{-5, 6}));
  EXPECT_EQ(body<ResizeWindow>(R"({"type":"resize_window","window":7,"width":300,"height":0})").width, 300);
  EXPECT_FALSE(body<CloseWindow>(R"({"type":"close_window","window":4294967295})").kill);
  EXPECT_EQ(body<CloseWindow>(R"({"type":"close_window","window":9007199254740991})").window, 9007199254740991U);
  EXPECT_TRUE(body<CloseWindow>(R"({"type":"close_window","window":7,"kill":true})").kill);
  EXPECT_EQ(body<SwitchDesktop>(R"({"type":"desktop","number":3})").window, std::nullopt);
  EXPECT_EQ(body<SwitchDesktop>(R"({"type":"desktop","number":3,"window":7})").window, 7u);
  EXPECT_EQ(body<SetDesktopCount>(R"({"type":"desktop_count","count":4})").count, 4);
  EXPECT_EQ(body<MoveViewport>(R"({"type":"viewport","x":10,"y":-20})").to, (Point{10, -20}));
  const auto rename = body<RenameWindow>(
      R"({"type":"rename_window","window":7,"title":"","icon_title":"i","role":"r","class_name":"n","class":"C"})");
  EXPECT_EQ(rename.title, "");
  EXPECT_EQ(rename.icon_title, "i");
  EXPECT_EQ(rename.role, "r");
  EXPECT_EQ(rename.class_name, "n");
  EXPECT_EQ(rename.wm_class, "C");
  EXPECT_EQ(body<RenameWindow>(R"({"type":"rename_window","window":7,"role":"r"})").title, std::nullopt);
  for (const char* wrong :
       {R"({"type":"rename_window","title":"x"})", R"({"type":"rename_window","window":7,"title":"a\nb"})",
        R"({"type":"rename_window","window":7,"title":3})", R"({"type":"window","window":0,"change":"raise"})",
        R"({"type":"window","window":9007199254740992,"change":"raise"})",
        R"({"type":"window","window":7,"change":"shade"})", R"({"type":"move_window","window":7,"x":1})",
        R"({"type":"resize_window","window":7,"width":-1,"height":1})", R"({"type":"close_window"})",
        R"({"type":"desktop","number":256})", R"({"type":"desktop_count","count":0})",
        R"({"type":"close_window","ref":"e1"})", R"({"type":"rename_window","ref":"e1","title":"x"})"}) {
    EXPECT_FALSE(decode_action(*parse_json(wrong), "action")) << wrong;
  }
}

TEST(DecodeAction, StepsInheritAnnotationsOfTheirSequence) {
  const auto steps = body<Sequence>(R"({"type":"sequence","confidence":0.4,"intent":"log in",
      "expect":{"app":"chromium","window":"Shop"},"steps":[
        {"type":"wait","ms":1},
        {"type":"wait","ms":2,"confidence":0.9,"intent":"pause","expect":{"window":"Pay","element":"OK"}}]})")
                         .steps;
  EXPECT_EQ(steps[0].confidence, 0.4);
  EXPECT_EQ(steps[0].intent, "log in");
  EXPECT_EQ(steps[0].expect.app, "chromium");
  EXPECT_EQ(steps[0].expect.window, "Shop");
  EXPECT_EQ(steps[1].confidence, 0.9);
  EXPECT_EQ(steps[1].intent, "pause");
  EXPECT_EQ(steps[1].expect.app, "chromium");
  EXPECT_EQ(steps[1].expect.window, "Pay");
  EXPECT_EQ(steps[1].expect.element, "OK");
}

TEST(DecodeActionOf, StepsInheritKeysBesideTheirSequence) {
  const auto holder = json::parse(R"({"id":"line 1","observation":{},"confidence":0.3,"expect":{"app":"x"},
      "action":{"type":"sequence","steps":[{"type":"wait","ms":1}]}})");
  const auto action = decode_action_of(holder.get_object(), "");
  ASSERT_TRUE(action) << action.error().message;
  EXPECT_EQ(action->confidence, 0.3);
  const auto& step = std::get<Sequence>(action->body).steps.at(0);
  EXPECT_EQ(step.confidence, 0.3);
  EXPECT_EQ(step.expect.app, "x");
}

TEST(DecodeAction, NamesThePlaceOfAMistake) {
  EXPECT_THAT(error_of("5"), HasSubstr("action: expected an action object"));
  EXPECT_THAT(error_of("{}"), HasSubstr("action.type: is missing"));
  EXPECT_THAT(error_of(R"({"type":"clik","x":1,"y":1})"), HasSubstr("got 'clik', did you mean 'click'?"));
  EXPECT_THAT(error_of(R"({"type":"Click","x":1,"y":1})"), HasSubstr("action.type: expected one of move, click"));
  for (const char* alias : {"left_click", "double_click", "keypress", "hotkey", "type_text", "goto"})
    EXPECT_THAT(error_of(json::object{{"type", alias}}), HasSubstr("action.type: expected one of")) << alias;
  EXPECT_EQ(error_of(R"({"type":"click","x":"a","y":1})"),
            "action.x: expected an integer between 0 and 65535, got string");
  for (const char* x : {"-1", "65536", "1.0", "1.5", "1e2", "99999999999", "18446744073709551615", "1e300", "null",
                        "true", "[1]", "{}"}) {
    EXPECT_THAT(error_of((std::string(R"({"type":"click","y":1,"x":)") + x + "}").c_str()),
                HasSubstr("action.x: expected an integer between 0 and 65535, got"))
        << x;
  }
  EXPECT_THAT(error_of(R"({"type":"click","x":1})"), HasSubstr("action.y: is missing"));
  EXPECT_THAT(error_of(R"({"type":"click","x":1,"y":1,"buton":"left"})"),
              HasSubstr("action: unknown key 'buton', did you mean 'button'?"));
  EXPECT_THAT(error_of(R"({"type":"click","x":1,"y":1,"button":1})"), HasSubstr("action.button: expected one of left"));
  EXPECT_THAT(error_of(R"({"type":"click","x":1,"y":1,"count":4})"), HasSubstr("between 1 and 3, got 4"));
  EXPECT_THAT(error_of(R"({"type":"click","x":1,"y":1,"modifiers":"ctrl"})"),
              HasSubstr("modifiers: expected an array"));
  EXPECT_THAT(
      error_of(R"({"type":"click","x":1,"y":1,"modifiers":["ctrl","shfit"]})"),
      HasSubstr("action.modifiers[1]: expected one of shift, ctrl, alt, super; got 'shfit', did you mean 'shift'"));
  EXPECT_THAT(error_of(R"({"type":"drag","from":{"x":1,"y":2},"to":{"x":3}})"), HasSubstr("action.to.y: is missing"));
  EXPECT_THAT(error_of(R"({"type":"drag","from":[1,2],"to":{"x":3,"y":1}})"),
              HasSubstr("action.from: expected an object, got array"));
  EXPECT_THAT(error_of(R"({"type":"drag","from":{"x":1,"y":2,"z":3},"to":{"x":3,"y":1}})"),
              HasSubstr("action.from: unknown key 'z'"));
  EXPECT_THAT(error_of(R"({"type":"scroll","x":1,"y":1,"dy":500})"), HasSubstr("between -100 and 100, got 500"));
  EXPECT_THAT(error_of(R"({"type":"wait","ms":60001})"),
              HasSubstr("action.ms: expected an integer between 0 and 60000"));
  EXPECT_THAT(error_of(R"({"type":"key","keys":"hyper+x"})"), HasSubstr("action.keys: 'hyper+x' is not a key"));
  EXPECT_THAT(error_of(R"({"type":"key","keys":"   "})"), HasSubstr("is not a key"));
  EXPECT_THAT(error_of(R"({"type":"key_down","key":"ctrl+v"})"), HasSubstr("action.key: expected one key"));
  EXPECT_THAT(error_of(R"({"type":"key_up","key":"a b"})"), HasSubstr("action.key: expected one key"));
  EXPECT_THAT(error_of(R"({"type":"sequence","steps":[{"type":"wait","ms":1},{"type":"click","x":1}]})"),
              HasSubstr("action.steps[1].y: is missing"));
  EXPECT_THAT(error_of(R"({"type":"sequence","steps":[]})"), HasSubstr("array of 1 to 64 actions, got 0"));
  EXPECT_THAT(error_of(R"({"type":"sequence","steps":{}})"), HasSubstr("array of 1 to 64 actions, got object"));
  EXPECT_THAT(error_of(R"({"type":"sequence","steps":[{"type":"sequence","steps":[]}]})"),
              HasSubstr("action.steps[0]: sequences cannot be nested"));
  EXPECT_THAT(error_of(R"({"type":"wait","ms":1,"confidence":"high"})"),
              HasSubstr("action.confidence: expected a number"));
}

TEST(DecodeAction, RefusesTextThatIsMoreThanText) {
  for (const char* text : {R"("a\u0000b")", R"("\u001b[A")", R"("\u007f")", R"("\u0085")", R"("\b")"}) {
    EXPECT_THAT(error_of((std::string(R"({"type":"type","text":)") + text + "}").c_str()),
                HasSubstr("is not taken; only newline"))
        << text;
  }
  // A newline in an address would act as the Return that opens it, before the rest was judged.
  EXPECT_THAT(error_of(R"({"type":"navigate","url":"https://a\nhttps://b"})"), HasSubstr("U+000A"));
  EXPECT_THAT(error_of(json::object{{"type", "type"}, {"text", std::string(limits::text_bytes + 1, 'a')}}),
              HasSubstr("0 to 65536 bytes, got 65537"));
  EXPECT_THAT(error_of(json::object{{"type", "navigate"}, {"url", std::string(limits::url_bytes + 1, 'a')}}),
              HasSubstr("1 to 16384 bytes"));
}

TEST(DecodeAction, ACarriageReturnIsAReturn) {
  const auto text_of = [](const std::string& text) {
    return std::get<Type>(decoded(R"({"type":"type","text":)" + text + "}").body).text;
  };
  EXPECT_EQ(text_of(R"("ls\r")"), "ls\n");
  EXPECT_EQ(text_of(R"("a\r\nb\rc\nd")"), "a\nb\nc\nd");
}

/// Random actions over everything that the wire can express.
class AnyAction {
 public:
  explicit AnyAction(std::uint32_t seed) : random_(seed) {}

  Action next(bool step = false) {
    Action action;
    action.body = body(step);
    if (chance()) action.confidence = up_to(1000) / 1000.0;
    if (chance()) action.intent = "so that " + text();
    if (chance()) action.expect.app = "app" + text();
    if (chance()) action.expect.window = "window" + text();
    if (chance()) action.expect.element = "element" + text();
    return action;
  }

 private:
  ActionBody body(bool step) {
    switch (up_to(step ? 18 : 19)) {
      case 0:
        return Move{point()};
      case 1:
        return Click{point(), button(), std::uint8_t(1 + up_to(2)), modifiers()};
      case 2:
        return Drag{point(), point(), button(), modifiers()};
      case 3:
        return Scroll{point(), clicks(), clicks(), modifiers()};
      case 4:
        return Type{text() + "\n\t" + text()};
      case 5:
        return Key{std::vector<KeyChord>(1 + up_to(3), chord())};
      case 6:
        return KeyDown{{{}, chord().key}};
      case 7:
        return KeyUp{{{}, chord().key}};
      case 8:
        return MouseDown{point(), button()};
      case 9:
        return MouseUp{point(), button()};
      case 10:
        return Wait{std::chrono::milliseconds(up_to(60'000))};
      case 11:
        return Navigate{"https://example.com/" + text()};
      case 12:
        return ChangeWindow{id(), static_cast<WindowChange>(up_to(9))};
      case 13:
        return MoveWindow{id(), {-up_to(500), up_to(500)}};
      case 14:
        return ResizeWindow{id(), up_to(500), up_to(500)};
      case 15:
        return CloseWindow{id(), chance()};
      case 16:
        return SwitchDesktop{up_to(255), chance() ? std::optional(id()) : std::nullopt};
      case 17:
        return SetDesktopCount{1 + up_to(255)};
      case 18:
        return MoveViewport{{-up_to(500), up_to(500)}};
      default:
        return sequence();
    }
  }
  Sequence sequence() {
    Sequence all;
    for (int i = 0; i <= up_to(3); ++i) {
      all.steps.push_back(next(true));
      Action& last = all.steps.back();  // written in full: a step inherits nothing
      last.confidence = 0.5;
      last.intent = "x";
      last.expect = {"a", "b", "c"};
    }
    return all;
  }
  std::uint64_t id() { return 1 + std::uint64_t(up_to(0x7fff'fffe)); }
  int up_to(int max) { return std::uniform_int_distribution<int>(0, max)(random_); }
  bool chance() { return up_to(1) == 0; }
  Point point() { return {up_to(limits::coordinate), up_to(limits::coordinate)}; }
  Button button() { return buttons[std::size_t(up_to(4))]; }
  std::int16_t clicks() { return std::int16_t(up_to(2 * limits::scroll) - limits::scroll); }
  Modifiers modifiers() { return {std::uint8_t(up_to(15))}; }
  KeyChord chord() {
    static const char* keys[] = {"a",     "V",       "Return", "F12",           "+", "plus",
                                 "space", "Shift_L", "é",      "XF86AudioMute", "\""};
    return {modifiers(), keys[up_to(10)]};
  }
  std::string text() {
    static const char* pieces[] = {"", "a", "\"", "\\", "é", "😀", " ", "{", "null", "/"};
    return std::string(pieces[up_to(9)]) + pieces[up_to(9)] + pieces[up_to(9)];
  }

  std::mt19937 random_;
};

TEST(EncodeAction, DecodesToTheSameAction) {
  AnyAction any(20240601);
  for (int i = 0; i < 3000; ++i) {
    const json::object written = to_json(any.next());
    const auto read = parse_json(json::serialize(written));
    ASSERT_TRUE(read);
    const auto action = decode_action(*read, "action");
    ASSERT_TRUE(action) << json::serialize(written) << ": " << action.error().message;
    ASSERT_EQ(to_json(*action), written);
  }
}

TEST(DecodeAction, FieldsAndTheirValues) {
  const auto form =
      body<FillForm>(R"({"type":"fill_form","fields":[{"ref":"e1","value":"Ann"},{"ref":"e2","value":""}]})");
  ASSERT_EQ(form.fields.size(), 2u);
  EXPECT_EQ(form.fields[0].ref, "e1");
  EXPECT_EQ(form.fields[0].value, "Ann");
  EXPECT_EQ(body<SetValue>(R"({"type":"set_value","ref":"e1","value":"7"})").value, "7");
  EXPECT_EQ(body<SelectOption>(R"({"type":"select_option","ref":"e1","option":"Germany"})").option, "Germany");
  const auto by_text = decoded(R"({"type":"click","text":"Next","window":7})");
  ASSERT_TRUE(by_text.on);
  EXPECT_EQ(by_text.on->text, "Next");
  EXPECT_EQ(by_text.on->window, 7u);
  for (const auto* wrong :
       {R"({"type":"fill_form","fields":[]})", R"({"type":"fill_form","fields":[{"ref":"e1"}]})",
        R"({"type":"fill_form","fields":[{"ref":"e1","value":7}]})", R"({"type":"set_value","value":"7"})",
        R"({"type":"select_option","ref":"e1","option":""})", R"({"type":"click","text":"Next","x":1,"y":1})",
        R"({"type":"click","ref":"e1","text":"Next"})", R"({"type":"move","text":"Next"})",
        R"({"type":"sequence","steps":[{"type":"set_value","ref":"e1","value":"7"}]})"}) {
    EXPECT_FALSE(decode_action(*parse_json(wrong), "action")) << wrong;
  }
  for (const auto* same : {R"({"type":"fill_form","fields":[{"ref":"e1","value":"Ann"}]})",
                           R"({"type":"set_value","value":"7","ref":"e1"})"}) {
    EXPECT_EQ(to_json(decoded(same)), json::parse(same));
  }
}

TEST(EncodeAction, WritesWhatTheWireSays) {
  EXPECT_EQ(to_json(decoded(R"({"type":"click","x":10,"y":20,"modifiers":["ctrl"]})")),
            json::parse(R"({"type":"click","x":10,"y":20,"button":"left","count":1,"modifiers":["ctrl"]})"));
  EXPECT_EQ(to_json(decoded(R"({"type":"key","keys":"Ctrl+V  enter"})")),
            json::parse(R"({"type":"key","keys":"ctrl+V Return"})"));
}

}  // namespace
}  // namespace interlock::ipc
