// Personal data in text: each kind in the forms in which it is written, and ordinary text that has none.
#include "gate/secrets/personal_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interlock::gate {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// "card: 4111 1111 1111 1111", ...
std::vector<std::string> found_in(const std::string& text) {
  std::vector<std::string> all;
  for (const PersonalSpan& span : find_personal_data(text))
    all.push_back(std::string(personal_kind_name(span.kind)) + ": " + text.substr(span.begin, span.end - span.begin));
  return all;
}

// Numbers that issuers publish for tests.
TEST(PersonalData, CardsHaveTheirIssuersDigitsAndACheckDigit) {
  for (const char* number : {"4111 1111 1111 1111", "4111111111111111", "4111-1111-1111-1111", "5555 5555 5555 4444",
                             "2223 0031 2200 3222", "3782 822463 10005", "6011 1111 1111 1117", "3566 0020 2036 0505",
                             "3056 9309 0259 04", "6304 0000 0000 0000"}) {
    EXPECT_THAT(found_in(number), ElementsAre("card: " + std::string(number)));
    EXPECT_THAT(found_in("Visa " + std::string(number) + " 12/27 ok"), ElementsAre("card: " + std::string(number)));
  }
  EXPECT_THAT(found_in("4111 1111 1111 1112"), IsEmpty()) << "wrong check digit";
  EXPECT_THAT(found_in("9111 1111 1111 1111 0"), IsEmpty()) << "no issuer";
  EXPECT_THAT(found_in("1795649503635480212"), IsEmpty()) << "a time in nanoseconds";
}

// Examples of the IBAN registry.
TEST(PersonalData, IbansHaveTheirCountrysLengthAndCheckDigits) {
  for (const char* number : {"DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19", "NO93 8601 1117 947",
                             "FR14 2004 1010 0505 0001 3M02 606", "CH93 0076 2011 6238 5295 7",
                             "DE89370400440532013000", "MT84 MALT 0110 0001 2345 MTLC AST0 01S"}) {
    EXPECT_THAT(found_in(number), testing::Contains("iban: " + std::string(number)));
    EXPECT_THAT(found_in("IBAN: " + std::string(number) + ", BIC"), testing::Contains("iban: " + std::string(number)));
  }
  EXPECT_THAT(found_in("DE88 3704 0044 0532 0130 00"), testing::Not(testing::Contains(testing::StartsWith("iban"))));
  EXPECT_THAT(found_in("AB12 3456 7890 1234 56"), testing::Not(testing::Contains(testing::StartsWith("iban"))));
}

TEST(PersonalData, PhoneNumbersInTheirForms) {
  for (const char* number :
       {"+49 30 1234567", "+1 (555) 010-9999", "+44 20 7946 0958", "+49301234567", "0049 30 1234567", "(212) 555-0123",
        "212-555-0123", "030 / 1234567", "(030) 1234567", "0171 2345678", "01 23 45 67 89"}) {
    EXPECT_THAT(found_in("call " + std::string(number) + " now"), testing::Contains("phone: " + std::string(number)));
  }
  EXPECT_THAT(found_in("Tel.: 1234567"), ElementsAre("phone: 1234567"));
  EXPECT_THAT(found_in("Телефон: 123-45-67"), ElementsAre("phone: 123-45-67"));
}

TEST(PersonalData, RowsOfTablesAndLogsAreNoPhoneNumbers) {
  for (const char* text :
       {"590  2584  7379  06427  21", "012  3456  7890  12345", "003  6011  9721  98419  99",
        "10.225.252.235 - GET /page/061 200 45156", "234 567 8901 12", "Invoice RE-0012-21585", "4013  1111  11116"}) {
    EXPECT_THAT(found_in(text), IsEmpty()) << text;
  }
  EXPECT_THAT(found_in("17  089 1234567, office"), IsEmpty()) << "as in a table";
  EXPECT_THAT(found_in("17 | 089 1234567 | 3"), ElementsAre("phone: 089 1234567")) << "a column of its own";
  EXPECT_THAT(found_in("2026-11-27 08:15 089 1234567"), ElementsAre("phone: 089 1234567"));
  EXPECT_THAT(found_in("Tel. 089 1234567 12"), testing::Contains(testing::StartsWith("phone: 089 1234567")));
  EXPECT_THAT(found_in("17 +49 30 1234567"), ElementsAre("phone: +49 30 1234567"));
}

TEST(PersonalData, AddressesKeysAndCodes) {
  EXPECT_THAT(found_in("From: ann.bell+shop@mail.shop.example, to"),
              ElementsAre("email: ann.bell+shop@mail.shop.example"));
  EXPECT_THAT(found_in("jörg@müller.example"), ElementsAre("email: jörg@müller.example"));
  EXPECT_THAT(found_in("token ghp_0123456789abcdefghijABCDEFGHIJ012345"),
              testing::Contains("key: ghp_0123456789abcdefghijABCDEFGHIJ012345"));
  EXPECT_THAT(found_in("Your verification code is 493 021"), ElementsAre("code: 493 021"));
  EXPECT_THAT(found_in("G-493021 is your Google verification code"), IsEmpty()) << "before the word: not found";
  EXPECT_THAT(found_in("TAN: 493021"), ElementsAre("code: 493021"));
  EXPECT_THAT(found_in("pushTAN 493021"), ElementsAre("code: 493021"));
  EXPECT_THAT(found_in("distance 493021"), IsEmpty()) << "no TAN";
  EXPECT_THAT(found_in("验证码：4930"), ElementsAre("code: 4930"));
}

TEST(PersonalData, OrdinaryTextHasNone) {
  for (const char* text : {"Wed Nov 25 23:40:50 UTC 2026",
                           "2026-11-25 23:40:50.123456",
                           "25.11.2026",
                           "192.168.178.20:8080",
                           "10.0.0.1/24",
                           "version 12.2.0-14+deb12u1",
                           "Total: 1,234,567.89 EUR",
                           "1 234 567 bytes in 12 files",
                           "drwxr-xr-x 2 root root 4096",
                           "0.123456789",
                           "3.14159265358979",
                           "0x7fff5fbff8c0",
                           "00:1a:2b:3c:4d:5e",
                           "ISBN 978-3-16-148410-0",
                           "Page 12 of 345",
                           "C++20, RFC 6238, ISO 13616",
                           "exit code 127",
                           "error code: 404",
                           "08:30 - 09:45",
                           "0 1 2 3 4 5 6 7 8 9",
                           "PID 123456  0.0  0.1  4360  3200",
                           "line 100, column 20",
                           "root@host:~# ls",
                           "user@localhost",
                           "@media print",
                           "550e8400-e29b-41d4-a716-446655440000",
                           "commit 8f70f77, 351 files",
                           "1920x1080+0+0",
                           "00 11 22 33 44 55"}) {
    EXPECT_THAT(found_in(text), IsEmpty()) << text;
  }
}

TEST(PersonalData, AnyBytesAreRead) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * 37 + i / 7);
  for (const PersonalSpan& span : find_personal_data(bytes)) EXPECT_LE(span.end, bytes.size());
  EXPECT_THAT(find_personal_data(std::string(100'000, '4')), IsEmpty());
  EXPECT_EQ(personal_kind_of("iban"), PersonalKind::iban);
  EXPECT_EQ(personal_kind_of("name"), std::nullopt);
}

}  // namespace
}  // namespace interlock::gate
