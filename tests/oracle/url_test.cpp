// The URL parser against Node.js's URL: the same href and host, or a failure on both sides, for the fuzzers' corpus, a
// list, and 100,000 URLs made from these. What may differ is in url_differences.yaml with its reason.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "gate/url/url.h"
#include "tests/oracle/differences.h"
#include "tests/oracle/program.h"
#include "tests/oracle/url_generator.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

const std::string folder = INTERLOCK_SOURCE_DIR "/tests/oracle/";

/// The list, and what the fuzzers begin with.
std::vector<std::string> known_urls() {
  std::vector<std::string> urls;
  std::ifstream list(folder + "urls.txt");
  for (std::string line; std::getline(list, line);) {
    if (!line.empty() && !line.starts_with('#')) urls.push_back(boost::json::parse(line).as_string().c_str());
  }
  for (const auto& entry : fs::directory_iterator(INTERLOCK_SOURCE_DIR "/tests/fuzz/corpus/url")) {
    std::ifstream in(entry.path(), std::ios::binary);
    urls.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::sort(urls.begin(), urls.end());  // a folder has no order
  return urls;
}

std::string our_answer(const std::string& text) {
  const auto url = gate::url::parse_url(text);
  if (!url) return "failure";
  return url->href() + " host " + (url->host ? url->host->text : "");
}

std::vector<std::string> answers_of_node(const std::vector<std::string>& urls) {
  std::string input;
  for (const std::string& url : urls) input += boost::json::serialize(boost::json::string(url)) + "\n";
  const Ran ran = run_with_input("node " + shell_quoted(folder + "url_node.mjs"), input);
  EXPECT_EQ(ran.code, 0) << "node failed; scripts/install-deps test installs it";
  std::vector<std::string> answers;
  std::istringstream lines(ran.output);
  for (std::string line; std::getline(lines, line);) answers.push_back(boost::json::parse(line).as_string().c_str());
  return answers;
}

void expect_same(const std::vector<std::string>& urls) {
  const std::vector<std::string> theirs = answers_of_node(urls);
  ASSERT_EQ(theirs.size(), urls.size());
  Differences known(folder + "url_differences.yaml");
  std::size_t unexplained = 0;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const std::string ours = our_answer(urls[i]);
    if (ours == theirs[i] || known.explain(urls[i], ours, theirs[i])) continue;
    if (++unexplained > 40) continue;
    ADD_FAILURE() << boost::json::serialize(boost::json::string(urls[i])) << "\n  interlock: " << ours
                  << "\n  node:      " << theirs[i];
  }
  EXPECT_EQ(unexplained, 0U) << "of " << urls.size() << " URLs";
  std::cout << known.summary();
}

TEST(UrlOracle, KnownUrlsAreReadAsNodeReadsThem) {
  const std::vector<std::string> urls = known_urls();
  ASSERT_GT(urls.size(), 150U);
  expect_same(urls);
}

TEST(UrlOracle, MutatedUrlsAreReadAsNodeReadsThem) {
  expect_same(mutated_urls(known_urls(), 100'000, 20260701));
}

}  // namespace
}  // namespace interlock::test
