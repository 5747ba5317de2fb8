#include "gate/secrets/account_number.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interlock::gate {
namespace {

using testing::IsEmpty;

std::vector<std::string> read_in(std::string_view text) {
  std::vector<std::string> found;
  for (const AccountSpan& span : find_misread_accounts(text))
    found.emplace_back(text.substr(span.begin, span.end - span.begin));
  return found;
}

// Examples of the IBAN registry.
TEST(AccountNumbers, WhatWasReadRightIsFound) {
  for (const char* number :
       {"DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819", "FR14 2004 1010 0505 0001 3M02 606",
        "MT84 MALT 0110 0001 2345 MTLC AST0 01S", "NO93 8601 1117 947", "BR18 0036 0305 0000 1000 9795 493C 1"}) {
    EXPECT_THAT(find_account_numbers(number), testing::SizeIs(1)) << number;
    EXPECT_THAT(read_in("to " + std::string(number) + " (EUR)"), testing::ElementsAre(number));
  }
}

TEST(AccountNumbers, TheStructureSaysWhatIsALetterAndWhatADigit) {
  for (const char* number :
       {"DEB9 37O4 0044 O532 0130 OO", "GBZ9NWBK6016133l9268I9", "GB29 NW8K 6016 1331 9268 19",
        "6B29 NWBK 6016 1331 9268 19", "FR14 2OO4 1010 0505 0001 3M02 606", "DEB93704004405320130|0"}) {
    EXPECT_THAT(find_account_numbers(number), IsEmpty()) << number;
  }
  for (const char* number : {"DEB9 37O4 0044 O532 0130 OO", "GBZ9NWBK6016I33I926819", "GB29 NW8K 6016 1331 9268 19",
                             "6B29 NWBK 6016 1331 9268 19", "FR14 2OO4 1010 0505 0001 3M02 606"}) {
    EXPECT_THAT(find_account_numbers(number), IsEmpty()) << number;
    EXPECT_THAT(read_in(number), testing::ElementsAre(number));
  }
}

TEST(AccountNumbers, OneDigitMayBeASimilarOneAndOneMayBeTooMuch) {
  EXPECT_THAT(read_in("DE89 3704 0044 0532 0180 00"), testing::SizeIs(1)) << "8 for 3";
  EXPECT_THAT(read_in("DE89 3704 0044 0532 0120 00"), IsEmpty()) << "2 is not similar to 3";
  EXPECT_THAT(read_in("DE8O9 3704 0044 0532 0130 00"), testing::SizeIs(1)) << "an O too much";
  EXPECT_THAT(read_in("DE89 3/704 0044 0532 0130 00"), testing::SizeIs(1));
  EXPECT_THAT(read_in("DE89 3704 0044 0532 0130 00 77"), testing::SizeIs(1)) << "followed by another number";
}

TEST(AccountNumbers, OtherNumbersAreNone) {
  for (const char* text : {"8937 0400 4405 3201 3000", "AB12 3456 7890 1234 56", "No. 1234 5678 9012 345",
                           "SERIAL DE1234", "550e8400-e29b-41d4-a716-446655440000", "6111 1111 1111 1111 1111 111",
                           "IBAN: DE", "DE", "XDE89 3704 0044 0532 0130 00", ""}) {
    EXPECT_THAT(read_in(text), IsEmpty()) << text;
    EXPECT_THAT(find_account_numbers(text), IsEmpty()) << text;
  }
}

}  // namespace
}  // namespace interlock::gate
