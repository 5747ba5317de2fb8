// Which network a URL leads to, what a browser opens for typed text, and which entries of a domain list match.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gate/url/address_bar.h"
#include "gate/url/domain_pattern.h"
#include "gate/url/network.h"
#include "gate/url/site_categories.h"

namespace interlock::gate::url {
namespace {

std::optional<Network> leads_to(const std::string& host) {
  const auto url = parse_url("http://" + host + "/");
  EXPECT_TRUE(url) << host;
  return url ? network_of(*url) : std::nullopt;
}

TEST(Network, EndsOfEachRange) {
  struct Range {
    std::string before, first, last, after;
    Network network;
  };
  const std::vector<Range> ranges = {
      {"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0", Network::local},
      {"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0", Network::shared},
      {"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", Network::loopback},
      {"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", Network::local},
      {"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0", Network::local},
      {"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0", Network::local},
      {"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0", Network::special},
      {"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0", Network::special},
      {"223.255.255.255", "224.0.0.0", "239.255.255.255", "1.1.1.1", Network::multicast},
      {"1.0.0.0", "0.0.0.0", "0.255.255.255", "1.0.0.0", Network::loopback},
      {"[fbff::1]", "[fc00::]", "[fdff:ffff::1]", "[fe00::]", Network::local},
      {"[fe7f::1]", "[fe80::]", "[febf::1]", "[2a00::1]", Network::local},
      {"[2001:db7::1]", "[2001:db8::]", "[2001:db8:ffff::1]", "[2001:db9::]", Network::special},
      {"[2000:ffff::1]", "[2001:1::]", "[2001:1ff::1]", "[2001:200::]", Network::special},
      {"[2a00::1]", "[ff00::]", "[ff02::1]", "[2a00::1]", Network::multicast},
  };
  for (const Range& range : ranges) {
    EXPECT_EQ(leads_to(range.before), std::nullopt) << range.before;
    EXPECT_EQ(leads_to(range.first), range.network) << range.first;
    EXPECT_EQ(leads_to(range.last), range.network) << range.last;
    EXPECT_EQ(leads_to(range.after), std::nullopt) << range.after;
  }
  EXPECT_EQ(leads_to("240.0.0.0"), Network::special);
  EXPECT_EQ(leads_to("255.255.255.255"), Network::multicast);
  EXPECT_EQ(leads_to("169.254.169.254"), Network::metadata);
  EXPECT_EQ(leads_to("[fd00:ec2::254]"), Network::metadata);
  EXPECT_EQ(leads_to("[::]"), Network::loopback);
  EXPECT_EQ(leads_to("[::1]"), Network::loopback);
}

TEST(Network, AddressesInsideOthersCount) {
  for (const char* local : {"[::ffff:10.0.0.1]", "[::10.0.0.1]", "[::ffff:0:10.0.0.1]", "[64:ff9b::10.0.0.1]",
                            "[2002:a00:1::]", "[2001:0:808:808::f5ff:fffe]"}) {
    EXPECT_EQ(leads_to(local), Network::local) << local;
  }
  for (const char* open : {"[::ffff:8.8.8.8]", "[64:ff9b::8.8.8.8]", "[2002:808:808::]", "[2606:4700::1111]"}) {
    EXPECT_EQ(leads_to(open), std::nullopt) << open;
  }
}

TEST(Network, NamesThatTellWhereTheyLead) {
  for (const char* name : {"localhost", "LOCALHOST.", "a.localhost", "ip6-loopback", "app.localtest.me",
                           "127.0.0.1.nip.io", "7f000001.nip.io", "app-127-0-0-1.sslip.io", "--1.sslip.io"}) {
    EXPECT_EQ(leads_to(name), Network::loopback) << name;
  }
  for (const char* name : {"printer.local", "db.internal", "nas.lan", "wiki", "a.home.arpa", "192.168.0.1.xip.io",
                           "x.10.0.0.1.nip.io", "app.10-0-0-1.nip.io"}) {
    EXPECT_EQ(leads_to(name), Network::local) << name;
  }
  for (const char* name : {"metadata.google.internal", "instance-data", "169.254.169.254.nip.io"}) {
    EXPECT_EQ(leads_to(name), Network::metadata) << name;
  }
  for (const char* name : {"example.com", "localhost.example.com", "local.example.com", "mylocalhost.com", "nip.io",
                           "8.8.8.8.nip.io", "www.nip.io", "internal.example.com", "127.0.0.1.example.com"}) {
    EXPECT_EQ(leads_to(name), std::nullopt) << name;
  }
}

TEST(Network, HostsOfOtherSchemesAreReadTheSame) {
  EXPECT_EQ(network_of(*parse_url("gopher://127.1:6379/x")), Network::loopback);
  EXPECT_EQ(network_of(*parse_url("dict://LocalHost/")), Network::loopback);
  EXPECT_EQ(network_of(*parse_url("gopher://%31%30.0.0.1/")), Network::local);
  EXPECT_EQ(network_of(*parse_url("gopher://example.com/")), std::nullopt);
  EXPECT_EQ(network_of(*parse_url("about:blank")), std::nullopt);
  EXPECT_EQ(network_of(*parse_url("file:///x")), std::nullopt);
  for (const char* own : {"chrome://settings/", "chrome-extension://abcdef/x", "vscode-file://vscode-app/x",
                          "tauri://localhost/", "app://obsidian.md/"}) {
    EXPECT_EQ(network_of(*parse_url(own)), std::nullopt) << own;
  }
}

std::string opens(std::string_view typed) {
  return opened_by(typed).value_or("a search");
}

TEST(AddressBar, OpensWhatABrowserWould) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"https://example.com/", "https://example.com/"},
      {"example.com", "https://example.com"},
      {"  example.com/a b ", "https://example.com/a b"},
      {"example.com:8080/x", "https://example.com:8080/x"},
      {"user@example.com", "https://user@example.com"},
      {"user:secret@example.com/", "https://user:secret@example.com/"},
      {"localhost", "https://localhost"},
      {"localhost:3000", "https://localhost:3000"},
      {"wiki/", "https://wiki/"},
      {"wiki:80", "https://wiki:80"},
      {"127.0.0.1", "https://127.0.0.1"},
      {"127.1/", "https://127.1/"},
      {"[::1]:80", "https://[::1]:80"},
      {"münchen.example", "https://münchen.example"},
      {"/etc/passwd", "file:///etc/passwd"},
      {"about:config", "about:config"},
      {"javascript:alert(1)", "javascript:alert(1)"},
      {"view-source:example", "view-source:example"},
      {"other://x", "other://x"},
      {"", "a search"},
      {"weather in berlin", "a search"},
      {"weather", "a search"},
      {"2024", "a search"},
      {"what is example.com", "a search"},
      {"?example.com", "a search"},
      {"define: word", "a search"},
      {"note:word", "a search"},
      {"c++", "a search"},
      {"main.c3", "a search"},
      {"a,b.", "a search"},
  };
  for (const auto& [typed, expected] : rows) EXPECT_EQ(opens(typed), expected) << typed;
}

TEST(AddressBar, UnwrapsUrlsThatLeadElsewhere) {
  const auto host = [](std::string_view text) {
    const auto url = destination_of(text).url;
    return url && url->host ? url->host->text : "none";
  };
  EXPECT_EQ(host("view-source:http://0x7f.1/"), "127.0.0.1");
  EXPECT_EQ(host("blob:https://example.com/1"), "example.com");
  EXPECT_EQ(host("filesystem:https://example.com/temporary/x"), "example.com");
  EXPECT_EQ(host("jar:https://example.com!/x"), "example.com");
  EXPECT_EQ(host("view-source:view-source:https://example.com/"), "example.com");
  EXPECT_EQ(host("blob:null/1"), "none");
  EXPECT_EQ(destination_of("blob:null/1").url->scheme, "blob");
  EXPECT_FALSE(destination_of("view-source:http://a b/").url);
}

bool matches(std::string_view pattern, std::string_view text) {
  std::string error;
  const auto parsed = DomainPattern::parse(pattern, error);
  EXPECT_TRUE(parsed) << pattern << ": " << error;
  const auto url = parse_url(text);
  EXPECT_TRUE(url) << text;
  return parsed && url && parsed->matches(*url);
}

TEST(DomainPattern, MatchesTheParsedHost) {
  EXPECT_TRUE(matches("Example.com", "https://EXAMPLE.com./a"));
  EXPECT_TRUE(matches("example.com", "wss://www.example.com/"));
  EXPECT_FALSE(matches("example.com", "https://a.example.com/"));
  EXPECT_FALSE(matches("example.com", "https://www.a.example.com/"));
  EXPECT_FALSE(matches("a.example.com", "https://www.a.example.com/"));
  EXPECT_FALSE(matches("example.com", "https://notexample.com/"));
  EXPECT_FALSE(matches("example.com", "https://example.com@other.example/"));
  EXPECT_FALSE(matches("example.com", "chrome://example.com/"));
  EXPECT_TRUE(matches("*.example.com", "https://example.com/"));
  EXPECT_TRUE(matches("*.example.com", "https://a.b.example.com/"));
  EXPECT_FALSE(matches("*.example.com", "https://notexample.com/"));
  EXPECT_TRUE(matches("app-*.example.com", "https://app-7.example.com/"));
  EXPECT_FALSE(matches("app-*.example.com", "https://app-7.evil.example.com/"));
  EXPECT_FALSE(matches("example.*", "https://example.evil.com/"));
  EXPECT_TRUE(matches("*.app-*.example.com", "https://a.b.app-7.example.com/"));
  EXPECT_TRUE(matches("http*://example.com", "http://example.com/"));
  EXPECT_TRUE(matches("http*://example.com", "https://example.com/"));
  EXPECT_FALSE(matches("https://example.com", "http://example.com/"));
  EXPECT_FALSE(matches("https://example.com", "https://www.example.com/"));
  EXPECT_TRUE(matches("chrome-extension://*", "chrome-extension://abc/x"));
  EXPECT_TRUE(matches("file://*", "file:///x"));
  EXPECT_TRUE(matches("chrome://version", "chrome://version/"));
  EXPECT_FALSE(matches("chrome://version", "chrome://settings/"));
  EXPECT_TRUE(matches("münchen.example", "https://xn--mnchen-3ya.example/"));
  EXPECT_TRUE(matches("127.0.0.1", "http://0x7f.1:99/"));
  EXPECT_TRUE(matches("[::1]", "http://[0:0::1]/"));
  EXPECT_TRUE(matches("example.com:8080", "http://example.com:8080/"));
  EXPECT_TRUE(matches("example.com:443", "https://example.com/"));
  EXPECT_FALSE(matches("example.com:8080", "http://example.com/"));
  EXPECT_TRUE(matches("*", "http://anything/"));
  EXPECT_FALSE(matches("*", "file:///x"));
}

TEST(DomainPattern, AnInvalidPatternHasAReason) {
  for (const char* text : {"", "https://", "exa mple.com", "example.com/path", "user@example.com", "example.com:x",
                           "example.com:99999", "h_tp://example.com", "1.2.3.4.5", "**.example.com", "*.*", "a<b"}) {
    std::string error;
    EXPECT_FALSE(DomainPattern::parse(text, error)) << text;
    EXPECT_FALSE(error.empty()) << text;
  }
  std::string error;
  EXPECT_FALSE(DomainPattern::parse("htps://example.com", error));
  EXPECT_EQ(error, "unknown scheme, did you mean https://?");
  EXPECT_TRUE(DomainPattern::parse("steam://*", error)) << "a scheme of its own is no slip";
}

TEST(SiteCategories, ByDomainAndSuffix) {
  const auto is = [](std::string_view text, SiteCategory category) {
    return is_in_category(*parse_url(text), category);
  };
  EXPECT_TRUE(is("https://www.paypal.com/", SiteCategory::payment));
  EXPECT_TRUE(is("https://secure.chase.com./", SiteCategory::banking));
  EXPECT_TRUE(is("https://some.bank/", SiteCategory::banking));
  EXPECT_TRUE(is("https://www.irs.gov/", SiteCategory::government));
  EXPECT_TRUE(is("https://www.service.gov.uk/", SiteCategory::government));
  EXPECT_TRUE(is("https://mail.google.com/", SiteCategory::email));
  EXPECT_FALSE(is("https://www.google.com/", SiteCategory::email));
  EXPECT_TRUE(is("https://x.com/", SiteCategory::social));
  EXPECT_FALSE(is("https://netflix.com/", SiteCategory::social));
  EXPECT_FALSE(is("https://paypal.com.evil.example/", SiteCategory::payment));
  EXPECT_FALSE(is("https://government.example/", SiteCategory::government));
  EXPECT_EQ(site_category_from_name("social"), SiteCategory::social);
  EXPECT_EQ(site_category_from_name("sozial"), std::nullopt);
}

}  // namespace
}  // namespace interlock::gate::url
