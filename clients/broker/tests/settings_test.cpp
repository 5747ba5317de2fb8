/// The file that says where the broker is.
#include <gtest/gtest.h>

#include "clients/broker/settings.h"

namespace interlock::broker {
namespace {

const std::string whole =
    "# ours\nhost broker.example\nport 8884\n\nname desk-7\nca /a/ca.pem\ncertificate /a/c.pem\nprivate-key /a/k.pem\n";

TEST(BrokerSettings, AreLinesOfAFile) {
  const auto settings = parse_settings(whole, "broker");
  ASSERT_TRUE(settings) << settings.error().text();
  EXPECT_EQ(settings->host + " " + std::to_string(settings->port) + " " + settings->name, "broker.example 8884 desk-7");
  EXPECT_EQ(settings->ca + settings->certificate + settings->private_key, "/a/ca.pem/a/c.pem/a/k.pem");
}

TEST(BrokerSettings, SayWhatIsWrongAndWhere) {
  for (const auto& [text, error] :
       {std::pair<std::string, std::string>{"host", "expected KEY VALUE: broker:1"},
        {"# x\nhost a b\n", "expected KEY VALUE: broker:2"},
        {"port 0\n", "not a port: expected 1 to 65535: broker:1"},
        {"user x\n", "no such key: expected host, port, name, ca, certificate or private-key: broker:1"},
        {"host a\n", "there is no line 'name': broker"},
        {whole + "name a/b\n", "not a name: expected 1 to 64 letters, digits, '.', '_', '@' and '-': broker"}}) {
    const auto settings = parse_settings(text, "broker");
    ASSERT_FALSE(settings) << text;
    EXPECT_EQ(settings.error().text(), error);
  }
  EXPECT_EQ(read_settings("/nowhere").error().text(), "cannot be read: /nowhere");
}

}  // namespace
}  // namespace interlock::broker
