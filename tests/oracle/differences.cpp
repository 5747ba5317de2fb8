#include "tests/oracle/differences.h"

#include <stdexcept>

#include <yaml-cpp/yaml.h>

namespace interlock::test {
namespace {

std::unique_ptr<RE2> pattern(const YAML::Node& row, const char* key, const std::string& file) {
  RE2::Options options;
  options.set_dot_nl(true);
  options.set_log_errors(false);
  auto made = std::make_unique<RE2>(row[key].as<std::string>(), options);
  if (!made->ok()) throw std::runtime_error(file + ": " + key + ": " + made->error());
  return made;
}

}  // namespace

Differences::Differences(const std::string& file) {
  const YAML::Node list = YAML::LoadFile(file);
  for (const YAML::Node& row : list) {
    const auto reason = row["reason"].as<std::string>();
    if (reason.empty()) throw std::runtime_error(file + ": a difference needs its reason");
    rows_.push_back({reason, pattern(row, "input", file), pattern(row, "ours", file), pattern(row, "theirs", file)});
  }
}

bool Differences::explain(const std::string& input, const std::string& ours, const std::string& theirs) {
  for (Row& row : rows_) {
    if (!RE2::FullMatch(input, *row.input) || !RE2::FullMatch(ours, *row.ours) ||
        !RE2::FullMatch(theirs, *row.theirs)) {
      continue;
    }
    ++row.count;
    return true;
  }
  return false;
}

std::string Differences::summary() const {
  std::string text;
  for (const Row& row : rows_) text += std::to_string(row.count) + " x " + row.reason + "\n";
  return text;
}

}  // namespace interlock::test
