// Labels of text fields in many languages (tests/fixtures/field_labels.txt): those of secrets ask, others do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;

struct FieldLabels {
  std::vector<std::string> secret;
  std::vector<std::string> other;
};

FieldLabels written_labels() {
  std::ifstream file(std::filesystem::path(INTERLOCK_SOURCE_DIR) / "tests/fixtures/field_labels.txt");
  FieldLabels labels;
  std::vector<std::string>* list = &labels.secret;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      list = line == "[other]" ? &labels.other : &labels.secret;
    } else {
      list->push_back(line);
    }
  }
  return labels;
}

TEST(FieldLabels, OfSecretsAskInEachLanguageAndOthersDoNot) {
  const SafetyGate gate = ours();
  const FieldLabels labels = written_labels();
  ASSERT_GE(labels.secret.size(), 400U);
  ASSERT_GE(labels.other.size(), 400U);
  std::vector<std::string> missed, stopped;
  for (const std::string& label : labels.secret) {
    if (decide(gate, type("x"), field(Role::entry, label)) == Decision::allow) missed.push_back(label);
  }
  for (const std::string& label : labels.other) {
    if (decide(gate, type("x"), field(Role::entry, label)) != Decision::allow) stopped.push_back(label);
  }
  EXPECT_LE(100 * missed.size(), 2 * labels.secret.size()) << testing::PrintToString(missed);
  EXPECT_LE(100 * stopped.size(), labels.other.size()) << testing::PrintToString(stopped);
}

}  // namespace
}  // namespace interlock::gate
