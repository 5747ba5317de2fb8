#include "platform/processes.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <array>

namespace interlock::platform {
namespace {

TEST(Processes, LibrariesThatAreLoadedAreFoundByTheBeginningOfTheirNames) {
  constexpr std::array<std::string_view, 2> loaded = {"libno-such-library.so", "libstdc++.so"};
  constexpr std::array<std::string_view, 2> others = {"libno-such-library.so", "stdc++.so"};
  EXPECT_TRUE(has_loaded(getpid(), loaded));
  EXPECT_FALSE(has_loaded(getpid(), others));
  EXPECT_FALSE(has_loaded(-1, loaded)) << "there is no such process";
}

}  // namespace
}  // namespace interlock::platform
