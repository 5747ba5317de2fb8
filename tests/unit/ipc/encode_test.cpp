// From values to the wire, whatever bytes applications put into them.
#include "ipc/encode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "ipc/decode.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ValidUtf8, KeepsValidTextAndRepairsTheRest) {
  EXPECT_EQ(valid_utf8("plain, é, 漢, 😀"), "plain, é, 漢, 😀");
  EXPECT_EQ(valid_utf8("a\xFF"
                       "b"),
            "a\uFFFDb");
  EXPECT_EQ(valid_utf8("\xC3"), "\uFFFD");                                  // cut short
  EXPECT_EQ(valid_utf8("\xC0\xAF"), "\uFFFD\uFFFD");                        // overlong
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");              // a surrogate
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80x"), "\uFFFD\uFFFD\uFFFD\uFFFDx");  // past U+10FFFF
  EXPECT_EQ(valid_utf8(std::string("a\0b", 3)), std::string("a\0b", 3));
}

TEST(Encode, WritesOneValidLineWhateverIsInIt) {
  const std::string wild = std::string("\xFF\xC3\n\r\0\x1b", 6) + "\"\\é\xE2\x82";
  for (const std::string& line :
       {encode_result("id", json::object{{wild, wild}}), encode_error(json::string(wild), {-1, wild}),
        encode_event("state", json::object{{"state", wild}})}) {
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    EXPECT_TRUE(parse_json(line)) << line;
  }
  EXPECT_EQ(encode_result(7, {{"ok", true}}), "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"ok\":true}}\n");
  EXPECT_EQ(encode_result(nullptr, nullptr), "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":null}\n");
  EXPECT_EQ(encode_error("a", {-32601, "no"}),
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32601,\"message\":\"no\"}}\n");
  EXPECT_EQ(encode_event("prompt", json::array{1}), "{\"jsonrpc\":\"2.0\",\"method\":\"prompt\",\"params\":[1]}\n");
}

TEST(Encode, DistinguishesValuesNoneAndUnknown) {
  EXPECT_EQ(to_json(Known<Window>(none)), json::value());
  const json::value unknown = to_json(Known<Element>(Unknown::deadline));
  EXPECT_EQ(unknown.at("unknown"), json::value("deadline"));
  EXPECT_TRUE(unknown.at("meaning").is_string());
  EXPECT_EQ(to_json(Known<Document>(Document{"https://a/", "A"})), json::parse(R"({"url":"https://a/","title":"A"})"));
}

TEST(Encode, WritesAWindow) {
  Window window;
  window.id = 0x1400003;
  window.app = "chromium";
  window.wm_class = "Chromium";
  window.title = "caf\xE9";  // Latin-1, as old programs set WM_NAME
  window.type = "normal";
  window.pid = 42;
  window.rect = {1, 2, 3, 4};
  EXPECT_EQ(to_json(window), json::parse(R"({"id":20971523,"app":"chromium","class":"Chromium","title":"caf\ufffd",
      "type":"normal","pid":42,"rect":{"x":1,"y":2,"width":3,"height":4},"override_redirect":false})"));
}

TEST(Encode, WritesAnElement) {
  Element element;
  element.role = Role::entry;
  element.name = "Search";
  element.value = std::string("milk");
  element.states = {State::editable, State::focused};
  element.attributes = {{"id", "q"}, {"id", "later"}};
  element.ancestors = {{Role::form, "", "Find"}};
  EXPECT_EQ(to_json(element), json::parse(R"({"role":"entry","name":"Search","description":"","labelled_by":"",
      "value":"milk","states":["editable","focused"],"attributes":{"id":"q"},
      "ancestors":[{"role":"form","name":"","text":"Find"}],"path":"",
      "extents":{"x":0,"y":0,"width":0,"height":0}})"));
}

TEST(Encode, NeverWritesTheValueOfASecretField) {
  Element by_role;
  by_role.role = Role::password_text;
  by_role.value = std::string("hunter2");
  Element by_attribute;
  by_attribute.role = Role::entry;
  by_attribute.attributes = {{"text-input-type", "password"}};
  by_attribute.value = std::string("hunter2");
  for (const Element& element : {by_role, by_attribute}) {
    const json::object written = to_json(element);
    EXPECT_FALSE(written.contains("value"));
    EXPECT_THAT(json::serialize(written), Not(HasSubstr("hunter2")));
  }
}

TEST(Encode, LimitsTextsOfApplications) {
  Element element;
  for (int i = 0; i < 2000; ++i) {
    element.attributes.emplace_back(std::to_string(i), std::string(10'000, 'a'));
    element.ancestors.push_back({Role::panel, std::string(10'000, 'n'), {}});
  }
  element.name = std::string(10'000'000, 'x');
  EXPECT_LT(encode_result(1, to_json(element)).size(), limits::outgoing_bytes / 4);
  // Cut between characters, and marked as cut.
  element.name.clear();
  for (int i = 0; i < 5000; ++i) element.name += "é";
  const std::string name(to_json(element).at("name").as_string());
  EXPECT_EQ(valid_utf8(name), name);
  EXPECT_TRUE(name.ends_with("é…"));
}

TEST(Encode, WritesAnAssessment) {
  Assessment assessment;
  assessment.decision = Decision::require_confirmation;
  assessment.rule = "irreversible";
  assessment.code = "purchase";
  assessment.reason = "buys";
  assessment.triggered_rules = {"irreversible"};
  assessment.findings = {{"irreversible", "purchase", Decision::require_confirmation, "buys", "Buy \xFF"}};
  assessment.confidence = 0.5;
  assessment.hints = {"slow down"};
  EXPECT_EQ(to_json(assessment), json::parse(R"({"decision":"require_confirmation","rule":"irreversible",
      "code":"purchase","reason":"buys","triggered_rules":["irreversible"],"findings":[{"rule":"irreversible",
      "code":"purchase","decision":"require_confirmation","reason":"buys","evidence":"Buy \ufffd"}],
      "confidence":0.5,"hints":["slow down"]})"));
  assessment.confidence = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(parse_json(json::serialize(to_json(assessment))));
}

}  // namespace
}  // namespace interlock::ipc
