#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "policy/loader.h"

namespace interlock::policy {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> mistakes_of(std::string_view text) {
  const auto loaded = load_text(text, "p.yaml", {});
  std::vector<std::string> lines;
  if (!loaded) {
    for (const auto& error : loaded.error()) lines.push_back(to_text(error));
  }
  return lines;
}

TEST(PolicyVersion, TakesAPolicyOfAKnownVersion) {
  EXPECT_THAT(mistakes_of("version: 1\nloop_threshold: 4\n"), IsEmpty());
  EXPECT_THAT(mistakes_of("loop_threshold: 4\n"), IsEmpty());
}

TEST(PolicyVersion, RefusesAPolicyOfANewerVersionAndSaysNothingElseOfIt) {
  EXPECT_THAT(
      mistakes_of("a_key_of_tomorrow: 4\nversion: 2\n"),
      ElementsAre("p.yaml:2:10: the policy is of version 2; this interlock reads versions up to 1 (install a newer "
                  "interlock, or go back to the policy that was used with this one)"));
}

TEST(PolicyVersion, RefusesAVersionThatIsNone) {
  for (const char* version : {"0", "-1", "1.5", "'1'", "one", "null", "[1]", "99999999999"}) {
    EXPECT_THAT(mistakes_of("version: " + std::string(version)), testing::SizeIs(1)) << version;
  }
  // Only for the whole policy.
  EXPECT_THAT(mistakes_of("profiles: [{name: a, version: 1}]"), testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace interlock::policy
