/// A log in a folder of its own, and functions to read and to damage it.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "audit/files.h"
#include "audit/log.h"
#include "audit/verify.h"
#include "tests/temp_dir.h"

namespace interlock::audit {

namespace fs = std::filesystem;
using boost::json::object;

class LogTest : public testing::Test {
 protected:
  LogTest() {
    dir_ = root_ + "/state/interlock";
    log_ = dir_ + "/audit.jsonl";
  }

  std::unique_ptr<Log> open() {
    auto audit = Log::open(dir_);
    EXPECT_TRUE(audit) << audit.error().text();
    return audit ? std::move(*audit) : nullptr;
  }
  std::string open_error() {
    const auto audit = Log::open(dir_);
    return audit ? "opened" : audit.error().text();
  }
  std::string text() const {
    std::ifstream file(log_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<object> records() const {
    std::vector<object> all;
    std::istringstream lines(text());
    for (std::string line; std::getline(lines, line);) {
      boost::system::error_code bad;
      auto value = boost::json::parse(line, bad);  // refuses invalid UTF-8 as well
      if (!bad) all.push_back(value.as_object());
    }
    return all;
  }
  std::string whats() const {
    std::string all;
    for (const auto& record : records()) {
      all += std::string(record.at("record").as_string()) + (record.contains("what") ? ":" : "");
      if (record.contains("what")) all += record.at("what").as_string();
      all += " ";
    }
    return all;
  }
  /// The result of verifying the log as it is now.
  std::string flaw() const {
    Verifier verifier;
    for (const auto& path : log_files(dir_)) {
      verifier.begin_file(fs::path(path).filename());
      std::ifstream file(path);
      for (std::string line; std::getline(file, line);) verifier.line(line);
    }
    verifier.finish();
    if (!verifier.flaw()) return "none";
    return verifier.flaw()->file + ":" + std::to_string(verifier.flaw()->line) + ": " + verifier.flaw()->what;
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::istringstream stream(text());
    for (std::string line; std::getline(stream, line);) all.push_back(line);
    return all;
  }
  void replace_lines(const std::vector<std::string>& lines) const {
    std::ofstream file(log_, std::ios::trunc);
    for (const auto& line : lines) file << line << '\n';
  }

  void write_raw(const std::string& bytes) {
    fs::create_directories(dir_);
    fs::permissions(dir_, fs::perms::owner_all);
    std::ofstream(log_, std::ios::binary | std::ios::app) << bytes;
  }

  const test::TempDir temp_;
  const std::string root_ = temp_.path();
  std::string dir_, log_;
};

}  // namespace interlock::audit
