// e2e [FILE] [GoogleTest's options]: the end-to-end tests, or those of one file: 'e2e browser_test'.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>

namespace {

/// GoogleTest's filter for the tests in FILE.cpp; empty if there are none.
std::string tests_of(const std::string& file) {
  std::string filter;
  const auto& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const auto& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const auto& test = *suite.GetTestInfo(t);
      if (std::filesystem::path(test.file()).stem() != file) continue;
      filter += (filter.empty() ? "" : ":") + std::string(suite.name()) + "." + test.name();
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1) {
    const std::string filter = tests_of(argv[1]);
    if (filter.empty()) {
      std::cerr << "e2e: no test stands in " << argv[1] << ".cpp\n";
      return 2;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
