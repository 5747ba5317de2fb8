// Strict JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ipc/decode.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

using testing::HasSubstr;

std::string parse_error_of(std::string_view text) {
  const auto value = parse_json(text);
  if (value) return "no error: " + json::serialize(*value);
  EXPECT_EQ(value.error().code, error_code::parse);
  return value.error().message;
}

TEST(ParseJson, AcceptsJson) {
  for (const char* text :
       {"null", "[]", "{}", " {\"a\": [1, -2, 0.5, 1e3, true, \"\\u00e9\\n\"]} ", "\"\xF0\x9F\x98\x80\""}) {
    EXPECT_TRUE(parse_json(text)) << text;
  }
  EXPECT_EQ(*parse_json("{\"a\":{\"a\":1},\"b\":[{\"a\":2},{\"a\":3}]}"),
            json::parse("{\"a\":{\"a\":1},\"b\":[{\"a\":2},{\"a\":3}]}"));
  EXPECT_EQ(*parse_json("\"a\\tb\\u0041c\""), json::value("a\tbAc"));
}

TEST(ParseJson, RefusesKeysThatStandTwice) {
  EXPECT_THAT(parse_error_of(R"({"x":1,"y":2,"x":3})"), HasSubstr("'x' occurs twice"));
  EXPECT_THAT(parse_error_of(R"({"a":[{"b":{"k":1,"k":1}}]})"), HasSubstr("'k' occurs twice"));
  EXPECT_THAT(parse_error_of(R"({"type":1,"t\u0079pe":2})"), HasSubstr("'type' occurs twice"));
  EXPECT_TRUE(parse_json(R"({"a\nb":1,"anb":2})"));
}

TEST(ParseJson, RefusesAlmostJson) {
  for (const char* text :
       {"",   " ",  "{",  "{\"a\":1", "[1,]",    "{\"a\":1,}", "{a:1}",          "'a'", "NaN",      "Infinity", "01",
        "+1", "1.", ".5", "0x10",     "// c\n1", "\"\t\"",     "\xEF\xBB\xBF{}", "tru", "\"\\x41\""}) {
    EXPECT_THAT(parse_error_of(text), HasSubstr("not valid JSON at byte")) << text;
  }
  EXPECT_THAT(parse_error_of("{} {}"), HasSubstr("something follows the value"));
  EXPECT_THAT(parse_error_of("1 x"), HasSubstr("something follows the value"));
}

TEST(ParseJson, RefusesInvalidText) {
  for (const char* text : {"\"\xFF\"", "\"\xC0\xAF\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xE2\x82\"",
                           "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "{\"\xFF\":1}"}) {
    EXPECT_THAT(parse_error_of(text), HasSubstr("not valid JSON")) << text;
  }
}

TEST(ParseJson, RefusesNumbersBeyondDoubles) {
  EXPECT_THAT(parse_error_of("1e999"), HasSubstr("number is too large"));
  EXPECT_THAT(parse_error_of("[-1e400]"), HasSubstr("number is too large"));
  EXPECT_THAT(parse_error_of(std::string(400, '9')), HasSubstr("number is too large"));
  EXPECT_TRUE(parse_json("18446744073709551615"));
  EXPECT_TRUE(parse_json("1e-999"));
}

TEST(ParseJson, BoundsDepthAndKeys) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(parse_json(nested(limits::json_depth)));
  EXPECT_THAT(parse_error_of(nested(limits::json_depth + 1)), HasSubstr("nested more than 16 deep"));
  EXPECT_THAT(parse_error_of(nested(10'000)), HasSubstr("nested more than 16 deep"));
  std::string wide = "{\"k\":0";
  for (std::size_t i = 0; i < limits::object_keys; ++i) wide += ",\"" + std::to_string(i) + "\":0";
  EXPECT_THAT(parse_error_of(wide + "}"), HasSubstr("more than 1024 keys"));
}

}  // namespace
}  // namespace interlock::ipc
