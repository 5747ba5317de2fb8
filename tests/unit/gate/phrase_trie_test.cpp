#include "gate/words/phrase_trie.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace interlock::gate {
namespace {

using Found = std::pair<PhraseTrie::Value, std::size_t>;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

PhraseTrie trie_of(const std::vector<std::string>& phrases) {
  PhraseTrie trie;
  PhraseTrie::Value number = 0;
  for (const auto& phrase : phrases) trie.add(phrase, number++);
  trie.freeze();
  return trie;
}

std::vector<Found> at(const PhraseTrie& trie, std::string_view text, std::size_t begin = 0) {
  std::vector<Found> found;
  trie.walk(text, begin, [&](PhraseTrie::Value value, std::size_t end) { found.emplace_back(value, end); });
  return found;
}

/// Where `phrase` ends if it begins at `begin`; nothing if it does not. Byte by byte.
std::optional<std::size_t> end_of(std::string_view phrase, std::string_view text, std::size_t begin) {
  for (const char c : phrase) {
    if (c == PhraseTrie::rest_of_word) {
      while (begin < text.size() && text[begin] != ' ') ++begin;
    } else if (begin >= text.size() || text[begin++] != c) {
      return std::nullopt;
    }
  }
  return begin;
}

TEST(PhraseTrie, FindsEachPhraseAtAPlace) {
  const auto trie = trie_of({"delete", "delete all", "delete file", "deleted", "undo", "delete"});
  EXPECT_THAT(at(trie, "delete all of it"), ElementsAre(Found{0, 6}, Found{5, 6}, Found{1, 10}));
  EXPECT_THAT(at(trie, "please delete", 7), ElementsAre(Found{0, 13}, Found{5, 13}));
  EXPECT_THAT(at(trie, "delet"), IsEmpty());
  EXPECT_THAT(at(trie, "undo", 4), IsEmpty());
  EXPECT_THAT(at(PhraseTrie(), "undo"), IsEmpty());
}

TEST(PhraseTrie, AStarTakesTheRestOfTheWord) {
  const std::string star(1, PhraseTrie::rest_of_word);
  const auto trie = trie_of({"lösch" + star, "lösch" + star + " alle", "löschen"});
  EXPECT_THAT(at(trie, "löschung alle"), ElementsAre(Found{0, 9}, Found{1, 14}));
  EXPECT_THAT(at(trie, "löschen"), ElementsAre(Found{0, 8}, Found{2, 8}));
}

TEST(PhraseTrie, PhrasesMayBeLongerThanOneEdge) {
  const std::string one = std::string(1000, 'x') + "one", two = std::string(1000, 'x') + "two";
  const auto trie = trie_of({one, two, "x"});
  EXPECT_THAT(at(trie, two), ElementsAre(Found{2, 1}, Found{1, 1003}));
}

TEST(PhraseTrie, FindsTheSameAsASimpleSearch) {
  std::mt19937 random(7);
  const auto any_of = [&](std::string_view alphabet, std::size_t longest) {
    std::string text;
    for (std::size_t length = 1 + random() % longest; text.size() < length;)
      text += alphabet[random() % alphabet.size()];
    return text;
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> phrases;
    for (int i = 0; i < 30; ++i) {
      phrases.push_back(any_of("ab ", 8));
      if (random() % 4 == 0) phrases.back() += std::string(1, PhraseTrie::rest_of_word) + (random() % 2 ? " a" : "");
    }
    const auto trie = trie_of(phrases);
    const std::string text = any_of("ab ", 20);
    std::vector<Found> expected;
    for (PhraseTrie::Value i = 0; i < phrases.size(); ++i) {
      if (const auto end = end_of(phrases[i], text, 0)) expected.emplace_back(i, *end);
    }
    EXPECT_THAT(at(trie, text), UnorderedElementsAreArray(expected)) << '"' << text << '"';

    // With few values most nodes are shared.
    PhraseTrie shared;
    for (PhraseTrie::Value i = 0; i < phrases.size(); ++i) shared.add(phrases[i], i % 2);
    shared.freeze();
    for (Found& found : expected) found.first %= 2;
    EXPECT_THAT(at(shared, text), UnorderedElementsAreArray(expected)) << '"' << text << '"';
  }
}

TEST(PhraseTrie, WhatPhrasesEndInStandsOnce) {
  PhraseTrie one;
  PhraseTrie many;
  for (const char* object : {" the server", " the service", " a job"}) {
    one.add("stop" + std::string(object), 1);
    for (const char* verb : {"stop", "halt", "pause"}) many.add(verb + std::string(object), 1);
  }
  many.add("end a job", 2);
  one.freeze();
  many.freeze();
  EXPECT_EQ(many.parts().nodes.size(), one.parts().nodes.size() + 2 + 2);  // two verbs' first bytes, and "end a job"
  EXPECT_THAT(at(many, "halt the service"), ElementsAre(Found{1, 16}));
  EXPECT_THAT(at(many, "pause a job"), ElementsAre(Found{1, 11}));
  EXPECT_THAT(at(many, "end a job"), ElementsAre(Found{2, 9}));
  EXPECT_THAT(at(many, "end the server"), IsEmpty());
}

}  // namespace
}  // namespace interlock::gate
