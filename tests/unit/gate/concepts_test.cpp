// What each language calls the things that have a consequence, and harmless things that look like them:
// tests/fixtures/concepts, written as an application in the language would label them. The English column is the same
// in all languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "gate/words/languages.h"
#include "gate/words/lexicon.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

struct Concept {
  std::string english;
  std::string label;
};

struct Concepts {
  std::vector<Concept> consequential;
  std::vector<Concept> harmless;
};

Concepts concepts_of(std::string_view language) {
  std::ifstream file(std::filesystem::path(INTERLOCK_SOURCE_DIR) / "tests/fixtures/concepts" /
                     (std::string(language) + ".txt"));
  Concepts concepts;
  std::vector<Concept>* list = &concepts.consequential;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      list = line == "[harmless]" ? &concepts.harmless : &concepts.consequential;
      continue;
    }
    std::istringstream fields(line);
    Concept one;
    std::getline(fields, one.english, '\t');
    std::getline(fields, one.label, '\t');
    list->push_back(std::move(one));
  }
  return concepts;
}

bool has_consequence(std::string_view label) {
  return lexicon().read_label(normalise(label).text).category.value_or(Category::download) != Category::download;
}

/// Those of `concepts` for which has_consequence() is `wrong`.
std::vector<std::string> mistaken(const std::vector<Concept>& concepts, bool wrong) {
  std::vector<std::string> found;
  for (const Concept& one : concepts) {
    if (has_consequence(one.label) == wrong) found.push_back(one.label + " (" + one.english + ")");
  }
  return found;
}

TEST(Concepts, AreStoppedInEachLanguageWhereTheyHaveAConsequenceAndOnlyThere) {
  for (const Language& language : languages()) {
    SCOPED_TRACE(language.name);
    const Concepts concepts = concepts_of(language.name);
    EXPECT_GE(concepts.consequential.size(), 80U);
    EXPECT_GE(concepts.harmless.size(), 60U);
    const std::vector<std::string> missed = mistaken(concepts.consequential, false);
    const std::vector<std::string> stopped = mistaken(concepts.harmless, true);
    EXPECT_LE(100 * missed.size(), 3 * concepts.consequential.size()) << testing::PrintToString(missed);
    EXPECT_LE(100 * stopped.size(), concepts.harmless.size()) << testing::PrintToString(stopped);
    for (const std::string& label : missed) {
      std::printf("%s misses %s\n", std::string(language.name).c_str(), label.c_str());
    }
  }
}

}  // namespace
}  // namespace interlock::gate
