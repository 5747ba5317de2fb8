// The word lists against what desktops really call their buttons: tests/fixtures/labels, which scripts/labels makes of
// Debian's translation catalogues.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "gate/words/languages.h"
#include "gate/words/lexicon.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

struct ShippedLabel {
  std::string english;
  std::string text;
  bool harmless = true;
};

std::vector<ShippedLabel> shipped_labels(std::string_view language) {
  std::ifstream file(std::filesystem::path(INTERLOCK_SOURCE_DIR) / "tests/fixtures/labels" /
                     (std::string(language) + ".txt"));
  std::vector<ShippedLabel> labels;
  bool harmless = true;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      harmless = line == "[harmless]";
      continue;
    }
    std::istringstream fields(line);
    std::string english;
    std::getline(fields, english, '\t');
    for (std::string text; std::getline(fields, text, '\t');) labels.push_back({english, text, harmless});
  }
  return labels;
}

/// Without downloads, which count on web pages alone.
std::optional<Category> category_of(std::string_view label) {
  const auto category = lexicon().read_label(normalise(label).text).category;
  return category == Category::download ? std::nullopt : category;
}

/// Words of one language that are a consequence and something harmless at once, and are worth asking about: the English
/// word that they also stand for. Any other conflict is resolved in the word lists.
const std::multimap<std::string, std::string, std::less<>>& decided_conflicts() {
  static const std::multimap<std::string, std::string, std::less<>> all = {
      {"அனுப்புநர்", "From"},
      {"தற்காலிகமாக நிறுத்தப்பட்டது", "Paused"},
      {"Ripristina", "Undo"},
      {"Da", "From"},
      {"Ano", "Year"},
      {"Ripristina", "Resume"},
      {"החזר", "Reverse"},
      {"আগের অবস্থায় ফিরিয়ে আনুন", "Undo"},
      {"Nahradiť čiernou", "Black"},
      {"נקה הכל", "Select None"},
      {"全部替换", "All"},
      {"すべて置換", "All"},
      {"Onayla", "Apply"},
      {"התקן", "Device"},
      {"Plaatsen", "Places"},
      {"Comandă", "Command"},
      {"Felfüggesztés", "Pause"},
      {"Τερματισμός", "Close"},
      {"Перезавантажити", "Reload"},
      {"Перезагрузить", "Reload"},
      {"पुनरारंभ", "Resume"},
      {"เริ่มใหม่", "Resume"},
      {"Register", "Index"},
      {"Przywróć", "Redo"},
      {"Відновити", "Resume"},
  };
  return all;
}

/// Translations of these say the consequence as well: "Yes" confirms, "Dismiss" discards, "Off" switches off.
bool is_ambiguous(std::string_view english) {
  static const std::set<std::string, std::less<>> words = {"Yes",  "OK",           "Dismiss", "Off",
                                                           "Sent", "Deselect All", "Nothing", "Question"};
  return words.contains(english);
}

TEST(ShippedLabels, NoHarmlessLabelOfALanguageIsAConsequenceInAnother) {
  std::size_t read = 0;
  for (const Language& language : languages()) {
    for (const ShippedLabel& label : shipped_labels(language.name)) {
      if (!label.harmless || is_ambiguous(label.english)) continue;
      ++read;
      const auto category = category_of(label.text);
      const auto [from, to] = decided_conflicts().equal_range(label.text);
      const bool decided = std::any_of(from, to, [&](const auto& entry) { return entry.second == label.english; });
      EXPECT_EQ(category.has_value(), decided)
          << language.name << ": \"" << label.text << "\" (" << label.english << ") "
          << (category ? "is also " + std::string(describe(*category).name) + ": resolve it in the word lists"
                       : "is no conflict any more: remove it from decided_conflicts");
    }
  }
  EXPECT_GT(read, 20'000U) << "run scripts/labels";
}

TEST(ShippedLabels, EnglishOnesAreHarmlessToo) {
  std::set<std::string> english;
  for (const Language& language : languages()) {
    for (const ShippedLabel& label : shipped_labels(language.name)) {
      if (label.harmless && !is_ambiguous(label.english)) english.insert(label.english);
    }
  }
  EXPECT_GT(english.size(), 400U);
  for (const std::string& label : english) EXPECT_EQ(category_of(label), std::nullopt) << label;
}

/// A report as well: run with --gtest_filter=ShippedLabels.* to see what each language misses.
TEST(ShippedLabels, EachLanguageKnowsTheConsequentialOnes) {
  for (const Language& language : languages()) {
    std::size_t known = 0;
    std::size_t all = 0;
    std::string missed;
    for (const ShippedLabel& label : shipped_labels(language.name)) {
      if (label.harmless) continue;
      ++all;
      if (category_of(label.text)) {
        ++known;
      } else {
        missed += "; " + label.text + " (" + label.english + ")";
      }
    }
    if (all == 0) continue;  // English
    EXPECT_GE(100 * known, 70 * all) << language.name << " misses" << missed;
    std::printf("%s: %zu of %zu%s\n", std::string(language.name).c_str(), known, all, missed.c_str());
  }
}

TEST(ShippedLabels, CancelDeclinesInEveryLanguage) {
  for (const Language& language : languages()) {
    for (const ShippedLabel& label : shipped_labels(language.name)) {
      if (label.english != "Cancel" || category_of(label.text)) continue;
      EXPECT_TRUE(lexicon().read_label(normalise(label.text).text).leaves) << language.name << ": " << label.text;
      break;  // the most frequent one
    }
  }
}

}  // namespace
}  // namespace interlock::gate
