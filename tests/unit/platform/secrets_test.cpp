#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "platform/secrets/credentials.h"
#include "platform/secrets/crypto.h"
#include "platform/secrets/one_time_code.h"
#include "tests/temp_dir.h"

namespace interlock::platform::secrets {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

std::string in_base32(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 5; count -= 5) text += digits[bits >> (count - 5) & 31U];
    bits &= 0xFFU;
  }
  if (count > 0) text += digits[bits << (5 - count) & 31U];
  return text;
}

std::string code(const std::string& key, std::chrono::seconds time) {
  const auto read = read_code_key(key);
  EXPECT_TRUE(read) << key;
  return read ? std::string(one_time_code(*read, time).view()) : std::string();
}

// RFC 6238, appendix B.
TEST(OneTimeCode, VectorsOfTheRfc) {
  const std::string digits = "12345678901234567890123456789012345678901234567890123456789012345678901234567890";
  const std::string sha1 = "otpauth://totp/a?digits=8&secret=" + in_base32(digits.substr(0, 20));
  const std::string sha256 = "otpauth://totp/a?algorithm=SHA256&digits=8&secret=" + in_base32(digits.substr(0, 32));
  const std::string sha512 = "otpauth://totp/a?algorithm=SHA512&digits=8&secret=" + in_base32(digits.substr(0, 64));
  struct Vector {
    std::chrono::seconds time;
    const char *sha1, *sha256, *sha512;
  };
  for (const Vector& v : {Vector{59s, "94287082", "46119246", "90693936"},
                          {1111111109s, "07081804", "68084774", "25091201"},
                          {1111111111s, "14050471", "67062674", "99943326"},
                          {1234567890s, "89005924", "91819424", "93441116"},
                          {2000000000s, "69279037", "90698825", "38618901"},
                          {20000000000s, "65353130", "77737706", "47863826"}}) {
    EXPECT_EQ(code(sha1, v.time), v.sha1) << v.time.count();
    EXPECT_EQ(code(sha256, v.time), v.sha256) << v.time.count();
    EXPECT_EQ(code(sha512, v.time), v.sha512) << v.time.count();
  }
}

TEST(OneTimeCode, KeysAreReadAsPeopleWriteThem) {
  const std::string expected = "287082";  // the last 6 digits of the first vector
  for (const char* key : {"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "gezd gnbv gy3t qojq gezd gnbv gy3t qojq\n",
                          "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ",
                          "OTPAUTH://TOTP/Shop:ann%40x?SECRET=gezdgnbvgy3tqojqgezdgnbvgy3tqojq&issuer=Shop&period=30",
                          "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ%3D%3D#f"}) {
    EXPECT_EQ(code(key, 59s), expected) << key;
  }
}

TEST(OneTimeCode, WhatIsNoKeyIsRefusedWithoutQuotingIt) {
  for (const char* key :
       {"", "0189", "otpauth://hotp/x?secret=GEZDGNBV&counter=1", "otpauth://totp/x",
        "otpauth://totp/x?secret=", "otpauth://totp/x?secret=GEZDGNBV&digits=9",
        "otpauth://totp/x?secret=GEZDGNBV&digits=99999999999", "otpauth://totp/x?secret=GEZDGNBV&period=0",
        "otpauth://totp/x?secret=GEZDGNBV&algorithm=MD5", "otpauth://totp/x?secret=GEZD!NBV", "MZXW6=A"}) {
    const auto read = read_code_key(key);
    ASSERT_FALSE(read) << key;
    EXPECT_EQ(read.error().text().find("GEZD"), std::string::npos);
  }
}

TEST(KeyAgreement, BothSidesGetTheSameKey) {
  KeyAgreement one, other;
  EXPECT_EQ(one.public_key().size(), KeyAgreement::public_size);
  ASSERT_TRUE(one.agree(other.public_key()));
  ASSERT_TRUE(other.agree(one.public_key()));
  const std::string iv = "0123456789abcdef";
  for (const std::string_view text :
       {"", "pa$$wörd", "0123456789abcdef", "a text of more than one block of the cipher"}) {
    const auto back = other.decrypt(iv, one.encrypt(iv, text));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->view(), text);
  }
  EXPECT_FALSE(one.decrypt(iv, "0123456789abcdef")) << "no padding (by chance once in 2^8)";
}

TEST(KeyAgreement, KeysThatAreNoneAreRefused) {
  KeyAgreement one;
  for (const std::string& key : {std::string(), std::string(128, '\0'), std::string(127, '\0') + '\1',
                                 std::string(128, '\xff'), std::string(129, '\1')}) {
    EXPECT_FALSE(one.agree(key));
  }
}

class Credential : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text, mode_t mode = 0600) {
    const std::string path = dir.path() + "/" + name;
    std::ofstream(path) << text;
    ::chmod(path.c_str(), mode);
    return path;
  }
  std::string error(const std::string& name) {
    const auto read = read_credential(dir.path(), name);
    EXPECT_FALSE(read) << name;
    return read ? std::string() : read.error().text();
  }
  const test::TempDir dir;
};

TEST_F(Credential, AFileIsReadWithoutItsLineBreak) {
  file("shop", "pa$$ word \n");
  const auto read = read_credential(dir.path(), "shop");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->view(), "pa$$ word ");
}

TEST_F(Credential, WhatIsNotPrivateOrNoFileIsRefused) {
  file("shared", "secret", 0644);
  EXPECT_THAT(error("shared"), HasSubstr("not private"));
  file("real", "secret");
  ASSERT_EQ(::symlink((dir.path() + "/real").c_str(), (dir.path() + "/link").c_str()), 0);
  EXPECT_THAT(error("link"), HasSubstr("cannot be read"));
  ASSERT_EQ(::mkfifo((dir.path() + "/pipe").c_str(), 0600), 0);
  EXPECT_THAT(error("pipe"), HasSubstr("not a file"));
  EXPECT_THAT(error("missing"), HasSubstr("No such file"));
  file("long", std::string(longest_credential + 1, 'x'));
  EXPECT_THAT(error("long"), HasSubstr("too long"));
  EXPECT_FALSE(read_credential("", "shop"));
}

TEST(SecretTextTest, AMoveLeavesNothingBehind) {
  SecretText one(std::string("short"));
  SecretText other(std::move(one));
  EXPECT_TRUE(one.empty());  // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(other.view(), "short");
  one = std::move(other);
  EXPECT_EQ(one.view(), "short");
}

}  // namespace
}  // namespace interlock::platform::secrets
