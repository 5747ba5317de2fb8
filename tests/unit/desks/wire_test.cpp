// The wire between interlockd and a desk: what one end writes the other reads, and what violates it is refused.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "desks/wire/decode.h"
#include "desks/wire/encode.h"
#include "desks/wire/lines.h"

namespace interlock::desk {
namespace {

std::string_view without_end(const std::string& line) {
  EXPECT_TRUE(line.ends_with('\n') && line.find('\n') == line.size() - 1) << line;
  return std::string_view(line).substr(0, line.size() - 1);
}

Window some_window() {
  return {.id = 12,
          .pid = 4711,
          .app_id = "org.gnome.TextEditor",
          .title = "Grüße",
          .type = WindowType::dialog,
          .x11 = true,
          .xid = 0x40000a,
          .frame = {10, 20, 300, 200},
          .buffer = {-3, 7, 326, 226},
          .client = {10, 50, 300, 170},
          .parent = 11,
          .sandbox = "flatpak",
          .active = true,
          .minimized = true,
          .maximized = true,
          .fullscreen = true,
          .mapped = false,
          .covers = {{10, 20, 300, 100}, {10, 120, 300, 100}},
          .scale = 1.25,
          .client_scale = 2};
}

Expectation some_expectation() {
  return {.window = 12,
          .pid = 4711,
          .surface = Rect{1, 2, 3, 4},
          .popup = Rect{5, 6, 7, 8},
          .focus = true,
          .pixels = Pixels{{1, 2, 3, 4}, "/run/part"}};
}

std::vector<Call> all_calls() {
  return {
      At{{3, -4}},
      Focus{},
      List{},
      GetState{},
      Capture{Rect{1, 2, 3, 4}, true, "/run/picture"},
      Capture{.path = "/run/picture"},
      Act{some_expectation(),
          {MotionStep{{5, 6}}, ButtonStep{Button::back, true}, AxisStep{-1, 2}, KeyStep{"Return", true}}},
      Act{std::nullopt, {ButtonStep{Button::middle, false}}},
      CommitText{{.window = 12}, "é漢😀\n"},
      Release{},
      Shut{true},
      ChangeWindow{.window = 12, .change = WindowDo::unfullscreen},
      ChangeWindow{.window = 12, .change = WindowDo::move, .to = {-5, 6}},
      ChangeWindow{.window = 12, .change = WindowDo::resize, .width = 300, .height = 0},
      ReadClipboard{true},
      SetPanic{"Escape", Modifiers{2 | 4}},
      SetPanic{},
      ShowPrompt{{7, "/run/prompt", 560, 200, {100, 20}}},
      UpdatePrompt{{7, "/run/prompt", 560, 200, {100, 20}}},
      HidePrompt{7},
  };
}

TEST(DeskWire, EachRequestIsReadAsItWasWritten) {
  std::set<std::size_t> kinds;
  for (const Call& call : all_calls()) {
    kinds.insert(call.index());
    const Request request{99, call, acts(call) ? 12'345'678'901U : 0};
    const std::string line = encode(request);
    const auto read = decode_request(without_end(line));
    ASSERT_TRUE(read) << line << read.error().failure.message;
    EXPECT_EQ(*read, request) << line;
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<Call>) << "a call is missing here";
}

template <class Result>
void expect_same(const Result& result) {
  const std::string line = encode_result(5, result);
  const auto from_desk = decode_from_desk(without_end(line));
  ASSERT_TRUE(from_desk) << line << from_desk.error();
  const auto* reply = std::get_if<Reply>(&*from_desk);
  ASSERT_TRUE(reply != nullptr && reply->id == 5) << line;
  const auto* object = std::get_if<boost::json::object>(&reply->content);
  ASSERT_TRUE(object) << line;
  const auto read = decode_result<Result>(*object);
  ASSERT_TRUE(read) << line << read.error();
  EXPECT_EQ(*read, result) << line;
}

TEST(DeskWire, EachResultIsReadAsItWasWritten) {
  expect_same(Nothing{});
  expect_same(Hit{HitKind::window, some_window(), Rect{1, 2, 3, 4}, Rect{1, 2, 30, 40}, 4712, true});
  expect_same(Hit{.kind = HitKind::shell});
  expect_same(FocusResult{some_window(), Rect{1, 2, 3, 4}});
  expect_same(FocusResult{});
  expect_same(WindowList{{some_window(), some_window()}});
  expect_same(State{{1280, 900, 1.25}, {5, 6}, 12, true});
  expect_same(Captured{{1, 2, 3, 4}, PixelFormat::png, 0, {some_window()}});
  expect_same(Done{3, std::nullopt});
  expect_same(Done{1, Refused{"window_changed", "another window is there"}});
  expect_same(ClipboardText{"text"});
  expect_same(ClipboardText{});
}

TEST(DeskWire, EachEventIsReadAsItWasWritten) {
  const std::vector<Event> events = {InputEvent{InputKind::button, By::person, "mouse", 3},
                                     PanicEvent{By::person},
                                     LockedEvent{true},
                                     PromptEvent{7, PromptInput::key, By::person, {5, 6}, "a", "a"},
                                     CoveredEvent{7, true},
                                     ChangedEvent{},
                                     AdvisoryEvent{"the hook is gone"}};
  EXPECT_EQ(events.size(), std::variant_size_v<Event>) << "an event is missing here";
  for (const Event& event : events) {
    const std::string line = encode(event);
    const auto read = decode_from_desk(without_end(line));
    ASSERT_TRUE(read) << line << read.error();
    ASSERT_TRUE(std::holds_alternative<Event>(*read)) << line;
    EXPECT_EQ(std::get<Event>(*read), event) << line;
  }
}

TEST(DeskWire, HelloAndItsAnswersAreReadAsTheyWereWritten) {
  const Hello hello{"interlock-desk", "0.9.0", {"atomic", "new"}, "passed", {1280, 900, 1}, "wayland-2", ":12"};
  const std::string line = encode(hello);
  const auto read = decode_hello(without_end(line));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, hello);
  EXPECT_TRUE(read->has(feature::atomic));
  EXPECT_FALSE(read->has(feature::shut));

  const Welcome welcome{"interlockd", "0.9.0"};
  const std::string answer = encode(welcome);
  ASSERT_TRUE(decode_welcome(without_end(answer)));
  EXPECT_EQ(*decode_welcome(without_end(answer)), welcome);
  const std::string refusal = encode_failure(std::nullopt, {std::string(code::busy), "another desk"});
  ASSERT_FALSE(decode_welcome(without_end(refusal)));
  EXPECT_EQ(decode_welcome(without_end(refusal)).error().code, code::busy);
}

TEST(DeskWire, AnotherVersionIsNamed) {
  const auto read = decode_hello(R"({"desk":2,"name":"d","screen":{"width":1,"height":1}})");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, code::version);
}

TEST(DeskWire, ARequestThatViolatesTheProtocolIsRefused) {
  const std::vector<std::string> wrong = {
      "",
      "[]",
      "{",
      R"({"call":"focus"})",
      R"({"id":0,"call":"focus"})",
      R"({"id":9007199254740992,"call":"focus"})",
      R"({"id":"1","call":"focus"})",
      R"({"id":1})",
      R"({"id":1,"call":"at","x":1})",
      R"({"id":1,"call":"at","x":1.5,"y":2})",
      R"({"id":1,"call":"at","x":99999999,"y":2})",
      R"({"id":1,"call":"at","x":1,"y":2,"button":3})",
      R"({"id":1,"call":"at","x":1,"y":2,"until":5})",
      R"({"id":1,"call":"release","until":5})",
      R"({"id":1,"call":"act","expect":{"window":1},"steps":[{"motion":{"x":1,"y":2}}],"until":"5"})",
      R"({"id":1,"call":"act","expect":{"window":1},"steps":[]})",
      R"({"id":1,"call":"act","expect":{"window":0},"steps":[{"motion":{"x":1,"y":2}}]})",
      R"({"id":1,"call":"act","expect":{"window":1,"title":"t"},"steps":[{"motion":{"x":1,"y":2}}]})",
      R"({"id":1,"call":"act","expect":{"window":1},"steps":[{"motion":{"x":1,"y":2},"axis":{"dx":1}}]})",
      R"({"id":1,"call":"act","expect":{"window":1},"steps":[{"jump":{}}]})",
      R"({"id":1,"call":"act","expect":{"window":1},"steps":[{"button":{"button":"fourth","press":true}}]})",
      R"({"id":1,"call":"act","expect":{"window":1},"steps":[{"key":{"keysym":"","press":true}}]})",
      R"({"id":1,"call":"act","expect":{"window":1,"pixels":{"area":{"x":0,"y":0,"width":1,"height":1}}},"steps":[{"motion":{"x":1,"y":2}}]})",
      R"({"id":1,"call":"commit_text","expect":{"window":1},"text":""})",
      R"({"id":1,"call":"commit_text","expect":{"window":1},"text":"seventeen letters"})",
      R"({"id":1,"call":"commit_text","text":"a"})",
      R"({"id":1,"call":"window","window":1,"do":"shade"})",
      R"({"id":1,"call":"window","window":1,"do":"move"})",
      R"({"id":1,"call":"window","window":1,"do":"raise","x":1})",
      R"({"id":1,"call":"panic","keysym":"Escape","modifiers":["hyper"]})",
      R"({"id":1,"call":"prompt"})",
      R"({"id":1,"call":"prompt","hide":1,"show":{"prompt":1,"path":"p","width":0,"height":1,"x":0,"y":0}})",
      "{\"id\":1,\"call\":\"commit_text\",\"expect\":{\"window\":1},\"text\":\"\xC3\"}",
  };
  for (const std::string& line : wrong) {
    const auto read = decode_request(line);
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().failure.code, code::invalid) << line;
    EXPECT_FALSE(read.error().failure.message.empty()) << line;
  }
  const auto later = decode_request(R"({"id":3,"call":"fly"})");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().failure.code, code::unsupported);
  EXPECT_EQ(later.error().id, 3U);
}

TEST(DeskWire, WhatADeskSendsMayHaveMoreKeysButNoneThatAreWrong) {
  const std::string rect = R"({"x":0,"y":0,"width":5,"height":5})";
  const auto window = [&](const std::string& more) {
    return R"({"id":1,"result":{"kind":"window","window":{"id":5,"pid":1,"type":"normal","frame":)" + rect +
           R"(,"buffer":)" + rect + R"(,"client":)" + rect + more + "}}}";
  };
  const auto hit = [](const std::string& line) -> tl::expected<Hit, std::string> {
    const auto read = decode_from_desk(line);
    if (!read) return tl::make_unexpected(read.error());
    return decode_result<Hit>(std::get<boost::json::object>(std::get<Reply>(*read).content));
  };
  EXPECT_TRUE(hit(window(R"(,"workspace":3)")));
  EXPECT_FALSE(hit(window(R"(,"title":3)")));
  EXPECT_FALSE(hit(window(R"(,"covers":[3])")));
  EXPECT_EQ(hit(window("")).value().window->scale, 1);
  EXPECT_EQ(hit(window(R"(,"scale":2)")).value().window->scale, 2);
  for (const auto* wrong :
       {R"(,"scale":0)", R"(,"scale":-1)", R"(,"scale":101)", R"(,"scale":"2")", R"(,"client_scale":0.01)"}) {
    EXPECT_FALSE(hit(window(wrong))) << wrong;
  }
  EXPECT_FALSE(hit(R"({"id":1,"result":{"kind":"window","window":null}})"));
  EXPECT_FALSE(hit(R"({"id":1,"result":{}})"));
  for (const auto* line : {R"({"id":1})", R"({"result":{}})", R"({"id":1,"result":[]})", R"({"event":"fly"})",
                           R"({"event":"input","kind":"key"})", R"({"id":1,"error":{"message":"m"}})"}) {
    EXPECT_FALSE(decode_from_desk(line)) << line;
  }
}

TEST(DeskWire, TextsOfApplicationsAreMadeValidAndShort) {
  Window window = some_window();
  window.title = "\xFF" + std::string(10'000, 'x');
  const std::string line = encode_result(1, WindowList{{window}});
  const auto read = decode_from_desk(without_end(line));
  ASSERT_TRUE(read) << read.error();
  const auto list = decode_result<WindowList>(std::get<boost::json::object>(std::get<Reply>(*read).content));
  ASSERT_TRUE(list) << list.error();
  EXPECT_LE(list->windows[0].title.size(), limits::text_bytes);
  EXPECT_TRUE(list->windows[0].title.starts_with("\uFFFDxx"));
}

TEST(DeskWire, LinesAreTheSameWhereverTheStreamWasCut) {
  const std::string stream = "one\n\ntwo\nthr";
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    Lines lines;
    lines.feed(stream.substr(0, cut));
    std::vector<std::string> all;
    const auto take = [&] {
      while (auto line = lines.next()) all.push_back(*line);
    };
    take();
    lines.feed(stream.substr(cut));
    take();
    EXPECT_EQ(all, (std::vector<std::string>{"one", "two"})) << cut;
    EXPECT_FALSE(lines.too_long());
  }
}

TEST(DeskWire, ALineThatIsTooLongEndsTheStream) {
  Lines exact(4);
  exact.feed("four\n");
  EXPECT_EQ(exact.next(), "four");
  Lines longer(4);
  longer.feed("fives");
  EXPECT_FALSE(longer.next());
  EXPECT_TRUE(longer.too_long());
  longer.feed("\nok\n");
  EXPECT_FALSE(longer.next());
}

// The page's examples: "-> " before a line of interlockd, "<- " before one of the desk.
TEST(DeskWire, TheExamplesOfThePageAreReadAndNameEachCall) {
  std::ifstream page(INTERLOCK_SOURCE_DIR "/docs/desk-protocol.md");
  std::set<std::string> calls;
  int from_desk = 0;
  for (std::string line; std::getline(page, line);) {
    const std::string message = line.size() > 3 ? line.substr(3) : "";
    if (line.starts_with("-> ") && message.find("\"call\"") != message.npos) {
      const auto read = decode_request(message);
      ASSERT_TRUE(read) << line << ": " << read.error().failure.message;
      calls.insert(std::string(call_name(read->call)));
    } else if (line.starts_with("-> ")) {
      EXPECT_TRUE(decode_welcome(message)) << line;
    } else if (line.starts_with("<- ") && message.starts_with("{\"desk\"")) {
      EXPECT_TRUE(decode_hello(message)) << line;
    } else if (line.starts_with("<- ")) {
      const auto read = decode_from_desk(message);
      ASSERT_TRUE(read) << line << ": " << read.error();
      ++from_desk;
    }
  }
  EXPECT_GT(from_desk, 10);
  for (const Call& call : all_calls()) EXPECT_TRUE(calls.contains(std::string(call_name(call)))) << call_name(call);
}

}  // namespace
}  // namespace interlock::desk
