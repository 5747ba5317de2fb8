// The gate's confidence on labelled targets and command lines: of the decisions with 0.9, nine of ten are right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "gate/readings/certainty.h"
#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;

struct Labelled {
  bool asks = false;  // a person says so
  std::string role, label, around;
};

std::vector<Labelled> labelled() {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/tests/fixtures/calibration/judged.tsv");
  std::vector<Labelled> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::array<std::string, 4> field;
    std::istringstream parts(line);
    for (auto& each : field) std::getline(parts, each, '\t');
    cases.push_back({field[0] == "ask", field[1], field[2], field[3]});
  }
  return cases;
}

Assessment judged(const Labelled& one) {
  SafetyGate gate = ours();
  if (one.role == "line") {
    return assess(gate, type(one.label + "\n"), xterm());
  }
  Observation seen = button(one.label);
  seen = on(element(role_from_name(one.role).value_or(Role::unknown), one.label));
  if (!one.around.empty()) seen.element->ancestors = {{Role::dialog, "", one.around}};
  return assess(gate, click(), seen);
}

struct Bin {
  double count = 0, confidence = 0, right = 0;
};

double calibration_error(const std::vector<Labelled>& cases, std::size_t first) {
  std::array<Bin, 10> bins;
  double all = 0, error = 0;
  for (std::size_t i = first; i < cases.size(); i += 2) {
    const Assessment assessment = judged(cases[i]);
    const bool right = (assessment.decision >= Decision::require_confirmation) == cases[i].asks;
    Bin& bin = bins[std::min<std::size_t>(static_cast<std::size_t>(assessment.confidence * 10), 9)];
    bin.count += 1, bin.confidence += assessment.confidence, bin.right += right ? 1 : 0, all += 1;
  }
  for (const Bin& bin : bins) error += std::abs(bin.confidence - bin.right);
  std::cout << "calibration error " << error / all << " on " << all << " cases\n";
  return error / all;
}

// The table's figures are from the first, third, ... case; the others are not used for them.
TEST(Certainty, AgreesWithTheShareOfRightDecisionsOnCasesThatItWasNotMadeFrom) {
  const auto cases = labelled();
  ASSERT_GT(cases.size(), 250U);
  EXPECT_LE(calibration_error(cases, 1), 0.05);
}

TEST(Certainty, AgreesOnTheCasesThatItWasMadeFrom) {
  EXPECT_LE(calibration_error(labelled(), 0), 0.05);
}

// Also prints the shares for the table, and what was decided otherwise.
TEST(Certainty, TheTableHasTheSharesOfEachGround) {
  const auto cases = labelled();
  std::map<double, Bin> grounds;
  for (std::size_t i = 0; i < cases.size(); i += 2) {
    const Assessment assessment = judged(cases[i]);
    const bool right = (assessment.decision >= Decision::require_confirmation) == cases[i].asks;
    Bin& bin = grounds[assessment.confidence];
    bin.count += 1, bin.right += right ? 1 : 0;
    if (!right)
      std::cout << "  otherwise: " << cases[i].role << " '" << cases[i].label << "' " << assessment.reason << '\n';
  }
  for (const GroundRow& row : ground_table()) {
    const Bin& bin = grounds[row.confidence];
    std::cout << row.name << ": " << bin.right << " of " << bin.count << ", table " << row.confidence << '\n';
    if (bin.count < 10) continue;
    EXPECT_NEAR(bin.right / bin.count, row.confidence, 0.05) << row.name;
  }
}

TEST(Certainty, IsOneForFactsAndHalfForWhatWasNotSeen) {
  Observation page = button("Next");
  EXPECT_EQ(assess(ours(), act(Scroll{{1, 1}, 0, 3, {}}), page).confidence, 1.0);
  page.element = Unknown::deadline;
  EXPECT_EQ(assess(ours(), click(), page).confidence, 0.5);
}

}  // namespace
}  // namespace interlock::gate
