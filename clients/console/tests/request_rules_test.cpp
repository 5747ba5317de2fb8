/// Which requests are served: those of our own page under our own name, and no others.
#include "clients/console/request_rules.h"

#include <gtest/gtest.h>

#include "clients/console/files.h"

namespace interlock::console {
namespace {

Settings at(const std::string& origin) {
  return {.origin = origin};
}

const Settings ours = at("https://console.example:8443");

Head reading(const std::string& target = "/api/state") {
  return {.method = "GET", .target = target, .host = "console.example:8443", .site = "same-origin"};
}
Head writing() {
  Head head = reading("/api/answer");
  head.method = "POST";
  head.origin = "https://console.example:8443";
  head.content_type = "application/json";
  return head;
}
unsigned status(const Head& head, const Settings& settings = ours) {
  const auto refusal = refuse(head, settings);
  return refusal ? refusal->status : 200;
}
template <class Change>
unsigned status_of(Head head, Change change) {
  change(head);
  return status(head);
}

TEST(RequestRules, OurOwnPageIsServed) {
  EXPECT_EQ(status(reading()), 200u);
  EXPECT_EQ(status(writing()), 200u);
  Head page = reading("/");
  page.site = "none";  // typed by a person
  EXPECT_EQ(status(page), 200u);
  page.site = "cross-site";  // a link in a message
  EXPECT_EQ(status(page), 200u);
}

TEST(RequestRules, EveryOtherHostIsRefused) {
  for (const std::string host :
       {"console.example", "console.example:8444", "console.example.:8443", "evil.example:8443", "localhost:8443",
        "localhost.:8443", "127.0.0.1:8443", "0.0.0.0:8443", "[::1]:8443", "CONSOLE.EXAMPLE:8443",
        "console.example:08443", " console.example:8443", "", "console.example:8443@evil.example"}) {
    EXPECT_EQ(status_of(reading("/"), [&](Head& head) { head.host = host; }), 421u) << host;
    EXPECT_EQ(status_of(writing(), [&](Head& head) { head.host = host; }), 421u) << host;
  }
  EXPECT_EQ(status_of(reading("/"), [](Head& head) { head.host.reset(); }), 421u) << "none, or two";
  EXPECT_EQ(status_of(reading("http://evil.example/"), [](Head&) {}), 400u);
  EXPECT_EQ(status_of(reading("//evil.example/"), [](Head&) {}), 400u);
}

TEST(RequestRules, PagesOfOtherOriginsChangeAndReadNothing) {
  for (const std::string origin : {"https://evil.example", "https://console.example", "https://console.example:8444",
                                   "http://console.example:8443", "null", "two", ""}) {
    EXPECT_EQ(status_of(writing(), [&](Head& head) { head.origin = origin; }), 403u) << origin;
    EXPECT_EQ(status_of(reading(), [&](Head& head) { head.origin = origin; }), 403u) << origin;
  }
  for (const std::string site : {"same-site", "cross-site", "none", ""}) {
    EXPECT_EQ(status_of(writing(), [&](Head& head) { head.site = site; }), 403u) << site;
    EXPECT_EQ(status_of(reading("/api/events"), [&](Head& head) { head.site = site; }), 403u) << site;
  }
  EXPECT_EQ(status_of(writing(), [](Head& head) { head.origin.reset(); }), 403u);
}

TEST(RequestRules, OnlyJsonIsWritten) {
  for (const std::string type :
       {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/json, text/plain"})
    EXPECT_EQ(status_of(writing(), [&](Head& head) { head.content_type = type; }), 415u) << type;
  for (const std::string method : {"PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "CONNECT"})
    EXPECT_EQ(status_of(writing(), [&](Head& head) { head.method = method; }), 405u) << method;
  EXPECT_EQ(status_of(writing(), [](Head& head) { head.target = "/"; }), 405u);
}

TEST(RequestRules, OriginsOnWhichPasskeysWork) {
  for (const std::string good : {"https://console.example", "https://console.example:8443", "http://localhost:8470"})
    EXPECT_TRUE(is_usable_origin(good)) << good;
  for (const std::string bad :
       {"http://console.example", "https://console.example/", "https://console.example:443", "http://127.0.0.1:8470",
        "https://localhost.:1", "http://localhost:80", "console.example", "https://", "https://A.example"})
    EXPECT_FALSE(is_usable_origin(bad)) << bad;
}

TEST(RequestRules, CookiesAndQueriesAreReadExactly) {
  EXPECT_EQ(cookie_of("a=1; __Host-interlock=xyz; b=2", "__Host-interlock"), "xyz");
  EXPECT_EQ(cookie_of("x__Host-interlock=xyz", "__Host-interlock"), "");
  EXPECT_EQ(cookie_of("", "a"), "");
  EXPECT_EQ(query_of("/api/picture?x=1&id=ab", "id"), "ab");
  EXPECT_EQ(query_of("/api/picture", "id"), "");
  EXPECT_EQ(path_of("/api/picture?id=ab"), "/api/picture");
}

TEST(Files, AreThereAndNeverMakeMarkupOfText) {
  ASSERT_NE(find_file("/"), nullptr);
  EXPECT_EQ(find_file("/../etc/passwd"), nullptr);
  for (const File& file : files()) {
    for (const char* sink : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "srcdoc",
                             "Function(", "style=", "http://evil"})
      EXPECT_EQ(file.text.find(sink), std::string_view::npos) << file.path << ": " << sink;
  }
}

}  // namespace
}  // namespace interlock::console
