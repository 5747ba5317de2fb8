// The text of a document that is only looked at: a page of Evince is an element without a name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

/// One page with one line. Readers rebuild the table of its objects, which is left out.
void write_pdf(const std::string& file, const std::string& line) {
  const std::string text = "BT /F1 24 Tf 72 700 Td (" + line + ") Tj ET";
  std::ofstream(file) << "%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n"
                      << "2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n"
                      << "3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
                      << "/Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>> endobj\n"
                      << "4 0 obj <</Length " << text.size() << ">> stream\n"
                      << text << "\nendstream endobj\ntrailer <</Root 1 0 R>>\n";
}

TEST(Documents, TheTextOfAPageOfEvinceIsShown) {
  World world(World::Options{});
  if (world.desktop().output({"sh", "-c", "command -v evince || true"}).empty()) {
    GTEST_SKIP() << "evince is not installed (scripts/install-deps test)";
  }
  const auto file = world.desktop().dir() + "/lease.pdf";
  write_pdf(file, "The lease ends in March.");
  const auto viewer = world.desktop().start({"evince", file});
  auto agent = world.agent();
  std::string text;
  EXPECT_TRUE(eventually([&] {
    text = agent.observe({{"title", "lease.pdf"}}).text("text");
    return text.find("page = \"The lease ends in March.\"") != std::string::npos;
  })) << text;
}

}  // namespace
}  // namespace interlock::test
