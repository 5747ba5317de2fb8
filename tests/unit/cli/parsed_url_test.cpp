// The lines of `interlockctl parse-url`.
#include "cli/offline/parsed_url.h"

#include <gtest/gtest.h>

namespace interlock::cli {
namespace {

std::string parsed(std::string_view line) {
  return ipc::json::serialize(parsed_url(line, 3));
}

TEST(ParsedUrl, GivesSchemeAndHost) {
  EXPECT_EQ(parsed(R"({"id": "a", "text": "HTTP://0x7f.1/x"})"),
            R"({"id":"a","valid":true,"scheme":"http","host":"127.0.0.1"})");
  EXPECT_EQ(parsed(R"({"text": "about:blank"})"), R"({"id":null,"valid":true,"scheme":"about","host":""})");
}

TEST(ParsedUrl, SaysWhyAUrlIsNone) {
  EXPECT_EQ(parsed(R"({"id": "a", "text": "http://"})"), R"({"id":"a","valid":false,"why":"it has no host"})");
}

TEST(ParsedUrl, AnswersBrokenLines) {
  EXPECT_EQ(parsed_url("{", 3).at("error").at("line").as_uint64(), 3u);
  EXPECT_EQ(parsed(R"({"id": "a"})"), R"({"id":"a","error":{"line":3,"message":"text: expected a string"}})");
  EXPECT_EQ(parsed("[]"), R"({"id":null,"error":{"line":3,"message":"expected an object"}})");
}

}  // namespace
}  // namespace interlock::cli
