// The URL parser and the URL Standard, case by case: the right side is what a browser's address bar and its network
// stack make of the left side.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gate/url/url.h"

namespace interlock::gate::url {
namespace {

std::string href(std::string_view text) {
  const auto url = parse_url(text);
  return url ? url->href() : "failure";
}

std::string host(std::string_view text) {
  const auto url = parse_url(text);
  if (!url) return "failure";
  return url->host ? url->host->text : "none";
}

struct Row {
  std::string text;
  std::string expected;
};

TEST(Url, IsSerialisedAsTheStandardSays) {
  const std::vector<Row> rows = {
      {"https://example.com", "https://example.com/"},
      {"HTTPS://EXAMPLE.com:443/A?q#f", "https://example.com/A?q#f"},
      {"  http://example.com/a b\tc\n  ", "http://example.com/a%20bc"},
      {"http:example.com", "http://example.com/"},
      {"http:\\\\example.com\\a\\..\\b", "http://example.com/b"},
      {"http:////example.com///a", "http://example.com///a"},
      {"http://example.com/a/./b/%2E%2e/c/..", "http://example.com/a/"},
      {"http://example.com/../../x", "http://example.com/x"},
      {"http://example.com:8080", "http://example.com:8080/"},
      {"http://example.com:/", "http://example.com/"},
      {"http://example.com:00080/", "http://example.com/"},
      {"ws://example.com:80/", "ws://example.com/"},
      {"http://user:pa ss@example.com/", "http://user:pa%20ss@example.com/"},
      {"http://a@b@example.com/", "http://a%40b@example.com/"},
      {"http://:@example.com/", "http://example.com/"},
      {"http://example.com/é?é='#é`", "http://example.com/%C3%A9?%C3%A9=%27#%C3%A9%60"},
      {"http://example.com/\xFF", "http://example.com/%EF%BF%BD"},
      {"file:///etc/passwd", "file:///etc/passwd"},
      {"file:/etc/../passwd", "file:///passwd"},
      {"file:passwd", "file:///passwd"},
      {"file://localhost/x", "file:///x"},
      {"file://server/share", "file://server/share"},
      {"file:///C|/a/../..", "file:///C:/"},
      {"file://C|/x", "file:///C:/x"},
      {"data:text/html,<b>hi</b>#f", "data:text/html,<b>hi</b>#f"},
      {"JavaScript:alert(1)", "javascript:alert(1)"},
      {"about:blank", "about:blank"},
      {"data: x  #y", "data: x %20#y"},
      {"other:a ?b", "other:a%20?b"},
      {"blob:https://example.com/1-2", "blob:https://example.com/1-2"},
      {"mailto:somebody@example.com?subject=x y", "mailto:somebody@example.com?subject=x%20y"},
      {"other://Host/a/../b", "other://Host/b"},
      {"other:///a", "other:///a"},
      {"other:/a", "other:/a"},
      {"other:/.//a", "other:/.//a"},
      {"chrome://settings", "chrome://settings"},
  };
  for (const Row& row : rows) EXPECT_EQ(href(row.text), row.expected) << row.text;
}

TEST(Url, HostIsWhatTheNetworkIsAskedFor) {
  const std::vector<Row> rows = {
      {"http://EXAMPLE.com./", "example.com."},
      {"https://good.example@evil.example/", "evil.example"},
      {"https://good.example\\@evil.example/", "good.example"},
      {"https://good.example#@evil.example/", "good.example"},
      {"https://evil.example?@good.example/", "evil.example"},
      {"http://exa\tmp\nle.com/", "example.com"},
      {"http://%65xample.com/", "example.com"},
      {"http://münchen.example/", "xn--mnchen-3ya.example"},
      {"http://XN--MNCHEN-3YA.example/", "xn--mnchen-3ya.example"},
      {"http://faß.example/", "xn--fa-hia.example"},  // non-transitional: not fass
      {"http://faẞ.example/", "xn--fa-hia.example"},
      {"http://xn--a/", "xn--a"},  // an ASCII domain is not validated
      {"http://XN--8i7caa.example/", "xn--8i7caa.example"},
      {"http://%78n--a.xn--nxa/", "xn--a.xn--nxa"},
      {"http://ＧＯＯＧＬＥ。com/", "google.com"},
      {"http://a\xC2\xAD"
       "b.example/",
       "ab.example"},  // a soft hyphen is dropped
      {"http://-a--b-.example/", "-a--b-.example"},
      {"http://a_b.example/", "a_b.example"},
      {"http://a..b/", "a..b"},
      {"http://example.com:80:80/", "failure"},
      {"about:blank", "none"},
      {"file:///x", ""},
      {"other://EXAMPLE/", "EXAMPLE"},
      {"other://ex%41mple/", "ex%41mple"},
  };
  for (const Row& row : rows) EXPECT_EQ(host(row.text), row.expected) << row.text;
}

TEST(Url, AddressesAreReadInAllTheirForms) {
  const std::vector<Row> rows = {
      {"http://127.0.0.1/", "127.0.0.1"},
      {"http://127.1/", "127.0.0.1"},
      {"http://127.0.1/", "127.0.0.1"},
      {"http://2130706433/", "127.0.0.1"},
      {"http://0x7f000001/", "127.0.0.1"},
      {"http://0X7F.1/", "127.0.0.1"},
      {"http://0177.0.0.01/", "127.0.0.1"},
      {"http://017700000001/", "127.0.0.1"},
      {"http://127.0.0.1./", "127.0.0.1"},
      {"http://%31%32%37.1/", "127.0.0.1"},
      {"http://１２７。０。０。１/", "127.0.0.1"},
      {"http://0/", "0.0.0.0"},
      {"http://0x/", "0.0.0.0"},
      {"http://0x.0x/", "0.0.0.0"},
      {"http://4294967295/", "255.255.255.255"},
      {"http://4294967296/", "failure"},
      {"http://99999999999999999999999999/", "failure"},
      {"http://256.0.0.1/", "failure"},
      {"http://1.2.3.4.5/", "failure"},
      {"http://1.2.3.08/", "failure"},
      {"http://1..2/", "failure"},
      {"http://a.1/", "failure"},
      {"http://a.0x1/", "failure"},
      {"http://1.2.3.4.example/", "1.2.3.4.example"},
      {"http://1.2.3.4../", "1.2.3.4.."},
      {"http://[::1]/", "[::1]"},
      {"http://[0:0:0:0:0:0:0:1]:80/", "[::1]"},
      {"http://[::FFFF:127.0.0.1]/", "[::ffff:7f00:1]"},
      {"http://[1:0:0:2:0:0:0:3]/", "[1:0:0:2::3]"},
      {"http://[1:0:2:0:0:3:0:0]/", "[1:0:2::3:0:0]"},
      {"http://[1::]/", "[1::]"},
      {"http://[::]/", "[::]"},
      {"http://[1:2:3:4:5:6:7:8]/", "[1:2:3:4:5:6:7:8]"},
      {"http://[1:2:3:4:5:6:7::]/", "[1:2:3:4:5:6:7:0]"},
      {"http://[1:2:3:4:5:6:7:8::]/", "failure"},
      {"http://[1:2:3]/", "failure"},
      {"http://[1::2::3]/", "failure"},
      {"http://[:1:2]/", "failure"},
      {"http://[:::]/", "failure"},
      {"http://[1:]/", "failure"},
      {"http://[12345::]/", "failure"},
      {"http://[::1.2.3]/", "failure"},
      {"http://[::1.2.3.04]/", "failure"},
      {"http://[::1.2.3.256]/", "failure"},
      {"http://[::1.2.3.4:5]/", "failure"},
      {"http://[1:2:3:4:5:6:7:1.2.3.4]/", "failure"},
      {"http://[::1%25eth0]/", "failure"},
      {"http://[::1/", "failure"},
      {"http://[::1]x/", "failure"},
      {"other://[::1]/", "[::1]"},
      {"other://127.1/", "127.1"},  // a host of its own kind, not an address
  };
  for (const Row& row : rows) EXPECT_EQ(host(row.text), row.expected) << row.text;
  EXPECT_EQ(parse_url("http://0x7f.1/")->host->address, Address(Ipv4{0x7F000001}));
  EXPECT_EQ(parse_url("http://0x7f.1/")->written_host, "0x7f.1");
  EXPECT_EQ(parse_url("http://example.com/")->host->address, std::nullopt);
}

TEST(Url, AnInvalidUrlHasAReason) {
  const std::vector<std::pair<std::string, Fault>> rows = {
      {"", Fault::no_scheme},
      {"example.com", Fault::no_scheme},
      {"1http://example.com", Fault::no_scheme},
      {"//example.com/", Fault::no_scheme},
      {"http://", Fault::no_host},
      {"http:///?x", Fault::no_host},
      {"http://user@/x", Fault::no_host},
      {"http://:80/", Fault::no_host},
      {"other://:80/", Fault::no_host},
      {"http://ex ample/", Fault::bad_host},
      {"http://ex%ample/", Fault::bad_host},
      {"http://ex%00ample/", Fault::bad_host},
      {"http://a<b/", Fault::bad_host},
      {"http://a|b/", Fault::bad_host},
      {"other://a b/", Fault::bad_host},
      {"http://\xC2\xAD/", Fault::bad_host},
      {"http://xn--a.é/", Fault::bad_host},
      {"http://a\xFF/", Fault::bad_host},
      {"http://999.999.999.999/", Fault::no_number_host},
      {"http://example.com:65536/", Fault::bad_port},
      {"http://example.com:8a/", Fault::bad_port},
      {"http://example.com:-1/", Fault::bad_port},
      {"http://" + std::string(max_url_bytes, 'a'), Fault::too_long},
  };
  for (const auto& [text, fault] : rows) {
    const auto parsed = parse(text);
    EXPECT_FALSE(parsed.url) << text.substr(0, 100);
    EXPECT_EQ(parsed.fault, fault) << text.substr(0, 100);
    EXPECT_FALSE(fault_text(fault).empty());
  }
}

TEST(Url, ReadAgainIsTheSame) {
  for (const char* text : {"http://a\\b:c@d/e", "other:/..//p", "other:////a", "file:////x", "http://h/?a'b#c d",
                           "other:a b?c#d", "file:///C|", "http://u:p:q@h"}) {
    const auto url = parse_url(text);
    ASSERT_TRUE(url) << text;
    EXPECT_EQ(href(url->href()), url->href()) << text;
  }
}

}  // namespace
}  // namespace interlock::gate::url
